//go:build !windows

package pattern_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/grapnel-hooks/grapnel/internal/engine/rules/pattern"
	"github.com/grapnel-hooks/grapnel/internal/engine/rules/shell"
	"github.com/grapnel-hooks/grapnel/internal/engine/rules/ternary"
	"pgregory.net/rapid"
)

// generated draws a command that may or may not run rm -rf.
func generated(t *rapid.T, s *sandbox, wraps []wrapping) string {
	text := rapid.SampledFrom(spellings()).Draw(t, "spelling")
	text = strings.ReplaceAll(text, "ABS", filepath.Join(s.dir, "abs"))
	for range rapid.IntRange(0, 3).Draw(t, "depth") {
		text = rapid.SampledFrom(wraps).Draw(t, "wrapping").text(text)
	}
	return text
}

// pieces are what matters to a parser.
func pieces() []string {
	return []string{
		"'", `"`, `\`, "\n", "#", " # ", " #x\\\n", ";", "&", "&&", "|", "||", "(", ")", "{ ", "}", "[", "]", "$", "$(",
		"${", "${v:-", "$((", "`", "<<E\n", "<<'E'\n", "<<-E\n", "\nE\n", "\n\tE\n", "E", " ", "\t", "*", "! ", "=", "~",
		"<", ">", "\\\n", "$'", "((", "))", "[[ ", " ]]", "if ", " then ", " fi ", " do ", " done ", "@(", ",", "..", "\r",
		"rm -rf x", "\nrm -rf x\n", " esac ", "case x in ", "x) ", ";;", "while ", "for i in x", "f() ", "echo ", "eval ",
		"bash -c ", "<<<", "<(", "true", ":", "time ", "coproc ", "function f ", "{rm,-rf,x}", "-rf x", "v=", "v+=(",
		"cat ",
	}
}

// mutated changes a text in a few places.
func mutated(t *rapid.T, text string) string {
	for range rapid.IntRange(1, 3).Draw(t, "mutations") {
		at := rapid.IntRange(0, len(text)).Draw(t, "at")
		end := min(len(text), at+rapid.IntRange(0, 2).Draw(t, "cut"))
		text = text[:at] + rapid.SampledFrom(pieces()).Draw(t, "piece") + text[end:]
	}
	return text
}

// available returns the wrappings whose programs this system has.
func available(s *sandbox) []wrapping {
	var list []wrapping
	for _, w := range wrappings() {
		if w.program == "" || s.has(w.program) {
			list = append(list, w)
		}
	}
	return list
}

func TestWhateverBashRunsIsFound(t *testing.T) {
	s := newSandbox(t)
	p := compile(t, "rm -rf **")
	for _, spelling := range spellings() {
		text := strings.ReplaceAll(spelling, "ABS", filepath.Join(s.dir, "abs"))
		checkSound(t, s, p, text)
	}
}

func TestWhateverBashRunsIsFoundInGeneratedCommands(t *testing.T) {
	s := newSandbox(t)
	p, wraps := compile(t, "rm -rf **"), available(s)
	rapid.Check(t, func(t *rapid.T) { checkSound(t, s, p, generated(t, s, wraps)) })
}

func TestWhateverBashRunsIsFoundInDamagedCommands(t *testing.T) {
	s := newSandbox(t)
	p, wraps := compile(t, "rm -rf **"), available(s)
	rapid.Check(t, func(t *rapid.T) { checkSound(t, s, p, mutated(t, generated(t, s, wraps))) })
}

func TestWhateverBashRunsIsFoundInHeapsOfSyntax(t *testing.T) {
	s := newSandbox(t)
	p := compile(t, "rm -rf **")
	rapid.Check(t, func(t *rapid.T) {
		before := rapid.SliceOfN(rapid.SampledFrom(pieces()), 0, 6).Draw(t, "before")
		after := rapid.SliceOfN(rapid.SampledFrom(pieces()), 0, 6).Draw(t, "after")
		checkSound(t, s, p, strings.Join(before, "")+"rm -rf x"+strings.Join(after, ""))
	})
}

// fataler is what the tests of testing and rapid have in common.
type fataler interface {
	Helper()
	Errorf(format string, args ...any)
}

// checkSound fails if bash runs rm -rf and the matcher says that it does not.
func checkSound(t fataler, s *sandbox, p *pattern.Pattern, text string) {
	t.Helper()
	script := shell.Parse(text)
	if result, _ := p.MatchScript(script); result != ternary.No {
		return // then it does not matter what bash does
	}
	if deletes(s.run(text)) {
		t.Errorf("bash runs rm -rf, and the matcher found only %v in\n%s", script.Commands, text)
	}
}
