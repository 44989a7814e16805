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

// onUserMessage fires the events of a session's beginning and of a prompt. It
// comes before the message is in the session.
func (h *hooked) onUserMessage(ctx agent.InvocationContext, message *genai.Content) (*genai.Content, error) {
	c := h.sessions.get(sessionOf(ctx))
	h.sessions.start(c, ctx.Session().Events().Len() == 0)
	if isPrompt(message) {
		c.events.Fire(hook.PromptSubmit, hook.Data{Prompt: visibleText(message)})
	}
	return nil, nil
}

// isPrompt reports whether a message is more than answers to tool calls, which
// is what a user's confirmation consists of.
func isPrompt(message *genai.Content) bool {
	for _, part := range message.Parts {
		if part != nil && part.FunctionResponse == nil {
			return true
		}
	}
	return false
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
	markHidden(r, event)
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
// cancelled or waits for the user is not.
func (h *hooked) afterRun(ctx agent.InvocationContext) {
	r := h.runs.find(ctx.InvocationID())
	if r == nil {
		return
	}
	defer h.end(ctx.InvocationID(), r)
	r.mu.Lock()
	end := r.ending
	r.mu.Unlock()
	if end.final && ctx.Err() == nil {
		r.events.Fire(hook.AgentStop, hook.Data{Prompt: visibleText(ctx.UserContent()), Response: end.answer})
	}
}

// close fires the event of a session's end for all of them, and waits for the
// hooks that run in the background.
func (h *hooked) close() error {
	h.sessions.close()
	return nil
}
