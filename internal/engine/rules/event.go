package rules

import (
	"encoding/json"

	"github.com/grapnel-hooks/grapnel/hook"
)

// Event is what conditions look at.
type Event struct {
	Kind     hook.Kind
	Agent    string
	Tool     string
	Input    json.RawMessage // of the tool
	Result   json.RawMessage // of the tool
	Prompt   string
	Response json.RawMessage // of the model
	Session  hook.Session
}

// The names that events have for what conditions look at.
const (
	fieldTool     = "tool_name"
	fieldInput    = "tool_input"
	fieldResult   = "tool_response"
	fieldPrompt   = "prompt"
	fieldResponse = "llm_response"
)

// NewEvent returns what conditions look at of an event.
func NewEvent(ev hook.Event) Event {
	e := Event{
		Kind: ev.Type.Kind, Agent: ev.Session.Agent, Session: ev.Session,
		Input: ev.Fields[fieldInput], Result: ev.Fields[fieldResult], Response: ev.Fields[fieldResponse],
	}
	e.Tool, _ = ev.Fields.String(fieldTool)
	e.Prompt, _ = ev.Fields.String(fieldPrompt)
	return e
}

// cameBack is what a tool or the model gave back, if the event is about that.
func (e *Event) cameBack() json.RawMessage {
	switch e.Kind {
	case hook.ToolAfter, hook.ToolFailure:
		return e.Result
	case hook.ModelAfter:
		return e.Response
	}
	return nil
}

// WithInput returns the event with another input of the tool.
func WithInput(ev hook.Event, input json.RawMessage) hook.Event {
	ev.Fields = ev.Fields.Overlay(hook.Object{fieldInput: input})
	return ev
}
