package genaihooks

import (
	"context"
	"errors"
	"iter"

	"google.golang.org/genai"

	"github.com/grapnel-hooks/grapnel/host"
	"github.com/grapnel-hooks/grapnel/llm"
)

// errLeft says that the caller left a stream early. It ends the call, and nobody
// is told of it.
var errLeft = errors.New("the caller left the stream")

// callKey is the key of a call in the context of a request.
type callKey struct{}

// current is the model that the chat of all calls talks to: that of the call
// which the request belongs to.
type current struct{}

// Generate makes the call in the context.
func (current) Generate(ctx context.Context, request *llm.Request) iter.Seq2[*llm.Response, error] {
	return ctx.Value(callKey{}).(*call).Generate(ctx, request)
}

// call is one call of the SDK.
type call struct {
	client   *genai.Client
	model    string
	contents []*genai.Content
	config   *genai.GenerateContentConfig
	stream   bool
	// pass, if set, gives the caller a chunk at once, and reports whether it
	// wants more.
	pass func(*genai.GenerateContentResponse) bool
	// heard, if set, is told what became of the call.
	heard func(host.Reply)

	request  *llm.Request                     // as the caller made it
	held     []*genai.GenerateContentResponse // what the caller has not got yet
	spoke    bool                             // the API has sent something
	answered bool                             // with a candidate in it
}

// Generate makes the call with the request that hooks left. The chat gets every
// chunk; the caller gets them as pass says.
func (c *call) Generate(ctx context.Context, request *llm.Request) iter.Seq2[*llm.Response, error] {
	return func(yield func(*llm.Response, error) bool) {
		config, err := withChanges(c.config, c.request, request)
		if err != nil {
			yield(nil, err)
			return
		}
		for chunk, err := range c.open(ctx, request.Model, config) {
			var part *llm.Response
			if err == nil {
				part, err = c.take(chunk)
			}
			if !yield(part, err) || err != nil {
				return
			}
		}
	}
}

// take returns a chunk for hooks, and holds it or passes it on.
func (c *call) take(chunk *genai.GenerateContentResponse) (*llm.Response, error) {
	part, err := c.read(chunk)
	if err != nil {
		return nil, err
	}
	c.spoke = true
	c.answered = c.answered || len(part.Candidates) > 0
	if c.pass == nil {
		c.held = append(c.held, chunk)
	} else if !c.pass(chunk) {
		return nil, errLeft
	}
	return part, nil
}

// open sends the request.
func (c *call) open(ctx context.Context, model string, config *genai.GenerateContentConfig) iter.Seq2[*genai.GenerateContentResponse, error] {
	if c.stream {
		return c.client.Models.GenerateContentStream(ctx, model, c.contents, config)
	}
	return func(yield func(*genai.GenerateContentResponse, error) bool) {
		yield(c.client.Models.GenerateContent(ctx, model, c.contents, config))
	}
}

// read returns a chunk for hooks. A response that does not come as a stream
// cannot break off, so it counts as finished even if it does not say so.
func (c *call) read(chunk *genai.GenerateContentResponse) (*llm.Response, error) {
	response, err := responseFrom(chunk)
	if err != nil || c.stream {
		return response, err
	}
	for i := range response.Candidates {
		if response.Candidates[i].FinishReason == "" {
			response.Candidates[i].FinishReason = string(genai.FinishReasonUnspecified)
		}
	}
	return response, nil
}

// unanswered reports whether the API spoke, but gave no candidate.
func (c *call) unanswered() bool {
	return c.spoke && !c.answered
}

// responses returns what the caller is still to get. What hooks did not change
// is what the SDK gave.
func (c *call) responses(reply host.Reply) ([]*genai.GenerateContentResponse, error) {
	if !reply.Blocked && !reply.Modified && !reply.Stop.Stopped {
		return c.held, nil
	}
	response, err := toResponse(reply.Response)
	if err != nil {
		return nil, err
	}
	if len(c.held) > 0 {
		last := c.held[len(c.held)-1]
		response.SDKHTTPResponse, response.CreateTime = last.SDKHTTPResponse, last.CreateTime
		response.ModelVersion, response.ResponseID = last.ModelVersion, last.ResponseID
	}
	if reply.Blocked && len(response.Candidates) == 0 {
		response.PromptFeedback = &genai.GenerateContentResponsePromptFeedback{
			BlockReason: genai.BlockedReasonOther, BlockReasonMessage: reply.Reason,
		}
	}
	if reply.Stop.Stopped {
		return nil, &StopError{Reason: reply.Stop.Reason, Response: response}
	}
	return []*genai.GenerateContentResponse{response}, nil
}
