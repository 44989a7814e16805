package llxprt

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/jsonx"
)

// mergeSpecifics merges hookSpecificOutput of tool and agent events: later
// members replace earlier ones, except where something would be lost.
func (m *merger) mergeSpecifics() {
	merged := hook.Object{}
	var contexts []string
	for _, a := range m.answers {
		merged = merged.Overlay(withoutWeaker(merged, a.Specific))
		if text := a.AdditionalContext(); text != "" {
			contexts = append(contexts, text)
			m.out.Context = append(m.out.Context, hook.Context{Text: text, Placement: placement(m.ev.Type.Kind), Hook: a.hook})
		}
	}
	if len(contexts) > 0 && len(m.answers) > 1 { // else it is there already
		merged.Set("additionalContext", strings.Join(contexts, "\n"))
	}
	if input, rewritten := m.mergeToolInput(); rewritten {
		merged["tool_input"] = input
		if !m.out.Blocked {
			m.out.ToolInput = input
		}
	}
	m.setSpecific(merged)
}

// withoutWeaker returns what may overlay merged: a permissionDecision is not
// replaced by a weaker one.
func withoutWeaker(merged, specific hook.Object) hook.Object {
	before, _ := merged.String("permissionDecision")
	after, _ := specific.String("permissionDecision")
	if !neutral(before).Outranks(neutral(after)) {
		return specific
	}
	rest := hook.Object{}.Overlay(specific)
	delete(rest, "permissionDecision")
	delete(rest, "permissionDecisionReason")
	return rest
}

// placement is where the context goes that hooks of an event add.
func placement(kind hook.Kind) hook.Placement {
	switch kind {
	case hook.ToolAfter:
		return hook.InToolResult
	case hook.PromptSubmit:
		return hook.InPrompt
	case hook.SessionStart:
		return hook.InSession
	}
	return ""
}

// mergeToolInput makes the changes of all hooks to the original input, in plan
// order, in sequential and parallel plans alike.
func (m *merger) mergeToolInput() (input json.RawMessage, rewritten bool) {
	original, _ := m.ev.Fields.Object("tool_input")
	merged := original
	setBy := map[string]*said{}
	for _, a := range m.answers {
		edit := a.toolInput
		if edit == nil {
			continue
		}
		for _, key := range edit.Keys() {
			m.reportConflict(setBy[key], a, key, merged[key], edit[key])
			setBy[key] = &a
		}
		merged = m.contract.newInput(merged, edit)
	}
	return merged.Raw(), len(setBy) > 0 && !jsonx.Equal(merged.Raw(), original.Raw())
}

// reportConflict notes that two hooks of a parallel plan want different values
// for the same thing; earlier is nil if only one does. In a sequential plan the
// later one knew what it changed.
func (m *merger) reportConflict(earlier *said, later said, key string, old, new json.RawMessage) {
	if earlier == nil || m.sequential || jsonx.Equal(old, new) {
		return
	}
	m.warnf(later.hook, "rewrite-conflict", "hooks %q and %q give %q different values; %q comes later in the plan and wins",
		earlier.name, later.name, key, later.name)
}

// modes of tool calling, from the least to the most restrictive.
var modes = []string{"AUTO", "ANY", "NONE"}

// mergeToolConfig unites the tools that hooks allow; the most restrictive mode
// wins, and NONE allows nothing.
func (m *merger) mergeToolConfig() {
	var names []string
	mode, listed := "", false
	for _, a := range m.answers {
		config := a.toolConfig
		if config == nil {
			continue
		}
		if wanted, ok := m.readMode(a, config); ok && slices.Index(modes, wanted) > slices.Index(modes, mode) {
			mode = wanted
		}
		if list, ok := config.Strings("allowedFunctionNames"); ok {
			names, listed = append(names, list...), true
		} else if config.Has("allowedFunctionNames") {
			m.warnf(a.hook, "wrong-type", "toolConfig.allowedFunctionNames must be a list of strings; it is ignored")
		}
	}
	if mode == "" && !listed {
		m.setSpecific(m.otherSpecifics())
		return
	}
	config := &hook.ToolConfig{Mode: mode}
	if mode == "" {
		config.Mode = m.requestMode()
	}
	if listed || config.Mode == "NONE" {
		config.AllowedFunctionNames = []string{}
		if config.Mode != "NONE" {
			slices.Sort(names)
			config.AllowedFunctionNames = append(config.AllowedFunctionNames, slices.Compact(names)...)
		}
	}
	m.out.ToolConfig = config
	specific := m.otherSpecifics()
	specific.Set("toolConfig", config)
	m.setSpecific(specific)
}

func (m *merger) readMode(a said, config hook.Object) (string, bool) {
	mode, ok := config.String("mode")
	if !ok {
		if config.Has("mode") {
			m.warnf(a.hook, "wrong-type", "toolConfig.mode must be a string; it is ignored")
		}
		return "", false
	}
	if !slices.Contains(modes, mode) {
		m.warnf(a.hook, "unknown-mode", "toolConfig.mode %q is not known (%s are); it is ignored", mode, strings.Join(modes, ", "))
		return "", false
	}
	return mode, true
}

// requestMode is the mode of the request that the hooks were shown.
func (m *merger) requestMode() string {
	request, _ := m.ev.Fields.Object("llm_request")
	config, _ := request.Object("toolConfig")
	if mode, _ := config.String("mode"); mode != "" {
		return mode
	}
	return "AUTO"
}

// otherSpecifics lays all hookSpecificOutputs over each other and leaves out
// the members that have a merge of their own.
func (m *merger) otherSpecifics() hook.Object {
	merged := hook.Object{}
	for _, a := range m.answers {
		merged = merged.Overlay(a.Specific)
	}
	for _, key := range []string{"toolConfig", "llm_request", "llm_response"} {
		delete(merged, key)
	}
	return merged
}
