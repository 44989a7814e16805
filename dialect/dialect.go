// Package dialect defines what a hook contract is. Each contract that Grapnel
// speaks is a package below this one, and nothing outside those packages knows
// how they differ.
package dialect

import (
	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/match"
	"github.com/grapnel-hooks/grapnel/internal/source"
)

// Dialect is the contract between an agent and its hooks: names of events,
// configuration, what a hook reads, what its answer means, and how several
// answers become one.
type Dialect interface {
	Name() string
	Events() []hook.EventType
	// UnknownEvent explains a name that is not among Events, with the name that
	// was probably meant.
	UnknownEvent(name string) string
	Rules() Rules

	// Locations lists the configuration files to read, those whose hooks run
	// first at the beginning. Files that do not exist may be listed.
	Locations(Place) ([]Location, []hook.Diagnostic)
	// ReadConfig reads one configuration file. It keeps what is good and says
	// what is not; an error means that nothing in the file can be used.
	ReadConfig(doc *source.Value, from Location) (Config, error)
	// Matcher compiles a definition's matcher. An error means that the pattern
	// is not what it looks like; the matcher returned with it still counts.
	Matcher(hook.EventType, hook.Definition) (match.Matcher, error)

	// Fields gives a host's data the field names that hooks expect.
	Fields(hook.Kind, hook.Data) hook.Object
	// Input is what a hook reads: standard input, and the variables that are
	// added to its environment.
	Input(hook.Event) (stdin []byte, env []string)
	// Program is what to execute for a definition.
	Program(hook.Definition) (argv []string, err error)

	// Read understands a hook's answer.
	Read(hook.Event, Run) Answer
	// Chain returns the event as the next hook of a sequential plan sees it,
	// after a hook that ran well gave this output.
	Chain(hook.Event, hook.Object) hook.Event
	// Merge turns the results of a plan, in plan order, into an outcome. It
	// sets what the host acts on and Output; the engine adds the rest.
	Merge(ev hook.Event, sequential bool, results []hook.Result) hook.Outcome

	// AsHook says the outcome the way a hook of this dialect would.
	AsHook(hook.Outcome) HookAnswer
}

// Rules are the parts of a contract that are plain choices.
type Rules struct {
	OnByDefault bool // hooks run unless configuration switches them off
	Dedup       bool // the same command runs once per event
	StopAtBlock bool // a block ends a sequential plan
}

// Place is where an agent runs: what discovery of configuration starts from.
type Place struct {
	Project string // absolute path of the project directory
	Home    string // the user's home directory; may be empty
	Getenv  func(string) string
}

// Location is one place configuration may come from.
type Location struct {
	Path   string
	Source hook.Source
	Env    []string // variables for the hooks of this file
}

// Config is what one configuration file says.
type Config struct {
	Enabled     *bool // the switch, if the file has it
	Definitions []hook.Definition
	Diagnostics []hook.Diagnostic
}

// Run is how a hook's process went.
type Run struct {
	Status   hook.Status // ok, failed (exit code not 0), timeout, killed or spawn_error
	ExitCode int
	Stdout   []byte
	Stderr   []byte
	CutOff   bool // Stdout is only the beginning of what was written
}

// Answer is what a hook said.
type Answer struct {
	Status      hook.Status // the run's, or blocked, or bad_output
	Output      hook.Object // nil if it said nothing
	Diagnostics []hook.Diagnostic
}

// HookAnswer is what a hook process would leave behind.
type HookAnswer struct {
	Stdout   string
	Stderr   string
	ExitCode int
}
