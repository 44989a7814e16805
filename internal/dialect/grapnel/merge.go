package grapnel

import (
	"encoding/json"
	"strings"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/diag"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/jsonx"
)

// Merge turns what rules and hooks said into one outcome: a deny of anybody
// goes before an ask, an ask before an allow. What only observes changes
// nothing.
func (Dialect) Merge(ev hook.Event, _ bool, answers []dialect.Reading) hook.Outcome {
	m := &merger{ev: ev, answers: answers}
	m.decide()
	m.addTexts()
	m.rewriteInput()
	m.rewriteResult()
	m.out.Output = Dialect{}.Answer(m.out)
	return m.out
}

// merger builds the outcome of one event.
type merger struct {
	ev      hook.Event
	answers []dialect.Reading
	out     hook.Outcome
}

// each calls found for every answer that counts.
func (m *merger) each(found func(i int, said hook.Object)) {
	for i, a := range m.answers {
		if said, ok := a.Meaning.(hook.Object); ok && !a.Result.Observed {
			found(i, said)
		}
	}
}

// decide sets decision, reason, block and stop. Of several with the same
// decision all reasons count, in plan order.
func (m *merger) decide() {
	m.each(func(_ int, said hook.Object) {
		if d := decisionOf(said); d.Outranks(m.out.Decision) {
			m.out.Decision = d
		}
	})
	var reasons, stops []string
	m.each(func(_ int, said hook.Object) {
		if reason, _ := said.String("reason"); decisionOf(said) == m.out.Decision && m.out.Decision != hook.NoDecision && reason != "" {
			reasons = append(reasons, reason)
		}
		if reason, ends := stopReason(said); ends {
			m.out.Stop = true
			if reason != "" {
				stops = append(stops, reason)
			}
		}
	})
	m.out.Reason, m.out.StopReason = strings.Join(reasons, "\n"), strings.Join(stops, "\n")
	kind := m.ev.Type.Kind
	m.out.Blocked = isGuarded(kind) && (m.out.Decision == hook.Deny || m.out.Stop) ||
		kind == hook.AgentStop && m.out.Decision == hook.Deny && !m.out.Stop
}

func decisionOf(said hook.Object) hook.Decision {
	word, _ := said.String("decision")
	return hook.Decision(word)
}

// addTexts passes texts on: why something is denied to the model, everything
// else that is said about it to the user, and context to the model if what it
// belongs to happens.
func (m *merger) addTexts() {
	m.each(func(i int, said hook.Object) {
		if decision := decisionOf(said); decision == m.out.Decision {
			to := hook.ToUser
			if decision == hook.Deny {
				to = hook.ToModel
			}
			reason, _ := said.String("reason")
			m.tell(i, to, hook.ReasonMessage, reason)
		}
		kind := hook.SystemMessage
		if m.answers[i].Result.Type == typeRule {
			kind = hook.WarningMessage
		}
		message, _ := said.String("message")
		m.tell(i, hook.ToUser, kind, message)
		stop, _ := stopReason(said)
		m.tell(i, hook.ToUser, hook.StopMessage, stop)
		if text, _ := said.String("context"); text != "" && !m.out.Blocked {
			m.out.Context = append(m.out.Context, hook.Context{Text: text, Placement: placement(m.ev.Type.Kind), Hook: i})
		}
	})
}

func (m *merger) tell(i int, to hook.Recipient, kind hook.MessageKind, text string) {
	if text != "" {
		m.out.Messages = append(m.out.Messages, hook.Message{To: to, Kind: kind, Text: text, Hook: i})
	}
}

func placement(kind hook.Kind) hook.Placement {
	switch {
	case isAboutTool(kind):
		return hook.InToolResult
	case kind == hook.PromptSubmit:
		return hook.InPrompt
	case kind == hook.SessionStart:
		return hook.InSession
	}
	return hook.InNextTurn
}

// rewriteInput sets the input that the tool is to get. Each answer has all of
// it, so what it changes is told by comparing it with what its author saw: rules
// see each other's changes, hooks those of the rules.
func (m *merger) rewriteInput() {
	original := m.ev.Fields[fieldInput]
	seen, current := original, original
	changedBy := map[string]int{}
	m.each(func(i int, said hook.Object) {
		input, ok := said["input"]
		if !ok || m.ev.Type.Kind != hook.ToolBefore {
			return
		}
		if m.answers[i].Result.Type == typeRule {
			seen, current = input, input
			return
		}
		current = m.overlay(current, seen, input, i, changedBy)
	})
	if !m.out.Blocked && !jsonx.Equal(original, current) {
		m.out.ToolInput = current
	}
}

// overlay puts the changes between two inputs over a third one.
func (m *merger) overlay(current, from, to json.RawMessage, by int, changedBy map[string]int) json.RawMessage {
	was, _ := hook.Object{"": from}.Object("")
	is, _ := hook.Object{"": to}.Object("")
	out, _ := hook.Object{"": current}.Object("")
	if out == nil {
		return to
	}
	for _, key := range is.Keys() {
		if jsonx.Equal(was[key], is[key]) {
			continue
		}
		if first, twice := changedBy[key]; twice && !jsonx.Equal(out[key], is[key]) {
			m.out.Diagnostics = append(m.out.Diagnostics, diag.Warnf("rewrite-conflict",
				"%q and %q both rewrite %s; the later one counts", m.answers[first].Result.Name, m.answers[by].Result.Name, key).Of(by))
		}
		out[key], changedBy[key] = is[key], by
	}
	for key := range was {
		if _, kept := is[key]; !kept {
			delete(out, key)
		}
	}
	return out.Raw()
}

// rewriteResult sets what the model gets in place of what came back.
func (m *merger) rewriteResult() {
	field := resultField(m.ev.Type.Kind)
	var result json.RawMessage
	m.each(func(_ int, said hook.Object) {
		if changed, ok := said["result"]; ok {
			result = changed
		}
	})
	switch {
	case field == "" || result == nil || jsonx.Equal(result, m.ev.Fields[field]):
	case field == fieldResponse:
		m.out.LLMResponse = result
	default:
		m.out.ToolResult = result
	}
}

// Answer is an outcome as one hook would have said it.
func (Dialect) Answer(out hook.Outcome) hook.Object {
	answer := hook.Object{}
	answer.SetText("decision", string(out.Decision))
	answer.SetText("reason", out.Reason)
	if out.ToolInput != nil {
		answer["input"] = out.ToolInput
	}
	for _, result := range []json.RawMessage{out.ToolResult, out.LLMResponse} {
		if result != nil {
			answer["result"] = result
		}
	}
	var contexts, messages []string
	for _, c := range out.Context {
		contexts = append(contexts, c.Text)
	}
	for _, message := range out.Messages {
		if message.Kind == hook.SystemMessage || message.Kind == hook.WarningMessage {
			messages = append(messages, message.Text)
		}
	}
	answer.SetText("context", strings.Join(contexts, "\n"))
	answer.SetText("message", strings.Join(messages, "\n"))
	switch {
	case out.StopReason != "":
		answer.Set("stop", out.StopReason)
	case out.Stop:
		answer.Set("stop", true)
	}
	return answer
}
