package llm

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/grapnel-hooks/grapnel/hook"
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
	model, ok := asString(raw)
	if !ok || model == "" {
		a.addf("model is not a name: ignored")
		return
	}
	a.Model = model
}

// config overlays the settings one by one: a hook that sets the temperature has
// said nothing about the rest.
func (a *requestEdit) config(raw json.RawMessage) {
	edit, err := decodeObject(raw)
	if err != nil {
		a.addf("config is not an object: ignored")
		return
	}
	for _, name := range slices.Sorted(maps.Keys(edit)) {
		a.setting(name, edit[name])
	}
}

// setting sets one setting. One that is not part of the stable format is the
// hook's own business with the provider and is passed on.
func (a *requestEdit) setting(name string, value json.RawMessage) {
	field, known := configFields[name]
	switch {
	case isNull(value):
		delete(a.Config, name)
	case known && !field.valid(value):
		a.addf("config.%s is not %s: ignored", name, field.want)
	case sameJSON(a.Config[name], value): // keep the digits it came in
	default:
		if a.Config == nil {
			a.Config = make(map[string]json.RawMessage)
		}
		a.Config[name] = value
	}
}

// toolConfig overlays mode and allowed names. An answer that changes neither
// leaves everything as it is, even a combination overlay would not produce.
func (a *requestEdit) toolConfig(raw json.RawMessage) {
	var current hook.ToolConfig
	if sent := toHookToolConfig(a.ToolConfig); sent != nil {
		current = *sent
	}
	edit := a.readToolConfig(raw, current.Mode)
	sameMode := edit.Mode == "" || edit.Mode == current.Mode
	sameNames := edit.AllowedFunctionNames == nil ||
		current.AllowedFunctionNames != nil && slices.Equal(edit.AllowedFunctionNames, current.AllowedFunctionNames)
	if sameMode && sameNames {
		return
	}
	if a.ToolConfig == nil {
		a.ToolConfig = &ToolConfig{}
	}
	a.ToolConfig.overlay(edit)
}

// readToolConfig reads what a hook returned. Of the modes hooks do not know, it
// accepts only the one the request has.
func (a *requestEdit) readToolConfig(raw json.RawMessage, currentMode string) (edit hook.ToolConfig) {
	m, err := decodeObject(raw)
	if err != nil {
		a.addf("toolConfig is not an object: ignored")
		return hook.ToolConfig{}
	}
	for _, key := range slices.Sorted(maps.Keys(m)) {
		ok := true
		switch key {
		case "mode":
			edit.Mode, ok = asMode(m[key], currentMode)
		case "allowedFunctionNames":
			edit.AllowedFunctionNames, ok = asStrings(m[key])
		default:
			ok = false
		}
		if !ok {
			a.addf("toolConfig.%.40s is unknown or has an unusable value: ignored", key)
		}
	}
	return edit
}

func asMode(raw json.RawMessage, current string) (mode string, ok bool) {
	mode, ok = asString(raw)
	switch mode {
	case ModeAuto, ModeAny, ModeNone:
		return mode, ok
	case current:
		return mode, ok && mode != ""
	}
	return "", false
}
