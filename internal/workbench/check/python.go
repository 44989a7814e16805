package check

import (
	"context"
	_ "embed"
	"encoding/json"
	"os"
	"slices"
	"strconv"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/suggest"
	"github.com/grapnel-hooks/grapnel/internal/engine/process"
)

// inspector is a program that reads Python files without running them.
//
//go:embed inspect.py
var inspector string

// pythonProblem is what the inspector says about a file or a function.
type pythonProblem struct {
	Handler, File, Message string
	Line, Column           int
	Names                  []string // that there are in place of a function
}

// pythonMistakes notices Python scripts that cannot be read, and functions that
// do not exist. One process looks at all of them; where there is no Python,
// nothing is said.
func pythonMistakes(c *Config) []Finding {
	scripts, handlers := c.pythonScripts(), c.handlers()
	if len(scripts)+len(handlers) == 0 || !c.inPath.has("python3") {
		return nil
	}
	asked := struct {
		Files    []string `json:"files"`
		Handlers []string `json:"handlers"`
	}{[]string{}, []string{}}
	for _, s := range scripts {
		asked.Files = append(asked.Files, s.path)
	}
	for _, def := range handlers {
		asked.Handlers = append(asked.Handlers, def.Command)
	}
	var found []Finding
	for _, p := range c.inspect(asked) {
		if i := slices.IndexFunc(scripts, func(s *script) bool { return s.path == p.File && p.Handler == "" }); i >= 0 {
			found = append(found, p.inScript(c, scripts[i]))
		}
		if i := slices.IndexFunc(handlers, func(def hook.Definition) bool { return def.Command == p.Handler }); i >= 0 {
			found = append(found, p.ofHandler(c, handlers[i]))
		}
	}
	return found
}

// pythonScripts are the scripts that Python reads.
func (c *Config) pythonScripts() []*script {
	var list []*script
	for _, s := range c.scripts() {
		if s.language() == "python3" && len(s.text) < maxScript {
			list = append(list, s)
		}
	}
	return list
}

// handlers are the hooks that are functions.
func (c *Config) handlers() []hook.Definition {
	var list []hook.Definition
	for _, def := range c.definitions() {
		if c.uses(def).handler && !c.diagnosed[c.atCommand(def)] {
			list = append(list, def)
		}
	}
	return list
}

// inspect asks the inspector.
func (c *Config) inspect(asked any) []pythonProblem {
	stdin, err := json.Marshal(asked)
	if err != nil {
		return nil
	}
	done := process.Run(context.Background(), process.Command{
		Argv: []string{"python3", "-c", inspector}, Env: os.Environ(), Dir: c.Env.Project,
		Stdin: stdin, Timeout: syntaxLimit, MaxOutput: 1 << 20,
	})
	var problems []pythonProblem
	if done.Ending != process.Exited || done.ExitCode != 0 || json.Unmarshal(done.Stdout, &problems) != nil {
		return nil // a Python of another age, or none
	}
	return problems
}

// inScript is a mistake in a script.
func (p pythonProblem) inScript(c *Config, s *script) Finding {
	at := hook.Position{File: s.path, Line: p.Line, Column: p.Column}
	return errorf(at, "%s; the hook at %s runs this file", p.Message, c.shortPosition(s.by.Origin)).
		fixf("correct it; until then Python ends with exit code 1, whatever the event is")
}

// ofHandler is a function that cannot be called, or a mistake in its module.
func (p pythonProblem) ofHandler(c *Config, def hook.Definition) Finding {
	if p.File != "" {
		at := hook.Position{File: p.File, Line: p.Line, Column: p.Column}
		return errorf(at, "%s; the hook at %s calls a function of this file", p.Message, c.shortPosition(def.Origin)).
			fixf("correct it; until then every call is denied")
	}
	f := errorf(c.atCommand(def), "%s, so every call is denied", p.Message).fixf("write the module and the function that there are, or create them")
	module, name := cutLast(p.Handler)
	if near := suggest.Nearest(name, p.Names); near != "" {
		f = f.fixf("did you mean %q?", module+near).replace(strconv.Quote(module + near))
	}
	return f
}

// cutLast splits a dotted name behind its last dot.
func cutLast(name string) (before, last string) {
	for i := len(name) - 1; i >= 0; i-- {
		if name[i] == '.' {
			return name[:i+1], name[i+1:]
		}
	}
	return "", name
}
