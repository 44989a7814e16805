package llm

import (
	"encoding/json"
	"maps"

	"github.com/grapnel-hooks/grapnel/hook"
)

// OverlayRequest returns a request in hook format, as a raw object, with the
// changes of one hook, which is what the next hook in a chain gets to see.
// Members replace each other, except that config is overlaid setting by
// setting. A setting that was removed stays as null, so that the result still
// says so when it is given to [ApplyRequest]. Neither argument is modified.
func OverlayRequest(base, edit map[string]json.RawMessage) map[string]json.RawMessage {
	out := make(map[string]json.RawMessage, len(base)+len(edit))
	maps.Copy(out, base)
	maps.Copy(out, edit)
	if config, ok := base["config"]; ok && edit["config"] != nil {
		out["config"] = overlayObject(config, edit["config"])
	}
	return out
}

// overlayObject overlays one JSON object with another. If either is no object,
// the one that is wins.
func overlayObject(base, edit json.RawMessage) json.RawMessage {
	changed, err := decodeObject(edit)
	if err != nil {
		return base
	}
	out, err := decodeObject(base)
	if err != nil {
		return edit
	}
	maps.Copy(out, changed)
	return hook.Object(out).Raw()
}
