package llm

import (
	"bytes"
	"encoding/json"
	"slices"

	"github.com/grapnel-hooks/grapnel/hook"
)

// Part is one piece of a [Content], kept as the JSON it came as: text, a tool
// call, a tool result, an image, or something this package has never heard of.
// Parts are never changed in place, so requests may share them.
type Part json.RawMessage

// TextPart returns a part that has text and nothing else.
func TextPart(text string) Part {
	return slices.Concat(Part(`{"text":`), Part(hook.AppendString(nil, text)), Part(`}`))
}

// MarshalJSON returns the part as it is.
func (p Part) MarshalJSON() ([]byte, error) {
	return json.RawMessage(p).MarshalJSON()
}

// UnmarshalJSON keeps a copy of data.
func (p *Part) UnmarshalJSON(data []byte) error {
	*p = bytes.Clone(data)
	return nil
}

// Text returns the text of a visible text part. A model's thoughts have text
// too, but are no part of the conversation.
func (p Part) Text() (string, bool) {
	m, err := decodeObject(json.RawMessage(p))
	if err != nil || string(m["thought"]) == "true" {
		return "", false
	}
	return asString(m["text"])
}

// WithText returns the part with its text replaced and every other byte as it
// was: signatures are checked by the provider and must not change. A part
// without text is returned unchanged.
func (p Part) WithText(text string) Part {
	start, end, ok := p.textRange()
	if !ok {
		return p
	}
	return slices.Concat(p[:start], Part(hook.AppendString(nil, text)), p[end:])
}

// textRange finds the bytes of the value of the "text" member. Of several, the
// last one counts, as it does for Text.
func (p Part) textRange() (start, end int, ok bool) {
	dec := json.NewDecoder(bytes.NewReader(p))
	if open, err := dec.Token(); err != nil || open != json.Delim('{') {
		return 0, 0, false
	}
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			return 0, 0, false
		}
		var value json.RawMessage
		if err := dec.Decode(&value); err != nil {
			return 0, 0, false
		}
		if key == "text" {
			end = int(dec.InputOffset())
			start = end - len(value)
			_, ok = asString(value)
		}
	}
	_, err := dec.Token() // the closing brace
	return start, end, ok && err == nil
}

// hasMoreThanText reports whether the part has members besides its text.
func (p Part) hasMoreThanText() bool {
	m, err := decodeObject(json.RawMessage(p))
	return err == nil && len(m) > 1
}

// FunctionCall returns the ID and name of the tool call the part is. The ID may
// be empty: not every model gives one.
func (p Part) FunctionCall() (id, name string, ok bool) {
	return p.function("functionCall")
}

// FunctionArgs returns the arguments of the tool call the part is, as they
// came; nil if there are none.
func (p Part) FunctionArgs() json.RawMessage {
	m, err := decodeObject(json.RawMessage(p))
	if err != nil {
		return nil
	}
	call, err := decodeObject(m["functionCall"])
	if err != nil {
		return nil
	}
	return call["args"]
}

// FunctionResponse returns the ID and name of the tool call the part is the
// result of. The ID may be empty.
func (p Part) FunctionResponse() (id, name string, ok bool) {
	return p.function("functionResponse")
}

func (p Part) function(member string) (id, name string, ok bool) {
	m, err := decodeObject(json.RawMessage(p))
	if err != nil {
		return "", "", false
	}
	f, err := decodeObject(m[member])
	if err != nil {
		return "", "", false
	}
	id, _ = asString(f["id"])
	name, _ = asString(f["name"])
	return id, name, true
}
