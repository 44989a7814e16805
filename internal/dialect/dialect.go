// Package dialect defines what a hook contract is. Each contract that Grapnel
// speaks is a package below this one, and nothing outside those packages knows
// how they differ.
package dialect

import (
	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/document"
	"github.com/grapnel-hooks/grapnel/internal/base/match"
	"github.com/grapnel-hooks/grapnel/internal/base/schema"
)

// Dialect is the contract between an agent and its hooks: names of events,
// configuration, what a hook reads, what its answer means, and how several
// answers become one. It is what the author of a dialect has to write. Whoever
// uses a dialect declares only the methods that are needed there: the engine in
// its Contract, the loader of configuration in its Source.
type Dialect interface {
	Name() string
	Events() []hook.EventType
	// UnknownEvent explains a name that is not among Events, with the name that
	// was probably meant.
	UnknownEvent(name string) hook.Diagnostic
	Rules() Rules

	// Locations lists the configuration to read, in the order in which its
	// hooks run. Files that do not exist may be listed.
	Locations(Environment) ([]Location, []hook.Diagnostic)
	// Detect says what makes a configuration document look as if it was
	// written for this dialect, such as "it has hooks for BeforeTool"; "" if
	// nothing does.
	Detect(doc *document.Value) (sign string)
	// ReadConfig reads one configuration document and starts nothing. It keeps
	// what is good and says what is not; an error means that nothing in it can
	// be used.
	ReadConfig(doc *document.Value, from Location, env Environment) (Config, error)

	// Matcher compiles a definition's matcher. An error means that the pattern
	// is not what it looks like; the matcher returned with it is still used.
	Matcher(hook.EventType, hook.Definition) (match.Matcher, error)
	// MatchesContent decides by an event's content whether a hook that matches
	// its subject runs.
	MatchesContent(hook.Event, hook.Definition) bool

	// Fields gives a host's data the field names that hooks expect.
	Fields(hook.Kind, hook.Data) hook.Object
	// Input is what a hook reads: standard input, and the variables that are
	// added to its environment.
	Input(hook.Event) (stdin []byte, env []string)
	// Program is what to run for a definition in a directory.
	Program(def hook.Definition, dir string) (Program, error)

	// Read understands a hook's answer.
	Read(hook.Event, hook.Definition, Exit) Answer
	// NextEvent returns the event as the next hook of a sequential plan sees it,
	// after a hook gave an answer with this meaning, which is never nil.
	NextEvent(ev hook.Event, meaning any) hook.Event
	// Merge turns the answers of a plan, in plan order, into an outcome. It
	// sets what the host acts on and Output; the engine adds the rest.
	Merge(ev hook.Event, sequential bool, answers []Reading) hook.Outcome

	// EncodeOutcome says the outcome the way a hook of this dialect would.
	EncodeOutcome(hook.Outcome) ProcessResult
	// Refuse is how a hook of this dialect says no to an event. ok is false if
	// hooks cannot block that event.
	Refuse(ev hook.Event, reason string) (answer ProcessResult, ok bool)
	// AskUser is how a hook leaves an operation to the user. ok is false where
	// hooks cannot.
	AskUser(ev hook.Event, reason string) (answer ProcessResult, ok bool)

	// Describe says what people who write hooks must know.
	Describe() Description
	// WriteConfig writes hooks down in the dialect's own form.
	WriteConfig(Draft) *document.Value
	// CommandLine is a definition's command as a POSIX shell in a directory
	// takes it. ok is false if it is nothing that a shell can run.
	CommandLine(def hook.Definition, dir string) (command string, ok bool)

	// ConfigSchema describes a configuration document.
	ConfigSchema() schema.Schema
	// InputSchema describes what hooks of an event read.
	InputSchema(hook.EventType) schema.Schema
	// OutputSchema describes the JSON object with which they may answer.
	OutputSchema(hook.EventType) schema.Schema
}

// PayloadReader is implemented by dialects whose events come from outside in
// another form than their fields have.
type PayloadReader interface {
	// ReadPayload returns an event with its fields, from one whose fields are
	// as they came.
	ReadPayload(hook.Event) (hook.Event, error)
}

// ReadPayload returns an event of a dialect whose fields are as they came.
func ReadPayload(d any, ev hook.Event) (hook.Event, error) {
	if reader, ok := d.(PayloadReader); ok {
		return reader.ReadPayload(ev)
	}
	return ev, nil
}

// hasEvents is the part of a dialect that knows its events.
type hasEvents interface{ Events() []hook.EventType }

