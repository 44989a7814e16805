package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/schema"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/dialect/all"
)

func newEvents() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "events [DIALECT]",
		Short: "Show what can be hooked",
		Long: `Events shows the events of a dialect, or of the one that is configured here: when
each fires and what hooks can do then, what it is in all dialects (such as
tool.before), what matchers are tested against, the fields that hooks read, and
those that they can answer with. "grapnel schema" has the same for programs.`,
		Example: `  grapnel events
  grapnel events wave
  grapnel events pi --json | jq '.events[].name'`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 1 {
				return seeHelp(cmd, fmt.Errorf("one dialect at a time, not %q", args))
			}
			return nil
		},
		ValidArgsFunction: cobra.FixedCompletions(all.Names(), cobra.ShellCompDirectiveNoFileComp),
		RunE: func(cmd *cobra.Command, args []string) error {
			var f configFlags
			if len(args) == 1 {
				f.dialect = args[0]
			}
			env, err := f.environment()
			if err != nil {
				return err
			}
			chosen, err := f.choose(env, "")
			if err != nil {
				return err
			}
			list := describeEvents(chosen.Dialect)
			return printEither(cmd, asJSON, list, list.print)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	return cmd
}

// eventList is the JSON form of `grapnel events`.
type eventList struct {
	Dialect string           `json:"dialect"`
	Product string           `json:"product"`
	Events  []describedEvent `json:"events"`
}

type describedEvent struct {
	Name    string           `json:"name"`
	Kind    string           `json:"kind"`
	When    string           `json:"when"`              // and what hooks can do
	Matcher string           `json:"matcher,omitempty"` // the field that matchers are tested against
	Reads   []describedField `json:"reads"`
	Answers []describedField `json:"answers"`
}

// describedField is a field of a payload or an answer; those of an object in it
// have names with a dot.
type describedField struct {
	Name     string `json:"name"`
	Type     string `json:"type"`
	Required bool   `json:"required"`
	Meaning  string `json:"meaning"`
}

func describeEvents(d dialect.Dialect) eventList {
	list := eventList{Dialect: d.Name(), Product: d.Describe().Product, Events: []describedEvent{}}
	for _, e := range d.Events() {
		list.Events = append(list.Events, describeEvent(d, e))
	}
	return list
}

func describeEvent(d dialect.Dialect, e hook.EventType) describedEvent {
	input := d.InputSchema(e)
	return describedEvent{
		Name: e.Name, Kind: e.Kind.String(), When: input.Description, Matcher: e.Subject,
		Reads: describeFields("", input), Answers: describeFields("", d.OutputSchema(e)),
	}
}

// specific is the object of an answer that is particular to the event.
const specific = "hookSpecificOutput"

// describeFields describes the fields of an object, and those of the object in
// which answers are particular to an event.
func describeFields(prefix string, object schema.Schema) []describedField {
	fields := []describedField{}
	for _, p := range object.Properties {
		if p.Name == specific {
			fields = append(fields, describeFields(p.Name+".", p.Schema)...)
			continue
		}
		fields = append(fields, describedField{
			Name: prefix + p.Name, Type: strings.Join(p.Types, " or "), Required: p.Required, Meaning: meaning(p.Schema),
		})
	}
	return fields
}

// meaning is the description of a field, with the words that it can be.
func meaning(s schema.Schema) string {
	if len(s.Words) < 2 {
		return s.Description
	}
	return strings.TrimSpace(s.Description + " One of: " + strings.Join(s.Words, ", ") + ".")
}

func (l eventList) print(p printer) {
	p.linef("%s, --dialect %s", p.paint(bold, l.Product), l.Dialect)
	common := l.common()
	if len(common) > 0 {
		p.linef("\nHooks of all events read:")
		p.fields(common)
	}
	for _, e := range l.Events {
		p.linef("\n%s  %s", p.paint(bold, e.Name), p.paint(dim, e.Kind))
		p.textf(2, "  %s", e.When)
		if e.Matcher != "" {
			p.linef("  matchers are tested against %s", e.Matcher)
		}
		p.section("reads", slices.DeleteFunc(slices.Clone(e.Reads), func(f describedField) bool { return slices.Contains(common, f) }))
		plain, inside := divided(e.Answers)
		p.section("can answer", plain)
		p.section("can answer in "+specific, inside)
	}
}

// divided tells the fields of an answer from those that are particular to the
// event.
func divided(fields []describedField) (plain, inside []describedField) {
	for _, f := range fields {
		name, isInside := strings.CutPrefix(f.Name, specific+".")
		if f.Name = name; isInside {
			inside = append(inside, f)
		} else {
			plain = append(plain, f)
		}
	}
	return plain, inside
}

// common are the fields that all events have, except the event's name.
func (l eventList) common() []describedField {
	var common []describedField
	for _, f := range l.Events[0].Reads {
		if !slices.ContainsFunc(l.Events, func(e describedEvent) bool { return !slices.Contains(e.Reads, f) }) {
			common = append(common, f)
		}
	}
	return common
}

func (p printer) section(title string, fields []describedField) {
	// That the event has a name is nothing to tell apart.
	fields = slices.DeleteFunc(fields, func(f describedField) bool { return f.Meaning == "The event." })
	if len(fields) > 0 {
		p.linef("  %s", p.paint(dim, title))
		p.fields(fields)
	}
}

// fields shows fields below each other, with what they mean beside them.
func (p printer) fields(fields []describedField) {
	const margin, between = 4, 2
	width := 0
	for _, f := range fields {
		width = max(width, cells(f.Name))
	}
	for _, f := range fields {
		p.textf(margin+width+between, "    %s  %s", pad(f.Name, width), f.Meaning)
	}
}
