package document

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
	if b, ok := agent.Get("on").Bool(); !b || !ok {
		t.Error("on is not true")
	}
	if text, _ := agent.Get("note").Text(); text != "two\nlines\n" {
		t.Errorf("note %q", text)
	}
	if agent.Get("none").Kind != Null || agent.Get("list").Items[1].Kind != String {
		t.Errorf("none %s, list %s", agent.Get("none").Kind, agent.Get("list").Items[1].Kind)
	}
}

func TestNames(t *testing.T) {
	doc := parseYAML(t, "- one\n- 1\n- true\n- [1]\n- ~\n")
	for i, want := range []string{"one", "1", "true", "", ""} {
		if got, ok := doc.Items[i].Name(); got != want || ok != (want != "") {
			t.Errorf("%d: %q", i, got)
		}
	}
}

func TestYAMLThatIsAllCommentedOutIsAnEmptyMapping(t *testing.T) {
	for _, text := range []string{"# nothing\n", "---\n# nothing\n", "%YAML 1.2\n---\n"} {
		doc, err := ParseYAML("m.yaml", []byte(text))
		if err != nil || doc.Kind != Object || len(doc.Members) > 0 || doc.Pos.Line != 1 {
			t.Errorf("%q: got %v, %v", text, doc, err)
		}
	}
}

func TestParseYAMLErrorsNameThePlace(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"bad indentation", "a:\n  b: 1\n c: 2\n", "m.yaml:3:"},
		{"unclosed bracket", "a: [1, 2\n", "m.yaml:1:"},
		{"empty", "", "m.yaml:1:1: the file is empty"},
		{"blank", "\ufeff \n\n", "m.yaml:1:1: the file is empty"},
		{"two documents", "a: 1\n---\nb: 2\n", "several YAML documents"},
		{"deep", strings.Repeat("[", 20_000), "more than 10000 brackets"},
		{"infinity", "a: .inf\n", "m.yaml:1:4"},
		{"key twice", "a: 1\na: 2\n", `m.yaml:2:1: the key "a" stands twice`},
		{"key twice in two spellings", "a: 1\n? 'a'\n: 2\n", `m.yaml:2:3: the key "a" stands twice`},
		{"key twice through an alias", "&k a: 1\n*k : 2\n", `m.yaml:2:1: the key "a" stands twice`},
		{"alias of nothing", "a: 1\nb: *x\n", "m.yaml:2:4: there is no anchor &x before this alias"},
		{"alias before its anchor", "a: *x\nb: &x 1\n", "m.yaml:1:4: there is no anchor &x"},
		{"alias in itself", "a: &x\n  - b: [*x]\n", "m.yaml:2:9: the alias *x stands in what it stands for"},
		{"merge of itself", "a: &x\n  b: 1\n  <<: *x\n", "m.yaml:3:7: the alias *x stands in what it stands for"},
		{"merge of a text", "a: &x b\nc:\n  <<: *x\n", "m.yaml:3:7: << must be a mapping or a list of mappings, not a string"},
		{"merge of texts", "<<: [a]\n", "m.yaml:1:5: << must be a mapping or a list of mappings, not a string"},
		{"key that is a list", "? [a]\n: b\n", "m.yaml:"},
		{"key that stands for a list", "a: &x [b]\n*x : c\n", "m.yaml:2:1: a key must be a text"},
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
	for _, seed := range []string{"a: 1\nb: [x, {y: z}]", "- |\n  x\n- >-\n y", "!!str 1: ~", "? a\n: b", "a: &x\n  - *x", "a: &x {b: 1}\nc: {<<: *x}\nd:\n  <<: [*x, {e: 2}]\n", "%YAML 1.2\n---\n&k a: 1\n*k : 2", "? &a |\n  b\n: !!str\n? c", "\ufeffa: 1", "\xff: 1", "a: 0x1f", "1: 2"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		doc, err := ParseYAML("f.yaml", text)
		if (doc == nil) == (err == nil) {
			t.Fatalf("document %v, error %v", doc, err)
		}
	})
}
