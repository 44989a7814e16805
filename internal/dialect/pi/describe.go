package pi

import (
	"embed"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/document"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
)

//go:embed all:example
var example embed.FS

var form = dialect.Form{
	Format:         dialect.StrictJSON,
	CommandKey:     "command",
	TimeoutKey:     "timeoutMs",
	TimeoutUnit:    timeouts.Unit,
	DefaultTimeout: timeouts.Default,
	MaxTimeout:     timeouts.Max,
	FailureKey:     "failOpen",
}

// Describe says what pi's hooks look like.
func (Dialect) Describe() dialect.Description {
	return dialect.Description{
		Product: "pi",
		Files:   []string{".claude/settings.local.json", ".claude/settings.json"},
		Form:    form,
		Flags:   []dialect.Flag{hooksConfig, gastown, claudeFlag},
		Example: dialect.NewExample(example,
			"grapnel test                                          run the tests of the two hooks",
			"grapnel list --dialect pi --config .pi/hooks.json     show the hooks",
			"pi --hooks-config .pi/hooks.json                      start the agent with them; or set PI_HOOKS_JSON=\"$(cat .pi/hooks.json)\"",
		),
	}
}

// WriteConfig writes a document for --hooks-config.
func (Dialect) WriteConfig(d dialect.Draft) *document.Value {
	doc := dialect.WriteHooks(d, events, writeHook)
	doc.Comment = d.Comment
	return doc
}

func writeHook(h dialect.DraftHook) *document.Value {
	one := document.NewObject()
	one.Add("command", document.NewText(h.Command))
	form.AddTimeout(one, h.Event, h.Timeout)
	if h.FailClosed {
		one.Add("failOpen", document.NewBool(false))
	}
	if h.Tools != nil {
		names := document.NewList()
		for _, tool := range h.Tools {
			names.Items = append(names.Items, document.NewText(tool))
		}
		matcher := document.NewObject()
		matcher.Add("toolNames", names)
		one.Add("matcher", matcher)
	}
	return one
}

// CommandLine returns the command as it is: it is for a shell.
func (Dialect) CommandLine(def hook.Definition, _ string) (command string, ok bool) {
	return def.Command, true
}
