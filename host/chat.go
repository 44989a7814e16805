package host

import (
	"context"
	"errors"
	"iter"
	"slices"
	"sync"

	"github.com/grapnel-hooks/grapnel"
	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/apply"
	"github.com/grapnel-hooks/grapnel/llm"
)

// Model answers requests. The answer comes in chunks; the error of a chunk
// ends the stream.
type Model interface {
	Generate(ctx context.Context, request *llm.Request) iter.Seq2[*llm.Response, error]
}

// ErrIncomplete reports a stream that ended before the model was finished.
var ErrIncomplete = errors.New("the model's answer broke off: the stream ended without a finish reason")

// Chat calls a model between its hooks: tool selection, before model, the
// streamed call, after model. It is safe for concurrent use, provided that the
// model and Show are.
type Chat struct {
	Hooks *grapnel.System
	Model Model
	// Show, if set, gets the visible text for the user, piece by piece.
	Show func(text string)
	// Live shows text while it streams in even if there are AfterModel hooks.
	// They then come too late to hide or change what the user sees. Otherwise
	// text is held back until they have spoken.
	Live bool

	mu      sync.Mutex
	waiting []string // system messages that the model has not read yet
}

// Reply is the answer to a request.
type Reply struct {
	// Response is what to store and process. It is empty, but never nil, if
	// hooks blocked the call without giving a response.
	Response *llm.Response
	// Sent is the request that went to the model; nil if none did.
	Sent *llm.Request
	// Added are the system messages of hooks that went with the request, as
	// contents. They belong into the conversation, before the response.
	Added []llm.Content
	// Blocked says that hooks kept the model from being called, for Reason.
	Blocked bool
	Reason  string
	// Modified says that hooks changed what the model answered.
	Modified bool
	// Suppressed says that the user is not shown the response.
	Suppressed bool
	Stop       Stop
	// Diagnostics are what was wrong with the hooks of this call, for whoever
	// maintains them.
	Diagnostics []hook.Diagnostic

	tools *llm.ToolChoice
}

// Allows reports whether the model was allowed to call that tool.
func (r Reply) Allows(tool string) bool { return apply.Allows(r.tools, tool) }

// Send sends a request to the model, as hooks let it. An error means that the
// model failed or ctx was done; hooks cause none.
func (c *Chat) Send(ctx context.Context, request *llm.Request) (Reply, error) {
	waiting := c.take()
	prepared := apply.Prepare(ctx, c.Hooks, request, waiting)
	if err := ctx.Err(); err != nil { // perhaps in the middle of a hook that would have blocked
		c.wait(waiting)
		return Reply{}, err
	}
	if prepared.Blocked {
		c.wait(prepared.Unread)
		return c.blocked(prepared), nil
	}
	reply, err := c.call(ctx, prepared)
	if err != nil {
		c.wait(waiting) // nobody knows whether the model has read them
	}
	return reply, err
}

// take returns the system messages that wait to be read.
func (c *Chat) take() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	texts := c.waiting
	c.waiting = nil
	return texts
}

// wait has system messages wait for the next request.
func (c *Chat) wait(texts []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.waiting = append(c.waiting, texts...)
}

// blocked is the reply of a call that hooks kept from happening: no stream is
// opened.
func (c *Chat) blocked(prepared apply.Prepared) Reply {
	reply := Reply{
		Response: prepared.Instead, Blocked: true, Reason: prepared.Reason,
		Stop: Stop(prepared.Stop), Diagnostics: prepared.Diagnostics, tools: prepared.Send.ToolConfig,
	}
	if reply.Response == nil {
		reply.Response = &llm.Response{}
	}
	c.show(reply.Response.Text())
	return reply
}

// call streams the model's answer. AfterModel hooks see it once, when it is
// complete; never one that broke off.
func (c *Chat) call(ctx context.Context, prepared apply.Prepared) (Reply, error) {
	request := prepared.Send
	reply := Reply{Sent: request, Added: prepared.Added, tools: request.ToolConfig}
	live := c.Live || !c.Hooks.HasHooksFor(hook.ModelAfter, "")
	response, err := c.stream(ctx, request, live)
	if err != nil {
		return reply, err
	}
	after := apply.AfterModel(ctx, c.Hooks, request, response)
	if err := ctx.Err(); err != nil { // perhaps in the middle of a hook that would have redacted
		return reply, err
	}
	reply.Response, reply.Modified = after.Response, after.Modified
	reply.Suppressed, reply.Stop = after.SuppressOutput, Stop(after.Stop)
	reply.Diagnostics = slices.Concat(prepared.Diagnostics, after.Diagnostics)
	c.wait(after.SystemMessages)
	if text := reply.Response.Text(); !live && !reply.Suppressed && !reply.Stop.says(text) {
		c.show(text)
	}
	return reply, nil
}

// says reports whether a text is what the user is told about the stop anyway.
func (s Stop) says(text string) bool {
	return s.Stopped && text == llm.StopResponse(s.Reason).Text
}

// stream collects the model's answer.
func (c *Chat) stream(ctx context.Context, request *llm.Request, live bool) (*llm.Response, error) {
	var whole llm.Collector
	for chunk, err := range c.Model.Generate(ctx, request) {
		if err != nil {
			return nil, err
		}
		whole.Add(chunk)
		if live && c.Show != nil && chunk != nil {
			c.showChunk(chunk)
		}
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if !whole.Finished() {
		return nil, ErrIncomplete
	}
	return whole.Response(), nil
}

// showChunk shows what a chunk has of the answer that will be used, the first
// of several.
func (c *Chat) showChunk(chunk *llm.Response) {
	for _, candidate := range chunk.Candidates {
		if candidate.Index == 0 {
			c.show(candidate.Content.Text())
		}
	}
}

func (c *Chat) show(text string) {
	if c.Show != nil && text != "" {
		c.Show(text)
	}
}
