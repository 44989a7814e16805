package genaihooks

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"

	"google.golang.org/genai"

	"github.com/grapnel-hooks/grapnel/host"
	"github.com/grapnel-hooks/grapnel/llm"
)

// Model is a [host.Model] that streams answers from the Gemini API. It is safe
// for concurrent use.
//
// Answers are taken as they come over the wire. The SDK's Go types would lose
// parts they do not know and the last digits of large numbers in the arguments
// of calls.
type Model struct {
	// Config, if set, applies to every request, for what [host.Options] have
	// no place for: safety settings, labels, HTTP options. What a request says
	// itself wins.
	Config *genai.GenerateContentConfig

	client *genai.Client
}

var _ host.Model = (*Model)(nil)

// NewModel returns a model that uses the connection, credentials and options of
// a client.
func NewModel(ctx context.Context, client *genai.Client) (*Model, error) {
	listening, err := listen(ctx, client)
	if err != nil {
		return nil, fmt.Errorf("derive a client: %w", err)
	}
	return &Model{client: listening}, nil
}

// PromptError says that the API refused to answer a prompt.
type PromptError struct {
	Reason  string // such as SAFETY
	Message string // may be empty
}

func (e *PromptError) Error() string {
	if e.Message == "" {
		return "the API refused the prompt: " + e.Reason
	}
	return fmt.Sprintf("the API refused the prompt: %s: %s", e.Reason, e.Message)
}

// Generate streams the answer to a request. Nothing is sent before the stream
// is read. Leaving the stream early, or the end of ctx, closes the connection.
func (m *Model) Generate(ctx context.Context, request *llm.Request) iter.Seq2[*llm.Response, error] {
	return func(yield func(*llm.Response, error) bool) {
		config, err := withChanges(m.Config, &llm.Request{}, request)
		if err != nil {
			yield(nil, err)
			return
		}
		heard := &recording{}
		for chunk, err := range m.client.Models.GenerateContentStream(heard.attach(ctx), request.Model, nil, config) {
			if err == nil {
				err = refusal(chunk)
			}
			if err != nil {
				yield(nil, err)
				return
			}
			response, err := heard.response(chunk)
			if !yield(response, err) || err != nil {
				return
			}
		}
	}
}

// refusal returns the error that a chunk without an answer stands for.
func refusal(chunk *genai.GenerateContentResponse) error {
	if chunk == nil || len(chunk.Candidates) > 0 || chunk.PromptFeedback == nil || chunk.PromptFeedback.BlockReason == "" {
		return nil
	}
	return &PromptError{Reason: string(chunk.PromptFeedback.BlockReason), Message: chunk.PromptFeedback.BlockReasonMessage}
}

// response returns the chunk as it came over the wire.
func (r *recording) response(chunk *genai.GenerateContentResponse) (*llm.Response, error) {
	raw, ok := r.next()
	if !ok { // an HTTP client that does not use its transport
		return responseFrom(chunk)
	}
	response := &llm.Response{}
	if err := json.Unmarshal(raw, response); err != nil {
		return nil, fmt.Errorf("read a chunk of the answer: %w", err)
	}
	return response, nil
}
