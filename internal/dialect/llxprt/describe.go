package llxprt

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
	TimeoutKey:     "timeout",
	TimeoutUnit:    timeouts.Unit,
	DefaultTimeout: timeouts.Default,
	MaxTimeout:     timeouts.Max,
	Names:          true,
	Descriptions:   true,
	Sequential:     true,
	SwitchKey:      switchKey,
}

// Describe says what LLxprt's hooks look like.
func (Dialect) Describe() dialect.Description {
	return dialect.Description{
		Product: "LLxprt Code",
		Files: []string{
			".llxprt/settings.json", "~/.llxprt/settings.json", "/etc/llxprt-code/settings.json", ".llxprt/extensions/*",
		},
		Form: form,
		Example: dialect.NewExample(example,
			"grapnel test          run the tests of the two hooks",
			"grapnel list          show the hooks in force",
			"llxprt                start the agent in this directory; hooks are switched on in .llxprt/settings.json",
		),
	}
}

// WriteConfig writes a settings.json.
func (Dialect) WriteConfig(d dialect.Draft) *document.Value {
	return dialect.WriteGroups(d, form, events)
}

// CommandLine returns the command as it is: it is for a shell.
func (Dialect) CommandLine(def hook.Definition, _ string) (command string, ok bool) {
	return def.Command, def.Type == "command"
}
