package host

import (
	"context"
	"fmt"
	"strings"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/llm"
)

// fire fires a lifecycle event. Where the dialect wants its hooks to be heard,
// it waits for the outcome and passes on what is for the user; otherwise it
// does not wait, and the outcome is empty.
func (s *Session) fire(ctx context.Context, kind hook.Kind, data hook.Data) hook.Outcome {
	if !s.options.Hooks.Awaits(kind) {
		s.lifecycle.Fire(kind, data)
		return hook.Outcome{}
	}
	out := s.options.Hooks.Lifecycle(ctx, kind, data)
	for _, text := range userMessages(out) {
		s.tell(Note{Kind: NoteInfo, Text: text})
	}
	return out
}

// start fires the start of the session, once. Context of its hooks is part of
// the instruction from then on.
func (s *Session) start(ctx context.Context) {
	if s.started {
		return
	}
	s.started = true
	out := s.fire(ctx, hook.SessionStart, hook.Data{Source: "startup"})
	for _, c := range out.Context {
		s.context = append(s.context, c.Text)
	}
}

// submit fires the submission of a prompt and, unless hooks reject it, adds the
// prompt to the conversation, with what hooks have to add. A rejected prompt
// leaves no trace.
func (s *Session) submit(ctx context.Context, prompt string) hook.Outcome {
	out := s.fire(ctx, hook.PromptSubmit, hook.Data{Prompt: prompt})
	if out.Blocked || out.Stop {
		return out
	}
	content := llm.Content{Role: llm.RoleUser, Parts: []llm.Part{llm.TextPart(prompt)}}
	if len(s.nextTurn) > 0 {
		content.Parts = append(content.Parts, llm.TextPart("<hook_context>\n"+strings.Join(s.nextTurn, "\n\n")+"\n</hook_context>"))
		s.nextTurn = nil
	}
	s.history = append(s.history, content)
	for _, c := range out.Context {
		s.say(c.Text)
	}
	return out
}

// stopping fires the event before the agent stops. Hooks cannot keep it from
// stopping for ever.
func (s *Session) stopping(ctx context.Context, prompt string, answer Answer, continuations int) hook.Outcome {
	out := s.fire(ctx, hook.AgentStop, hook.Data{Prompt: prompt, Response: answer.Text, StopActive: continuations > 0})
	if out.Blocked && continuations >= s.options.MaxContinuations {
		text := fmt.Sprintf("hooks kept the agent from stopping %d times in a row; it stops now", continuations)
		out.Blocked = false
		out.Diagnostics = append(out.Diagnostics, hook.Warnf("stop-limit", "%s", text))
		s.tell(Note{Kind: NoteInfo, Text: text})
	}
	return out
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

// say adds a message to the conversation on behalf of the user.
func (s *Session) say(text string) {
	s.history = append(s.history, llm.Content{Role: llm.RoleUser, Parts: []llm.Part{llm.TextPart(text)}})
}
