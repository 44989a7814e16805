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

Hooks for you to take: copy a recipe's ` + "`.llxprt`" + ` directory into your project, and change it. They are written for the [LLxprt dialect](dialects/llxprt.md); [the guide](hooks.md) says what is different elsewhere. Each hook begins with what it needs and what can be set.

Every recipe has its tests beside it. ` + "`grapnel test examples`" + ` runs all of them; those whose interpreter is missing are skipped. What stands below is its output, without the names of the files and the times.

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
	fmt.Fprintf(&b, "%s for %s: [settings](../examples/%s/.llxprt/settings.json)", r.events(), r.tools(), r.dir)
	seen := map[string]bool{}
	for _, h := range r.hooks {
		if !seen[h.file] {
			fmt.Fprintf(&b, ", [%s](../examples/%s)", filepath.Base(h.file), filepath.ToSlash(h.file))
		}
		seen[h.file] = true
	}
	tests := resultsOf(t, r.dir)
	fmt.Fprintf(&b, ", [tests](../examples/%s).\n\n", filepath.ToSlash(tests[0].File))
	fmt.Fprintf(&b, "<details><summary>%d tests</summary>\n\n```console\n$ grapnel test examples/%s\n", len(tests), r.dir)
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
