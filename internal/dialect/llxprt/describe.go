package llxprt

import (
	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/document"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
)

// form is what configuration can say.
func (d Dialect) form() dialect.Form {
	form := dialect.Form{
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
	if d.Contract.HooksConfig {
		form.SwitchKey, form.SwitchPath = "", switchPath
	}
	return form
}

// Describe says what the contract's hooks look like.
func (d Dialect) Describe() dialect.Description {
	return dialect.Description{
		Product: d.Contract.Product,
		Files:   d.Contract.Files,
		Form:    d.form(),
		Example: dialect.NewExample(d.Contract.Example, d.Contract.Next...),
	}
}

// WriteConfig writes a settings.json.
func (d Dialect) WriteConfig(draft dialect.Draft) *document.Value {
	return dialect.WriteGroups(draft, d.form(), events)
}

// CommandLine returns the command as it is: it is for a shell.
func (Dialect) CommandLine(def hook.Definition, _ string) (command string, ok bool) {
	return def.Command, def.Type == "command"
}
