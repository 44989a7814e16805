// Package compare says how hook contracts differ. It finds out by trying: it asks
// a dialect what an answer of a hook would do, and reads its rules only where
// there is nothing to try. So what it says cannot differ from what Grapnel does.
package compare

import (
	"fmt"
	"strings"
	"time"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/document"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/engine"
)

// Fact is one thing that dialects do in their own way.
type Fact struct {
	Topic string
	Text  string // in Markdown
	// Program says that the program of a hook has to know it, not only its
	// configuration.
	Program bool
}

// Dialect is what comparing needs of a dialect: how it understands hooks, and
// what it says about itself.
type Dialect interface {
	engine.Contract
	Locations(dialect.Environment) ([]dialect.Location, []hook.Diagnostic)
	Describe() dialect.Description
	WriteConfig(dialect.Draft) *document.Value
}

// Of returns the facts about a dialect. The topics are the same for all.
func Of(d Dialect) []Fact {
	p := newProbe(d)
	about, rules := d.Describe(), d.Rules()
	form := about.Form
	return []Fact{
		{"contract of", about.Product, false},
		{"configuration", files(d), false},
		{"format", format(form.Format), false},
		{"hooks are on", switchText(rules, form), false},
		{"a broken file", choose(rules.InvalidDisables, "switches all hooks off; the agent goes on", "is an error; nothing runs"), false},
		{"several files", choose(rules.FirstSourceWins, "the first that there is counts", "the hooks of all run"), false},
		{"matcher", matcher(rules, form), false},
		{"timeout", timeout(form), false},
		{"started as", code(p.launch()), true},
		{"event's name on stdin", code(p.eventKey()), true},
		{"variables", codes(p.variables(), "none"), true},
		{"exit code 2 before a tool", p.exit2(), true},
		{"JSON with exit code 1", choose(p.readsJSONAfterFailure(), "counts", "is not read"), true},
		{"text on stdout, before a tool", p.plainText(hook.ToolBefore), true},
		{"text on stdout, after a tool", p.plainText(hook.ToolAfter), true},
		{"a hook that fails", p.failure(form), true},
		{"words for yes, no and a question", p.decisions(), true},
		{"ask without a user", choose(rules.AskNeedsUser, "means no", "goes on"), false},
		{"new input for a tool", p.rewrite(), true},
		{"context after a tool", p.context(), true},
		{"`continue: false`", choose(p.stops(), "ends the agent's loop", "has no effect"), true},
		{"`systemMessage`", p.systemMessage(), true},
		{"order", order(rules, form), false},
		{"after a block", afterBlock(rules), false},
		{"the same command twice", choose(rules.Dedup, "runs once per event", "runs twice"), false},
	}
}

func choose(which bool, yes, no string) string {
	if which {
		return yes
	}
	return no
}

func code(text string) string { return "`" + text + "`" }

func codes(list []string, none string) string {
	if len(list) == 0 {
		return none
	}
	quoted := make([]string, len(list))
	for i, text := range list {
		quoted[i] = code(text)
	}
	return strings.Join(quoted, ", ")
}

func files(d Dialect) string {
	text := codes(d.Describe().Files, "")
	locations, _ := d.Locations(dialect.Environment{Getenv: func(string) string { return "" }})
	if len(locations) == 0 { // nothing is looked for unless the user says so
		if text == "" {
			return "the file that the user names"
		}
		return "the file that the user names, else, on request, " + text
	}
	return text
}

func format(f dialect.Format) string {
	switch f {
	case dialect.YAML:
		return "YAML"
	case dialect.StrictJSON:
		return "JSON"
	}
	return "JSON with comments"
}

func switchText(rules dialect.Rules, form dialect.Form) string {
	switch {
	case !rules.OnByDefault:
		return fmt.Sprintf("only with `%q: true`", form.SwitchKey)
	case form.SwitchKey != "":
		return fmt.Sprintf("unless `%q: false`", form.SwitchKey)
	case form.SwitchPath != "":
		return fmt.Sprintf("unless `%s` is false", form.SwitchPath)
	case form.OffKey != "":
		return fmt.Sprintf("unless `%q: true`", form.OffKey)
	}
	return "always"
}

func matcher(rules dialect.Rules, form dialect.Form) string {
	switch rules.Patterns {
	case dialect.Globs:
		return "globs for the whole name, separated by `|`; " + choose(form.Matcher.FoldCase, "ignoring case", "case-sensitive")
	case dialect.Names:
		return "a list of exact names"
	case dialect.NamesOrRegexps:
		return "exact names, separated by `|` or `,`; with any other character a JavaScript regular expression, searched for in the name"
	}
	return "a JavaScript regular expression, searched for in the name"
}

func timeout(form dialect.Form) string {
	text := fmt.Sprintf("`%s` in %s; %d by default", form.TimeoutKey, unit(form.TimeoutUnit), int64(form.DefaultTimeout/form.TimeoutUnit))
	if form.MaxTimeout < time.Hour { // longer ones are no rule, only what timers can do
		text += fmt.Sprintf(", %d at most", int64(form.MaxTimeout/form.TimeoutUnit))
	}
	return text
}

func unit(u time.Duration) string { return choose(u == time.Second, "seconds", "milliseconds") }

func order(rules dialect.Rules, form dialect.Form) string {
	if rules.Sequential {
		return "one after the other"
	}
	return "all at the same time" + choose(form.Sequential, ", unless a group is `sequential`", "")
}

func afterBlock(rules dialect.Rules) string {
	switch {
	case len(rules.StopAtBlock) == 0:
		return "the other hooks run, too"
	case len(rules.StopAtBlock) == 1:
		return "the other hooks do not run, before a tool"
	case !rules.Sequential:
		return "in sequence the other hooks do not run"
	}
	return "the other hooks do not run"
}
