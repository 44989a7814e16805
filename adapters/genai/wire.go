package genaihooks

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"

	"google.golang.org/genai"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/jsonx"
	"github.com/grapnel-hooks/grapnel/llm"
)

// The members of a request's body that are more than passed on.
const (
	memberContents    = "contents"
	memberInstruction = "systemInstruction"
	memberConfig      = "generationConfig"
	memberTools       = "tools"
	memberToolConfig  = "toolConfig"
)

// wire is a request as it goes over the wire, in raw JSON.
type wire struct {
	members hook.Object // all but the generation config
	config  hook.Object
}

// wireOf returns what the Gemini API takes of a request. The model is no part
// of the body but of the address.
func wireOf(request *llm.Request) (wire, error) {
	w := wire{members: hook.Object{}, config: request.Config}
	maps.Copy(w.members, request.Extra)
	contents, instruction := splitSystem(request)
	if err := w.set(memberContents, contents, len(contents) > 0); err != nil {
		return w, err
	}
	if err := w.set(memberInstruction, instruction, instruction != nil); err != nil {
		return w, err
	}
	if len(request.Tools) > 0 {
		w.members[memberTools] = request.Tools
	}
	tools := request.ToolConfig.Wire()
	return w, w.set(memberToolConfig, tools, tools != nil)
}

func (w wire) set(key string, value any, present bool) error {
	if !present {
		return nil
	}
	raw, err := jsonx.Marshal(value)
	if err != nil {
		return err
	}
	w.members[key] = raw
	return nil
}

// splitSystem moves messages with the role system, which only hooks write, to
// the system instruction: the API refuses them in a conversation.
func splitSystem(request *llm.Request) (contents []llm.Content, instruction *llm.Content) {
	instruction = request.SystemInstruction
	moved := false
	for _, content := range request.Contents {
		if content.Role != llm.RoleSystem {
			contents = append(contents, content)
			continue
		}
		if !moved {
			moved = true
			own := llm.Content{}
			if instruction != nil {
				own = instruction.Clone()
			}
			instruction = &own
		}
		instruction.Parts = append(instruction.Parts, content.Parts...)
	}
	return contents, instruction
}

// changes returns a function that makes those changes to a body which lead from
// one request to another. Whatever else is in the body stays, such as what the
// SDK adds to continue a long answer. It is nil if there is nothing to change.
func changes(from, to *llm.Request) (func(body map[string]any) map[string]any, error) {
	before, err := wireOf(from)
	if err != nil {
		return nil, err
	}
	after, err := wireOf(to)
	if err != nil {
		return nil, err
	}
	members := difference(before.members, after.members)
	config := difference(before.config, after.config)
	if len(members) == 0 && len(config) == 0 {
		return nil, nil
	}
	return func(body map[string]any) map[string]any {
		if body == nil {
			body = map[string]any{}
		}
		patch(body, members)
		if settings, ok := body[memberConfig].(map[string]any); ok {
			patch(settings, config)
		} else if len(config) > 0 {
			settings := map[string]any{}
			patch(settings, config)
			body[memberConfig] = settings
		}
		return body
	}, nil
}

// difference returns the members of after that differ from before's; those that
// are gone are nil.
func difference(before, after hook.Object) hook.Object {
	changed := hook.Object{}
	for key, value := range after {
		if old, ok := before[key]; !ok || !bytes.Equal(old, value) {
			changed[key] = value
		}
	}
	for key := range before {
		if _, ok := after[key]; !ok {
			changed[key] = nil
		}
	}
	return changed
}

func patch(object map[string]any, changed hook.Object) {
	for key, value := range changed {
		if value == nil {
			delete(object, key)
		} else {
			object[key] = json.RawMessage(value)
		}
	}
}

// withChanges returns a configuration that has the SDK send one request where it
// would send another: a copy, unless they are the same. What the caller does to
// bodies happens first.
func withChanges(config *genai.GenerateContentConfig, from, to *llm.Request) (*genai.GenerateContentConfig, error) {
	change, err := changes(from, to)
	if err != nil {
		return nil, fmt.Errorf("write the request: %w", err)
	}
	if change == nil {
		return config, nil
	}
	var own genai.GenerateContentConfig
	if config != nil {
		own = *config
	}
	if own.SystemInstruction != nil { // the SDK fills in its role
		instruction := *own.SystemInstruction
		own.SystemInstruction = &instruction
	}
	var options genai.HTTPOptions
	if own.HTTPOptions != nil {
		options = *own.HTTPOptions
	}
	if first := options.ExtrasRequestProvider; first != nil {
		options.ExtrasRequestProvider = func(body map[string]any) map[string]any { return change(first(body)) }
	} else {
		options.ExtrasRequestProvider = change
	}
	own.HTTPOptions = &options
	return &own, nil
}
