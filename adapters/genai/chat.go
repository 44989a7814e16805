package genaihooks

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"sync"

	"google.golang.org/genai"

	"github.com/grapnel-hooks/grapnel/host"
	"github.com/grapnel-hooks/grapnel/llm"
)

// Chat is a conversation with a model, as the SDK's Chats service has it, with
// hooks around every call; see [Models] for what they do. What hooks tell the
// model is part of the conversation from then on.
//
// A message whose call failed, or was blocked without a response, leaves no trace
// in the conversation. Messages are sent one after the other.
type Chat struct {
	models *Models
	model  string
	config *genai.GenerateContentConfig

	sending sync.Mutex
	mu      sync.Mutex
	history []*genai.Content
}

// NewChat begins a conversation with the models' client and hooks. history, if
// any, is what was said before.
func (m *Models) NewChat(model string, config *genai.GenerateContentConfig, history []*genai.Content) *Chat {
	return &Chat{models: m, model: model, config: config, history: slices.Clone(history)}
}

// History returns the conversation so far.
func (c *Chat) History() []*genai.Content {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.history)
}

// SendMessage is the SDK's SendMessage with hooks.
func (c *Chat) SendMessage(ctx context.Context, parts ...genai.Part) (*genai.GenerateContentResponse, error) {
	c.sending.Lock()
	defer c.sending.Unlock()
	message, next := c.call(parts)
	next.heard = func(reply host.Reply) { c.remember(message, reply) }
	return c.models.generate(ctx, &next)
}

// SendMessageStream is the SDK's SendMessageStream with hooks.
func (c *Chat) SendMessageStream(ctx context.Context, parts ...genai.Part) iter.Seq2[*genai.GenerateContentResponse, error] {
	return func(yield func(*genai.GenerateContentResponse, error) bool) {
		c.sending.Lock()
		defer c.sending.Unlock()
		message, next := c.call(parts)
		next.stream = true
		next.heard = func(reply host.Reply) { c.remember(message, reply) }
		for response, err := range c.models.stream(ctx, next) {
			if !yield(response, err) {
				return
			}
		}
	}
}

// call returns a message, and the call that sends it with the conversation.
func (c *Chat) call(parts []genai.Part) (message *genai.Content, next call) {
	message = &genai.Content{Role: genai.RoleUser}
	for i := range parts {
		message.Parts = append(message.Parts, &parts[i])
	}
	contents := append(c.History(), message)
	return message, call{client: c.models.client, model: c.model, contents: contents, config: c.config}
}

// remember adds a message to the conversation, with what hooks said and what was
// answered.
func (c *Chat) remember(message *genai.Content, reply host.Reply) {
	if len(reply.Response.Candidates) == 0 || len(reply.Response.Candidates[0].Content.Parts) == 0 {
		return
	}
	turn := []*genai.Content{message}
	for _, content := range append(slices.Clone(reply.Added), reply.Response.Candidates[0].Content) {
		converted, err := toContent(content)
		if err != nil {
			return // the caller learns of it when the response is converted
		}
		turn = append(turn, converted)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.history = append(c.history, turn...)
}

func toContent(content llm.Content) (*genai.Content, error) {
	converted := &genai.Content{}
	if err := llm.ConvertJSON(content, converted); err != nil {
		return nil, fmt.Errorf("convert a content: %w", err)
	}
	return converted, nil
}
