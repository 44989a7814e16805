package document

import (
	"slices"
	"testing"

	"github.com/grapnel-hooks/grapnel/hook"
)

func TestJSONCommentsKnowWhatFollowsThem(t *testing.T) {
	text := []byte(`// top
{ // of the brace
  // first
  // second
  "a": 1, // behind a
  /* a
   * block */
  "b": [
    // item
    {}
  ] /* after */
  // at the end
}
`)
	want := []Comment{
		{Lines: []string{"top"}, Before: hook.Position{File: "f", Line: 2, Column: 1}},
		{Lines: []string{"of the brace"}},
		{Lines: []string{"first", "second"}, Before: hook.Position{File: "f", Line: 5, Column: 3}},
		{Lines: []string{"behind a"}},
		{Lines: []string{"a", "block"}, Before: hook.Position{File: "f", Line: 8, Column: 3}},
		{Lines: []string{"item"}, Before: hook.Position{File: "f", Line: 10, Column: 5}},
	}
	got := JSONComments("f", text)
	for _, w := range want {
		if !slices.ContainsFunc(got, func(c Comment) bool { return slices.Equal(c.Lines, w.Lines) && c.Before == w.Before }) {
			t.Errorf("no %+v in %+v", w, got)
		}
	}
	if len(got) < len(want)+1 {
		t.Errorf("only %+v", got)
	}
}

func TestYAMLCommentsKnowWhatFollowsThem(t *testing.T) {
	text := []byte("# top\n\n# first\n# second\na: 1 # behind a\nb:\n  # item\n  - c: \"# none\"\n    # key\n    d: 2\n")
	want := []Comment{
		{Lines: []string{"top"}, Pos: hook.Position{File: "f", Line: 1, Column: 1}},
		{Lines: []string{"first", "second"}, Pos: hook.Position{File: "f", Line: 3, Column: 1}, Before: hook.Position{File: "f", Line: 5, Column: 1}},
		{Lines: []string{"behind a"}, Pos: hook.Position{File: "f", Line: 5, Column: 6}},
		{Lines: []string{"item"}, Pos: hook.Position{File: "f", Line: 7, Column: 3}, Before: hook.Position{File: "f", Line: 8, Column: 5}},
		{Lines: []string{"key"}, Pos: hook.Position{File: "f", Line: 9, Column: 5}, Before: hook.Position{File: "f", Line: 10, Column: 5}},
	}
	got := YAMLComments("f", text)
	if !slices.EqualFunc(got, want, func(a, b Comment) bool {
		return slices.Equal(a.Lines, b.Lines) && a.Before == b.Before && a.Pos == b.Pos
	}) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

// FuzzEncode writes what was read and reads it again.
func FuzzEncode(f *testing.F) {
	for _, seed := range []string{`{"a": [1, {"b": null}, [], {}, [[2]]], "y": "no", "": "# x: - 'y'\n"}`, "// c\n{\"a\": /* x */ true}", `{"a.": ".", "1": "-", "z": ".0", "~": "é\u2028"}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		JSONComments("f", text)
		v, err := ParseJSON("f", text)
		if err != nil {
			return
		}
		again, err := ParseStrictJSON("f", v.JSON(false))
		if err != nil || !equal(v, again) {
			t.Fatalf("%q became %q: %v", text, v.JSON(false), err)
		}
		if v.Kind != Object || len(v.Members) == 0 || len(v.Duplicates()) > 0 || hasNumber(v) || !valid(v) {
			return
		}
		again, err = ParseYAML("f", v.YAML())
		if err != nil || !equal(v, again) {
			t.Fatalf("%q became\n%s\n%v", text, v.YAML(), err)
		}
	})
}

// FuzzYAMLComments only must not fail.
func FuzzYAMLComments(f *testing.F) {
	f.Add([]byte("# a\nb: # c\n  - d # e\n"))
	f.Fuzz(func(_ *testing.T, text []byte) {
		if _, err := ParseYAML("f", text); err == nil {
			YAMLComments("f", text)
		}
	})
}

func equal(a, b *Value) bool {
	if a.Kind != b.Kind || len(a.Members) != len(b.Members) || len(a.Items) != len(b.Items) {
		return false
	}
	for i := range a.Members {
		if a.Members[i].Key != b.Members[i].Key || !equal(a.Members[i].Value, b.Members[i].Value) {
			return false
		}
	}
	for i := range a.Items {
		if !equal(a.Items[i], b.Items[i]) {
			return false
		}
	}
	x, _ := a.Text()
	y, _ := b.Text()
	return x == y && (a.Kind == String || a.Kind == Number || string(a.Scalar) == string(b.Scalar))
}

// hasNumber reports whether a value has numbers, which YAML writes in other
// ways, or is nested so that YAML has another limit.
func hasNumber(v *Value) bool {
	if v.Kind == Number {
		return true
	}
	return slices.ContainsFunc(v.Items, hasNumber) || slices.ContainsFunc(v.Members, func(m Member) bool { return hasNumber(m.Value) })
}

// valid reports whether all texts are such that YAML can have them.
func valid(v *Value) bool {
	ok := func(text string) bool {
		return !slices.ContainsFunc([]rune(text), func(r rune) bool { return r < ' ' || r > '~' })
	}
	text, _ := v.Text()
	return ok(text) && !slices.ContainsFunc(v.Items, func(i *Value) bool { return !valid(i) }) &&
		!slices.ContainsFunc(v.Members, func(m Member) bool { return !ok(m.Key) || !valid(m.Value) })
}
