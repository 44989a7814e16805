package genaihooks

import (
	"encoding/json"
	"fmt"

	"google.golang.org/genai"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/llm"
)

// besides lists the settings that have a place of their own in the body of a
// request; the SDK has them side by side with those of the generation config.
var besides = []string{
	"cachedContent", "continuationToken", "generationOutputConfig", "labels",
	"modelArmorConfig", "safetySettings", "serviceTier", "store",
	memberInstruction, memberTools, memberToolConfig,
}

// requestFrom returns the request that a call of the SDK amounts to.
func requestFrom(model string, contents []*genai.Content, config *genai.GenerateContentConfig) (*llm.Request, error) {
	request := &llm.Request{}
	if config != nil {
		if err := readConfig(config, request); err != nil {
			return nil, fmt.Errorf("read config: %w", err)
		}
	}
	request.Model = model
	if err := llm.ConvertJSON(contents, &request.Contents); err != nil {
		return nil, fmt.Errorf("read contents: %w", err)
	}
	return request, nil
}

func readConfig(config *genai.GenerateContentConfig, request *llm.Request) error {
	own := *config
	own.HTTPOptions = nil // about the transport, as is the next one
	own.AutomaticContinuation = nil
	settings := hook.Object{}
	if err := llm.ConvertJSON(own, &settings); err != nil {
		return err
	}
	body := hook.Object{}
	for _, key := range besides {
		if value, ok := settings[key]; ok {
			body[key] = value
			delete(settings, key)
		}
	}
	if err := json.Unmarshal(body.Raw(), request); err != nil {
		return err
	}
	request.Config = settings
	return nil
}

// responseFrom returns a response of the SDK with everything in it.
func responseFrom(response *genai.GenerateContentResponse) (*llm.Response, error) {
	own := *response
	own.SDKHTTPResponse = nil // about the transport
	converted := &llm.Response{}
	if err := llm.ConvertJSON(&own, converted); err != nil {
		return nil, fmt.Errorf("read response: %w", err)
	}
	return converted, nil
}

// toResponse returns a response of hooks for callers of the SDK. Hooks may count
// tokens in ways that the SDK has no type for; such counts are left out.
func toResponse(response *llm.Response) (*genai.GenerateContentResponse, error) {
	converted := &genai.GenerateContentResponse{}
	if llm.ConvertJSON(response, converted) == nil {
		return converted, nil
	}
	uncounted := *response
	uncounted.UsageMetadata = nil
	converted = &genai.GenerateContentResponse{}
	if err := llm.ConvertJSON(&uncounted, converted); err != nil {
		return nil, fmt.Errorf("convert the response of a hook: %w", err)
	}
	return converted, nil
}
