package hook

import (
	"encoding/json"
	"strings"
)

// Conditions narrow down which events a definition is for. All that are given
// must hold; of several patterns of one condition, any.
type Conditions struct {
	Tool    []Pattern // roles, or globs over names of tools
	Command []Pattern // over the simple commands of a shell tool
	Path    []Pattern // globs over the paths that a call is about
	Content []Pattern // over what is written, or what came back
	Prompt  []Pattern
	Agent   []Pattern
	Input   []InputCondition
	When    *Pattern // a Starlark expression
	// Unless holds conditions of its own. If all of them hold, the definition
	// does not apply.
	Unless *Conditions
}

// InputCondition is about one member of a tool's input.
type InputCondition struct {
	Key      string // with dots between the names of nested members
	At       Position
	Patterns []Pattern
}

// Pattern is a text that something is compared with, and where it is written.
type Pattern struct {
	Text string
	At   Position
}

// Rule is what a definition says that is decided without running anything.
type Rule struct {
	Effect Effect
	// Text is the reason, question or message; it may have placeholders such as
	// {path}.
	Text string
	// Rewrite are the members of the tool's input to set.
	Rewrite []Rewriting
	// Unparsed is what the rule means if it cannot be decided whether it
	// applies; NoDecision means that it does not.
	Unparsed Decision
}

// String says what the rule does, for people.
func (r *Rule) String() string {
	switch r.Effect {
	case EffectRedact:
		return string(r.Effect)
	case EffectRewrite:
		keys := make([]string, len(r.Rewrite))
		for i, rewriting := range r.Rewrite {
			keys[i] = rewriting.Key
		}
		return string(r.Effect) + ": " + strings.Join(keys, ", ")
	}
	return string(r.Effect) + ": " + r.Text
}

// Effect is what a rule does.
type Effect string

// The effects.
const (
	EffectDeny    Effect = "deny"
	EffectAsk     Effect = "ask"
	EffectStop    Effect = "stop"
	EffectAllow   Effect = "allow"
	EffectWarn    Effect = "warn"    // tells the user
	EffectContext Effect = "context" // tells the model
	EffectRewrite Effect = "rewrite"
	EffectRedact  Effect = "redact" // removes what the condition on content found
)

// Restricts reports whether a rule with this effect keeps something from
// happening.
func (e Effect) Restricts() bool {
	return e == EffectDeny || e == EffectAsk || e == EffectStop
}

// Rewriting sets one member of a tool's input.
type Rewriting struct {
	Key   string // with dots between the names of nested members
	Value json.RawMessage
}

// FailureClass is a way in which a hook can fail to do its work.
type FailureClass uint8

// The classes of failures.
const (
	FailedSpawn   FailureClass = iota // it could not be started
	FailedTimeout                     // it took too long
	FailedCrash                       // a signal ended it
	FailedExit                        // it ended with an exit code that is not an answer
	FailedOutput                      // its answer cannot be understood

	// FailureClasses is the number of classes.
	FailureClasses = iota
)

// String returns the class as a word.
func (c FailureClass) String() string {
	switch c {
	case FailedSpawn:
		return "spawn"
	case FailedTimeout:
		return "timeout"
	case FailedCrash:
		return "crash"
	case FailedExit:
		return "exit"
	case FailedOutput:
		return "output"
	}
	return "unknown"
}

// OnFailure says what the failure of a hook means, by its class. NoDecision
// means that its contract decides.
type OnFailure [FailureClasses]Decision
