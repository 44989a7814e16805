package document

import (
	"fmt"
	"strings"
	"testing"
)

func parseYAML(t *testing.T, text string) *Value {
	t.Helper()
	doc, err := ParseYAML("m.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// What aliases, merge keys and keys with a question mark stand for is what
// Python's YAML makes of them. It only refuses an anchor that stands twice, which
// YAML allows.
func TestYAMLIsReadAsPythonReadsIt(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"alias", "a: &x [1, {b: 2}]\nc: *x\n", `{"a":[1,{"b":2}],"c":[1,{"b":2}]}`},
		{"the latest anchor counts", "a: &x 1\nb: *x\nc: &x 2\nd: *x\n", `{"a":1,"b":1,"c":2,"d":2}`},
		{"anchor without a value", "a: &x\nb: *x\n", `{"a":null,"b":null}`},
		{"alias of an alias", "a: &x {b: 1}\nc: &y [*x]\nd: *y\n", `{"a":{"b":1},"c":[{"b":1}],"d":[{"b":1}]}`},
		{"merge", "a: &x {b: 1, c: 2}\nd:\n  <<: *x\n  c: 3\n", `{"a":{"b":1,"c":2},"d":{"c":3,"b":1}}`},
		{"own keys win wherever they stand", "a: &x {c: 2}\nd:\n  c: 3\n  <<: *x\n", `{"a":{"c":2},"d":{"c":3}}`},
		{"merge in one line", "a: &x {b: 1}\nd: {<<: *x}\n", `{"a":{"b":1},"d":{"b":1}}`},
		{"merge in a list", "a: &x {b: 1}\nd:\n  - <<: *x\n  - <<: *x\n    e: 2\n", `{"a":{"b":1},"d":[{"b":1},{"e":2,"b":1}]}`},
		{"the first of a list wins", "a: &x {b: 1}\nc: &y {b: 2, d: 3}\ne:\n  <<: [*x, *y, {d: 4, f: 5}]\n", `{"a":{"b":1},"c":{"b":2,"d":3},"e":{"b":1,"d":3,"f":5}}`},
		{"merge of an alias of a list", "a: &x [{b: 1}, {b: 2}]\nc:\n  <<: *x\n", `{"a":[{"b":1},{"b":2}],"c":{"b":1}}`},
		{"the last of several merge keys wins", "a: &x {b: 1, c: 1}\nd: &y {b: 2}\ne:\n  <<: *x\n  <<: *y\n", `{"a":{"b":1,"c":1},"d":{"b":2},"e":{"b":2,"c":1}}`},
		{"merge of what was merged", "a: &x {b: 1}\nc: &y\n  <<: *x\n  d: 2\ne:\n  <<: *y\n", `{"a":{"b":1},"c":{"d":2,"b":1},"e":{"d":2,"b":1}}`},
		{"merge key in quotes", "'<<': {a: 1}\n", `{"<<":{"a":1}}`},
		{"merge key with a question mark", "a: &x {b: 1}\nc:\n  ? <<\n  : *x\n", `{"a":{"b":1},"c":{"b":1}}`},
		{"key with a question mark", "? hooks\n: - a\n  - b\n? |-\n  c\n: d\n? e\n", `{"hooks":["a","b"],"c":"d","e":null}`},
		{"anchor on a key", "- &x a: b\n  c: *x\n- *x : d\n", `[{"a":"b","c":"a"},{"a":"d"}]`},
		{"tag on a key", "!!str a: 1\n", `{"a":1}`},
		{"version", "%YAML 1.2\n---\na: 1\n", `{"a":1}`},
		{"directives and comments", "# top\n%YAML 1.1\n\n%TAG ! tag:example.com,2000:\n--- # here\na: '%YAML'\n...\n", `{"a":"%YAML"}`},
		{"byte order mark", "\ufeffhooks: 1\n", `{"hooks":1}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := compact(parseYAML(t, tt.text)); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

func compact(v *Value) string {
	return strings.NewReplacer("\n", "", " ", "").Replace(string(v.JSON(false)))
}

func TestExpandedValuesStandWhereTheyAreWritten(t *testing.T) {
	doc := parseYAML(t, "x:\n  guard: &g\n    handler: a.b\nhooks:\n  - *g\n  - <<: *g\n    timeout: 5\n? more\n: 1\n")
	items := doc.Get("hooks").Items
	for got, want := range map[string]string{
		items[0].Pos.String():                "m.yaml:3:5",
		items[0].Get("handler").Pos.String(): "m.yaml:3:14",
		items[1].Pos.String():                "m.yaml:6:5",
		items[1].Get("handler").Pos.String(): "m.yaml:3:14",
		items[1].Get("timeout").Pos.String(): "m.yaml:7:14",
		doc.Members[2].Pos.String():          "m.yaml:8:3",
	} {
		if got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

// Few lines can stand for more than any memory holds.
func TestAliasesStandForOnlySoMuch(t *testing.T) {
	var lists, merges strings.Builder
	lists.WriteString("a0: &a0 [x]\n")
	merges.WriteString("a0: &a0 {x: 1}\n")
	for i := 1; i < 40; i++ {
		fmt.Fprintf(&lists, "a%d: &a%d [*a%d, *a%d]\n", i, i, i-1, i-1)
		fmt.Fprintf(&merges, "a%d: &a%d {b: *a%d, <<: [*a%d, *a%d]}\n", i, i, i-1, i-1, i-1)
	}
	long := "a: &a " + strings.Repeat("x", 1<<20) + "\nb: [" + strings.Repeat("*a, ", 1000) + "]\n"
	for name, text := range map[string]string{"lists": lists.String(), "merges": merges.String(), "texts": long} {
		t.Run(name, func(t *testing.T) {
			_, err := ParseYAML("m.yaml", []byte(text))
			if err == nil || !strings.Contains(err.Error(), "the aliases up to here stand for more than 4 MiB") || !strings.HasPrefix(err.Error(), "m.yaml:") {
				t.Errorf("got %v", err)
			}
		})
	}
	var many strings.Builder
	many.WriteString("guard: &g {handler: a.b, type: command, matcher: Write}\nhooks:\n")
	for range 10_000 {
		many.WriteString("  - *g\n")
	}
	if got := len(parseYAML(t, many.String()).Get("hooks").Items); got != 10_000 {
		t.Errorf("%d hooks", got)
	}
}
