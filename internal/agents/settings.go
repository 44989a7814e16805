package agents

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"strings"
	"time"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/tools"
)

// Settings say where Grapnel is registered with an agent, and how. Either the
// agent has a file of settings with groups of hooks, of which some become
// Grapnel's, or it takes files of which each hook has its own.
type Settings struct {
	// User and Project return where that is: of several files the first that
	// exists, else the last. With Own it is one directory.
	User, Project func(Place) []string
	Groups        Groups
	Own           func(Registration) ([]OwnFile, error)
	// Lines returns how a file of Grapnel's own, by its name and content, calls
	// Grapnel: the command lines of events, for a shell.
	Lines func(name, content string) map[string]string
	// Doubt, if set, says why the agent would not run what is registered in its
	// user's settings, as far as that can be seen; "" if nothing speaks against
	// it.
	Doubt func(Place) string
	// Notes are what a user must know or do beside it, a sentence each.
	Notes []string
}

// Place is where settings are looked for.
type Place struct {
	Home    string // the user's home directory
	Project string
	Getenv  func(string) string
}

// InHome returns a function that returns files below the user's home directory,
// or below the directory that a variable names instead of its first element.
func InHome(variable, dir string, names ...string) func(Place) []string {
	return func(p Place) []string {
		base := filepath.Join(p.Home, dir)
		if variable != "" && p.Getenv(variable) != "" {
			base = p.Getenv(variable)
		}
		return below(base, names)
	}
}

// InProject returns a function that returns files below the project directory.
func InProject(dir string, names ...string) func(Place) []string {
	return func(p Place) []string { return below(filepath.Join(p.Project, dir), names) }
}

func below(dir string, names []string) []string {
	files := make([]string, len(names))
	for i, name := range names {
		files[i] = filepath.Join(dir, name)
	}
	return files
}

// Groups is how a file of settings lists hooks: below "hooks" each event has a
// list of groups, and each group a list of hooks.
type Groups struct {
	// TimeoutUnit is what timeouts count, and MaxTimeout how long they may be.
	TimeoutUnit time.Duration
	MaxTimeout  time.Duration
	// Named says that hooks have names.
	Named bool
	// BlockKey, if set, is a member of a hook that says "block" if a failure of
	// the hook must deny.
	BlockKey string
	// Switch is the member that must be true for hooks to run, if it is not so
	// by default: the keys that lead to it.
	Switch []string
	// Off are members that switch hooks off if they have this value.
	Off []Off
	// ProjectReplaces says that hooks of a project for an event replace the
	// user's.
	ProjectReplaces bool
}

// Off is a member of settings that switches hooks off: the keys that lead to it,
// and its value then.
type Off struct {
	Keys  []string
	Value bool
}

// OwnMark stands in files that are Grapnel's alone, if they can have comments.
const OwnMark = "Written by grapnel install; grapnel uninstall removes it."

// OwnFile is a file that belongs to Grapnel.
type OwnFile struct {
	Name       string
	Content    string
	Executable bool
}

// Registration is what is registered.
type Registration struct {
	Binary string // absolute path of the grapnel program
	Events []EventName
	// OnFailure is what a failure means: allow, deny or ask; "" leaves it to
	// the policy of the native file, and a program that is gone denies.
	OnFailure string
	// Timeout is how long the agent is to wait: longer than any hook may take.
	Timeout time.Duration
	// Configs are the files for --config.
	Configs []string
}

// GoneText is what the model reads if the program is not there any more.
const GoneText = "grapnel did not answer, so this is denied; run: grapnel doctor"

// Call is the command line that fires an event, without a tail.
func (r Registration) Call(agent, event string) string {
	line := tools.Quote(r.Binary) + hookCall + agent + " --event " + event
	if r.OnFailure != "" {
		line += " --on-failure " + r.OnFailure
	}
	for _, file := range r.Configs {
		line += " --config " + tools.Quote(file)
	}
	return line
}

// Closes reports whether a program that is gone must deny an event.
func (r Registration) Closes(event EventName) bool {
	return event.Kind.PrecedesOperation() && r.OnFailure != "allow"
}

// Command is the command line to register for an event. If Grapnel cannot answer,
// because it is gone or crashed, the tail denies before an operation, in the form
// that the agent obeys. It says nothing elsewhere: a deny at the end of a turn
// would keep the agent from ending. Exit code 2 is an answer.
func (r Registration) Command(a Agent, event EventName) string {
	call := r.Call(a.Name, event.Name)
	if !r.Closes(event) {
		return call + ` || { [ $? -eq 2 ] && exit 2; exit 0; }`
	}
	gone := a.Fail(Event{Name: event.Name}, GoneText)
	if gone.ExitCode == exitDeny {
		return call + ` || { [ $? -eq 2 ] || echo ` + tools.Quote(GoneText) + ` >&2; exit 2; }`
	}
	// Half an answer, and this behind it, would be no answer.
	return `answer=$(` + call + `) || answer=` + tools.Quote(strings.TrimSpace(gone.Stdout)) +
		`; [ -z "$answer" ] || printf '%s\n' "$answer"`
}

// IsCommand reports whether a command line is one that Command made for an
// agent, whichever program, event and options it names.
func IsCommand(agent, line string) bool {
	return strings.Contains(line, hookCall+agent+" --event ")
}

// IsAnyCommand is IsCommand for whichever agent.
func IsAnyCommand(line string) bool {
	_, rest, found := strings.Cut(line, hookCall)
	_, rest, _ = strings.Cut(rest, " ")
	return found && strings.HasPrefix(rest, "--event ")
}

// hookCall stands before the name of the agent.
const hookCall = " hook --host "

// Indented returns an object as a file.
func Indented(object hook.Object) (string, error) {
	var buf bytes.Buffer
	if err := json.Indent(&buf, object.Raw(), "", "  "); err != nil {
		return "", err
	}
	return buf.String() + "\n", nil
}
