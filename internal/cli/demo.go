package cli

import (
	"errors"
	"fmt"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/host"
	"github.com/grapnel-hooks/grapnel/internal/workbench/demo"
)

func newDemo() *cobra.Command {
	var o demo.Options
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "demo",
		Short: "Play a whole agent session with hooks, offline",
		Long: `Demo plays an agent session: a scripted model, real file and shell tools in a
temporary project, and real hooks around both. It prints what each hook did, what
the model read and what the user saw.`,
		Example: `  grapnel demo
  grapnel demo --config my-hooks.json
  grapnel demo --script session.json --json`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			// Also if nobody reads on, the project and the hooks have to be
			// cleared away.
			ctx, stop := untilSignal(syscall.SIGPIPE)
			defer stop()
			entries := []demo.Entry{}
			t := &timelinePrinter{printer: stdoutPrinter(cmd)}
			o.Show = t.entry
			if asJSON {
				o.Show = func(e demo.Entry) { entries = append(entries, e) }
			}
			err := demo.Run(ctx, o)
			if ctx.Err() != nil {
				err = exitStatus(exitFailed) // whoever wanted it knows why
			}
			if !asJSON {
				t.end(err == nil)
				return err
			}
			return errors.Join(printJSON(cmd, map[string]any{"timeline": entries}), err)
		},
	}
	cmd.Flags().StringVar(&o.Script, "script", "", "play this session `file` instead of the embedded one")
	cmd.Flags().StringArrayVar(&o.Config, "config", nil, "settings `file` with other hooks; may be repeated")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the timeline as JSON")
	return cmd
}

// timelinePrinter prints a session for people.
type timelinePrinter struct {
	printer
	answering bool // the last thing printed is an answer that may go on
	hooks     int
	blocked   int
}

const margin = 11 // width of the left column

func (t *timelinePrinter) entry(e demo.Entry) {
	if answer := e.Type == demo.TypeUser && e.Kind == host.NoteAnswer; answer && t.answering {
		t.printf("%s", e.Text)
		return
	}
	if t.answering {
		t.linef("")
		t.answering = false
	}
	switch e.Type {
	case demo.TypePrompt:
		t.linef("")
		t.row(bold, "you", t.paint(bold, e.Text))
	case demo.TypeModel:
		t.row(dim, "→ model", t.paint(dim, shorten(e.Text)))
	case demo.TypeUser:
		t.user(e)
	case demo.TypeHook:
		t.hook(e)
	}
}

func (t *timelinePrinter) user(e demo.Entry) {
	switch e.Kind {
	case host.NoteAnswer:
		t.printf("%s%s", t.column(green, "agent"), e.Text)
		t.answering = true
	case host.NoteTool:
		t.row(yellow, "tool", paintedf("%s: %s", e.Tool, shorten(e.Text)))
	default:
		t.row(red, string(e.Kind), paintedf("%s", e.Text))
	}
}

func (t *timelinePrinter) hook(e demo.Entry) {
	t.hooks++
	if e.Status == hook.StatusBlocked {
		t.blocked++
	}
	what := e.Event
	if e.Tool != "" {
		what += " " + e.Tool
	}
	text := paintedf("%s  %s  %s  %s", what, t.paint(bold, e.Hook),
		t.paint(statusColour(e.Status), string(e.Status)), t.paint(dim, fmt.Sprintf("%.1f ms", e.DurationMs)))
	if e.Text != "" {
		text += paintedf("\n%s", shorten(e.Text))
	}
	t.row(dim, "  hook", text)
}

func (t *timelinePrinter) end(complete bool) {
	if t.answering {
		t.linef("")
	}
	if !complete {
		return
	}
	t.linef("")
	t.linef("%d hooks ran, %d of them blocked something.", t.hooks, t.blocked)
}

// row prints a label and a text whose further lines stay below its first.
func (t *timelinePrinter) row(colour, label string, text painted) {
	rows := strings.ReplaceAll(strings.TrimRight(string(text), "\n"), "\n", "\n"+strings.Repeat(" ", margin))
	t.linef("%s%s", t.column(colour, label), painted(rows))
}

func (t *timelinePrinter) column(colour, label string) painted {
	return t.paint(colour, label) + painted(strings.Repeat(" ", max(margin-len([]rune(label)), 1)))
}

// shorten keeps the first lines of a text.
func shorten(text string) string {
	const maxLines, maxWidth = 6, 160
	var lines []string
	for line := range strings.Lines(text) {
		if line = strings.TrimRight(line, "\n"); strings.TrimSpace(line) != "" {
			lines = append(lines, line)
		}
	}
	if len(lines) > maxLines {
		lines = append(lines[:maxLines], fmt.Sprintf("… %d more lines", len(lines)-maxLines))
	}
	for i, line := range lines {
		if r := []rune(line); len(r) > maxWidth {
			lines[i] = string(r[:maxWidth]) + "…"
		}
	}
	return strings.Join(lines, "\n")
}