// Event returns the event of a dialect that has this name.
func Event(d hasEvents, name string) (e hook.EventType, ok bool) {
	for _, e := range d.Events() {
		if e.Name == name {
			return e, true
		}
	}
	return e, false
}

// HasEvent reports whether a dialect has an event of this name.
func HasEvent(d hasEvents, name string) bool {
	_, ok := Event(d, name)
	return ok
}

// FindEvent returns the event that is meant: the one of this name, or else the
// first of the kind that is called so, such as tool.before.
func FindEvent(d hasEvents, name string) (e hook.EventType, ok bool) {
	if e, ok = Event(d, name); ok {
		return e, true
	}
	for _, e := range d.Events() {
		if e.Kind.String() == name {
			return e, true
		}
	}
	return e, false
}

// Rules are the parts of a contract that are plain choices.
type Rules struct {
	OnByDefault bool // hooks run unless configuration switches them off
	Dedup       bool // the same command runs once per event
	Sequential  bool // hooks always run one after the other
	// StopAtBlock are the moments at which a block ends a sequential plan.
	StopAtBlock []hook.Kind
	// SourceOrder is the order in which hooks of different sources run; nil
	// means the order of the locations they came from.
	SourceOrder []hook.Source
	// FirstSourceWins says that only the first location that exists is used.
	FirstSourceWins bool
	// InvalidDisables says that a broken configuration switches all hooks off
	// instead of being an error.
	InvalidDisables bool
	// Awaited are the moments beside tools and model calls at which hosts wait
	// for hooks and apply what they say.
	Awaited []hook.Kind
	// AskNeedsUser says that the decision "ask" means no where there is no user
	// to ask; otherwise the operation then proceeds.
	AskNeedsUser bool
	// AllowApproves says that the decision "allow" is a permission: a host that
	// would ask the user does not. Otherwise it only means that there is nothing
	// to object.
	AllowApproves bool
	// RecordLimit is how many characters of stdout and stderr results show; 0
	// means 1 MiB. Redact says that secrets are removed from them first.
	RecordLimit int
	Redact      bool
	// SignalExitCode is the exit code that results show of a hook that was
	// killed by a signal. That it failed is in their status, whatever the code.
	SignalExitCode int
	// Policy is what counts where no file says anything.
	Policy Policy
	// Facts says that hooks are told more about a tool call than its input: the
	// fields role, commands and paths.
	Facts bool
	// BlockCode is the exit code with which a hook says no; 0 if none does.
	BlockCode int
	// Patterns is what matchers for tools are.
	Patterns Patterns
	// Roles says that the role of a tool is a matcher, too.
	Roles bool
	// Tools are those that agents of this dialect are known to have. There may
	// be others.
	Tools []Tool
	// Subjects returns what the events with another subject than a tool are
	// known to be about, such as how a session starts. There may be others. The
	// function may be nil.
	Subjects func(hook.Kind) []string
}

// Patterns is a way to write matchers.
type Patterns uint8

// The ways to write matchers: regular expressions that are searched for in
// names; globs for whole names; names as they are; and names as they are unless
// the pattern has a character that makes it a regular expression.
const (
	Regexps Patterns = iota
	Globs
	Names
	NamesOrRegexps
)

// Tool is a tool of an agent. Role is the same word for tools of different
// dialects that do the same; it may be empty.
type Tool struct{ Name, Role string }

// Environment is where an agent runs: what discovery of configuration starts from.
type Environment struct {
	Project string // absolute path of the project directory
	Home    string // the user's home directory; may be empty
	Getenv  func(string) string
	// Files, if any, are the configuration files that the user named, to be
	// read instead of what discovery would find; the first has the highest
	// priority.
	Files []string
	// Agent is which agent's hooks are wanted, in configurations with several.
	Agent string
	// Switches are the on-off options of particular dialects that the user
	// gave, by the name of their [Flag].
	Switches map[string]bool
}

// Format is how a configuration document is written.
type Format uint8

// The formats.
const (
	JSON Format = iota // with comments
	YAML
	StrictJSON // without comments and trailing commas
)

// Location is one place configuration may come from.
type Location struct {
	Path     string // of the file, or a name for Text
	Text     []byte // the document itself, if it is not in a file
	Format   Format
	Source   hook.Source
	Layer    Layer
	Required bool // the user named it: it is an error if it does not exist, and it may be a pipe
	// IfHooks says that a document without hooks counts as absent.
	IfHooks bool
	// Fallback says that these hooks are for users who configured none: when a
	// dialect is chosen, hooks that somebody configured go before them.
	Fallback bool
	// Err, if set, says why this location cannot be used at all.
	Err error
	// Untrusted, if set, says why nothing in this document may count.
	Untrusted string
	Env       []string // variables for the hooks of this file
}

