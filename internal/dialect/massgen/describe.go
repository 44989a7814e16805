package massgen

import (
	"embed"
	"path/filepath"

	"mvdan.cc/sh/v3/syntax"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/document"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
)

//go:embed all:example
var example embed.FS

var form = dialect.Form{
	Format:         dialect.YAML,
	CommandKey:     "handler",
	TimeoutKey:     "timeout",
	TimeoutUnit:    timeouts.Unit,
	DefaultTimeout: timeouts.Default,
	MaxTimeout:     timeouts.Max,
	Descriptions:   true,
	FailureKey:     "fail_closed",
}

// Describe says what MassGen's hooks look like.
func (Dialect) Describe() dialect.Description {
	return dialect.Description{
		Product: "MassGen",
		Form:    form,
		Example: dialect.NewExample(example,
			"grapnel test                                          run the tests of the two hooks",
			"grapnel list --config massgen-hooks.yaml              show the hooks",
			"copy \"hooks\" from massgen-hooks.yaml into the YAML file that you start MassGen with, in this directory",
		),
	}
}

// WriteConfig writes the hooks for all agents.
func (Dialect) WriteConfig(d dialect.Draft) *document.Value {
	doc := document.NewObject()
	doc.Comment = d.Comment
	doc.Add("hooks", dialect.WriteHooks(d, events, writeHook))
	return doc
}

func writeHook(h dialect.DraftHook) *document.Value {
	one := document.NewObject()
	one.Add("handler", document.NewText(h.Command))
	one.Add("type", document.NewText(h.Type))
	if h.Description != "" {
		one.Add("description", document.NewText(h.Description))
	}
	if h.Matcher != "" {
		one.Add("matcher", document.NewText(h.Matcher))
	}
	form.AddTimeout(one, h.Event, h.Timeout)
	if h.FailClosed {
		one.Add("fail_closed", document.NewBool(true))
	}
	return one
}

// CommandLine returns a handler as a shell would be told to run it. A Python
// function is nothing for a shell.
func (Dialect) CommandLine(def hook.Definition, dir string) (command string, ok bool) {
	if def.Type != typeCommand {
		return "", false
	}
	quoted, err := syntax.Quote(def.Command, syntax.LangPOSIX)
	argv, problem := commandLine(def.Command, dir)
	switch {
	case err != nil || problem != nil || len(argv) == 3: // a shell command already
		return def.Command, true
	case len(argv) == 1:
		if filepath.Base(def.Command) == def.Command { // a shell would look in PATH
			return "./" + quoted, true
		}
		return quoted, true
	case argv[0] == "sh":
		return "sh " + quoted, true
	}
	return "python3 " + quoted, true
}
