package llm

import (
	"bytes"
	"encoding/json"
	"slices"

	"github.com/grapnel-hooks/grapnel/internal/jsonx"
)

// Part is one piece of a [Content], kept as the JSON it came as: text, a tool
// call, a tool result, an image, or something this package has never heard of.
// Parts are never changed in place, so requests may share them.
type Part json.RawMessage

// TextPart returns a part that has text and nothing else.
func TextPart(text string) Part {
	return slices.Concat(Part(`{"text":`), Part(jsonx.AppendString(nil, text)), Part(`}`))
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
	if !bytes.Contains(p, []byte(`text`)) { // as tool calls, which need no decoding then
		return "", false
	}
	m, err := decodeObject(json.RawMessage(p))
	if err != nil || string(m["thought"]) == "true" {
		return "", false
	}
	return jsonx.String(m["text"])
}

// WithText returns the part with its text replaced and every other byte as it
// was: signatures are checked by the provider and must not change. A part
// without text is returned unchanged.
func (p Part) WithText(text string) Part {
	start, end, ok := p.textRange()
	if !ok {
		return p
	}
	return slices.Concat(p[:start], Part(jsonx.AppendString(nil, text)), p[end:])
}

// textRange finds the bytes of the value of the "text" member. Of several, the
// last one counts, as it does for Text.
func (p Part) textRange() (start, end int, ok bool) {
	c := jsonx.NewCursor(p)
	for key := range c.Members() {
		value := c.Raw()
		if string(key) == "text" {
			end = c.Offset()
			start = end - len(value)
			_, ok = jsonx.String(value)
		}
	}
	return start, end, ok && !c.Failed()
}

// How a part begins and ends that is text and nothing else.
const (
	plainStart = `{"text":"`
	plainEnd   = `"}`
)

// plainText returns the text of a part that has nothing else, as it is written:
// with its escapes and without quotes.
func (p Part) plainText() (escaped []byte, ok bool) {
	if body, ok := bytes.CutPrefix(p, []byte(plainStart)); ok {
		if body, ok := bytes.CutSuffix(body, []byte(plainEnd)); ok && !endsEarly(body) {
			return body, true
		}
	}
	text, ok := p.Text()
	if !ok || p.hasMoreThanText() {
		return nil, false
	}
	quoted := jsonx.AppendString(nil, text)
	return quoted[1 : len(quoted)-1], true
}

// endsEarly reports whether the inside of a JSON string has a quote that ends
// it, or ends with half an escape.
func endsEarly(body []byte) bool {
	for i := 0; i < len(body); i++ {
		switch body[i] {
		case '"':
			return true
		case '\\':
			if i++; i == len(body) {
				return true
			}
		}
	}
	return false
}

// hasMoreThanText reports whether the part has members besides its text.
func (p Part) hasMoreThanText() bool {
	m, err := decodeObject(json.RawMessage(p))
	return err == nil && len(m) > 1
}

// member returns a member that is an object. Most parts do not have it, which
// is seen without decoding them.
func (p Part) member(name string) (members, bool) {
	if !bytes.Contains(p, []byte(name)) {
		return nil, false
	}
	outer, err := decodeObject(json.RawMessage(p))
	if err != nil {
		return nil, false
	}
	m, err := decodeObject(outer[name])
	return m, err == nil
}
