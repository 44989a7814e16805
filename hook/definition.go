package hook

import (
	"strings"
	"time"
)

// Source is the layer of configuration a hook belongs to.
type Source string

// The layers, from the one whose hooks come first to the one whose come last.
const (
	SourceProject    Source = "project"
	SourceUser       Source = "user"
	SourceSystem     Source = "system"
	SourceExtensions Source = "extensions"
)

// Definition is one configured hook.
type Definition struct {
	Event   string // the dialect's event name
	Name    string // as configured; may be empty
	Type    string // "command", …
	Command string
	Matcher string // as configured; empty matches everything
	// Tools lists the names of the tools that the hook is for, where a dialect
	// has lists and not patterns; nil means all, an empty list none.
	Tools []string
	// If is a condition on the content of the event, in the dialect's own
	// form; empty means none.
	If string
	// FailClosed says that a failure of the hook denies the operation.
	FailClosed bool
	Timeout    time.Duration
	Sequential bool
	Source     Source
	Origin     Position
	Env        []string // variables of this hook alone, as KEY=value

	// Conditions say more exactly than the matcher which events the hook is
	// for; nil means all.
	Conditions *Conditions
	// Rule, if set, is decided in process: there is nothing to run.
	Rule *Rule
	// Speaks is the contract that the hook's program expects, if that is not the
	// one of the file it is in.
	Speaks string
	// Observe says that the hook changes nothing: what it would do is recorded.
	Observe bool
	// Order is when the hook runs among the others of its event: the lowest
	// first. Rules go before all hooks.
	Order float64
	// Argv is the program and its arguments, if no shell is to read Command.
	Argv      []string
	Dir       string // where it runs; empty means the session's directory
	OnFailure OnFailure
	Guard     bool // it can keep something from happening
	// Budget is how long the hook should take at most; taking longer is
	// reported. 0 means that there is none.
	Budget time.Duration
}

// DisplayName is what people call the hook: its name, else its command.
func (d *Definition) DisplayName() string {
	if d.Name != "" {
		return d.Name
	}
	if d.Command != "" {
		return d.Command
	}
	return d.Type + " hook"
}

// Identity tells what the hook runs: two hooks with the same identity do the
// same. A condition makes a difference, and a variable of its own where the
// command names it.
func (d *Definition) Identity() string {
	parts := []string{d.Type, d.Command}
	if d.If != "" {
		parts = append(parts, "if "+d.If)
	}
	for _, variable := range d.Env {
		if name, _, _ := strings.Cut(variable, "="); strings.Contains(d.Command, name) {
			parts = append(parts, variable)
		}
	}
	return strings.Join(parts, "\x00")
}
