//go:build unix

package examples_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write docs/examples.md")

const galleryIntroduction = `# Examples

Hooks for you to take and change. Each is a directory with a configuration, its hooks and their tests, which is all you need to copy. In your project:

` + "```console" + `
$ grapnel init --recipe secret-scan
$ grapnel check && grapnel test
` + "```" + `

If your project has hooks already, those of the recipe are added. The code on this page is that of the files. The recipes are written for the [LLxprt dialect](dialects/llxprt.md): ` + "`grapnel convert --from llxprt --to wave`" + ` translates the configuration, and [the guide](hooks.md) says what else is different. Each hook begins with what it needs and what can be set.

` + "`grapnel test examples`" + ` runs all tests; those whose interpreter is missing are skipped.

<!-- Made by "go test ./examples -update"; "go test ./examples" fails if it is not up to date. -->
`

// TestGallery compares docs/examples.md with the recipes and their results.
func TestGallery(t *testing.T) {
	var page strings.Builder
	page.WriteString(galleryIntroduction)
	list := recipes(t)
	page.WriteString("\n| | recipe | events | for |\n|---|---|---|---|\n")
	for _, r := range list {
		fmt.Fprintf(&page, "| %d | [%s](#%s) | %s | %s |\n", r.number, r.title(), r.dir, r.events(), r.tools())
	}
	for _, r := range list {
		page.WriteString(r.section(t))
	}
	path := filepath.Join("..", "docs", "examples.md")
	if *update {
		if err := os.WriteFile(path, []byte(page.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	shown, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(shown), page.String()); diff != "" {
		t.Errorf("%s is out of date; run go test ./examples -update (-shown +now):\n%s", path, diff)
	}
}

// title is the name of a recipe without its number.
func (r recipe) title() string { return strings.ReplaceAll(r.dir[3:], "-", " ") }

func (r recipe) events() string {
	var names []string
	for _, h := range r.hooks {
		if name := "`" + h.event + "`"; len(names) == 0 || names[len(names)-1] != name {
			names = append(names, name)
		}
	}
	return strings.Join(names, ", ")
}

// tools says what the recipe's hooks are meant for.
func (r recipe) tools() string {
	switch first := r.hooks[0]; {
	case first.matcher != "":
		names := strings.NewReplacer("^", "", "$", "", "(", "", ")", "").Replace(first.matcher)
		return "`" + strings.ReplaceAll(names, "|", "`, `") + "`"
	case strings.HasSuffix(first.event, "Tool"):
		return "all tools"
	}
	return "every model call"
}

// section is what the gallery says of a recipe.
func (r recipe) section(t *testing.T) string {
	var b strings.Builder
	fmt.Fprintf(&b, "\n## %s\n\n", r.dir)
	what, _, _ := strings.Cut(comment(t, r.hooks[0].file), "\n\n")
	fmt.Fprintf(&b, "%s\n\n", strings.ReplaceAll(what, "\n", " "))
	fmt.Fprintf(&b, "%s for %s. To copy it: `grapnel init --recipe %s`\n", r.events(), r.tools(), r.dir[3:])
	b.WriteString(code(t, filepath.Join(r.dir, ".llxprt", "settings.json")))
	seen := map[string]bool{}
	for _, h := range r.hooks {
		if !seen[h.file] {
			b.WriteString(code(t, h.file))
		}
		seen[h.file] = true
	}
	return b.String() + r.tests(t)
}

// code shows a file, folded, with a link to it.
func code(t *testing.T, file string) string {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	_, name, _ := strings.Cut(filepath.ToSlash(file), "/")
	languages := map[string]string{".sh": "bash", ".py": "python", ".js": "js", ".mjs": "js", ".json": "json"}
	return fmt.Sprintf("\n<details><summary><code>%s</code></summary>\n\n[The file](../examples/%s)\n\n```%s\n%s\n```\n\n</details>\n",
		name, filepath.ToSlash(file), languages[filepath.Ext(file)], strings.TrimRight(string(text), "\n"))
}

// tests says what the tests of the recipe show.
func (r recipe) tests(t *testing.T) string {
	var b strings.Builder
	tests := resultsOf(t, r.dir)
	fmt.Fprintf(&b, "\n<details><summary>%d tests</summary>\n\n[The file](../examples/%s)\n\n", len(tests), filepath.ToSlash(tests[0].File))
	fmt.Fprintf(&b, "```console\n$ grapnel test examples/%s\n", r.dir)
	ok := 0
	for _, test := range tests {
		status := test.Status
		if status == "skipped" { // here, but not where the page is made
			status = "ok"
		}
		if status == "ok" {
			ok++
		}
		fmt.Fprintf(&b, "%-5s %s\n", status, test.Name)
	}
	fmt.Fprintf(&b, "%d tests, %d ok\n```\n\n</details>\n", len(tests), ok)
	return b.String()
}
