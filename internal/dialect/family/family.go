// Package family is what the hook contracts share that follow Claude Code's
// example: settings that map events to groups of hooks with a matcher, JSON
// answers with hookSpecificOutput and permissionDecision, exit code 2 for a no,
// and continue: false to stop the agent.
//
// A contract of the family is a table, [Contract], of what it does in its own
// way. Everything else is the same for all of them.
package family

import (
	"embed"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/document"
	"github.com/grapnel-hooks/grapnel/internal/base/match"
	"github.com/grapnel-hooks/grapnel/internal/base/schema"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/dialect/kit"
)

// Contract is how one member of the family differs from the others. All of its
// functions but Config.Switch and Input.Complete are needed.
type Contract struct {
	Name    string // on the command line
	Product string // whose contract it is
	Rules   dialect.Rules

	Files   []string     // where configuration is, for people
	Form    dialect.Form // what configuration can say; timeouts are those of Config, unless it has a lower limit
	Example *embed.FS    // with a folder "example"
	Next    []string     // what to do with the example, a step each

	// Events lists the events. Where several are of one kind, a host that
	// fires the kind means the first; the others are fired by name.
	Events []hook.EventType
	Traits func(event string) Traits
	// Foreign are events of other agents that people may write here.
	Foreign []Foreign

	Config
	Input
	Answers
}

// Foreign are names of events that a contract does not have, and why.
type Foreign struct {
	Names []string
	Why   string // begins with a verb or a colon: "X …"
	// Elsewhere says that a file with hooks for one of them is written for
	// another contract.
	Elsewhere bool
}

// Config is how a contract's configuration is written.
type Config struct {
	// Locations lists where configuration is found if the user names no file,
	// in the order in which its hooks run.
	Locations func(dialect.Environment) []dialect.Location
	// NamedLast says that of files that the user named, the first has the
	// last word, so that its hooks run last.
	NamedLast bool
	// Switch reads the switch for all hooks, if there is one in these files, and
	// SwitchHelp describes it.
	Switch     func(r *Reader, doc *document.Value)
	SwitchHelp func() schema.Property

	GroupKeys []string // that groups may have beside matcher and hooks
	HookKeys  []string // that hooks may have beside type, command and timeout
	// OtherTypes are types of hooks that the product runs and Grapnel cannot.
	OtherTypes []string
	// EmptyGroups says that a group may have no hooks.
	EmptyGroups bool

	// Matcher compiles a pattern that is not empty.
	Matcher func(pattern string) (match.Matcher, error)
	// CheckMatcher says what is wrong with a pattern; an error leaves out the
	// hooks of its group.
	CheckMatcher func(pattern string) (problem hook.Diagnostic, ok bool)
	MatcherHelp  string // what a matcher is, for the schema

	Timeouts kit.Timeouts
}

// Input is what hooks of a contract are given.
type Input struct {
	ProjectVariables []string // have the project directory; the first is the contract's own
	// Variables are others, for an event.
	Variables func(hook.Event) []string
	// Fields adds a host's data under names of this contract's own.
	Fields func(kind hook.Kind, d hook.Data, fields hook.Object)
	// Complete returns the fields of an event as hooks read them.
	Complete   func(hook.Event) hook.Object
	FieldOrder []string // in which a reader expects the event's own fields
	Timestamp  bool     // stdin has one
	// FieldHelp describes the fields of a kind of event that not all contracts
	// have, or that are different here.
	FieldHelp func(hook.Kind) []schema.Property
}

// Answers is how a contract understands what hooks say.
type Answers struct {
	// OwnLines says that an answer counts on lines of its own, with text around
	// it. Otherwise it must be all of stdout.
	OwnLines bool
	// ExitDenies says that exit code 2 is a no whatever the JSON answer says.
	// Otherwise the exit code only counts without an answer.
	ExitDenies bool
	// Strictness says for which mistakes the product ignores a whole answer. Here
	// a no in it still counts.
	Strictness Strictness
	// FailureVoids says that the product ignores the answer of a hook that
	// failed. Here a no in it still counts.
	FailureVoids bool
	// NoBrokenText says that an object on stdout that is not valid JSON is no
	// text for the model.
	NoBrokenText bool
	// Permissions are the words that permissionDecision may have, and
	// Decisions those of the plain decision.
	Permissions, Decisions []string
}

// Strictness is how a product treats mistakes in an answer.
type Strictness uint8

// The ways to treat mistakes: only what is wrong has no effect; nothing of an
// answer counts that has a value of a wrong type, null included, or a word that
// is not known; and the same, except that null is fine and a member that is not
// known, or has no effect, is a mistake.
const (
	Lenient Strictness = iota
	NoNulls
	NoUnknowns
)

// Dialect is a contract of the family. It implements dialect.Dialect.
type Dialect struct{ Contract *Contract }

// Name returns the dialect's name on the command line.
func (d Dialect) Name() string { return d.Contract.Name }

// Rules returns the contract's plain choices.
func (d Dialect) Rules() dialect.Rules { return d.Contract.Rules }
