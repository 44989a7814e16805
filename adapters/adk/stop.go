package adk

import (
	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/model"
	"google.golang.org/genai"

	"github.com/grapnel-hooks/grapnel/host"
)

// ADK does not let callbacks end an invocation: EndInvocation does nothing
// there. So a stop is remembered with the run, and from then on no model is
// called, no tool runs, no agent begins, and loops are left.

// halt stops the run if a hook said so. The first reason counts.
func (r *run) halt(stop host.Stop) {
	if !stop.Stopped {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.stop.Stopped = true
	if r.stop.Reason == "" {
		r.stop.Reason = stop.Reason
	}
}

// stopped reports whether a hook stopped the run.
func (r *run) stopped() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.stop.Stopped
}

// farewell is the last content of an agent in a run that a hook stopped: what
// hooks had it say, if anything, and why it stopped, unless the user has been
// told already.
func (r *run) farewell(said *genai.Content) *model.LLMResponse {
	r.mu.Lock()
	defer r.mu.Unlock()
	reason := r.stop.Text()
	content := &genai.Content{Role: genai.RoleModel}
	if said != nil {
		content.Parts = append(content.Parts, said.Parts...)
	}
	if !r.told && visibleText(content) != reason {
		content.Parts = append(content.Parts, genai.NewPartFromText(reason))
	}
	r.told = true
	return &model.LLMResponse{
		Content:        content,
		FinishReason:   genai.FinishReasonStop,
		CustomMetadata: metadata(nil, "stopped", reason),
	}
}

// beforeAgent keeps an agent from beginning in a run that was stopped.
func (h *hooked) beforeAgent(ctx agent.Context) (*genai.Content, error) {
	if r := h.run(ctx); r.stopped() {
		return r.farewell(nil).Content, nil
	}
	return nil, nil
}
