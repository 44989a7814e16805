// Package hook has the words of Grapnel as Go types. It does no I/O and knows no
// dialect.
//
// At certain moments of its work ([Kind]: before a tool runs, after the model has
// answered, and so on) an agent fires an event. [Data] is what it knows about
// that moment; there is a function for each kind, such as [BeforeTool]. The
// user's hooks for it run, and what all of them together mean is an [Outcome]:
// whether the operation is blocked or the agent stops, what was rewritten, and
// what the model and the user are to be told. What became of each hook is in its
// list of [Result], and what is wrong with a hook or its configuration in its
// list of [Diagnostic].
package hook

import "time"

// Kind is a moment of an agent's life, whatever a dialect calls it.
type Kind uint8

// The moments at which an agent fires events.
const (
	ToolBefore Kind = iota
	ToolAfter
	ToolFailure
	ModelBefore
	ModelAfter
	ToolSelection
	PromptSubmit
	AgentStop
	SessionStart
	SessionEnd
	CompactBefore
	Notification
	// Other is a moment that only some dialects know, such as the change of the
	// working directory. Hosts fire such events by name.
	Other

	// Kinds is the number of kinds.
	Kinds = iota
)

var kindNames = [Kinds]string{
	"tool.before", "tool.after", "tool.failure", "model.before", "model.after", "tool.selection",
	"prompt.submit", "agent.stop", "session.start", "session.end", "compact.before", "notification", "other",
}

// String returns the kind in dialect-neutral words, such as "tool.before".
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return "unknown"
}

// PrecedesOperation reports whether something happens after a moment of this
// kind that hooks can keep from happening: a tool runs, a model is called, a
// prompt is taken up.
func (k Kind) PrecedesOperation() bool {
	return k == ToolBefore || k == ModelBefore || k == PromptSubmit
}

// AllKinds returns all kinds.
func AllKinds() []Kind {
	all := make([]Kind, Kinds)
	for i := range all {
		all[i] = Kind(i)
	}
	return all
}

// EventType is one event of a dialect: its own name for a moment.
type EventType struct {
	Name string
	Kind Kind
	// Subject is the payload field that matchers are tested against;
	// empty where the dialect runs every hook of the event.
	Subject string
}

// Session says where events come from. It fills the base fields of payloads.
type Session struct {
	ID             string
	Unnamed        bool   // nobody gave the ID: it is random
	Dir            string // the working directory of the agent
	TranscriptPath string
	Agent          string // which agent, in a host that has several
}

// Event is one moment as hooks will see it.
type Event struct {
	Type    EventType
	Session Session
	Time    time.Time
	// Fields are the event's own fields under the dialect's names, such as
	// tool_name. Base fields live in Session and Time; only a timestamp that
	// stands here goes to hooks as it stands here.
	Fields Object
}

// Subject returns what matchers are tested against. ok is false if the event
// should have a subject but the payload does not carry it.
func (e Event) Subject() (subject string, ok bool) {
	if e.Type.Subject == "" {
		return "", true
	}
	return e.Fields.String(e.Type.Subject)
}
