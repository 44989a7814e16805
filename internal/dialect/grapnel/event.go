package grapnel

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/project"
	"github.com/grapnel-hooks/grapnel/internal/dialect/kit"
	"github.com/grapnel-hooks/grapnel/internal/jsonx"
)

// Fields of events. Role, commands and paths are what the engine finds out about
// a tool call.
const (
	fieldTool           = "tool_name"
	fieldCallID         = "tool_call_id"
	fieldInput          = "tool_input"
	fieldResult         = "tool_response"
	fieldError          = "tool_error"
	fieldPrompt         = "prompt"
	fieldRequest        = "llm_request"
	fieldResponse       = "llm_response"
	fieldRole           = "role"
	fieldCommands       = "commands"
	fieldPaths          = "paths"
	fieldPermissionMode = "permission_mode"
)

// toolMembers are the members of "tool" in what hooks read, and the fields that
// they come from.
func toolMembers() [][2]string {
	return [][2]string{
		{"name", fieldTool},
		{"role", fieldRole},
		{"id", fieldCallID},
		{"input", fieldInput},
		{"result", fieldResult},
		{"error", fieldError},
	}
}

func modelMembers() [][2]string {
	return [][2]string{{"request", fieldRequest}, {"response", fieldResponse}}
}

// Fields gives a host's data the names of the fields, as far as it belongs to
// the event.
func (Dialect) Fields(kind hook.Kind, d hook.Data) hook.Object {
	f := hook.Object{}
	raw := func(field string, value json.RawMessage) {
		if len(value) > 0 {
			f[field] = value
		}
	}
	switch kind {
	case hook.ToolBefore, hook.ToolAfter, hook.ToolFailure:
		f.Set(fieldTool, d.Tool)
		f[fieldInput] = kit.OrEmptyObject(d.ToolInput)
		f.SetText(fieldCallID, d.ToolCallID)
		if kind != hook.ToolBefore {
			raw(fieldResult, d.ToolResponse)
			f.SetText(fieldError, d.ToolError)
		}
	case hook.ModelBefore, hook.ModelAfter, hook.ToolSelection:
		raw(fieldRequest, d.LLMRequest)
		if kind == hook.ModelAfter {
			raw(fieldResponse, d.LLMResponse)
		}
	}
	for _, text := range lifecycleTexts(kind, d) {
		f.SetText(text[0], text[1])
	}
	return f
}

// Data is what an event is about in neutral words: the reverse of Fields.
func (Dialect) Data(ev hook.Event) hook.Data {
	f := ev.Fields
	text := func(field string) string {
		value, _ := f.String(field)
		return value
	}
	return hook.Data{
		Tool: text(fieldTool), ToolCallID: text(fieldCallID), ToolInput: f[fieldInput], ToolResponse: f[fieldResult],
		ToolError: text(fieldError), LLMRequest: f[fieldRequest], LLMResponse: f[fieldResponse],
		Prompt: text(fieldPrompt), Response: text("response"), Source: text("source"), Reason: text("reason"),
		Trigger: text("trigger"), Notification: text("notification"), Message: text("message"),
	}
}

// lifecycleTexts are the fields of the other events, which are all texts.
func lifecycleTexts(kind hook.Kind, d hook.Data) [][2]string {
	switch kind {
	case hook.PromptSubmit:
		return [][2]string{{fieldPrompt, d.Prompt}}
	case hook.AgentStop:
		return [][2]string{{fieldPrompt, d.Prompt}, {"response", d.Response}}
	case hook.SessionStart:
		return [][2]string{{"source", d.Source}}
	case hook.SessionEnd:
		return [][2]string{{"reason", d.Reason}}
	case hook.CompactBefore:
		return [][2]string{{"trigger", d.Trigger}}
	case hook.Notification:
		return [][2]string{{"notification", d.Notification}, {"message", d.Message}}
	}
	return nil
}

