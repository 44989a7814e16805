package host

import (
	"context"
	"errors"
	"iter"
	"slices"

	"github.com/grapnel-hooks/grapnel"
	"github.com/grapnel-hooks/grapnel/hook"
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
// streamed call, after model.
type Chat struct {
	Hooks *grapnel.System
	Model Model
	// Show, if set, gets the visible text for the user, piece by piece.
	Show func(text string)
	// Live shows text while it streams in even if there are AfterModel hooks.
	// They then come too late to hide or change what the user sees. Otherwise
	// text is held back until they have spoken.
	Live bool

	notes []string // system messages that wait until the model has read them
}

// Reply is the answer to a request.
type Reply struct {
	// Response is what to store and process. It is empty, but never nil, if
	// hooks blocked the call without giving a response.
	Response *llm.Response
	// Sent is the request that went to the model; nil if none did.
	Sent *llm.Request
	// Blocked says that hooks kept the model from being called, for Reason.
	Blocked bool
	Reason  string
	// Modified says that hooks changed what the model answered.
	Modified bool
	// Suppressed says that the user is not shown the response.
	Suppressed bool
	Stop       Stop

	tools *llm.ToolChoice
}

// Allows reports whether the model was allowed to call that tool.
func (r Reply) Allows(tool string) bool { return Allows(r.tools, tool) }

// Send sends a request to the model, as hooks let it. An error means that the
// model failed or ctx was done; hooks cause none.
func (c *Chat) Send(ctx context.Context, request *llm.Request) (Reply, error) {
	request, selection := SelectTools(ctx, c.Hooks, WithNotes(request, c.notes))
	if selection.Stop.Stopped {
		c.notes = append(c.notes, selection.SystemMessages...) // nobody has read them
		return Reply{Response: &llm.Response{}, Stop: selection.Stop}, nil
	}
	before := BeforeModel(ctx, c.Hooks, request)
	if err := ctx.Err(); err != nil { // perhaps in the middle of a hook that would have blocked
		return Reply{}, err
	}
	if before.Blocked {
		c.notes = slices.Concat(c.notes, selection.SystemMessages, before.SystemMessages)
		return c.blocked(before), nil
	}
	return c.call(ctx, WithNotes(before.ModifiedRequest, before.SystemMessages))
}

// blocked is the reply of a call that hooks kept from happening: no stream is
// opened.
func (c *Chat) blocked(before BeforeModelResult) Reply {
	reply := Reply{
		Response: before.SyntheticResponse, Blocked: true, Reason: before.Reason,
		Stop: before.Stop, tools: before.ModifiedRequest.ToolConfig,
	}
	if reply.Response == nil {
		reply.Response = &llm.Response{}
	}
	c.show(reply.Response.Text())
	return reply
}

// call streams the model's answer. AfterModel hooks see it once, when it is
// complete; never one that broke off.
func (c *Chat) call(ctx context.Context, request *llm.Request) (Reply, error) {
	reply := Reply{Sent: request, tools: request.ToolConfig}
	live := c.Live || !c.Hooks.HasHooksFor(hook.ModelAfter, "")
	var whole llm.Collector
	for chunk, err := range c.Model.Generate(ctx, request) {
		if err != nil {
			return reply, err
		}
		whole.Add(chunk)
		if live && c.Show != nil && chunk != nil {
			c.showChunk(chunk)
		}
	}
	if err := ctx.Err(); err != nil {
		return reply, err
	}
	if !whole.Finished() {
		return reply, ErrIncomplete
	}
	c.notes = nil // the model has read them
	after := AfterModel(ctx, c.Hooks, request, whole.Response())
	if err := ctx.Err(); err != nil { // perhaps in the middle of a hook that would have redacted
		return reply, err
	}
	reply.Response, reply.Modified = after.Response, after.Modified
	reply.Suppressed, reply.Stop = after.SuppressOutput, after.Stop
	c.notes = append(c.notes, after.SystemMessages...)
	if !live && !reply.Suppressed {
		c.show(reply.Response.Text())
	}
	return reply, nil
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

// WithNotes returns the request with system messages of hooks at its end. The
// roles of a conversation are user and model only, so they are marked.
func WithNotes(request *llm.Request, notes []string) *llm.Request {
	if len(notes) == 0 {
		return request
	}
	request = request.Clone()
	for _, text := range notes {
		request.Contents = append(request.Contents, llm.Content{
			Role: llm.RoleUser, Parts: []llm.Part{llm.TextPart("[System] " + text)},
		})
	}
	return request
}
