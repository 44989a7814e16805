package llxprt

import (
	"encoding/json"
	"slices"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/llm"
)

// projectVariables carry the agent's working directory to the hook.
var projectVariables = []string{"LLXPRT_PROJECT_DIR", "GEMINI_PROJECT_DIR", "CLAUDE_PROJECT_DIR"}

// timeLayout is how JavaScript's toISOString writes time.
const timeLayout = "2006-01-02T15:04:05.000Z"

// Fields gives a host's data LLxprt's field names.
func (Dialect) Fields(kind hook.Kind, d hook.Data) hook.Object {
	f := hook.Object{}
	switch kind {
	case hook.ToolBefore, hook.ToolAfter:
		f.Set("tool_name", d.Tool)
		f["tool_input"] = orEmptyObject(d.ToolInput)
		if kind == hook.ToolAfter {
			f["tool_response"] = orEmptyObject(d.ToolResponse)
		}
	case hook.ModelBefore, hook.ToolSelection:
		f["llm_request"] = orEmptyObject(d.LLMRequest)
	case hook.ModelAfter:
		f["llm_request"] = orEmptyObject(d.LLMRequest)
		f["llm_response"] = orEmptyObject(d.LLMResponse)
	case hook.PromptSubmit:
		f.Set("prompt", d.Prompt)
	case hook.AgentStop:
		f.Set("prompt", d.Prompt)
		f.Set("prompt_response", d.Response)
		f.Set("stop_hook_active", d.StopActive)
	case hook.SessionStart:
		f.Set("source", d.Source)
	case hook.SessionEnd:
		f.Set("reason", d.Reason)
	case hook.CompactBefore:
		f.Set("trigger", d.Trigger)
	case hook.Notification:
		f.Set("notification_type", d.Notification)
		f.Set("message", d.Message)
		f["details"] = orEmptyObject(d.Details)
	}
	return f
}

func orEmptyObject(raw json.RawMessage) json.RawMessage {
	if len(raw) == 0 {
		return json.RawMessage("{}")
	}
	return raw
}

// baseFields are written first, from the event itself.
var baseFields = []string{"session_id", "transcript_path", "cwd", "hook_event_name", "timestamp"}

// fieldOrder is the order in which a reader expects the fields; any others
// follow alphabetically.
var fieldOrder = []string{
	"tool_name", "tool_input", "tool_response", "llm_request", "llm_response",
	"prompt", "prompt_response", "stop_hook_active", "source", "reason", "trigger",
}

// Input writes the event as one line of JSON, base fields first.
func (Dialect) Input(ev hook.Event) (stdin []byte, env []string) {
	buf := make([]byte, 0, 512+size(ev.Fields))
	buf = append(buf, '{')
	buf = appendMember(buf, "session_id", ev.Session.ID)
	buf = appendMember(buf, "transcript_path", ev.Session.TranscriptPath)
	buf = appendMember(buf, "cwd", ev.Session.Dir)
	buf = appendMember(buf, "hook_event_name", ev.Type.Name)
	if ev.Fields.Has("timestamp") {
		buf = append(append(append(buf, `"timestamp":`...), ev.Fields["timestamp"]...), ',')
	} else {
		buf = appendMember(buf, "timestamp", ev.Time.UTC().Format(timeLayout))
	}
	for _, key := range orderedKeys(ev.Fields) {
		buf = hook.AppendString(buf, key)
		buf = append(buf, ':')
		buf = hook.AppendCompact(buf, ev.Fields[key])
		buf = append(buf, ',')
	}
	buf[len(buf)-1] = '}'
	buf = append(buf, '\n')

	for _, name := range projectVariables {
		env = append(env, name+"="+ev.Session.Dir)
	}
	return buf, env
}

func size(fields hook.Object) int {
	n := 0
	for key, value := range fields {
		n += len(key) + len(value) + 4
	}
	return n
}

func orderedKeys(fields hook.Object) []string {
	keys := make([]string, 0, len(fields))
	for _, key := range fieldOrder {
		if _, ok := fields[key]; ok {
			keys = append(keys, key)
		}
	}
	if len(keys) == len(fields) {
		return keys
	}
	for _, key := range fields.Keys() {
		if !slices.Contains(fieldOrder, key) && !slices.Contains(baseFields, key) {
			keys = append(keys, key)
		}
	}
	return keys
}

func appendMember(buf []byte, key, value string) []byte {
	buf = append(buf, '"')
	buf = append(buf, key...)
	buf = append(buf, '"', ':')
	buf = hook.AppendString(buf, value)
	return append(buf, ',')
}

// Chain feeds a hook's changes to the next hook of a sequential plan.
func (Dialect) Chain(ev hook.Event, output hook.Object) hook.Event {
	specific, ok := output.Object("hookSpecificOutput")
	if !ok {
		return ev
	}
	changed := hook.Object{}
	switch ev.Type.Kind {
	case hook.ToolBefore:
		if edit, ok := specific.Object("tool_input"); ok {
			input, _ := ev.Fields.Object("tool_input")
			changed["tool_input"] = input.Overlay(edit).Raw()
		}
	case hook.ModelBefore:
		if edit, ok := specific.Object("llm_request"); ok {
			request, _ := ev.Fields.Object("llm_request")
			changed["llm_request"] = hook.Object(llm.OverlayRequest(request, edit)).Raw()
		}
	case hook.PromptSubmit:
		if text, ok := specific.String("additionalContext"); ok && text != "" {
			prompt, _ := ev.Fields.String("prompt")
			changed.Set("prompt", prompt+"\n\n"+text)
		}
	}
	ev.Fields = ev.Fields.Overlay(changed)
	return ev
}
