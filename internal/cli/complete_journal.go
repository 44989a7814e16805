package cli

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/grapnel-hooks/grapnel/internal/dialect/all"
	"github.com/grapnel-hooks/grapnel/trace"
)

// completed is how many of the latest events completions are taken from: a shell
// waits for them.
const completed = 200

// recent returns the latest events of the project, the newest first. Who presses
// a key wants no errors.
func (f *filterFlags) recent() []trace.Record {
	_, reader, err := (&filterFlags{cwd: f.cwd, allProjects: f.allProjects}).read()
	if err != nil {
		return nil
	}
	var list []trace.Record
	for r := range reader.NewestFirst() {
		if list = append(list, r); len(list) == completed {
			break
		}
	}
	return list
}

// completeFilters lets the shell complete what the events of the project have.
func (f *filterFlags) completeFilters(cmd *cobra.Command) {
	from := func(values func(trace.Record) []string) func() []string {
		return func() []string {
			var list []string
			for _, r := range f.recent() {
				list = append(list, values(r)...)
			}
			return sorted(list)
		}
	}
	completeFlag(cmd, "decision", verdictNames)
	completeFlag(cmd, "event", eventNames)
	completeFlag(cmd, "tool", from(func(r trace.Record) []string { return []string{r.Tool} }))
	completeFlag(cmd, "session", from(func(r trace.Record) []string { return []string{r.Session} }))
	completeFlag(cmd, "hook", from(func(r trace.Record) []string {
		var names []string
		for _, h := range r.Hooks {
			names = append(names, h.Name)
		}
		return names
	}))
}

// completeID completes the ID of an event, with what it was.
func (f *filterFlags) completeID(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	list := []string{lastEvent + "\tthe latest event"}
	for _, r := range f.recent() {
		word, _ := verdictWord(r)
		list = append(list, visible(fmt.Sprintf("%s\t%s %s %s %s", r.ID, r.Time.Local().Format("15:04:05"), r.Event, r.Tool, word)))
	}
	return list, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
}

// completeIDOrFile is completeID for an argument that may be a file, too.
func (f *filterFlags) completeIDOrFile(cmd *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
	list, directive := f.completeID(cmd, args, word)
	if len(args) > 0 {
		return list, directive
	}
	return list, cobra.ShellCompDirectiveKeepOrder
}

// eventNames are the events of all dialects.
func eventNames() []string {
	var names []string
	for _, d := range all.Dialects() {
		for _, e := range d.Events() {
			names = append(names, e.Name)
		}
	}
	return sorted(names)
}

// completeTool completes the tools that the dialect at hand is known to have.
func (f *configFlags) completeTool() []string {
	env, err := f.environment()
	if err != nil {
		return nil
	}
	chosen, err := f.choose(env, "")
	if err != nil {
		return nil
	}
	var names []string
	for _, tool := range chosen.Dialect.Rules().Tools {
		names = append(names, tool.Name)
	}
	return sorted(names)
}

// sorted returns each of the values once, and none that is empty.
func sorted(values []string) []string {
	slices.Sort(values)
	return slices.DeleteFunc(slices.Compact(values), func(v string) bool { return v == "" })
}
