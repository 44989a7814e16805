package dialect

import (
	"io/fs"
	"time"
)

// Description is what a dialect says about itself in plain data.
type Description struct {
	Product string   // whose contract it is
	Files   []string // where configuration is, in the order in which hooks run
	Form    Form
	Flags   []Flag // options that no other dialect has
	Example Example
}

// Flag is an option of one dialect alone: on the command line, where using it
// names the dialect, and in the environment.
type Flag struct {
	Name string // on the command line, without dashes
	Help string
	// File says that the flag names a configuration file, like --config.
	// Otherwise it is a switch.
	File bool
	// Variable, if set to 1 in the environment, switches the option on too.
	Variable string
}

// IsOn reports whether the user switched an option on.
func (f Flag) IsOn(env Environment) bool {
	return env.Switches[f.Name] || f.Variable != "" && env.Getenv(f.Variable) == "1"
}

// Form is what a dialect's configuration can say about a hook.
type Form struct {
	Format     Format
	Matcher    MatcherForm
	CommandKey string // a hook has what it runs under this key
	// SwitchKey switches all hooks on or off, at the top of the document; ""
	// if nothing does.
	SwitchKey string
	// TimeoutKey and TimeoutUnit say how a timeout is written.
	TimeoutKey     string
	TimeoutUnit    time.Duration
	DefaultTimeout time.Duration
	MaxTimeout     time.Duration
	// EventTimeout returns the default timeout of an event that has one of its
	// own, else 0. It may be nil.
	EventTimeout func(event string) time.Duration
	Names        bool   // hooks have names of their own
	UniqueNames  bool   // no two hooks of a file have the same
	Speaks       bool   // hooks may keep the contract that they were written for
	Descriptions bool   // and a "description"
	FailureKey   string // says what happens if a hook fails; "" if nothing does
	FailureWord  string // the word with which a failure blocks, if that key takes words
	Conditions   bool   // hooks can have an "if"
	Sequential   bool   // groups can ask to run in sequence
	OffKey       string // a key that switches hooks off if it is true; "" if there is none
}

// MatcherForm is how matchers for tools are written, beside Rules.Patterns.
type MatcherForm struct {
	FoldCase  bool   // upper and lower case are the same
	Forbidden string // characters that no matcher may have
}

// Example is a small configuration that works, with hooks and their tests.
type Example struct {
	Files fs.FS    // below the project directory
	Next  []string // what to do with it, a step each
}

// NewExample returns the example in the folder "example" of a dialect's embedded
// files.
func NewExample(embedded fs.FS, next ...string) Example {
	files, err := fs.Sub(embedded, "example")
	if err != nil {
		panic(err) // the name is a constant
	}
	return Example{Files: files, Next: next}
}
