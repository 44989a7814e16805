package all

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/grapnel-hooks/grapnel/internal/agents"
)

var updatePage = flag.Bool("update-page", false, "write docs/real-agents.md")

const pagePath = "../../../docs/real-agents.md"

func TestThePageAboutAgentsIsUpToDate(t *testing.T) {
	if *updatePage {
		if err := os.WriteFile(pagePath, []byte(page()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(pagePath)
	if err != nil {
		t.Fatal(err)
	}
	if string(text) != page() {
		t.Error("docs/real-agents.md is not what the code says; run `make docs`")
	}
}

// page is the documentation of all agents, as Markdown.
func page() string {
	var b strings.Builder
	b.WriteString("# Real agents\n\nWhat agents do with Grapnel as their hook. This page is written by the code; `make docs` writes it anew. " +
		"[Protect every agent on this machine](protect.md) shows how to begin.\n")
	for _, a := range Agents() {
		writeAgent(&b, a)
	}
	writeMatrix(&b)
	return b.String()
}

func writeAgent(b *strings.Builder, a agents.Agent) {
	place := agents.Place{Home: "~", Project: ".", Getenv: func(string) string { return "" }}
	fmt.Fprintf(b, "\n## %s\n\n`grapnel install %s`; measured with version %s.\n\n", a.Product, a.Name, a.Measured)
	fmt.Fprintf(b, "- Registered in %s, with `--project` in %s.\n", files(a.Settings.User(place)), files(a.Settings.Project(place)))
	var events []string
	for _, e := range a.Events {
		events = append(events, fmt.Sprintf("`%s` (%s)", e.Name, e.Kind))
	}
	fmt.Fprintf(b, "- Events: %s.\n", strings.Join(events, ", "))
	if own := a.Reads; len(own) > 0 {
		fmt.Fprintf(b, "- Runs the hooks of these files itself, so that Grapnel does not: `%s`.\n", strings.Join(own, "`, `"))
	}
	for _, note := range a.Settings.Notes {
		fmt.Fprintf(b, "- %s\n", note)
	}
	for _, ability := range a.Abilities {
		if ability.How != "" {
			fmt.Fprintf(b, "- %s at `%s` is %s: %s.\n", ability.Effect, ability.Kind, ability.Level, ability.How)
		}
	}
}

// files names the places of settings; of several the first that exists counts.
func files(paths []string) string {
	var names []string
	for _, path := range paths {
		name := "`" + strings.TrimPrefix(filepath.ToSlash(path), "./") + "`"
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return strings.Join(names, " or ")
}

func writeMatrix(b *strings.Builder) {
	b.WriteString("\n## Matrix\n\nWhat becomes of what hooks say: exactly (yes), in another way (other), not at all (no), or the agent has no such event. " +
		"What an agent cannot do is denied where it would let something happen that hooks did not agree to: a rewrite, an ask, a stop. `grapnel matrix --json` says how.\n\n")
	b.WriteString("| event | effect | " + strings.Join(Names(), " | ") + " |\n|---|---|" + strings.Repeat("---|", len(Names())) + "\n")
	for _, row := range Matrix() {
		fmt.Fprintf(b, "| `%s` | %s |", row.Kind, row.Effect)
		for _, c := range row.Cells {
			fmt.Fprintf(b, " %s |", c.Mark())
		}
		b.WriteString("\n")
	}
}
