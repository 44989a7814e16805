package adk

import (
	"slices"

	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/model"
	"google.golang.org/genai"

	"github.com/grapnel-hooks/grapnel/host"
	"github.com/grapnel-hooks/grapnel/internal/apply"
)

// ADK does not let callbacks end an invocation: EndInvocation does nothing
// there. So a stop is remembered with the run, and from then on no model is
// called, no tool runs, no agent begins, and loops are left.

// halted is why a hook stopped a run, and at which tool call, or "".
type halted struct {
	call string
	apply.Stop
}

// halt stops the run if a hook said so, at a tool call or, "", elsewhere.
func (r *run) halt(call string, stop apply.Stop) {
	if !stop.Stopped {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.stops = append(r.stops, halted{call, stop})
}

// stopped reports whether a hook stopped the run.
func (r *run) stopped() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.stops) > 0
}

// whyStopped is what the user is told about a run that hooks stopped: all
// reasons, in the order of the tool calls. The caller has the lock.
func (r *run) whyStopped() string {
	stops := slices.Clone(r.stops)
	slices.SortStableFunc(stops, func(a, b halted) int {
		return slices.Index(r.order, a.call) - slices.Index(r.order, b.call)
	})
	all := make([]apply.Stop, len(stops))
	for i, s := range stops {
		all[i] = s.Stop
	}
	return host.Stop(apply.JoinStops(all)).Text()
}

// farewell is the last content of an agent in a run that a hook stopped: what
// hooks had it say, if anything, and why it stopped, unless the user has been
// told already.
func (r *run) farewell(said *genai.Content) *model.LLMResponse {
	r.mu.Lock()
	defer r.mu.Unlock()
	reason := r.whyStopped()
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
