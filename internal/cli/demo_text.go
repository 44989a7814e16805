package cli

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/host"
	"github.com/grapnel-hooks/grapnel/internal/dialect/all"
	"github.com/grapnel-hooks/grapnel/internal/workbench/demo"
)

const (
	demoWidth  = 80 // columns of a page
	demoMargin = 9  // columns of its labels
)

// timelinePrinter prints a session for people. What they have read already, and
// hooks that had nothing to say, are left out.
type timelinePrinter struct {
	printer
	pause   func()
	answer  strings.Builder // which comes in pieces
	read    map[string]bool // what has been printed
	hooks   int
	blocked int
	quiet   int
	next    [2]string // what to do next, and the command for it
}

func newTimelinePrinter(p printer) *timelinePrinter {
	return &timelinePrinter{
		printer: p, pause: func() {}, read: map[string]bool{},
		next: [2]string{"Now write your own", "grapnel init"},
	}
}

// begin says in a sentence what is going to be seen.
func (t *timelinePrinter) begin(about demo.About) {
	place := "a small temporary project"
	switch project := relative(about.Project); project {
	case "":
	case ".":
		place = "a copy of this directory"
	default:
		place = "a copy of " + project
	}
	var names []string
	for _, h := range about.Hooks {
		names = append(names, shortHookName(h.DisplayName()))
	}
	guards := count(len(names), "hook")
	if len(names) == 0 {
		guards, names = "no hook", []string{"there is none in force"}
	}
	for _, line := range wrap(fmt.Sprintf("A scripted model works in %s with real tools, guarded by %s from %s (%s): %s.",
		place, guards, strings.Join(about.Files, ", "), about.Dialect, strings.Join(names, ", ")), demoWidth) {
		t.linef("%s", line)
	}
	switch {
	case about.Project != "":
		t.next = [2]string{"Now test them", "grapnel test"}
	case about.Dialect != all.Default:
		t.next[1] += " --dialect " + about.Dialect
	}
}

func (t *timelinePrinter) entry(e demo.Entry) {
	if e.Type == demo.TypeUser && e.Kind == host.NoteAnswer {
		t.answer.WriteString(e.Text)
		return
	}
	t.endAnswer()
	switch e.Type {
	case demo.TypePrompt:
		t.pause()
		t.linef("")
		t.row(bold, "you", bold, e.Text)
		t.remember(e.Text)
	case demo.TypeModel:
		t.model(e.Text)
	case demo.TypeUser:
		t.user(e)
	case demo.TypeHook:
		t.hook(e)
	}
}

// endAnswer prints what the model has answered.
func (t *timelinePrinter) endAnswer() {
	if t.answer.Len() == 0 {
		return
	}
	t.pause()
	t.row(green, "agent", "", t.answer.String())
	t.answer.Reset()
}

// model prints what the model reads and the user has not read yet.
func (t *timelinePrinter) model(text string) {
	var fresh []string
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" && t.remember(line) {
			fresh = append(fresh, line)
		}
	}
	if slices.ContainsFunc(fresh, func(line string) bool { return !isTag(line) }) {
		t.row(dim, "→ model", dim, shorten(strings.Join(fresh, "\n")))
	}
}

// isTag reports whether a line is only there to mark what others say.
func isTag(line string) bool { return strings.HasPrefix(line, "<") && strings.HasSuffix(line, ">") }

// remember reports whether a line is new. Who says it to whom does not count.
func (t *timelinePrinter) remember(line string) bool {
	line = strings.TrimRight(strings.TrimPrefix(line, "[System] "), ". ")
	_, said, ok := strings.Cut(line, ": ")
	if !ok {
		said = line
	}
	isNew := !t.read[line] && !t.read[said]
	t.read[line], t.read[said] = true, true
	return isNew
}

func (t *timelinePrinter) user(e demo.Entry) {
	switch e.Kind {
	case host.NoteTool:
		t.row(yellow, "tool", "", fmt.Sprintf("%s: %s", e.Tool, shorten(e.Text)))
		t.remember(e.Text)
	default:
		t.row(red, string(e.Kind), "", e.Text)
	}
}

