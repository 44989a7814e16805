package adk

import (
	"fmt"
	"slices"

	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/session"
	"google.golang.org/genai"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/apply"
)

// prelude is what was said before a run began that matters in it.
type prelude struct {
	prompt string     // of the user, if hooks added to it
	stop   apply.Stop // if hooks rejected it
}

// onUserMessage fires the events of a session's beginning and of a prompt. It
// comes before the message is in the session. A rejected one leaves nothing but
// an empty message there, which ADK never sends to a model.
func (h *hooked) onUserMessage(ctx agent.InvocationContext, message *genai.Content) (*genai.Content, error) {
	c := h.sessions.hold(sessionOf(ctx))
	defer h.sessions.release(c)
	out, err := h.sessions.start(ctx, c, ctx.Session().Events().Len() == 0)
	if err != nil {
		return nil, fmt.Errorf("wait for the hooks of a session's start: %w", err)
	}
	stop := c.hear(out)
	var added []string
	if !stop.Stopped && isPrompt(message) {
		if out, err = c.events.Await(ctx, hook.Submit(visibleText(message))); err != nil {
			return nil, fmt.Errorf("wait for the hooks of a prompt: %w", err)
		}
		stop, added = c.hear(out), texts(out.Context)
	}
	switch {
	case stop.Stopped:
		h.runs.announce(ctx.InvocationID(), prelude{stop: stop})
		return &genai.Content{Role: genai.RoleUser}, nil
	case len(added) > 0:
		h.runs.announce(ctx.InvocationID(), prelude{prompt: visibleText(message)})
		return extend(message, textParts(added)), nil
	}
	return nil, nil
}

// hear has the user told what hooks say, and returns whether the run is to stop
// before it begins.
func (c *conversation) hear(out hook.Outcome) apply.Stop {
	stop := apply.Stop{Stopped: out.Stop || out.Blocked, Reason: out.StopReason}
	if !out.Stop {
		stop.Reason = out.Reason
	}
	c.additions.tell(slices.DeleteFunc(apply.UserMessages(out), func(note string) bool {
		return stop.Stopped && note == stop.Reason // that is said when the run ends
	}))
	return stop
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

func texts(contexts []hook.Context) []string {
	var list []string
	for _, c := range contexts {
		list = append(list, c.Text)
	}
	return list
}

// reject makes the farewell of a run whose prompt hooks rejected an error
// message. The reason is for the user, and ADK would send a content to the model
// with the next prompt.
func (r *run) reject(event *session.Event) {
	if !r.rejected || event.Content == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	event.Content = &genai.Content{Role: genai.RoleModel}
	event.ErrorCode, event.ErrorMessage = BlockedByHook, r.whyStopped()
	event.CustomMetadata = metadata(event.CustomMetadata, "stopped", r.whyStopped())
}
