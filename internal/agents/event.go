package agents

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/tools"
	"github.com/grapnel-hooks/grapnel/internal/jsonx"
)

// Event is a moment as an agent tells it, in neutral words.
type Event struct {
	Agent   string
	Name    string // the agent's own name for it
	Kind    hook.Kind
	Session hook.Session
	// Data is what happens. The tool and its input are the agent's own.
	Data           hook.Data
	PermissionMode string
	Subagent       string // which of the agent's helpers it happens in, if any
	Server         string // the MCP server of the tool, if the agent says so
	// Again says that the agent fires the event again although nothing new
	// happened, so that hooks need not run.
	Again bool
	// Payload is the original.
	Payload json.RawMessage
}

// Roles returns what the tool of the event does. A call with several parts can
// have several roles.
func (e Event) Roles() []tools.Role {
	if e.Data.Tool == "" {
		return nil
	}
	var roles []tools.Role
	seen := map[tools.Role]bool{}
	for _, part := range tools.Of(e.Agent).Parts(e.Call()) {
		role := part.Job.Role()
		if role == tools.NoRole && e.Server != "" {
			role = tools.MCP
		}
		if role != tools.NoRole && !seen[role] {
			seen[role] = true
			roles = append(roles, role)
		}
	}
	return roles
}

// Call is the tool call of the event in the agent's own words.
func (e Event) Call() tools.Call {
	return tools.Call{Name: e.Data.Tool, Input: e.Data.ToolInput}
}

// ErrUnknownEvent reports an event that the agent is not known to have, or none.
var ErrUnknownEvent = errors.New("unknown event")

// In reads a payload of the agent. event is the event's name if the payload does
// not have it. An error never means that the operation may happen: the event
// that is returned with it has what is known, for Fail.
func (a Agent) In(payload []byte, event string) (Event, error) {
	e := Event{Agent: a.Name, Name: event, Payload: payload}
	members, _, err := jsonx.ParseObject(payload)
	if err != nil {
		return e, fmt.Errorf("read the payload of %s: %w", a.Product, err)
	}
	object := hook.Object(members)
	fields, name := object, ""
	if a.Fields != nil {
		fields, name = a.Fields(object)
	} else {
		name, _ = object.String("hook_event_name")
	}
	if name != "" {
		e.Name = name
	}
	// Even an event that is not known gets its fields: which tool it is about
	// decides how it can be denied.
	var known bool
	e.Kind, known = a.Kind(e.Name)
	e.fill(fields)
	if !known {
		return e, a.unknownEvent(e.Name)
	}
	// Without a name no guard for a tool would run, as if nobody minded.
	if isToolEvent(e.Kind) && e.Data.Tool == "" {
		return e, fmt.Errorf("read the payload of %s: %s names no tool", a.Product, e.Name)
	}
	e.Again = a.Again != nil && a.Again(e)
	return e, nil
}

func (a Agent) unknownEvent(name string) error {
	if name == "" {
		return fmt.Errorf("%w: the payload names none; use --event", ErrUnknownEvent)
	}
	var names []string
	for _, e := range a.Events {
		names = append(names, e.Name)
	}
	return fmt.Errorf("%w %.50q of %s; known are %s", ErrUnknownEvent, name, a.Product, strings.Join(names, ", "))
}

func isToolEvent(kind hook.Kind) bool {
	return kind == hook.ToolBefore || kind == hook.ToolAfter || kind == hook.ToolFailure
}

// fill reads the fields that most agents have by the same names.
func (e *Event) fill(fields hook.Object) {
	text := func(names ...string) string {
		for _, name := range names {
			if value, ok := fields.String(name); ok {
				return value
			}
		}
		return ""
	}
	value := func(names ...string) json.RawMessage {
		for _, name := range names {
			if fields.Has(name) {
				return fields[name]
			}
		}
		return nil
	}
	e.Session = hook.Session{ID: text("session_id"), Dir: text("cwd"), TranscriptPath: text("transcript_path")}
	e.PermissionMode, e.Subagent = text("permission_mode"), text("agent_id")
	if server, ok := fields.Object("mcp_context"); ok {
		e.Server, _ = server.String("server_name")
	}
	e.Data = hook.Data{
		Tool: text("tool_name"), ToolCallID: text("tool_call_id", "tool_use_id"),
		ToolInput: value("tool_input"), ToolResponse: value("tool_response", "tool_result"), ToolError: text("error"),
		LLMRequest: value("llm_request"), LLMResponse: value("llm_response"),
		Prompt: text("prompt"), Response: text("prompt_response", "last_assistant_message"),
		Source: text("source"), Reason: text("reason"), Trigger: text("trigger"),
		Notification: text("notification_type"), Message: text("message"), Details: value("details"),
	}
	e.Data.StopActive, _ = fields.Bool("stop_hook_active")
}
