package hook

import (
	"testing"

	"github.com/grapnel-hooks/grapnel/internal/jsonx"
)

func objectOf(t *testing.T, text string) Object {
	t.Helper()
	object, _, err := jsonx.ParseObject([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return object
}

func TestKeysAreMatchedExactlyAndTheLastOneCounts(t *testing.T) {
	object := objectOf(t, `{"decision":"deny","Decision":"allow","a":1,"a":2}`)
	if text, _ := object.String("decision"); text != "deny" {
		t.Errorf("decision %q", text)
	}
	if string(object["a"]) != "2" {
		t.Errorf("a is %s", object["a"])
	}
}

func TestGettersOnlyTakeTheirType(t *testing.T) {
	object := objectOf(t, `{"s":"x","b":false,"o":{"k":1},"l":["a","b"],"e":[],"m":["a",1],"n":null}`)
	for _, key := range []string{"b", "o", "l", "n", "missing"} {
		if s, ok := object.String(key); ok {
			t.Errorf("%s is the string %q", key, s)
		}
	}
	for _, key := range []string{"s", "b", "o", "m", "n", "missing"} {
		if l, ok := object.Strings(key); ok {
			t.Errorf("%s is the list %v", key, l)
		}
	}
	if b, ok := object.Bool("b"); b || !ok {
		t.Errorf("b is %v, %v", b, ok)
	}
	if l, ok := object.Strings("e"); l == nil || !ok {
		t.Errorf("e is %v, %v", l, ok)
	}
	if object.Has("n") || !object.Has("e") {
		t.Error("null counts, or an empty list does not")
	}
}

func TestRawKeepsDigitsAndDoesNotEscape(t *testing.T) {
	object := objectOf(t, `{"b<":12345678901234567890.10,"a":"<&>"}`)
	if got := string(object.Raw()); got != `{"a":"<&>","b<":12345678901234567890.10}` {
		t.Errorf("got %s", got)
	}
}

func TestEmptyOutcomeHasEveryKey(t *testing.T) {
	text, err := jsonx.Marshal(Proceed("BeforeTool", "llxprt"))
	if err != nil {
		t.Fatal(err)
	}
	want := `{"event":"BeforeTool","dialect":"llxprt","decision":"","blocked":false,"reason":"","stop":false,"stopReason":"",` +
		`"suppressOutput":false,"context":[],"messages":[],"output":{},"success":true,"durationMs":0,"hooks":[],"diagnostics":[]}`
	if string(text) != want {
		t.Errorf("got  %s\nwant %s", text, want)
	}
}
