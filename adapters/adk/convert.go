package adk

import (
	"bytes"
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"

	"google.golang.org/adk/v2/model"
	"google.golang.org/genai"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/llm"
)

// The types of package genai and of package llm have the same JSON, so that is
// the way between them. (It also keeps a float32 of 0.7 from becoming
// 0.699999988.) On the way back only what changed is decoded; everything else
// stays the very value it was.

// toRequest returns a request as package llm knows it.
func toRequest(req *model.LLMRequest) (*llm.Request, error) {
	out := &llm.Request{Model: req.Model}
	contents := present(req.Contents)
	if llm.ConvertJSON(contents, &out.Contents) != nil {
		if err := llm.ConvertJSON(encodableContents(contents), &out.Contents); err != nil {
			return nil, err
		}
	}
	if req.Config == nil {
		return out, nil
	}
	var settings hook.Object
	if err := llm.ConvertJSON(req.Config, &settings); err != nil {
		return nil, err
	}
	for key, part := range map[string]any{
		"systemInstruction": &out.SystemInstruction, "tools": &out.Tools, "toolConfig": &out.ToolConfig,
	} {
		if raw, ok := settings[key]; ok {
			delete(settings, key)
			if err := json.Unmarshal(raw, part); err != nil {
				return nil, err
			}
		}
	}
	out.Config = settings
	return out, nil
}

func present(contents []*genai.Content) []*genai.Content {
	return slices.DeleteFunc(slices.Clone(contents), func(c *genai.Content) bool { return c == nil })
}

// rewrite makes to req, in place, the changes that lead from one request to
// another. from is the translation of req.
func rewrite(req *model.LLMRequest, from, to *llm.Request) error {
	if to == from {
		return nil
	}
	contents, instructions, err := fromContents(present(req.Contents), from, to)
	if err != nil {
		return err
	}
	config := genai.GenerateContentConfig{}
	if req.Config != nil {
		config = *req.Config
	}
	applySettings(&config, from.Config, to.Config)
	if len(instructions) > 0 {
		config.SystemInstruction = extend(config.SystemInstruction, instructions)
	}
	if restricted(from.ToolConfig, to.ToolConfig) {
		if config.ToolConfig, err = fromToolConfig(to.ToolConfig); err != nil {
			return err
		}
	}
	req.Model, req.Contents, req.Config = to.Model, contents, &config
	return nil
}

// fromContents returns the contents of a rewritten request. Parts that were in
// the original are taken from there. System messages that hooks put into a
// conversation that had none are returned apart: models have another place for
// them.
func fromContents(original []*genai.Content, from, to *llm.Request) (contents []*genai.Content, instructions []*genai.Part, err error) {
	known := make(map[string]*genai.Part)
	system := false
	for i, content := range from.Contents {
		system = system || content.Role == llm.RoleSystem
		for j, part := range content.Parts {
			known[string(part)] = original[i].Parts[j]
		}
	}
	for _, content := range to.Contents {
		parts := make([]*genai.Part, len(content.Parts))
		for i, part := range content.Parts {
			var ok bool
			if parts[i], ok = known[string(part)]; ok {
				continue
			}
			if err := json.Unmarshal(part, &parts[i]); err != nil {
				return nil, nil, err
			}
		}
		if content.Role == llm.RoleSystem && !system {
			instructions = append(instructions, parts...)
			continue
		}
		contents = append(contents, &genai.Content{Role: content.Role, Parts: parts})
	}
	return contents, instructions, nil
}

// settings are the fields of a request's configuration that hooks may change,
// by their JSON names.
var settings = func() map[string]int {
	fields := make(map[string]int)
	t := reflect.TypeFor[genai.GenerateContentConfig]()
	for i := range t.NumField() {
		name, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
		fields[name] = i
	}
	for _, name := range []string{"httpOptions", "systemInstruction", "tools", "toolConfig"} {
		delete(fields, name)
	}
	return fields
}()

// applySettings sets the settings that differ between from and to. One that the
// SDK does not have, or of another type, is left alone.
func applySettings(config *genai.GenerateContentConfig, from, to map[string]json.RawMessage) {
	either := make(map[string]json.RawMessage)
	maps.Copy(either, from)
	maps.Copy(either, to)
	for name := range either {
		field, known := settings[name]
		if !known || bytes.Equal(from[name], to[name]) {
			continue
		}
		var single genai.GenerateContentConfig
		if raw, ok := to[name]; ok && llm.ConvertJSON(hook.Object{name: raw}, &single) != nil {
			continue
		}
		reflect.ValueOf(config).Elem().Field(field).Set(reflect.ValueOf(single).Field(field))
	}
}

// fromToolConfig returns a tool configuration for the model, in a form that the
// Gemini API accepts.
func fromToolConfig(config *llm.ToolChoice) (*genai.ToolConfig, error) {
	if config == nil {
		return nil, nil
	}
	out := &genai.ToolConfig{}
	return out, llm.ConvertJSON(config.Wire(), out)
}

// toResponse returns a response as package llm knows it.
func toResponse(resp *model.LLMResponse) (*llm.Response, error) {
	candidate := llm.Candidate{FinishReason: string(resp.FinishReason)}
	if llm.ConvertJSON(resp.Content, &candidate.Content) != nil {
		clean := encodableContents([]*genai.Content{resp.Content})
		if err := llm.ConvertJSON(clean[0], &candidate.Content); err != nil {
			return nil, err
		}
	}
	out := &llm.Response{Candidates: []llm.Candidate{candidate}}
	if resp.UsageMetadata != nil {
		return out, llm.ConvertJSON(resp.UsageMetadata, &out.UsageMetadata)
	}
	return out, nil
}

// fromResponse returns the first answer of a response that hooks gave.
func fromResponse(response *llm.Response) (*genai.Content, genai.FinishReason, error) {
	content := &genai.Content{Role: genai.RoleModel}
	if len(response.Candidates) == 0 {
		return content, genai.FinishReasonStop, nil
	}
	first := response.Candidates[0]
	return content, genai.FinishReason(first.FinishReason), llm.ConvertJSON(first.Content, content)
}

// visibleText returns the text of a content without the model's thoughts.
func visibleText(content *genai.Content) string {
	var b strings.Builder
	if content != nil {
		for _, part := range content.Parts {
			if part != nil && !part.Thought {
				b.WriteString(part.Text)
			}
		}
	}
	return b.String()
}
