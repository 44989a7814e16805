package massgen

import (
	"cmp"
	"encoding/json"
	"strings"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/dialect/kit"
	"github.com/grapnel-hooks/grapnel/internal/jsonx"
)

// Merge turns the answers of a chain into one outcome. Any deny wins, then ask.
// Only before a tool does a deny block; there it also undoes a rewritten input.
func (Dialect) Merge(ev hook.Event, _ bool, answers []dialect.Reading) hook.Outcome {
	m := &merger{ev: ev}
	for i, a := range kit.Meanings[*answer](answers) {
		m.answers = append(m.answers, said{a, i})
	}
	m.decide()
	if ev.Type.Kind == hook.ToolBefore {
		m.out.Blocked = m.out.Decision == hook.Deny
		m.addReasons()
		m.rewrite()
	} else {
		m.inject()
	}
	m.out.Output = merged(m.out)
	return m.out
}

// merger builds an outcome from the answers to one event.
type merger struct {
	ev      hook.Event
	answers []said // in plan order
	out     hook.Outcome
}

// said is the answer of one hook.
type said struct {
	*answer
	hook int // index into the results
}

// decide sets decision and reason. The first deny counts, which is also the
// last answer of a chain, else the latest ask. Of several that allow, the latest
// reason is kept.
func (m *merger) decide() {
	for _, a := range m.answers {
		switch {
		case m.out.Decision == hook.Deny:
		case a.decision == hook.Deny, a.decision == hook.Ask:
			m.out.Decision, m.out.Reason = a.decision, a.reason
		case a.decision == hook.Allow && m.out.Decision != hook.Ask:
			m.out.Decision, m.out.Reason = a.decision, cmp.Or(a.reason, m.out.Reason)
		}
	}
}

// addReasons tells the model why its tool did not run, or the user what there
// is to confirm.
func (m *merger) addReasons() {
	to := hook.ToModel
	switch m.out.Decision {
	case hook.Deny:
	case hook.Ask:
		to = hook.ToUser
	default:
		return
	}
	for _, a := range m.answers {
		if a.decision == m.out.Decision && a.reason != "" {
			m.out.Messages = append(m.out.Messages, hook.Message{To: to, Kind: hook.ReasonMessage, Text: a.reason, Hook: a.hook})
		}
	}
}

// rewrite sets the input that the tool is to get, if hooks have changed it. The
// last rewrite counts: its author has seen those before.
func (m *merger) rewrite() {
	var input json.RawMessage
	for _, a := range m.answers {
		if a.input != nil {
			input = a.input
		}
	}
	if input != nil && !m.out.Blocked && !jsonx.Equal(input, toolInput(m.ev.Fields)) {
		m.out.ToolInput = input
	}
}

// inject adds every hook's text, each where its own strategy puts it.
func (m *merger) inject() {
	for _, a := range m.answers {
		if a.text != "" {
			m.out.Context = append(m.out.Context, hook.Context{Text: a.text, Placement: placement(a.strategy), Hook: a.hook})
		}
	}
}

func placement(strategy string) hook.Placement {
	if strategy == strategyUserMessage {
		return hook.InUserMessage
	}
	return hook.InToolResult
}

// merged says the outcome in one answer of MassGen's. That has only one
// injection: the texts of all, where the last one goes.
func merged(out hook.Outcome) hook.Object {
	answer := hook.Object{}
	answer.SetText("decision", string(out.Decision))
	answer.SetText("reason", out.Reason)
	if out.ToolInput != nil {
		answer["updated_input"] = out.ToolInput
	}
	var texts []string
	strategy := strategyToolResult
	for _, c := range out.Context {
		texts = append(texts, c.Text)
		strategy = string(c.Placement)
	}
	if len(texts) > 0 {
		inject := hook.Object{}
		inject.Set("content", strings.Join(texts, "\n"))
		inject.Set("strategy", strategy)
		answer["inject"] = inject.Raw()
	}
	return answer
}
