package cli

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/jsonx"
)

// toolFlags describe a tool call, in place of a payload.
type toolFlags struct{ tool, input string }

func (f *toolFlags) register(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.tool, "tool", "", "`name` of the tool that the event is about")
	cmd.Flags().StringVar(&f.input, "input", "", "input of the tool, a `JSON` object")
}

func (f *toolFlags) isUsed() bool { return f.tool != "" || f.input != "" }

// describe puts --tool and --input into the payload, under the dialect's names
// and before what else it says about them.
func (f *toolFlags) describe(d dialect.Dialect, t hook.EventType, p *payload) error {
	if !f.isUsed() {
		return nil
	}
	if !slices.Contains([]hook.Kind{hook.ToolBefore, hook.ToolAfter, hook.ToolFailure}, t.Kind) {
		return fmt.Errorf("%s is not about a tool; describe it with a payload", t.Name)
	}
	if f.tool == "" && !p.fields.Has(t.Subject) {
		return errors.New("--input needs --tool NAME")
	}
	data := hook.Data{Tool: f.tool}
	if f.input != "" {
		input, _, err := jsonx.ParseObject([]byte(f.input))
		if err != nil {
			return notObject("--input", []byte(f.input), err)
		}
		data.ToolInput = hook.Object(input).Raw()
	}
	described, nothing := d.Fields(t.Kind, data), d.Fields(t.Kind, hook.Data{})
	said := described.Overlay(p.fields)
	for key, value := range described {
		if !bytes.Equal(value, nothing[key]) {
			said[key] = value
		}
	}
	p.fields = said
	return nil
}
