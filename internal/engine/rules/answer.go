package rules

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/diag"
	"github.com/grapnel-hooks/grapnel/internal/base/tools"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/engine/rules/ternary"
)

// mark stands where redacted text was.
const mark = "[REDACTED]"

// Answer is what a rule says about an event that it applies to, in the words of
// a native hook. ok is false if it says nothing, because it is undecided.
func (s *Set) Answer(ev Event, v Verdict) (answer dialect.Answer, ok bool) {
	answer.Status = hook.StatusOK
	def := &s.definitions[v.Definition]
	effect, restricts := def.Rule.Effect, def.Rule.Effect.Restricts()
	reason := s.text(def, &ev, v)
	if v.Failed != "" {
		answer.Diagnostics = append(answer.Diagnostics, diag.Warnf("rule-failed",
			"the conditions of rule %q could not be evaluated: %s", def.Name, v.Failed).At(def.Origin))
		if !restricts {
			return answer, true
		}
	}
	if v.Applies == ternary.Undecided {
		if !restricts || !s.hasCommands || def.Rule.Unparsed == hook.NoDecision || def.Rule.Unparsed == hook.Allow {
			return answer, false
		}
		effect = hook.Effect(def.Rule.Unparsed)
		reason = "It cannot be told whether this is meant (" + v.Why + "): " + reason
	}
	answer.Output = hook.Object{}
	answer.Meaning = answer.Output
	s.apply(&answer, effect, reason, &ev, v)
	return answer, true
}

// apply puts an effect into an answer.
func (s *Set) apply(answer *dialect.Answer, effect hook.Effect, text string, ev *Event, v Verdict) {
	def := &s.definitions[v.Definition]
	switch effect {
	case hook.EffectDeny, hook.EffectAsk, hook.EffectAllow:
		answer.Decision, answer.Reason = hook.Decision(effect), text
		answer.Output.Set("decision", string(effect))
		answer.Output.Set("reason", text)
		if effect == hook.EffectDeny {
			answer.Status = hook.StatusBlocked
		}
	case hook.EffectStop:
		answer.Reason = text
		answer.Output.Set("stop", text)
	case hook.EffectWarn:
		answer.Output.Set("message", text)
	case hook.EffectContext:
		answer.Output.Set("context", text)
	case hook.EffectRewrite:
		answer.Output["input"] = rewritten(ev.Input, def.Rule.Rewrite)
	case hook.EffectRedact:
		s.redact(answer, ev, v)
	}
}

func rewritten(input json.RawMessage, list []hook.Rewriting) json.RawMessage {
	for _, r := range list {
		input = setMember(input, r.Key, r.Value)
	}
	return input
}

// redact removes what the rule's content finds from what is written or came
// back. Other texts of the input, such as the one that an edit replaces, stay.
func (s *Set) redact(answer *dialect.Answer, ev *Event, v Verdict) {
	conditions := s.compiled[v.Definition].content
	clean := func(text string) string { return remove(text, conditions) }
	if raw := ev.cameBack(); raw != nil {
		answer.Output["result"] = mapStrings(raw, clean)
		return
	}
	e := &evaluation{set: s, ev: ev}
	written := e.texts()
	input := mapStrings(ev.Input, func(text string) string {
		if slices.Contains(written, text) {
			return clean(text)
		}
		return text
	})
	if same(input, ev.Input) { // the texts are parts of a larger one, such as a patch
		input = mapStrings(ev.Input, clean)
	}
	answer.Output["input"] = input
}

// remove replaces what conditions find in a text.
func remove(text string, conditions []content) string {
	for _, c := range conditions {
		var b strings.Builder
		done := 0
		for _, f := range c.find(text) {
			b.WriteString(text[done:f.start])
			b.WriteString(mark)
			done = f.end
		}
		if done > 0 {
			text = b.String() + text[done:]
		}
	}
	return text
}

// text is the rule's text with its placeholders filled in.
func (s *Set) text(def *hook.Definition, ev *Event, v Verdict) string {
	if !strings.Contains(def.Rule.Text, "{") {
		return def.Rule.Text
	}
	e := &evaluation{set: s, ev: ev}
	command, path := v.Command, v.Path
	if command == "" && strings.Contains(def.Rule.Text, "{command}") {
		command = e.toolCall().commandText()
	}
	if path == "" && strings.Contains(def.Rule.Text, "{path}") {
		if targets := e.targets(); len(targets) > 0 {
			path = targets[0].Path
		}
	}
	return strings.NewReplacer(
		"{tool}", ev.Tool, "{command}", command, "{path}", path,
		"{what}", v.What, "{agent}", ev.Agent, "{rule}", def.Name,
	).Replace(def.Rule.Text)
}

// commandText is what a shell tool is to run.
func (c *call) commandText() string {
	for _, part := range c.parts {
		if text := part.Text(tools.Command); text != "" {
			return text
		}
	}
	return ""
}
