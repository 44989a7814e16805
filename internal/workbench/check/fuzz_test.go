package check

import (
	"strings"
	"testing"

	"github.com/grapnel-hooks/grapnel/hook"
)

// FuzzTexts looks at scripts and commands as hooks have them. Whatever they are,
// places are within them, and what an edit replaces is there.
func FuzzTexts(f *testing.F) {
	for _, text := range []string{
		"echo no; exit 2", "if true; then\n  echo '{\"reason\": 1}'\n  exit 2\nfi", "[[ -d x ]] && source y",
		"{ echo a && exit 2; } >&2", "print('x')\nsys.exit(2)", "exit 1 # no", "\"a\": 1", "word: x",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		lines := strings.Split(text, "\n")
		for _, said := range reasonsInShell(newShellParser(), text) {
			if said.line > len(lines) || !strings.HasPrefix(lines[said.line-1][said.column-1:], strings.Split(said.source, "\n")[0]) {
				t.Errorf("%q is not at %d:%d", said.source, said.line, said.column)
			}
		}
		reasonsInText(text, printLine, "stderr", "")
		Bashisms(text)
		exitsWithOneOnly(text)
		edit := replaceToken(hook.Position{File: "f", Line: 1, Column: 1}, text, `"x"`)
		if edit.IsNothing() {
			return
		}
		if _, err := applyEdits([]byte(text), []Edit{edit}); err != nil {
			t.Error(err)
		}
	})
}
