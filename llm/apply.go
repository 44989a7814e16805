package llm

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/jsonx"
)

// ApplyRequest returns base with the changes a hook made to it. The argument
// edited is what the hook returned: a [HookRequest], or any part of one, as
// JSON. Members it does not have leave base as it is.
//
// The remarks say, for people, what was odd about the answer and was therefore
// ignored. It is an error only if edited is not a JSON object. Base is never
// modified.
func ApplyRequest(base *Request, edited json.RawMessage) (req *Request, remarks []string, err error) {
	edit, err := decodeObject(edited)
	if err != nil {
		return nil, nil, fmt.Errorf("edited request: %w", err)
	}
	a := requestEdit{Request: base.Clone()}
	for _, key := range slices.Sorted(maps.Keys(edit)) {
		value := edit[key]
		switch key {
		case "model":
			a.model(value)
		case "messages":
			a.messages(value)
		case "config":
			a.config(value)
		case "toolConfig":
			a.toolConfig(value)
		default:
			a.addf("%.40q is no member of a request: ignored", key)
		}
	}
	return a.Request, a.list(), nil
}

// requestEdit applies the members of a hook's answer to a request.
type requestEdit struct {
	*Request
	notes
}

func (a *requestEdit) model(raw json.RawMessage) {
	model, ok := jsonx.String(raw)
	if !ok || model == "" {
		a.addf("model is not a name: ignored")
		return
	}
	a.Model = model
}

// config overlays the settings one by one: a hook that sets the temperature has
// said nothing about the rest.
func (a *requestEdit) config(raw json.RawMessage) {
	for name, value := range a.usableConfig(raw, a.Config) {
		switch {
		case jsonx.IsNull(value):
			delete(a.Config, name)
		case jsonx.Equal(a.Config[name], value): // keep the digits it came in
		default:
			if a.Config == nil {
				a.Config = make(map[string]json.RawMessage)
			}
			a.Config[name] = value
		}
	}
}

// toolConfig overlays mode and allowed names. An answer that changes neither
// leaves everything as it is, even a combination overlay would not produce.
func (a *requestEdit) toolConfig(raw json.RawMessage) {
	var current hook.ToolConfig
	if sent := toHookToolConfig(a.ToolConfig); sent != nil {
		current = *sent
	}
	var edit hook.ToolConfig
	usable := a.usableToolConfig(raw, current.Mode)
	edit.Mode, _ = jsonx.String(usable["mode"])
	edit.AllowedFunctionNames, _ = jsonx.Strings(usable["allowedFunctionNames"])
	sameMode := edit.Mode == "" || edit.Mode == current.Mode
	sameNames := edit.AllowedFunctionNames == nil ||
		current.AllowedFunctionNames != nil && slices.Equal(edit.AllowedFunctionNames, current.AllowedFunctionNames)
	if sameMode && sameNames {
		return
	}
	if a.ToolConfig == nil {
		a.ToolConfig = &ToolChoice{}
	}
	a.ToolConfig.overlay(edit)
}
