package cli

import (
	"strings"
	"testing"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/host"
	"github.com/grapnel-hooks/grapnel/internal/workbench/demo"
)

func TestDemoPausesBeforeEveryStep(t *testing.T) {
	var text strings.Builder
	printer := newTimelinePrinter(newPrinter(&text))
	var before []string // what had been printed at each pause
	printer.pause = func() { before = append(before, text.String()) }
	for _, e := range []demo.Entry{
		{Type: demo.TypePrompt, Text: "Tidy up."},
		{Type: demo.TypeUser, Kind: host.NoteAnswer, Text: "One "},
		{Type: demo.TypeUser, Kind: host.NoteAnswer, Text: "answer."},
		{Type: demo.TypeHook, Status: hook.StatusOK},
		{Type: demo.TypeUser, Kind: host.NoteAnswer, Text: "Another."},
	} {
		printer.entry(e)
	}
	printer.end(true)
	if len(before) != 3 || before[0] != "" || !strings.HasSuffix(before[2], "agent    One answer.\n") {
		t.Errorf("pauses after %q", before)
	}
	if !strings.Contains(text.String(), "agent    Another.\n") {
		t.Errorf("printed %q", text.String())
	}
}

func TestDemoLinesFitTheirColumns(t *testing.T) {
	long := strings.Repeat("long", 50)
	for _, text := range []string{"", "short", strings.Repeat("a few words ", 30), "x " + long + " y", strings.Repeat("wörter ", 40)} {
		lines := wrap(text, 71)
		for _, line := range lines {
			if n := len([]rune(line)); n > 71 {
				t.Errorf("%d columns: %q", n, line)
			}
		}
		if got, want := strings.Join(lines, ""), strings.Join(strings.Fields(text), ""); strings.ReplaceAll(got, " ", "") != want {
			t.Errorf("%q became %q", text, lines)
		}
	}
}

func TestDemoNamesHooksByTheirScripts(t *testing.T) {
	for name, want := range map[string]string{
		"guard":                           "guard",
		"bash $DIR/hooks/guard.sh":        "guard.sh",
		"$DIR/hooks/format.py --all":      "format.py --all",
		"python_hooks.guards.check":       "python_hooks.guards.check",
		"command_bash hooks/answer.sh no": "answer.sh no",
	} {
		if got := shortHookName(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}
