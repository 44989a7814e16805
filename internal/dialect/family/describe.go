package family

import (
	"cmp"
	"time"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/document"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
)

// Describe says what hooks of the contract look like.
func (d Dialect) Describe() dialect.Description {
	return dialect.Description{
		Product: d.Contract.Product,
		Files:   d.Contract.Files,
		Form:    d.form(),
		Example: dialect.NewExample(d.Contract.Example, d.Contract.Next...),
	}
}

func (d Dialect) form() dialect.Form {
	form := d.Contract.Form
	form.CommandKey = "command"
	form.TimeoutKey = "timeout"
	form.TimeoutUnit = d.Contract.Timeouts.Unit
	form.DefaultTimeout = d.Contract.Timeouts.Default
	form.MaxTimeout = cmp.Or(form.MaxTimeout, d.Contract.Timeouts.Max)
	form.EventTimeout = d.eventTimeout
	return form
}

// eventTimeout is the default timeout of an event that has one of its own.
func (d Dialect) eventTimeout(event string) time.Duration { return d.Contract.Traits(event).Timeout }

// WriteConfig writes a settings file.
func (d Dialect) WriteConfig(draft dialect.Draft) *document.Value {
	return dialect.WriteGroups(draft, d.form(), d.Contract.Events)
}

// CommandLine returns the command as it is: it is for a shell.
func (Dialect) CommandLine(def hook.Definition, _ string) (command string, ok bool) {
	return def.Command, true
}
