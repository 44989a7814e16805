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
		{"anchor", "a: &x 1\nb: *x\n", "m.yaml:1:4: anchors and aliases"},
		{"alias bomb", "a: &a [x,x]\nb: &b [*a,*a]\nc: [*b,*b]\n", "anchors and aliases"},
		{"merge key", "a:\n  <<: {b: 1}\n", "anchors and aliases"},
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
