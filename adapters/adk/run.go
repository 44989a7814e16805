package adk

import (
	"context"
	"sync"

	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/model"
	"google.golang.org/genai"

	"github.com/grapnel-hooks/grapnel/internal/apply"
	"github.com/grapnel-hooks/grapnel/llm"
)

// runs are the runs under way, by invocation ID. ADK gives callbacks no place
// of their own to keep what one has to tell another.
type runs struct {
	mu       sync.Mutex
	byID     map[string]*run
	preludes map[string]prelude // of runs that are about to begin
}

// announce keeps what a run has to know when it begins.
func (rs *runs) announce(id string, p prelude) {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	if rs.preludes == nil {
		rs.preludes = make(map[string]prelude)
	}
	rs.preludes[id] = p
}

// prelude returns what was announced for a run, once.
func (rs *runs) prelude(id string) prelude {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	p := rs.preludes[id]
	delete(rs.preludes, id)
	return p
}

// find returns a run, or nil if it is not under way.
func (rs *runs) find(id string) *run {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	return rs.byID[id]
}

// remember keeps a run until forget is called.
func (rs *runs) remember(id string, r *run) {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	if rs.byID == nil {
		rs.byID = make(map[string]*run)
	}
	rs.byID[id] = r
}

// forget reports whether the run was under way, which it no longer is.
func (rs *runs) forget(id string, r *run) bool {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	if rs.byID[id] != r {
		return false
	}
	delete(rs.byID, id)
	return true
}

// begin begins a run.
func (h *hooked) begin(ctx agent.InvocationContext) {
	id := ctx.InvocationID()
	if same := h.runs.find(id); same != nil {
		h.end(id, same)
	}
	p := h.runs.prelude(id)
	r := &run{
		conversation: h.sessions.hold(sessionOf(ctx)), live: ctx.RunConfig() == nil,
		prompt: p.prompt, rejected: p.stop.Stopped,
	}
	r.halt("", p.stop)
	h.runs.remember(id, r)
	if r.live { // if it fails to start, ADK never tells of its end
		context.AfterFunc(ctx, func() { h.end(id, r) })
	}
}

// end ends a run, once.
func (h *hooked) end(id string, r *run) {
	if h.runs.forget(id, r) {
		h.sessions.release(r.conversation)
	}
}

// run returns the run that a callback belongs to. If it is not under way, as
// when a tool outlives it, that is a new one which nobody else knows.
func (h *hooked) run(ctx agent.ReadonlyContext) *run {
	if r := h.runs.find(ctx.InvocationID()); r != nil {
		return r
	}
	return &run{conversation: h.sessions.get(sessionKey{ctx.AppName(), ctx.UserID(), ctx.SessionID()})}
}

func sessionOf(ctx agent.InvocationContext) sessionKey {
	s := ctx.Session()
	return sessionKey{s.AppName(), s.UserID(), s.ID()}
}

// run is what the plugin knows about one run of the runner: a prompt and all
// that follows from it. Its agents and tools may work at the same time.
type run struct {
	*conversation
	live     bool   // without callbacks for models
	prompt   string // what the user said, if hooks added to it
	rejected bool   // hooks did not let the prompt through

	mu     sync.Mutex
	turns  map[speaker]*turn
	calls  map[string]call     // tool calls under way, by ID
	hidden map[string]struct{} // tool calls whose results the user is not shown
	order  []string            // the IDs of all tool calls, in order
	stops  []halted            // what stopped it, if anything
	told   bool                // the user knows why it stopped
	ending ending
}

// speaker is an agent in its place in the tree. Its model calls come one after
// the other.
type speaker struct{ branch, agent string }

func speakerOf(ctx agent.Context) speaker {
	return speaker{ctx.Branch(), ctx.AgentName()}
}

// turn is one model call and the tool calls that follow from it.
type turn struct {
	request *model.LLMRequest
	remarks []*remark       // of hooks, that go with the request
	added   lasting         // what hooks have added to its contents
	tools   *llm.ToolChoice // what hooks restricted the tools to, if they did
	calls   []string        // the IDs of the tool calls, in order
}

// call is what the callback before a tool leaves for the one after it.
type call struct {
	notRun bool        // there is no result for hooks to look at
	tool   *apply.Tool // what hooks said before it; nil if nobody asked them
}

// nextTurn begins a turn and returns the remarks that waited for it.
func (r *run) nextTurn(s speaker, request *model.LLMRequest) []*remark {
	r.mu.Lock()
	defer r.mu.Unlock()
	var calls []string
	if last, ok := r.turns[s]; ok {
		calls = last.calls
	}
	if r.turns == nil {
		r.turns = make(map[speaker]*turn)
	}
	next := &turn{request: request, remarks: r.additions.due(s, calls)}
	r.turns[s] = next
	return next.remarks
}

// answered takes in that the model has answered the request of a turn, and so
// read the remarks in it.
func (r *run) answered(s speaker, answer *genai.Content) {
	r.inTurn(s, func(t *turn) {
		r.additions.done(s, t.remarks)
		r.additions.keep(s, t.added)
		for _, part := range answer.Parts {
			if part != nil && part.FunctionCall != nil {
				t.calls = append(t.calls, part.FunctionCall.ID)
				r.order = append(r.order, part.FunctionCall.ID)
			}
		}
	})
}

// inTurn lets f read or change the present turn of a speaker.
func (r *run) inTurn(s speaker, f func(*turn)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if t, ok := r.turns[s]; ok {
		f(t)
		return
	}
	f(&turn{})
}

// leave keeps what the callback after the tool has to know.
func (r *run) leave(id string, c call) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.calls == nil {
		r.calls = make(map[string]call)
	}
	r.calls[id] = c
}

// take returns what was left for a call, once.
func (r *run) take(id string) call {
	r.mu.Lock()
	defer r.mu.Unlock()
	c := r.calls[id]
	delete(r.calls, id)
	return c
}

// hide remembers that the user is not to be shown the result of a call.
func (r *run) hide(id string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.hidden == nil {
		r.hidden = make(map[string]struct{})
	}
	r.hidden[id] = struct{}{}
}

// isHidden reports whether hide was called for a call.
func (r *run) isHidden(id string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	_, ok := r.hidden[id]
	return ok
}
