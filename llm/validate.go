package llm

import (
	"encoding/json"
	"maps"
	"slices"

	"github.com/grapnel-hooks/grapnel/internal/jsonx"
)

// usableConfig returns the settings that a hook returned, without those of the
// stable format that have the wrong type, unless they were like that before.
// Settings outside of it are the hook's own business with the provider.
func (n *notes) usableConfig(raw json.RawMessage, was members) members {
	config, err := decodeObject(raw)
	if err != nil {
		n.addf("config is not an object: ignored")
		return nil
	}
	for _, name := range slices.Sorted(maps.Keys(config)) {
		field, known := configFields[name]
		value := config[name]
		if known && !jsonx.IsNull(value) && !field.valid(value) && !jsonx.Equal(was[name], value) {
			n.addf("config.%s is not %s: ignored", name, field.want)
			delete(config, name)
		}
	}
	return config
}

// usableToolConfig returns the tool configuration that a hook returned, without
// what cannot be used. Of the modes that hooks do not know, only the current one
// can.
func (n *notes) usableToolConfig(raw json.RawMessage, currentMode string) members {
	config, err := decodeObject(raw)
	if err != nil {
		n.addf("toolConfig is not an object: ignored")
		return nil
	}
	for _, key := range slices.Sorted(maps.Keys(config)) {
		usable := false
		switch key {
		case "mode":
			usable = isMode(config[key], currentMode)
		case "allowedFunctionNames":
			usable = isStrings(config[key])
		}
		if !usable {
			n.addf("toolConfig.%.40s is unknown or has an unusable value: ignored", key)
			delete(config, key)
		}
	}
	return config
}

func isMode(raw json.RawMessage, current string) bool {
	mode, _ := jsonx.String(raw)
	switch mode {
	case ModeAuto, ModeAny, ModeNone:
		return true
	}
	return mode != "" && mode == current
}
