package hook

import (
	"encoding/json"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"github.com/grapnel-hooks/grapnel/internal/jsonx"
)

// filled sets every field of v, so that one that the encoder has forgotten is
// missing in the document.
func filled(v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		v.SetString("<a \"text\">\n")
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int:
		v.SetInt(7)
	case reflect.Float64:
		v.SetFloat(0.25)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		filled(v.Elem())
	case reflect.Map:
		v.Set(reflect.ValueOf(Object{"b": json.RawMessage(`[ 1 ]`), "a": nil, "<": json.RawMessage("\"x\"")}))
	case reflect.Slice:
		if v.Type() == reflect.TypeFor[json.RawMessage]() {
			v.SetBytes([]byte(`{ "n" : 1.0 }`))
			return
		}
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		filled(v.Index(0)) // and the other one stays empty
	case reflect.Struct:
		for i := range v.NumField() {
			filled(v.Field(i))
		}
	}
}

// The same types without methods are what encoding/json writes by itself.
type (
	plainOutcome Outcome
	plainResult  Result
)

func TestEncoderWritesWhatTheTagsSay(t *testing.T) {
	var o Outcome
	filled(reflect.ValueOf(&o).Elem())
	result := o.Hooks[0]
	for name, pair := range map[string]struct{ ours, theirs any }{
		"outcome":      {o, plainOutcome(o)},
		"result":       {result, plainResult(result)},
		"empty result": {Result{Output: Object{}}, plainResult{Output: Object{}}},
		"tool config": {
			Outcome{Context: []Context{}, Messages: []Message{}, Output: Object{}, Hooks: []Result{}, Diagnostics: []Diagnostic{}, ToolConfig: &ToolConfig{AllowedFunctionNames: []string{}}},
			plainOutcome{Context: []Context{}, Messages: []Message{}, Output: Object{}, Hooks: []Result{}, Diagnostics: []Diagnostic{}, ToolConfig: &ToolConfig{AllowedFunctionNames: []string{}}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := pair.ours.(json.Marshaler).MarshalJSON()
			if err != nil {
				t.Fatal(err)
			}
			want, err := jsonx.Marshal(pair.theirs)
			if err != nil {
				t.Fatal(err)
			}
			if string(got) != string(want) {
				t.Errorf("got  %s\nwant %s", got, want)
			}
		})
	}
}

func TestLargeAnswersAreWrittenOnce(t *testing.T) {
	answer := jsonx.AppendString(nil, strings.Repeat("a line of text\n", 1<<16))
	o := Outcome{ToolInput: answer, Output: Object{"a": answer}, Hooks: []Result{{Output: Object{"a": answer}}}}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	text, err := o.MarshalJSON()
	runtime.ReadMemStats(&after)
	if err != nil || len(text) < 3*len(answer) {
		t.Fatalf("%d bytes, %v", len(text), err)
	}
	if allocated := after.TotalAlloc - before.TotalAlloc; allocated > uint64(len(text))*5/4 {
		t.Errorf("a document of %d bytes took %d bytes of memory", len(text), allocated)
	}
}
