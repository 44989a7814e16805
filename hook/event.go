// Package hook has the words of Grapnel as Go types: events, hook definitions,
// what one hook said, and what all of them together mean. It does no I/O and
// knows no dialect.
package hook

import (
	"encoding/json"
	"time"
)

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

// Data is what a host knows about a moment, under neutral names. A dialect
// turns it into the fields its hooks expect. Only the members that belong to
// the event's kind are set.
type Data struct {
	Tool         string
	ToolCallID   string
	ToolInput    json.RawMessage
	ToolResponse json.RawMessage
	ToolError    string // why the tool failed

	LLMRequest  json.RawMessage // in the stable format of package llm
	LLMResponse json.RawMessage

	Prompt     string
	Response   string // what the agent answered to Prompt
	StopActive bool   // the agent already continues because of a stop hook

	Source  string // why a session starts
	Reason  string // why it ends
	Trigger string // what caused a compaction

	Notification string // type of a notification
	Message      string
	Details      json.RawMessage
}
