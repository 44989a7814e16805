package llm

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"

	"github.com/grapnel-hooks/grapnel/internal/jsonx"
)

// Request is a model request with everything in it.
type Request struct {
	Model             string
	Contents          []Content
	SystemInstruction *Content
	Config            map[string]json.RawMessage // generationConfig
	Tools             json.RawMessage            // tool definitions, never touched
	ToolConfig        *ToolChoice
	Extra             map[string]json.RawMessage // all other members
}

// Clone returns a copy that can be changed without changing r. Encoded JSON is
// shared, as nothing ever writes to it.
func (r *Request) Clone() *Request {
	c := *r
	c.Contents = cloneContents(r.Contents)
	c.Config = maps.Clone(r.Config)
	c.Extra = maps.Clone(r.Extra)
	if r.SystemInstruction != nil {
		instruction := r.SystemInstruction.Clone()
		c.SystemInstruction = &instruction
	}
	if r.ToolConfig != nil {
		c.ToolConfig = r.ToolConfig.clone()
	}
	return &c
}

func cloneContents(contents []Content) []Content {
	if contents == nil {
		return nil
	}
	out := make([]Content, len(contents))
	for i, content := range contents {
		out[i] = content.Clone()
	}
	return out
}

// MarshalJSON returns the request in the shape of the Gemini API, with all its
// members.
func (r Request) MarshalJSON() ([]byte, error) {
	m := object(r.Extra)
	if r.Model != "" {
		m["model"] = r.Model
	}
	if r.Contents != nil {
		m["contents"] = r.Contents
	}
	if r.SystemInstruction != nil {
		m["systemInstruction"] = r.SystemInstruction
	}
	if r.Config != nil {
		m["generationConfig"] = r.Config
	}
	if r.Tools != nil {
		m["tools"] = r.Tools
	}
	if r.ToolConfig != nil {
		m["toolConfig"] = r.ToolConfig
	}
	return jsonx.Marshal(m)
}

// UnmarshalJSON reads a request and keeps the members it does not know.
func (r *Request) UnmarshalJSON(data []byte) error {
	m, err := decodeObject(data)
	if err != nil {
		return fmt.Errorf("request: %w", err)
	}
	*r = Request{}
	err = errors.Join(
		take(m, "model", &r.Model),
		take(m, "contents", &r.Contents),
		take(m, "systemInstruction", &r.SystemInstruction),
		take(m, "generationConfig", &r.Config),
		take(m, "tools", &r.Tools),
		take(m, "toolConfig", &r.ToolConfig),
	)
	r.Extra = rest(m)
	return err
}
