package source

import (
	"strings"
	"testing"
)

func TestParseYAMLKeepsPositions(t *testing.T) {
	doc, err := ParseYAML("m.yaml", []byte("# agents\nagents:\n  - id: a\n    timeout: 1.5\n    on: true\n    note: |\n      two\n      lines\n    none: null\n    list: [x, 'y']\n"))
	if err != nil {
		t.Fatal(err)
	}
	agent := doc.Get("agents").Items[0]
	if text, _ := agent.Get("id").Text(); text != "a" || agent.Get("id").Pos.String() != "m.yaml:3:9" {
		t.Errorf("id %q at %s", text, agent.Get("id").Pos)
	}
	if agent.Pos.String() != "m.yaml:3:5" || doc.Pos.String() != "m.yaml:2:1" {
		t.Errorf("agent at %s, document at %s", agent.Pos, doc.Pos)
	}
	if f, ok := agent.Get("timeout").Float(); f != 1.5 || !ok {
		t.Errorf("timeout %v", f)
	}
	if b, ok := agent.Get("on").Truth(); !b || !ok {
		t.Error("on is not true")
	}
	if text, _ := agent.Get("note").Text(); text != "two\nlines\n" {
		t.Errorf("note %q", text)
	}
	if agent.Get("none").Kind != Null || agent.Get("list").Items[1].Kind != String {
		t.Errorf("none %s, list %s", agent.Get("none").Kind, agent.Get("list").Items[1].Kind)
	}
}

func TestParseYAMLErrorsNameThePlace(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"bad indentation", "a:\n  b: 1\n c: 2\n", "m.yaml:3:"},
		{"unclosed bracket", "a: [1, 2\n", "m.yaml:1:"},
		{"empty", "# nothing\n", "the file is empty"},
		{"two documents", "a: 1\n---\nb: 2\n", "several YAML documents"},
		{"deep", strings.Repeat("[", 20_000), "more than 10000 brackets"},
		{"infinity", "a: .inf\n", "m.yaml:1:4"},
		{"key twice", "a: 1\na: 2\n", "m.yaml:2:1"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			doc, err := ParseYAML("m.yaml", []byte(tt.text))
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, %v\nwant %s", doc, err, tt.want)
			}
		})
	}
}

func TestAliasesAreNotExpanded(t *testing.T) {
	doc, err := ParseYAML("m.yaml", []byte("a: &a [x,x]\nb: &b [*a,*a,*a]\nc: *b\nd:\n  <<: *a\n"))
	if err != nil {
		t.Fatal(err)
	}
	if len(doc.Get("a").Items) != 2 {
		t.Errorf("a is %v", doc.Get("a"))
	}
	for name, v := range map[string]*Value{"b": doc.Get("b").Items[2], "c": doc.Get("c"), "d": doc.Get("d").Get("<<")} {
		if v == nil || v.Kind != Alias || v.Pos.Line == 0 {
			t.Errorf("%s is %+v", name, v)
		}
	}
}

func FuzzParseYAML(f *testing.F) {
	for _, seed := range []string{"a: 1\nb: [x, {y: z}]", "- |\n  x\n- >-\n y", "!!str 1: ~", "? a\n: b", "a: &x\n  - *x", "\ufeffa: 1", "\xff: 1", "a: 0x1f", "1: 2"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		doc, err := ParseYAML("f.yaml", text)
		if (doc == nil) == (err == nil) {
			t.Fatalf("document %v, error %v", doc, err)
		}
	})
}
