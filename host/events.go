package host

import (
	"context"
	"fmt"
	"strings"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/diag"
	"github.com/grapnel-hooks/grapnel/llm"
)

// fire fires a lifecycle event, as [Lifecycle.Await] does, and passes on what is
// for the user.
func (s *Session) fire(ctx context.Context, kind hook.Kind, data hook.Data) (hook.Outcome, error) {
	out, err := s.lifecycle.Await(ctx, kind, data)
	for _, text := range UserMessages(out) {
		s.tell(Note{Kind: NoteInfo, Text: text})
	}
	return out, err
}

// start fires the start of the session, once. Context of its hooks is part of
// the instruction from then on. A session that hooks stop here has not started:
// the next prompt tries again.
func (s *Session) start(ctx context.Context) (hook.Outcome, error) {
	if s.started {
		return hook.Outcome{}, nil
	}
	out, err := s.fire(ctx, hook.SessionStart, hook.Data{Source: "startup"})
	if err != nil || out.Stop {
		return out, err
	}
	s.started = true
	for _, c := range out.Context {
		s.context = append(s.context, c.Text)
	}
	return out, nil
}

// submit fires the submission of a prompt and, unless hooks reject it, adds the
// prompt to the conversation, with what hooks have to add. A rejected prompt
// leaves no trace.
func (s *Session) submit(ctx context.Context, prompt string) (hook.Outcome, error) {
	out, err := s.fire(ctx, hook.PromptSubmit, hook.Data{Prompt: prompt})
	if err != nil || out.Blocked || out.Stop {
		return out, err
	}
	s.prompts = append(s.prompts, len(s.history))
	s.say(prompt)
	for _, c := range out.Context {
		s.say(c.Text)
	}
	return out, nil
}

// tellStopLimit tells the user, and whoever maintains the hooks, that they
// cannot keep the agent from stopping for ever.
func (s *Session) tellStopLimit(continuations int) hook.Diagnostic {
	text := fmt.Sprintf("hooks kept the agent from stopping %d times in a row; it stops now", continuations)
	s.tell(Note{Kind: NoteInfo, Text: text})
	return diag.Warnf("stop-limit", "%s", text)
}

// deliver adds the results of tools to the conversation, and what hooks want to
// say beside them.
func (s *Session) deliver(results []Completed) {
	s.history = append(s.history, resultContent(results))
	for _, r := range results {
		for _, c := range r.Result.Context {
			switch c.Placement {
			case hook.InNextTurn:
				s.nextTurn = append(s.nextTurn, c.Text)
			default:
				s.say(c.Text)
			}
		}
	}
}

// addContext adds what hooks said for the model's next turn, in one block. That
// happens when the next request is made: after the results of tools or, if none
// was made after these, after the next prompt.
func (s *Session) addContext() {
	if len(s.nextTurn) > 0 {
		s.say(ContextBlock(s.nextTurn))
		s.nextTurn = nil
	}
}

// ContextBlock is what hooks said for the model's next turn, as one message that
// the model can tell from what the user says.
func ContextBlock(texts []string) string {
	return "<hook_context>\n" + strings.Join(texts, "\n\n") + "\n</hook_context>"
}

// say adds a message to the conversation on behalf of the user.
func (s *Session) say(text string) {
	s.history = append(s.history, llm.Content{Role: llm.RoleUser, Parts: []llm.Part{llm.TextPart(text)}})
}
