package llm

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/jsonx"
)

// The modes of tool use a hook may choose from.
const (
	ModeAuto = "AUTO" // the model decides
	ModeAny  = "ANY"  // the model must call a tool
	ModeNone = "NONE" // the model must not call a tool
)

// modeValidated is what the Gemini API calls AUTO with a list: text, or a call of
// a listed function.
const modeValidated = "VALIDATED"

// ToolChoice says how the model may use the tools of a request.
type ToolChoice struct {
	Mode string
	// AllowedFunctionNames is nil where there is no list. An empty list is
	// different: it allows nothing.
	AllowedFunctionNames []string
	CallingExtra         map[string]json.RawMessage // other members of functionCallingConfig
	Extra                map[string]json.RawMessage // all other members
}

func (c *ToolChoice) clone() *ToolChoice {
	return &ToolChoice{
		Mode:                 c.Mode,
		AllowedFunctionNames: slices.Clone(c.AllowedFunctionNames),
		CallingExtra:         maps.Clone(c.CallingExtra),
		Extra:                maps.Clone(c.Extra),
	}
}

// Wire returns the configuration that means the same to the Gemini API. There,
// a list is only legal with the modes ANY and VALIDATED: AUTO with a list is
// refused. A list that allows nothing means NONE, which has no list. For nil it
// is nil.
func (c *ToolChoice) Wire() *ToolChoice {
	if c == nil {
		return nil
	}
	legal := *c
	switch {
	case c.AllowedFunctionNames == nil:
	case c.Mode == ModeNone, len(c.AllowedFunctionNames) == 0:
		legal.Mode, legal.AllowedFunctionNames = ModeNone, nil
	case c.Mode == ModeAuto, c.Mode == "":
		legal.Mode = modeValidated
	}
	return &legal
}

// MarshalJSON returns the tool configuration with all its members.
func (c ToolChoice) MarshalJSON() ([]byte, error) {
	calling := object(c.CallingExtra)
	if c.Mode != "" {
		calling["mode"] = c.Mode
	}
	if c.AllowedFunctionNames != nil {
		calling["allowedFunctionNames"] = c.AllowedFunctionNames
	}
	m := object(c.Extra)
	if len(calling) > 0 {
		m["functionCallingConfig"] = calling
	}
	return jsonx.Marshal(m)
}

// UnmarshalJSON reads a tool configuration and keeps the members it does not
// know.
func (c *ToolChoice) UnmarshalJSON(data []byte) error {
	m, err := decodeObject(data)
	if err != nil {
		return fmt.Errorf("tool configuration: %w", err)
	}
	*c = ToolChoice{}
	var calling members
	err = errors.Join(
		take(m, "functionCallingConfig", &calling),
		take(calling, "mode", &c.Mode),
		take(calling, "allowedFunctionNames", &c.AllowedFunctionNames),
	)
	c.CallingExtra = rest(calling)
	c.Extra = rest(m)
	return err
}

// ApplyToolConfig returns base with the tool configuration a hook chose. It
// restricts the use of tools and never touches their definitions. What the hook
// left open stays as it is; without any mode it is AUTO.
func ApplyToolConfig(base *Request, edit hook.ToolConfig) *Request {
	req := base.Clone()
	if req.ToolConfig == nil {
		req.ToolConfig = &ToolChoice{}
	}
	req.ToolConfig.overlay(edit)
	return req
}

func (c *ToolChoice) overlay(edit hook.ToolConfig) {
	if edit.Mode != "" {
		c.Mode = edit.Mode
	}
	if edit.AllowedFunctionNames != nil {
		c.AllowedFunctionNames = slices.Clone(edit.AllowedFunctionNames)
	}
	switch c.Mode {
	case "":
		c.Mode = ModeAuto
	case ModeNone: // a provider that ignores the mode still sees nothing allowed
		c.AllowedFunctionNames = []string{}
	}
}
