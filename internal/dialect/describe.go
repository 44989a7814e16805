package dialect

import (
	"io/fs"
	"time"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/document"
	"github.com/grapnel-hooks/grapnel/internal/base/schema"
)

// Describer is the part of a dialect that helps people to write hooks for it:
// to convert configuration, to start with an example, to complete and check
// files in an editor. The engine needs none of it.
type Describer interface {
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

// Description is what a dialect says about itself in plain data.
type Description struct {
	Product string   // whose contract it is
	Files   []string // where configuration is, in the order in which hooks run
	Form    Form
	Example Example
}

// Form is what a dialect's configuration can say about a hook.
type Form struct {
	Format  Format
	Matcher MatcherForm
	// TimeoutKey and TimeoutUnit say how a timeout is written.
	TimeoutKey     string
	TimeoutUnit    time.Duration
	DefaultTimeout time.Duration
	MaxTimeout     time.Duration
	// EventTimeout returns the default timeout of an event that has one of its
	// own, else 0. It may be nil.
	EventTimeout func(event string) time.Duration
	Names        bool   // hooks have names of their own
	Descriptions bool   // and a "description"
	FailureKey   string // says what happens if a hook fails; "" if nothing does
	FailureWord  string // the word with which a failure blocks, if that key takes words
	Conditions   bool   // hooks can have an "if"
	Sequential   bool   // groups can ask to run in sequence
	Switch       bool   // enableHooks
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
