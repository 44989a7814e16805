package kit

import (
	"encoding/json"
	"runtime"
	"strings"
	"testing"

	"github.com/grapnel-hooks/grapnel/hook"
)

func TestLine(t *testing.T) {
	fields := hook.Object{
		"b": json.RawMessage("{\n \"x y\": [1, 2]\r\n}"), "a": json.RawMessage(`1`), "name": json.RawMessage(`"ü <&>"`), "é\"": json.RawMessage(`null`),
	}
	tests := []struct {
		name  string
		order []string
		want  string
	}{
		{"alphabet", nil, `{"a":1,"b":{"x y":[1,2]},"name":"ü <&>","é\"":null}`},
		{"some first", []string{"name", "missing", "b"}, `{"name":"ü <&>","b":{"x y":[1,2]},"a":1,"é\"":null}`},
		{"all of them", []string{"é\"", "name", "b", "a"}, `{"é\"":null,"name":"ü <&>","b":{"x y":[1,2]},"a":1}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := string(Line(nil, fields, tt.order)); got != tt.want+"\n" {
				t.Errorf("got  %swant %s", got, tt.want)
			}
		})
	}
	if got := string(Line(nil, nil, nil)); got != "{}\n" {
		t.Errorf("nothing is %q", got)
	}
}

func TestLineBeginsWithItsBase(t *testing.T) {
	base := []Member{{"z", `say "hi"`}, {"a", ""}}
	fields := hook.Object{"a": json.RawMessage(`"hidden"`), "b": json.RawMessage(`2`)}
	if got, want := string(Line(base, fields, nil)), `{"z":"say \"hi\"","a":"","b":2}`+"\n"; got != want {
		t.Errorf("got  %swant %s", got, want)
	}
}

func TestVariableCanAlwaysBeGivenToAProcess(t *testing.T) {
	if got := Variable("V", "a\x00b", 10); got != "V=ab" {
		t.Errorf("got %q", got)
	}
	if got := Variable("V", strings.Repeat("ä", 10), 5); got != "V=ää" {
		t.Errorf("got %q", got)
	}
}

func TestLineCopiesLargeFieldsOnce(t *testing.T) {
	fields := hook.Object{"content": json.RawMessage(`"` + strings.Repeat("x", 1<<20) + `"`)}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	line := Line(nil, fields, nil)
	runtime.ReadMemStats(&after)
	if took := after.TotalAlloc - before.TotalAlloc; took > uint64(len(line))*5/4 {
		t.Errorf("a line of %d bytes took %d bytes of memory", len(line), took)
	}
}
