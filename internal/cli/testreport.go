package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/workbench/hooktest"
)

// reporter shows results in one of the formats.
type reporter interface {
	result(hooktest.Result)
	end([]hooktest.Result, hooktest.Summary) error
}

func (f testFlags) reporter(cmd *cobra.Command) reporter {
	switch {
	case f.json:
		return testJSON{cmd, f.verbose}
	case f.tap:
		return testTAP{cmd}
	}
	to := stdoutPrinter(cmd)
	if f.junit == "-" {
		to = stderrPrinter(cmd)
	}
	return testText{to, f.verbose, f.quiet}
}

// testJSON prints one document at the end.
type testJSON struct {
	cmd     *cobra.Command
	verbose bool
}

func (testJSON) result(hooktest.Result) {}

func (j testJSON) end(results []hooktest.Result, summary hooktest.Summary) error {
	shown := make([]hooktest.Result, len(results))
	for i, r := range results {
		if r.Status == hooktest.OK && !j.verbose {
			r.Outcome = nil
		}
		shown[i] = r
	}
	return printJSON(j.cmd, map[string]any{"results": shown, "summary": summary})
}

// testTAP prints TAP at the end: its plan comes first.
type testTAP struct{ cmd *cobra.Command }

func (testTAP) result(hooktest.Result) {}

func (t testTAP) end(results []hooktest.Result, _ hooktest.Summary) error {
	var text strings.Builder
	if err := hooktest.WriteTAP(&text, results); err != nil {
		return err
	}
	return printText(t.cmd, func(p printer) { p.printf("%s", text.String()) })
}

// testText prints for people, each result when it is there.
type testText struct {
	printer
	verbose, quiet bool
}

func (t testText) result(r hooktest.Result) {
	if t.quiet && !isFailure(r) && r.Status != hooktest.Updated {
		return
	}
	words, colour := "ok", green
	switch r.Status {
	case hooktest.Failed, hooktest.Broken:
		words, colour = "FAIL", red
	case hooktest.Skipped:
		words, colour = "skip", yellow
	case hooktest.Updated:
		words, colour = "new", yellow
	}
	aside := fmt.Sprintf("(%.0f ms)", r.DurationMs)
	switch r.Status {
	case hooktest.Skipped:
		aside = "(" + r.Reason + ")"
	case hooktest.Broken:
		aside = "(the file cannot be used)"
	}
	t.linef("%s%s%s %s", t.paint(colour, words), strings.Repeat(" ", 6-len(words)), indent(r.Title()), t.paint(dim, aside))
	for _, f := range r.Failures {
		t.failure(f)
	}
	if r.Outcome == nil {
		return
	}
	if t.verbose {
		t.outcome(*r.Outcome)
	}
	if len(r.Failures) > 0 {
		t.background(*r.Outcome)
	}
}

func (t testText) failure(f hooktest.Failure) {
	if f.Key == "" {
		t.linef("  %s: %s", f.Position, indent(f.Message))
		return
	}
	t.linef("  %s: %s", f.Position, t.paint(bold, f.Key))
	for line := range strings.Lines(f.Diff()) {
		line = strings.TrimRight(line, "\n")
		shown := paintedf("%s", line)
		switch line[:min(1, len(line))] {
		case "-", "w":
			shown = t.paint(green, line)
		case "+", "g":
			shown = t.paint(red, line)
		}
		t.linef("    %s", shown)
	}
}

// background shows what may explain a failure: which hooks ran, what they
// complained of, and diagnostics about the configuration.
func (t testText) background(out hook.Outcome) {
	if len(out.Hooks) == 0 {
		t.linef("  no hook ran")
	}
	for _, r := range out.Hooks {
		t.linef("  hook %s: %s, exit code %d", indent(r.Name), r.Status, r.ExitCode)
		if r.Stderr != "" {
			t.linef("    stderr: %s", indent(shorten(r.Stderr)))
		}
	}
	for _, d := range out.Diagnostics {
		if d.Level != hook.LevelInfo {
			t.diagnostic("  ", d)
		}
	}
}

// isFailure reports whether a result makes the exit code 1.
func isFailure(r hooktest.Result) bool {
	return r.Status == hooktest.Failed || r.Status == hooktest.Broken
}

// fewResults is how many results a screen shows together with their summary.
const fewResults = 10

// failures lists what failed once more, at the end, where it is seen.
func (t testText) failures(results []hooktest.Result) {
	if len(results) <= fewResults || t.quiet || !slices.ContainsFunc(results, isFailure) {
		return
	}
	t.linef("\nFailed:")
	for _, r := range results {
		if isFailure(r) {
			t.linef("  %s", indent(r.Title()))
		}
	}
}

func (t testText) end(results []hooktest.Result, s hooktest.Summary) error {
	t.failures(results)
	parts := []string{count(s.Tests, "test"), fmt.Sprintf("%d ok", s.OK)}
	for _, part := range []struct {
		n    int
		what string
	}{{s.Failed, "failed"}, {s.Skipped, "skipped"}, {s.Updated, "updated"}} {
		if part.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", part.n, part.what))
		}
	}
	if s.Broken > 0 {
		parts = append(parts, count(s.Broken, "broken file"))
	}
	t.linef("%s, %.1f s", strings.Join(parts, ", "), s.DurationMs/1000)
	return nil
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
