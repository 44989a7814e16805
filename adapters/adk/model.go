package adk

import (
	"bytes"
	"fmt"
	"slices"

	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/model"
	"google.golang.org/genai"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/apply"
	"github.com/grapnel-hooks/grapnel/llm"
)

// BlockedByHook is the ErrorCode of the empty response that stands in for the
// model's when a hook blocked the call and gave none. The ErrorMessage is the
// hook's reason.
const BlockedByHook = "BLOCKED_BY_HOOK"

// beforeModel lets hooks restrict tools, rewrite the request or answer it.
func (h *hooked) beforeModel(ctx agent.Context, req *model.LLMRequest) (*model.LLMResponse, error) {
	r, s := h.run(ctx), speakerOf(ctx)
	if r.stopped() {
		return r.farewell(nil), nil
	}
	remarks := r.nextTurn(s, req)
	collectStreams(req.Tools)
	r.additions.instruct(req)
	if len(remarks) == 0 && !r.additions.remembers(s) && !r.hooks.HasHooksFor(hook.ModelBefore, "") && !r.hooks.HasHooksFor(hook.ToolSelection, "") {
		return nil, nil
	}
	original, err := toRequest(req)
	if err != nil {
		r.cannotAsk("a model request", err)
		return nil, nil
	}
	added, system := sorted(remarks)
	request := r.additions.restore(s, original)
	if len(added) > 0 {
		request = request.Clone()
		request.Contents = append(request.Contents, added...)
	}
	prepared := apply.Prepare(ctx, r.hooks, request, system)
	if err := ctx.Err(); err != nil {
		return nil, err // hooks that were cut short have not agreed
	}
	if prepared.Blocked { // the request that has their messages is not sent
		r.additions.note(s, prepared.Unread[len(system):]...)
		r.halt("", prepared.Stop)
		return blocked(r, prepared.Before)
	}
	r.inTurn(s, func(t *turn) {
		t.added = newLasting(original.Contents, slices.Concat(added, prepared.Added))
		if restricted(original.ToolConfig, prepared.Send.ToolConfig) {
			t.tools = prepared.Send.ToolConfig
		}
	})
	if err := rewrite(req, original, prepared.Send); err != nil {
		return nil, fmt.Errorf("apply the request that hooks rewrote: %w", err)
	}
	return nil, nil
}

// cannotAsk has the user told that hooks were not asked about something because
// it could not be translated for them. It goes on without them.
func (r *run) cannotAsk(what string, err error) {
	r.additions.tell([]string{fmt.Sprintf("Hooks could not be asked about %s: %v", what, err)})
}

// blocked is the response in place of the model's.
func blocked(r *run, before apply.Before) (*model.LLMResponse, error) {
	content := &genai.Content{Role: genai.RoleModel}
	finish := genai.FinishReasonStop
	if before.Instead != nil {
		var err error
		if content, finish, err = fromResponse(before.Instead); err != nil {
			return nil, fmt.Errorf("use the response that hooks gave: %w", err)
		}
	}
	if before.Stop.Stopped {
		return r.farewell(content), nil
	}
	response := &model.LLMResponse{
		Content:        content,
		FinishReason:   finish,
		CustomMetadata: metadata(nil, "blocked", before.Reason),
	}
	if len(content.Parts) == 0 {
		response.ErrorCode, response.ErrorMessage = BlockedByHook, before.Reason
	}
	return response, nil
}

// restricted reports whether hooks changed which tools may be called. What the
// agent's author configured is left to the model, as it is without hooks.
func restricted(original, sent *llm.ToolChoice) bool {
	if original == nil || sent == nil {
		return original != sent
	}
	a, errA := original.MarshalJSON()
	b, errB := sent.MarshalJSON()
	return errA != nil || errB != nil || !bytes.Equal(a, b)
}

// afterModel lets hooks replace or hide a complete response. Parts of one that
// is still streaming in are held back meanwhile.
func (h *hooked) afterModel(ctx agent.Context, resp *model.LLMResponse, failed error) (*model.LLMResponse, error) {
	if failed != nil || resp == nil {
		return nil, nil
	}
	giveArguments(resp.Content)
	r, s := h.run(ctx), speakerOf(ctx)
	if !resp.Partial && !brokeOff(resp) {
		r.answered(s, resp.Content)
	}
	if !r.hooks.HasHooksFor(hook.ModelAfter, "") {
		return nil, nil
	}
	switch {
	case resp.Partial && h.live:
		return nil, nil
	case resp.Partial:
		return &model.LLMResponse{Partial: true}, nil // without content, so ADK makes no event of it
	case brokeOff(resp) || ctx.Err() != nil:
		return nil, nil
	}
	request, response, err := exchange(r, s, resp)
	if err != nil {
		r.cannotAsk("a model response", err)
		return nil, nil
	}
	after := apply.AfterModel(ctx, r.hooks, request, response)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	r.additions.note(s, after.SystemMessages...)
	return applyAfter(r, resp, after)
}

// giveArguments sees to it that every tool call has arguments, if only an empty
// object: hooks can rewrite them only in place.
func giveArguments(content *genai.Content) {
	if content == nil {
		return
	}
	for _, part := range content.Parts {
		if part != nil && part.FunctionCall != nil && part.FunctionCall.Args == nil {
			part.FunctionCall.Args = make(map[string]any)
		}
	}
}

// brokeOff reports whether a response is an error or an interruption, not an answer.
func brokeOff(resp *model.LLMResponse) bool {
	return resp.Content == nil || resp.Interrupted || len(resp.Content.Parts) == 0 && resp.ErrorCode != ""
}

// exchange returns a response and the request it answers.
func exchange(r *run, s speaker, resp *model.LLMResponse) (*llm.Request, *llm.Response, error) {
	sent := &model.LLMRequest{}
	r.inTurn(s, func(t *turn) {
		if t.request != nil {
			sent = t.request
		}
	})
	request, err := toRequest(sent)
	if err != nil {
		return nil, nil, err
	}
	response, err := toResponse(resp)
	return request, response, err
}

// applyAfter makes a model's response what hooks want it to be. It returns nil
// if they want it as it is, so that other plugins get to see it too.
func applyAfter(r *run, resp *model.LLMResponse, after apply.After) (*model.LLMResponse, error) {
	var content *genai.Content
	finish := resp.FinishReason
	if after.Modified {
		var err error
		if content, finish, err = fromResponse(after.Response); err != nil {
			return nil, fmt.Errorf("use the response that hooks rewrote: %w", err)
		}
	}
	if after.SuppressOutput {
		resp.CustomMetadata = metadata(resp.CustomMetadata, suppressOutput, true)
	}
	switch {
	case after.Stop.Stopped:
		r.halt("", after.Stop)
		if after.Response.Text() == llm.StopResponse(after.Stop.Reason).Text {
			content = nil // the user is told why in any case
		}
		last := r.farewell(content)
		last.UsageMetadata, last.ModelVersion = resp.UsageMetadata, resp.ModelVersion
		return last, nil
	case after.Modified:
		// Citations, groundings and probabilities are about the text that is gone.
		return &model.LLMResponse{
			Content:        content,
			FinishReason:   finish,
			UsageMetadata:  resp.UsageMetadata,
			CustomMetadata: resp.CustomMetadata,
			ModelVersion:   resp.ModelVersion,
			TurnComplete:   resp.TurnComplete,
		}, nil
	}
	return nil, nil
}
