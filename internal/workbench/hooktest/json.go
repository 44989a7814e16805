package hooktest

import (
	"bytes"
	"encoding/json"

	"github.com/grapnel-hooks/grapnel/internal/base/document"
	"github.com/grapnel-hooks/grapnel/internal/jsonx"
)

// raw returns a value of a document as JSON.
func raw(v *document.Value) json.RawMessage {
	var w jsonx.Writer
	writeValue(&w, v)
	return w.Buf
}

func writeValue(w *jsonx.Writer, v *document.Value) {
	switch v.Kind {
	case document.Object:
		w.Begin('{')
		for _, m := range v.Members {
			w.Key(m.Key)
			writeValue(w, m.Value)
		}
		w.End('}')
	case document.List:
		w.Begin('[')
		for _, item := range v.Items {
			writeValue(w, item)
		}
		w.End(']')
	default:
		w.Value(v.Scalar)
	}
}

// decode reads JSON that is known to be valid; nothing counts as null. Numbers
// that mean the same are the same: YAML does not keep 1.0 from 1.
func decode(text json.RawMessage) any {
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	var v any
	_ = dec.Decode(&v) // nothing leaves nil
	return sameNumbers(v)
}

func sameNumbers(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for key, inner := range v {
			v[key] = sameNumbers(inner)
		}
	case []any:
		for i, inner := range v {
			v[i] = sameNumbers(inner)
		}
	case json.Number:
		return jsonx.CanonicalNumber(v)
	}
	return v
}

// within returns the part of got that want speaks of: objects keep only the
// keys that want has, at every depth.
func within(got, want any) any {
	switch w := want.(type) {
	case map[string]any:
		g, ok := got.(map[string]any)
		if !ok {
			return got
		}
		part := map[string]any{}
		for key, inner := range w {
			if value, ok := g[key]; ok {
				part[key] = within(value, inner)
			}
		}
		return part
	case []any:
		g, ok := got.([]any)
		if !ok || len(g) != len(w) {
			return got
		}
		part := make([]any, len(g))
		for i := range g {
			part[i] = within(g[i], w[i])
		}
		return part
	}
	return got
}

// pretty returns a value as indented JSON with sorted keys, which makes equal
// values equal texts.
func pretty(v any) string {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	_ = enc.Encode(v) // decoded JSON always encodes
	return string(bytes.TrimRight(buf.Bytes(), "\n"))
}
