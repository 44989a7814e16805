package wave

import (
	"embed"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/document"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
)

//go:embed all:example
var example embed.FS

var form = dialect.Form{
	Format:         dialect.JSON,
	CommandKey:     "command",
	Matcher:        dialect.MatcherForm{FoldCase: true, Forbidden: notInMatchers},
	TimeoutKey:     "timeout",
	TimeoutUnit:    timeouts.Unit,
	DefaultTimeout: timeouts.Default,
	MaxTimeout:     timeouts.Max,
	Names:          true,
	Descriptions:   true,
	SwitchKey:      switchKey,
}

// Describe says what Wave's hooks look like.
func (Dialect) Describe() dialect.Description {
	return dialect.Description{
		Product: "Wave",
		Files: []string{
			"~/.wave/hooks.json", "~/.wave/settings.json",
			".wave/hooks.json", ".wave/settings.json", ".wave/settings.local.json",
		},
		Form: form,
		Example: dialect.NewExample(example,
			"grapnel test          run the tests of the two hooks",
			"grapnel list          show the hooks in force",
			"wave                  start the agent in this directory",
		),
	}
}

// WriteConfig writes a settings.json.
func (Dialect) WriteConfig(d dialect.Draft) *document.Value {
	return dialect.WriteGroups(d, form, events)
}

// CommandLine returns the command as it is: it is for a shell.
func (Dialect) CommandLine(def hook.Definition, _ string) (command string, ok bool) {
	return def.Command, true
}
