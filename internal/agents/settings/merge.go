package settings

import (
	"encoding/json"

	"github.com/tailscale/hujson"
)

// Merge puts what a settings file says about hooks into another: its groups at
// the end of the lists of their events, and its other members where there are
// none of that name. Every other byte of the other file stays.
func Merge(file string, text, more []byte) ([]byte, error) {
	root, _, err := parse(file, more)
	if err != nil {
		return nil, err
	}
	for _, m := range root.Value.(*hujson.Object).Members {
		key := m.Name.Value.(hujson.Literal).String()
		if key == "hooks" {
			continue
		}
		if text, err = addMissing(file, text, key, plain(m.Value)); err != nil {
			return nil, err
		}
	}
	for _, event := range events(root) {
		groups, _ := event.Value.Value.(*hujson.Array)
		if groups == nil {
			continue
		}
		keys := []string{"hooks", event.Name.Value.(hujson.Literal).String()}
		for i := range groups.Elements {
			if text, err = addTo(file, text, keys, plain(groups.Elements[i])); err != nil {
				return nil, err
			}
		}
	}
	return text, nil
}

// plain is a value without comments.
func plain(v hujson.Value) json.RawMessage {
	copied := hujson.Value{Value: v.Value}
	copied = copied.Clone()
	copied.Minimize()
	return copied.Pack()
}

// addMissing adds a member at the top, unless there is one.
func addMissing(file string, text []byte, key string, value json.RawMessage) ([]byte, error) {
	e, at, found, err := find(file, text, []string{key})
	if err != nil || found > 0 {
		return text, err
	}
	return finish(file, text, e.insert(at, key, value))
}
