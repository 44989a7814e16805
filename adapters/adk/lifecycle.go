package adk

import (
	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/session"
	"google.golang.org/genai"

	"github.com/grapnel-hooks/grapnel/hook"
)

// ending is what is known about the end of a run.
type ending struct {
	answer string // the text of the last event that had any
	final  bool   // the last event was a final response
}

// beforeRun begins to keep what callbacks have to tell each other.
func (h *hooked) beforeRun(ctx agent.InvocationContext) (*genai.Content, error) {
	h.begin(ctx)
	return nil, nil
}

// onEvent marks what hooks did to an event before anybody sees it.
func (h *hooked) onEvent(ctx agent.InvocationContext, event *session.Event) (*session.Event, error) {
	if event == nil || event.Partial {
		return nil, nil
	}
	r := h.runs.find(ctx.InvocationID())
	if r == nil {
		return nil, nil
	}
	r.reject(event)
	markHidden(r, event)
	showNotes(r, event)
	if r.stopped() {
		event.Actions.Escalate = true // the only way out of a LoopAgent
	}
	r.note(event)
	return nil, nil
}

// note keeps what an event says about the end of the run.
func (r *run) note(event *session.Event) {
	if event.Content == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.ending.final = event.IsFinalResponse() && len(event.LongRunningToolIDs) == 0
	if text := visibleText(event.Content); text != "" {
		r.ending.answer = text
	}
}

// afterRun fires the event of an agent that is done. One that failed, was
// cancelled or waits for the user is not, and one whose prompt was rejected never
// began.
func (h *hooked) afterRun(ctx agent.InvocationContext) {
	r := h.runs.find(ctx.InvocationID())
	if r == nil {
		return
	}
	defer h.end(ctx.InvocationID(), r)
	r.mu.Lock()
	end := r.ending
	r.mu.Unlock()
	if !end.final || r.rejected || ctx.Err() != nil {
		return
	}
	prompt := r.prompt
	if prompt == "" {
		prompt = visibleText(ctx.UserContent())
	}
	if out, err := r.events.Await(ctx, hook.Finish(prompt, end.answer, false)); err == nil {
		h.sessions.hearLate(sessionOf(ctx), r.conversation, out)
	}
}

// close fires the event of a session's end for all of them, and waits for the
// hooks that run in the background.
func (h *hooked) close() error {
	h.sessions.close()
	return nil
}
