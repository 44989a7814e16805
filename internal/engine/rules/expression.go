package rules

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"sync"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"github.com/grapnel-hooks/grapnel/internal/engine/rules/paths"
	"github.com/grapnel-hooks/grapnel/internal/engine/rules/problem"
	"github.com/grapnel-hooks/grapnel/internal/engine/rules/shell"
)

// Limits of an expression.
const (
	maxSteps      = 100_000
	maxExpression = 4 << 10
)

// expression is a compiled condition in Starlark.
type expression struct {
	text    string
	parsed  syntax.Expr
	regexps sync.Map // from text to *regexp.Regexp
}

// names are what an expression may use.
func names() []string {
	return []string{
		"event", "tool", "input", "result", "prompt", "agent", "project", "session",
		"matches", "glob", "commands", "inside",
	}
}

func dialectOptions() *syntax.FileOptions { return &syntax.FileOptions{} }

// compileExpression reads an expression and finds names that do not exist.
func compileExpression(text string) (*expression, error) {
	if len(text) > maxExpression {
		return nil, problem.At(0, "the expression is longer than %d bytes", maxExpression)
	}
	parsed, err := dialectOptions().ParseExpr("when", text, 0)
	if err != nil {
		return nil, starlarkProblem(err)
	}
	if err := checkSize(parsed); err != nil {
		return nil, err
	}
	globals := starlark.StringDict{}
	for _, name := range names() {
		globals[name] = starlark.None
	}
	if _, err := starlark.ExprFuncOptions(dialectOptions(), "when", text, globals); err != nil {
		return nil, starlarkProblem(err)
	}
	return &expression{text: text, parsed: parsed}, nil
}

// starlarkProblem is an error of the parser or resolver with its place.
func starlarkProblem(err error) error {
	text, column := err.Error(), 1
	var wrong syntax.Error
	if errors.As(err, &wrong) {
		text, column = wrong.Msg, int(wrong.Pos.Col)
	}
	return problem.At(max(column-1, 0), "the expression cannot be read: %s", text)
}

// holds evaluates the expression. An error means that it could not be decided.
func (x *expression) holds(e *evaluation) (result bool, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("internal error: %v", p)
		}
	}()
	thread := &starlark.Thread{Name: "when", Print: func(*starlark.Thread, string) {}}
	thread.SetMaxExecutionSteps(maxSteps)
	value, err := starlark.EvalExprOptions(dialectOptions(), thread, x.parsed, x.globals(e))
	if err != nil {
		return false, errors.New(evalMessage(err))
	}
	return bool(value.Truth()), nil
}

func evalMessage(err error) string {
	var failed *starlark.EvalError
	if errors.As(err, &failed) {
		return failed.Msg
	}
	return err.Error()
}

func (x *expression) globals(e *evaluation) starlark.StringDict {
	session := starlark.NewDict(3)
	for _, member := range [][2]string{
		{"id", e.ev.Session.ID}, {"cwd", e.ev.Session.Dir}, {"transcript", e.ev.Session.TranscriptPath},
	} {
		_ = session.SetKey(starlark.String(member[0]), starlark.String(member[1])) // strings can be keys
	}
	return starlark.StringDict{
		"event":    starlark.String(e.ev.Kind.String()),
		"tool":     starlark.String(e.ev.Tool),
		"input":    fromJSON(e.ev.Input),
		"result":   fromJSON(e.ev.Result),
		"prompt":   starlark.String(e.ev.Prompt),
		"agent":    starlark.String(e.ev.Agent),
		"project":  starlark.String(e.place().project),
		"session":  session,
		"matches":  starlark.NewBuiltin("matches", x.matches),
		"glob":     starlark.NewBuiltin("glob", x.glob),
		"commands": starlark.NewBuiltin("commands", commandsOf),
		"inside":   starlark.NewBuiltin("inside", e.inside),
	}
}

// matches(re, s) reports whether a regular expression is found in a text.
func (x *expression) matches(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	return x.compare(b, args, kwargs, func(text string) string { return text })
}

// glob(p, s) reports whether a glob covers a text.
func (x *expression) glob(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	return x.compare(b, args, kwargs, globExpression)
}

func (x *expression) compare(b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple, toRegexp func(string) string) (starlark.Value, error) {
	var pattern, text string
	if err := starlark.UnpackPositionalArgs(b.Name(), args, kwargs, 2, &pattern, &text); err != nil {
		return nil, err
	}
	source := toRegexp(pattern)
	known, ok := x.regexps.Load(source)
	if !ok {
		compiled, err := regexp.Compile(source)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", b.Name(), err)
		}
		known, _ = x.regexps.LoadOrStore(source, compiled)
	}
	return starlark.Bool(known.(*regexp.Regexp).MatchString(text)), nil
}

// commands(s) returns the simple commands of a shell text, as lists of words.
func commandsOf(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var text string
	if err := starlark.UnpackPositionalArgs(b.Name(), args, kwargs, 1, &text); err != nil {
		return nil, err
	}
	script := shell.Parse(text)
	if script.Undecided != "" {
		return nil, errors.New(script.Undecided)
	}
	list := make([]starlark.Value, 0, len(script.Commands))
	for i := range script.Commands {
		words := make([]starlark.Value, 0, len(script.Commands[i].Words))
		for _, word := range script.Commands[i].Words {
			if !word.Known() {
				return nil, errors.New("a word of the command is only known at run time")
			}
			words = append(words, starlark.String(word.Text))
		}
		list = append(list, starlark.NewList(words))
	}
	return starlark.NewList(list), nil
}

// inside(path, dir) reports whether a path is in a directory.
func (e *evaluation) inside(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var file, dir string
	if err := starlark.UnpackPositionalArgs(b.Name(), args, kwargs, 2, &file, &dir); err != nil {
		return nil, err
	}
	space := e.place().space
	target := space.Resolve(paths.Input(file))
	if target.Real() == "" {
		return nil, fmt.Errorf("inside: %s cannot be resolved", file)
	}
	return starlark.Bool(space.Inside(file, dir)), nil
}

// fromJSON is a JSON value in Starlark; nothing is an empty dictionary, so that
// input.get works on every event.
func fromJSON(raw json.RawMessage) starlark.Value {
	if len(raw) == 0 {
		return starlark.NewDict(0)
	}
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber()
	var value any
	if decoder.Decode(&value) != nil {
		return starlark.String(raw)
	}
	return toStarlark(value)
}

func toStarlark(value any) starlark.Value {
	switch v := value.(type) {
	case bool:
		return starlark.Bool(v)
	case string:
		return starlark.String(v)
	case json.Number:
		return starlarkNumber(v.String())
	case []any:
		items := make([]starlark.Value, len(v))
		for i, item := range v {
			items[i] = toStarlark(item)
		}
		return starlark.NewList(items)
	case map[string]any:
		dict := starlark.NewDict(len(v))
		for _, key := range slices.Sorted(maps.Keys(v)) {
			_ = dict.SetKey(starlark.String(key), toStarlark(v[key])) // strings can be keys
		}
		return dict
	}
	return starlark.None
}

func starlarkNumber(text string) starlark.Value {
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		return starlark.MakeInt64(n)
	}
	f, err := strconv.ParseFloat(text, 64)
	if err != nil {
		f = math.Inf(1)
	}
	return starlark.Float(f)
}