// ReadPayload returns an event whose fields were given as hooks read them, with
// tool, session and model as objects.
func (Dialect) ReadPayload(ev hook.Event) (hook.Event, error) {
	fields := ev.Fields.Overlay(nil)
	take := func(name string, members [][2]string) error {
		raw, given := fields[name]
		if !given {
			return nil
		}
		object, ok := fields.Object(name)
		if !ok {
			return fmt.Errorf("payload: %s must be an object, not %s", name, kit.Excerpt(raw))
		}
		delete(fields, name)
		for _, member := range members {
			if value, ok := object[member[0]]; ok {
				fields[member[1]] = value
			}
		}
		return nil
	}
	for _, part := range []struct {
		name    string
		members [][2]string
	}{
		{"tool", toolMembers()},
		{"model", modelMembers()},
		{"session", [][2]string{{"id", "\x00id"}, {"cwd", "\x00cwd"}, {"transcript", "\x00transcript"}, {"permissionMode", fieldPermissionMode}}},
	} {
		if err := take(part.name, part.members); err != nil {
			return ev, err
		}
	}
	for field, to := range map[string]*string{
		"\x00id": &ev.Session.ID, "\x00cwd": &ev.Session.Dir, "\x00transcript": &ev.Session.TranscriptPath, "agent": &ev.Session.Agent,
	} {
		if text, ok := fields.String(field); ok && text != "" {
			*to = text
		}
		delete(fields, field)
	}
	for _, base := range []string{"version", "event"} {
		delete(fields, base)
	}
	ev.Fields = fields
	if name, given := fields[fieldTool]; given && !kit.IsString(name) {
		return ev, fmt.Errorf("payload: the tool's name must be a string")
	}
	return ev, nil
}

// inputOrder is the order of members in what hooks read.
func inputOrder() []string {
	return []string{"version", "event", "agent", "session", "tool", "commands", "paths", "prompt", "model"}
}

// Input writes the event as one line of JSON, and what small hooks need as
// variables.
func (Dialect) Input(ev hook.Event) (stdin []byte, env []string) {
	all := ev.Fields.Overlay(nil)
	group(all, "tool", toolMembers())
	group(all, "model", modelMembers())
	session := hook.Object{}
	session.Set("id", ev.Session.ID)
	session.Set("cwd", ev.Session.Dir)
	session.SetText("transcript", ev.Session.TranscriptPath)
	if mode, ok := all[fieldPermissionMode]; ok {
		session["permissionMode"] = mode
		delete(all, fieldPermissionMode)
	}
	all["version"] = json.RawMessage("1")
	all.Set("event", ev.Type.Name)
	all.SetText("agent", ev.Session.Agent)
	all["session"] = session.Raw()
	return kit.Line(nil, all, inputOrder()), variables(ev)
}

// group moves fields into an object, if there are any.
func group(fields hook.Object, name string, members [][2]string) {
	object := hook.Object{}
	for _, member := range members {
		if value, ok := fields[member[1]]; ok {
			object[member[0]] = value
			delete(fields, member[1])
		}
	}
	if len(object) > 0 {
		fields[name] = object.Raw()
	}
}

// maxVariable is how many bytes the value of a variable may have.
const maxVariable = 32 << 10

func variables(ev hook.Event) []string {
	tool, _ := ev.Fields.String(fieldTool)
	role, _ := ev.Fields.String(fieldRole)
	paths, _ := ev.Fields.Strings(fieldPaths)
	home, _ := os.UserHomeDir() // without one, the search for the root goes further up
	variable := func(name, value string) string { return kit.Variable(name, value, maxVariable) }
	return []string{
		variable("GRAPNEL_EVENT", ev.Type.Name),
		variable("GRAPNEL_TOOL", tool),
		variable("GRAPNEL_ROLE", role),
		variable("GRAPNEL_PATH", cmp.Or(append(paths, "")...)),
		variable("GRAPNEL_PROJECT_DIR", project.Root(ev.Session.Dir, home)),
		variable("GRAPNEL_AGENT", ev.Session.Agent),
	}
}

// NextEvent returns the event as a hook sees it after another hook or a rule has
// rewritten the input or the result.
func (Dialect) NextEvent(ev hook.Event, meaning any) hook.Event {
	output, _ := meaning.(hook.Object) // nothing else is ever understood
	changes := hook.Object{}
	if input, ok := output["input"]; ok && ev.Type.Kind == hook.ToolBefore && !jsonx.Equal(input, ev.Fields[fieldInput]) {
		changes[fieldInput] = input
	}
	if field := resultField(ev.Type.Kind); field != "" {
		if result, ok := output["result"]; ok && !jsonx.Equal(result, ev.Fields[field]) {
			changes[field] = result
		}
	}
	if len(changes) > 0 {
		ev.Fields = ev.Fields.Overlay(changes)
	}
	return ev
}

// resultField is the field that an answer's result replaces.
func resultField(kind hook.Kind) string {
	switch kind {
	case hook.ToolAfter, hook.ToolFailure:
		return fieldResult
	case hook.ModelAfter:
		return fieldResponse
	}
	return ""
}
