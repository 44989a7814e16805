package host

import (
	"context"
	"fmt"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/apply"
	"github.com/grapnel-hooks/grapnel/internal/base/diag"
)

// fire fires a lifecycle event, waits for the outcome where the dialect lets its
// hooks be heard, and passes on what is for the user. The diagnostics go into the
// answer.
func (s *Session) fire(ctx context.Context, data hook.Data, answer *Answer) (hook.Outcome, error) {
	out, err := s.lifecycle.Await(ctx, data)
	s.hear(out)
	answer.diagnose(out.Diagnostics)
	return out, err
}

// hear passes on what the hooks of a lifecycle event say to the user.
func (s *Session) hear(out hook.Outcome) {
	for _, text := range apply.UserMessages(out) {
		s.tell(Note{Kind: NoteInfo, Text: text})
	}
}

// hearInBackground is hear for events that nobody waits for. A stop comes too
// late there, so its reason is one more thing to tell the user.
func (s *Session) hearInBackground(_ hook.Data, out hook.Outcome) {
	s.hear(out)
	if out.StopReason != "" {
		s.tell(Note{Kind: NoteInfo, Text: out.StopReason})
	}
}

// start fires the start of the session, once. Context of its hooks is part of
// the instruction from then on. A session that hooks stop here has not started:
// the next prompt tries again.
func (s *Session) start(ctx context.Context, answer *Answer) (hook.Outcome, error) {
	if s.started {
		return hook.Outcome{}, nil
	}
	out, err := s.fire(ctx, hook.Start("startup"), answer)
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
func (s *Session) submit(ctx context.Context, prompt string, answer *Answer) (hook.Outcome, error) {
	out, err := s.fire(ctx, hook.Submit(prompt), answer)
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
func (s *Session) deliver(results []Completed, answer *Answer) {
	s.history = append(s.history, resultContent(results))
	for _, r := range results {
		answer.diagnose(r.Result.Diagnostics)
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
		s.say(apply.ContextBlock(s.nextTurn))
		s.nextTurn = nil
	}
}

// say adds a message to the conversation on behalf of the user.
func (s *Session) say(text string) {
	s.history = append(s.history, apply.UserContent(text))
}