// Layer is who wrote a configuration file. What a less trusted layer says never
// switches off the hooks of a more trusted one.
type Layer uint8

// The layers, from the least to the most trusted.
const (
	ProjectLayer Layer = iota
	UserLayer
	ManagedLayer // the administrator's

	// Layers is the number of layers.
	Layers = iota
)

// String is what people call the layer.
func (l Layer) String() string {
	switch l {
	case UserLayer:
		return "user"
	case ManagedLayer:
		return "system"
	}
	return "project"
}

// ProjectLayer is the layer of what is in the project directory: that may be the
// user's home.
func (e Environment) ProjectLayer() Layer {
	if e.Project == e.Home {
		return UserLayer
	}
	return ProjectLayer
}

// Named returns locations for the files that the user named, which must exist.
// They are all of one layer.
func Named(files []string, format Format, source hook.Source) []Location {
	var list []Location
	for _, path := range files {
		list = append(list, Location{Path: path, Format: format, Source: source, Required: true})
	}
	return list
}

// Config is what one configuration file says.
type Config struct {
	Enabled     *bool         // the switch, if the file has it
	EnabledAt   hook.Position // where it is
	Definitions []hook.Definition
	Diagnostics []hook.Diagnostic
	// Skipped are hooks that are configured but do not run here.
	Skipped []Skipped
	// Disabled are hooks that do not run, in this file's layer and in less
	// trusted ones.
	Disabled []Disabled
	// Off are switches for the hooks of whole layers.
	Off []LayerSwitch
	// Policy is what the file says about hooks of all files.
	Policy Policy
	// Includes are files whose hooks run, too.
	Includes []Include
}

// Include is a file whose hooks run beside those of the file that names it.
type Include struct {
	File    string        // absolute
	Dialect string        // empty if it follows from the file
	At      hook.Position // where it is named
}

// Policy is what failures and doubts mean. NoDecision means that nothing is said
// about one.
type Policy struct {
	OnFailure hook.OnFailure // of a hook before an operation
	Unparsed  hook.Decision  // of a rule that cannot be decided
}

// LayerSwitch turns off the hooks of less trusted layers and, unless it says
// that it is for those only, of the layer that its file belongs to.
type LayerSwitch struct {
	Key       string // what it is called
	At        hook.Position
	OnlyBelow bool
}

// Skipped is a hook that does not run, and why. Reason is a word for it, such as
// "override", "disabled" or "untrusted"; it may be empty.
type Skipped struct {
	Definition  hook.Definition
	Reason, Why string
}

// Disabled is a hook that a file switches off: its name, or its command if it
// has none.
type Disabled struct {
	Hook string
	At   hook.Position
}

// Program is how to run a hook.
type Program struct {
	Argv []string
	// Handler, if set, says that Argv is a worker that serves many calls, and
	// which of its functions to call. What the function gives back looks like
	// the end of a process: exit code, stdout and stderr.
	Handler string
	// Requires is what must be there for the hook to run at all.
	Requires Requirement
}

// Requirement is something on the user's machine that a hook cannot do without
// and that may well be absent. The zero value requires nothing.
type Requirement struct {
	// Argv is a command that succeeds if the requirement is met. It runs when
	// the hook is first needed, not when configuration is read.
	Argv []string
	// Missing is reported, and the hook skipped, if it is not.
	Missing hook.Diagnostic
}

// Exit is how a hook's process went.
type Exit struct {
	Status   hook.Status // ok, failed (exit code not 0), timeout, killed or spawn_error
	ExitCode int
	Stdout   []byte
	Stderr   []byte
	CutOff   bool   // Stdout is only the beginning of what was written
	Error    string // why it could not be started, or how it was ended
}

// Answer is what a hook said.
type Answer struct {
	Status      hook.Status // the run's, or blocked, or bad_output
	Output      hook.Object // nil if it said nothing
	Diagnostics []hook.Diagnostic
	// Decision and Reason are for the record of what each hook decided. A
	// decision to deny ends a chain like StatusBlocked, whatever the status.
	Decision hook.Decision
	Reason   string
	// Meaning is what the dialect understood, in a type of its own. NextEvent
	// and Merge get it back; nil means that the hook said nothing.
	Meaning any
}

// Reading is what became of one hook, with what Read understood of its answer.
type Reading struct {
	Result  *hook.Result
	Meaning any
}

// ProcessResult is what a hook process would leave behind.
type ProcessResult struct {
	Stdout   string
	Stderr   string
	ExitCode int
}
