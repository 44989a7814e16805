package document

import (
	"errors"
	"strings"
	"testing"
)

func TestParseJSONKeepsPositions(t *testing.T) {
	doc, err := ParseJSON("s.json", []byte("// why\n{\n  \"hooks\": {\n    \"A\": [1, \"x\",],\n  },\n}\n"))
	if err != nil {
		t.Fatal(err)
	}
	hooks := doc.Get("hooks")
	if got := hooks.Pos.String(); got != "s.json:3:12" {
		t.Errorf("hooks stands at %s", got)
	}
	list := hooks.Get("A")
	if got := list.Items[1].Pos.String(); got != "s.json:4:14" {
		t.Errorf("x stands at %s", got)
	}
	if text, _ := list.Items[1].Text(); text != "x" {
		t.Errorf("text %q", text)
	}
	if f, _ := list.Items[0].Float(); f != 1 {
		t.Errorf("number %v", f)
	}
}

func TestParseJSONErrorsNameThePlace(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"missing comma", "{\n  \"a\": 1\n  \"b\": 2\n}", "s.json:3:3: invalid character '\"' after object value (expecting ',' or '}')"},
		{"unterminated", "{\"a\": ", "s.json:1:7: parsing value: unexpected EOF"},
		{"bare word", "{a: 1}", "s.json:1:2: invalid literal: a"},
		{"empty", " \n", "s.json:1:1: the file is empty; write {} into it, or remove it"},
		{"deep", strings.Repeat("[", 100_000), "s.json:1:1001: nested more than 1000 levels deep"},
		{"deep behind a string of brackets", `["]]]]",` + strings.Repeat("[", 1000), "s.json:1:1008: nested more than 1000 levels deep"},
		{"deep behind a comment of brackets", "/* ]]] */ // ]]]\n" + strings.Repeat("[", 1001), "s.json:2:1001: nested more than 1000 levels deep"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := ParseJSON("s.json", []byte(tt.text))
			if err == nil || err.Error() != tt.want {
				t.Errorf("got  %v\nwant %s", err, tt.want)
			}
		})
	}
}

func TestEmptyDocumentIsRecognisable(t *testing.T) {
	_, err := ParseJSON("s.json", nil)
	if !errors.Is(err, ErrEmpty) {
		t.Errorf("got %v", err)
	}
}

func TestDuplicateKeysAreListedAndTheLastOneCounts(t *testing.T) {
	doc, err := ParseJSON("s.json", []byte(`{"a": 1, "b": 2, "a": 3, "a": 4}`))
	if err != nil {
		t.Fatal(err)
	}
	if f, _ := doc.Get("a").Float(); f != 4 {
		t.Errorf("a is %v", f)
	}
	if d := doc.Duplicates(); len(d) != 2 || d[0].Pos.Column != 2 || d[1].Pos.Column != 18 {
		t.Errorf("duplicates %v", d)
	}
	if v := doc.Visible(); len(v) != 2 || v[0].Key != "b" || v[1].Pos.Column != 26 {
		t.Errorf("visible %v", v)
	}
}

func FuzzParseJSON(f *testing.F) {
	for _, seed := range []string{`{"a": [1, true, null, "x\u0000"]}`, "// c\n{}", "/* [ */ {", `{"a":1,"a":2,}`, "\ufeff{}", "\xff"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		doc, err := ParseJSON("f.json", text)
		if (doc == nil) == (err == nil) {
			t.Fatalf("document %v, error %v", doc, err)
		}
	})
}

func TestParseStrictJSON(t *testing.T) {
	for text, want := range map[string]string{
		`{"a": [1, "x // no comment"]}`:   "",
		"\ufeff{}":                        "",
		"{\n  \"a\": 1,\n}":               "s.json:3:1: ",
		"{} // why":                       "s.json:1:4: ",
		"[1, /* two */ 2]":                "s.json:1:5: ",
		"{":                               "s.json:1:2: ",
		"":                                "s.json:1:1: the file is empty; write {} into it, or remove it",
		strings.Repeat("[", 2000) + "1,]": "nested more than 1000 levels deep",
	} {
		doc, err := ParseStrictJSON("s.json", []byte(text))
		if want == "" && (err != nil || doc == nil) || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%.40q: %v, want %q", text, err, want)
		}
	}
}
