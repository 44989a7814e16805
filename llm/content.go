package llm

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/grapnel-hooks/grapnel/internal/jsonx"
)

// The roles of the Gemini API, and the one that hooks may add.
const (
	RoleUser   = "user"
	RoleModel  = "model"
	RoleSystem = "system"
)

// Content is one turn of a conversation.
type Content struct {
	Role  string
	Parts []Part
	Extra map[string]json.RawMessage // all other members
}

// Text returns the visible text of all parts, joined.
func (c Content) Text() string {
	var b strings.Builder
	for _, part := range c.Parts {
		text, _ := part.Text()
		b.WriteString(text)
	}
	return b.String()
}

// Clone returns a copy that shares nothing that can be changed.
func (c Content) Clone() Content {
	c.Parts = slices.Clone(c.Parts)
	c.Extra = maps.Clone(c.Extra)
	return c
}

func (c Content) isZero() bool {
	return c.Role == "" && c.Parts == nil && c.Extra == nil
}

// MarshalJSON returns the content with all its members.
func (c Content) MarshalJSON() ([]byte, error) {
	m := object(c.Extra)
	if c.Role != "" {
		m["role"] = c.Role
	}
	if c.Parts != nil {
		m["parts"] = c.Parts
	}
	return jsonx.Marshal(m)
}

// UnmarshalJSON reads a content and keeps the members it does not know.
func (c *Content) UnmarshalJSON(data []byte) error {
	m, err := decodeObject(data)
	if err != nil {
		return fmt.Errorf("content: %w", err)
	}
	*c = Content{}
	err = errors.Join(
		take(m, "role", &c.Role),
		take(m, "parts", &c.Parts),
	)
	c.Extra = rest(m)
	return err
}
