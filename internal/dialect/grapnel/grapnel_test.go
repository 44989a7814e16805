package grapnel_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/grapnel-hooks/grapnel"
	"github.com/grapnel-hooks/grapnel/internal/base/document"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/dialect/all"
	"github.com/grapnel-hooks/grapnel/internal/engine/rules"
)

// FuzzReadConfig reads whatever somebody wrote. Nothing in it may break reading,
// and what is read must compile or be reported.
func FuzzReadConfig(f *testing.F) {
	f.Add([]byte("version: 1\nrules:\n  - {name: a, command: rm -rf **, deny: no}\n"))
	f.Add([]byte("version: 1\npolicy: {on_failure: {spawn: ask}, unparsed: deny}\nhooks:\n  - {name: a, on: [tool.after], run: [x, y], env: {A: 1}, order: 1e9}\n"))
	f.Add([]byte("version: 1\ninclude: [pack:secrets, {file: x}]\nrules: [{name: 1, input: {a.b: /x/}, unless: {when: True}, rewrite: {a: [1, {b: c}]}}]"))
	d, err := all.ByName(all.Native)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		doc, err := document.ParseYAML("f.yaml", text)
		if err != nil {
			return
		}
		config, err := d.ReadConfig(doc, dialect.Location{Path: "f.yaml"}, dialect.Environment{Project: "/", Getenv: os.Getenv})
		if err != nil {
			return
		}
		rules.Check(config.Definitions)
	})
}

// In whatever order the files of a layer are read, they decide the same.
func TestTheOrderOfFilesChangesNoDecision(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		var files []string
		for i := range rapid.IntRange(2, 4).Draw(t, "files") {
			var text strings.Builder
			text.WriteString("version: 1\nrules:\n")
			for j := range rapid.IntRange(1, 3).Draw(t, "rules") {
				command := rapid.SampledFrom([]string{"git push **", "git **", "ls **", "rm -r **"}).Draw(t, "command")
				effect := rapid.SampledFrom([]string{"deny: a", "ask: b", "allow: c", "stop: d", "warn: e", "rewrite: {timeout: 1}"}).Draw(t, "effect")
				fmt.Fprintf(&text, "  - {name: r%d, command: %q, %s}\n", j, command, effect)
			}
			file := filepath.Join(dir, fmt.Sprintf("%d.yaml", i))
			if err := os.WriteFile(file, []byte(text.String()), 0o600); err != nil {
				t.Fatal(err)
			}
			files = append(files, file)
		}
		command := rapid.SampledFrom([]string{"git push -f", "ls; git status", "rm -rf x", "$X"}).Draw(t, "called")
		input, _ := json.Marshal(map[string]string{"command": command})
		decided := func() string {
			system := grapnel.New(grapnel.Options{Dialect: grapnel.Native, ConfigFiles: files, Dir: dir})
			out := system.BeforeTool(context.Background(), "Bash", input)
			return fmt.Sprintf("%s %v %v %s", out.Decision, out.Blocked, out.Stop, out.ToolInput)
		}
		first := decided()
		slices.Reverse(files)
		if second := decided(); second != first {
			t.Fatalf("%q: %s, and in another order %s", command, first, second)
		}
	})
}