// hook prints a hook that did something, which nobody has read yet.
func (t *timelinePrinter) hook(e demo.Entry) {
	t.hooks++
	isNew := e.Text != "" && t.remember(e.Text)
	switch {
	case e.Status == hook.StatusBlocked:
		t.blocked++
	case e.Status == hook.StatusOK && !isNew:
		t.quiet++
		return
	}
	what := strings.TrimSpace(e.Event + " " + e.Tool)
	time := fmt.Sprintf("%.1f ms", e.DurationMs)
	room := demoWidth - demoMargin - utf8.RuneCountInString(what+string(e.Status)+time) - 6
	t.linef("%s%s  %s  %s  %s", t.label(dim, "  hook"), what, t.paint(bold, cut(shortHookName(e.Hook), max(room, 12))),
		t.paint(statusColour(e.Status), string(e.Status)), t.paint(dim, time))
	if e.Blocked != "" {
		t.row("", "", red, e.Blocked)
	}
	if e.Text != "" {
		t.row("", "", "", shorten(e.Text))
	}
}

// end sums up, and says what to do next.
func (t *timelinePrinter) end(complete bool) {
	t.endAnswer()
	if !complete {
		return
	}
	t.linef("")
	t.linef("%s ran, %d of them blocked something.", count(t.hooks, "hook"), t.blocked)
	if t.quiet > 0 {
		t.linef("Not shown: %d that had nothing new to say. --json shows all.", t.quiet)
	}
	t.linef("")
	t.linef("%s:  %s", t.next[0], t.paint(bold, t.next[1]))
}

// row prints a label and, beside it, a text that keeps to its columns.
func (t *timelinePrinter) row(colour, label, textColour, text string) {
	beside := t.label(colour, label)
	for line := range strings.SplitSeq(strings.TrimRight(text, "\n"), "\n") {
		for _, part := range wrap(line, demoWidth-demoMargin) {
			shown := paintedf("%s", part)
			if textColour != "" {
				shown = t.paint(textColour, part)
			}
			t.linef("%s%s", beside, shown)
			beside = painted(strings.Repeat(" ", demoMargin))
		}
	}
}

func (t *timelinePrinter) label(colour, label string) painted {
	space := painted(strings.Repeat(" ", max(demoMargin-utf8.RuneCountInString(label), 1)))
	if label == "" {
		return space
	}
	return t.paint(colour, label) + space
}

// shortHookName is a short name for a hook: of a command without a name, the program
// and what it is given.
func shortHookName(name string) string {
	words := strings.Fields(name)
	if len(words) > 1 && strings.Contains(words[1], "/") {
		words = words[1:] // an interpreter and its script
	}
	if len(words) > 0 && strings.Contains(words[0], "/") {
		words[0] = filepath.Base(words[0])
	}
	return cut(strings.Join(words, " "), 40)
}

// cut shortens a text to a width.
func cut(text string, width int) string {
	if r := []rune(text); len(r) > width {
		return string(r[:width-1]) + "…"
	}
	return text
}

// wrap breaks a text between words into lines of a width. Longer words are
// broken, too.
func wrap(text string, width int) []string {
	var lines []string
	line := []rune{}
	for _, word := range strings.Fields(text) {
		runes := []rune(word)
		if len(line) > 0 && len(line)+1+len(runes) > width {
			lines, line = append(lines, string(line)), nil
		}
		if len(line) > 0 {
			line = append(line, ' ')
		}
		for line = append(line, runes...); len(line) > width; line = line[width:] {
			lines = append(lines, string(line[:width]))
		}
	}
	return append(lines, string(line))
}

// shorten keeps the first lines of a text, and of those the beginning.
func shorten(text string) string {
	const maxLines, maxWidth = 6, 160
	var lines []string
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, cut(line, maxWidth))
		}
	}
	if len(lines) > maxLines {
		lines = append(lines[:maxLines], fmt.Sprintf("… %d more lines", len(lines)-maxLines))
	}
	return strings.Join(lines, "\n")
}
