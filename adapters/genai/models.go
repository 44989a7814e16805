package genaihooks

import (
	"context"
	"errors"
	"iter"

	"google.golang.org/genai"

	"github.com/grapnel-hooks/grapnel"
	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/host"
)

// Models calls models as the Models service of the SDK does, between their
// hooks: tool selection, before model, the call, after model.
//
// If a hook blocks a call and gives a response, that response is returned and
// nothing is sent. If it gives none, the response has no candidates, and its
// prompt feedback has the reason. If a hook stops the agent, the error is a
// [*StopError]. Hooks cause no other errors.
//
// AfterModel hooks see the complete response, once. They do not run after an
// error, nor for a stream that broke off or was left early, nor if the API
// refused the prompt.
//
// Models is safe for concurrent use. System messages of AfterModel hooks go to
// the model with the next call, so each conversation should have its own.
type Models struct {
	// OnReply, if set, is told what became of every call that did not fail,
	// before the caller gets the response: whether hooks blocked it or want it
	// hidden from the user, and which tools they allow.
	OnReply func(host.Reply)

	client *genai.Client
	chat   host.Chat // it keeps messages for the next call
}

// New returns the models of a client with hooks around them. Without hooks, nil,
// calls just go through.
func New(client *genai.Client, hooks *grapnel.System) *Models {
	return &Models{client: client, chat: host.Chat{Hooks: hooks, Model: current{}}}
}

// StopError says that a hook stops the agent: no further calls should be made.
type StopError struct {
	Reason string // for the user; may be empty
	// Response is what stands in for the model's response. It may have no
	// candidates.
	Response *genai.GenerateContentResponse
}

func (e *StopError) Error() string {
	if e.Reason == "" {
		return "a hook stopped the agent"
	}
	return "a hook stopped the agent: " + e.Reason
}

// GenerateContent is the SDK's GenerateContent with hooks.
func (m *Models) GenerateContent(ctx context.Context, model string, contents []*genai.Content, config *genai.GenerateContentConfig) (*genai.GenerateContentResponse, error) {
	return m.generate(ctx, &call{client: m.client, model: model, contents: contents, config: config})
}

func (m *Models) generate(ctx context.Context, c *call) (*genai.GenerateContentResponse, error) {
	responses, err := m.send(ctx, c)
	if err != nil {
		return nil, err
	}
	return responses[0], nil // a single call never gives fewer
}

// GenerateContentStream is the SDK's GenerateContentStream with hooks. If there
// are AfterModel hooks, chunks are held back until they have spoken; if they
// change the response, theirs is the only chunk. Otherwise chunks are passed on
// as they arrive.
//
// A stream that ends before the model is finished ends with
// [host.ErrIncomplete].
func (m *Models) GenerateContentStream(ctx context.Context, model string, contents []*genai.Content, config *genai.GenerateContentConfig) iter.Seq2[*genai.GenerateContentResponse, error] {
	return m.stream(ctx, call{client: m.client, model: model, contents: contents, config: config, stream: true})
}

// stream makes the call that template describes each time the result is read.
func (m *Models) stream(ctx context.Context, template call) iter.Seq2[*genai.GenerateContentResponse, error] {
	return func(yield func(*genai.GenerateContentResponse, error) bool) {
		c := template
		if !m.chat.Hooks.HasHooksFor(hook.ModelAfter, "") {
			c.pass = func(chunk *genai.GenerateContentResponse) bool { return yield(chunk, nil) }
		}
		responses, err := m.send(ctx, &c)
		if errors.Is(err, errLeft) {
			return
		}
		if err != nil {
			yield(nil, err)
			return
		}
		for _, response := range responses {
			if !yield(response, nil) {
				return
			}
		}
	}
}

// send makes a call between its hooks and returns the responses that the caller
// has not got yet.
func (m *Models) send(ctx context.Context, c *call) ([]*genai.GenerateContentResponse, error) {
	request, err := requestFrom(c.model, c.contents, c.config)
	if err != nil {
		return nil, err
	}
	c.request = request
	reply, err := m.chat.Send(context.WithValue(ctx, callKey{}, c), request)
	if errors.Is(err, host.ErrIncomplete) && c.unanswered() {
		return c.held, nil // the API refused the prompt, and says so itself
	}
	if err != nil {
		return nil, err
	}
	if m.OnReply != nil {
		m.OnReply(reply)
	}
	if c.heard != nil {
		c.heard(reply)
	}
	return c.responses(reply)
}
