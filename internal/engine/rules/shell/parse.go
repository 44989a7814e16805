package shell

import (
	"strings"
	"sync"

	"mvdan.cc/sh/v3/syntax"
)

// Parse finds what a text would run in bash. It never fails: a text that cannot
// be parsed is undecided.
func Parse(text string) *Script { return parseText(text, false) }

func parseText(text string, posix bool) *Script {
	w := &walker{script: &Script{}, budget: newBudget()}
	w.parse(text, context{dirs: []string{""}, posix: posix})
	w.finish()
	return w.script
}

// parsers keeps parsers for the next text, because making one costs more than
// parsing a short command.
var parsers sync.Pool

func parser() *syntax.Parser {
	if p, ok := parsers.Get().(*syntax.Parser); ok {
		return p
	}
	return syntax.NewParser(syntax.Variant(syntax.LangBash))
}

// walker goes through a script and collects commands.
type walker struct {
	script  *Script
	budget  budget
	text    string // that is being read
	nesting int    // how many texts it is in

	moves    int       // changes of the working directory so far
	loops    int       // how many loops the current command is in
	deferred []section // what runs later, in whatever directory that is then

	// A text that contains code is harmless until something evaluates the
	// text of a variable, as arithmetic and prompts do.
	code, evaluates bool
}

// extent is how many commands and redirections were found.
type extent struct{ command, redirect int }

// section is a part of a script, from one extent to another.
type section struct{ from, to extent }

// context is what a command inherits from where it is written.
type context struct {
	dirs   []string
	stdin  input
	remote bool
	posix  bool // it may be run by a shell that knows less than bash
}

// input is what a command reads from standard input.
type input struct {
	kind inputKind
	text string
}

type inputKind uint8

const (
	inherited inputKind = iota // the script's own
	literal                    // a text that is written in the script
	file                       // a file
	produced                   // only known at run time
)

// undecided notes that the script may run commands that were not found. The
// first reason is kept.
func (w *walker) undecided(reason string) {
	if w.script.Undecided == "" {
		w.script.Undecided = reason
	}
}

// parse reads a text and adds its commands.
func (w *walker) parse(text string, ctx context) outcome {
	if reason := disagreement(text); reason != "" {
		w.undecided(reason)
		return stay(ctx)
	}
	p := parser()
	tree, err := p.Parse(strings.NewReader(text), "")
	parsers.Put(p)
	if err != nil {
		w.undecided("the text cannot be parsed: " + err.Error())
	}
	if tree == nil {
		return stay(ctx)
	}
	w.evaluates = w.evaluates || namesHiddenCode(text)
	outer := w.text
	w.text = text
	result := w.list(tree.Stmts, ctx)
	w.text = outer
	return result
}

// nested reads a text inside the text, such as that of bash -c.
func (w *walker) nested(text string, ctx context) outcome {
	w.budget.nestedBytes -= len(text)
	if w.nesting == maxNesting || w.budget.nestedBytes < 0 {
		w.undecided("commands are nested too deeply")
		return stay(ctx)
	}
	if strings.IndexByte(text, 0) >= 0 {
		w.undecided("a text that is run as commands is only known at run time")
		return stay(ctx)
	}
	w.nesting++
	defer func() { w.nesting-- }()
	return w.parse(text, ctx)
}

// namesHiddenCode reports whether a text names a variable whose value the shell
// itself expands or runs.
func namesHiddenCode(text string) bool {
	for _, name := range [...]string{"PS0", "PS1", "PS2", "PS4", "BASH_ENV", "PROMPT_COMMAND", "ENV="} {
		for rest := text; ; {
			before, after, found := strings.Cut(rest, name)
			if !found {
				break
			}
			if !endsInName(before) {
				return true
			}
			rest = after
		}
	}
	return false
}

// endsInName reports whether a text ends with a part of a variable's name, as
// NODE_ENV does not name ENV.
func endsInName(text string) bool {
	if text == "" {
		return false
	}
	c := text[len(text)-1]
	return c == '_' || c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z'
}

// finish draws the conclusions that need the whole script.
func (w *walker) finish() {
	if w.code && w.evaluates {
		w.undecided("a text that contains commands may be evaluated")
	}
	if w.moves > 0 {
		for _, s := range w.deferred {
			w.loseDirs(s)
		}
	}
}

// here returns the end of what was found so far.
func (w *walker) here() extent {
	return extent{len(w.script.Commands), len(w.script.Redirects)}
}

// later marks what was found since a point as running at another time.
func (w *walker) later(from extent) {
	n := len(w.deferred)
	for n > 0 && w.deferred[n-1].from.command >= from.command && w.deferred[n-1].from.redirect >= from.redirect {
		n-- // that one is part of this one
	}
	w.deferred = append(w.deferred[:n], section{from, w.here()})
}

// loseDirs makes the directories of a part of the script unknown.
func (w *walker) loseDirs(s section) {
	unknown := unknownDirs()
	for i := s.from.command; i < s.to.command; i++ {
		w.script.Commands[i].Dirs = unknown
	}
	for i := s.from.redirect; i < s.to.redirect; i++ {
		w.script.Redirects[i].Dirs = unknown
	}
}
