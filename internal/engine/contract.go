package engine

import (
	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/match"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
)

// Contract is the part of a dialect that the engine needs to take an event to
// an outcome. [dialect.Dialect] says what each method promises.
type Contract interface {
	Name() string
	Events() []hook.EventType
	Rules() dialect.Rules

	Matcher(hook.EventType, hook.Definition) (match.Matcher, error)
	MatchesContent(hook.Event, hook.Definition) bool

	Fields(hook.Kind, hook.Data) hook.Object
	Input(hook.Event) (stdin []byte, env []string)
	Program(def hook.Definition, dir string) (dialect.Program, error)

	Read(hook.Event, hook.Definition, dialect.Exit) dialect.Answer
	NextEvent(ev hook.Event, meaning any) hook.Event
	Merge(ev hook.Event, sequential bool, answers []dialect.Reading) hook.Outcome
	Refuse(ev hook.Event, reason string) (answer dialect.ProcessResult, ok bool)
	AskUser(ev hook.Event, reason string) (answer dialect.ProcessResult, ok bool)
}
