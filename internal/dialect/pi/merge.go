package pi

import (
	"strings"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/dialect/kit"
	"github.com/grapnel-hooks/grapnel/internal/jsonx"
)

// Merge turns the answers to an event into one outcome: any deny denies, else
// an ask asks, else an allow allows; texts stay in the order of execution.
func (Dialect) Merge(ev hook.Event, _ bool, answers []dialect.Reading) hook.Outcome {
	m := &merger{ev: ev}
	for i, a := range kit.Meanings[*answer](answers) {
		m.answers = append(m.answers, said{a, i})
	}
	m.decide()
	m.addContext()
	m.mergeInput()
	m.writeOutput()
	return m.out
}

type merger struct {
	ev      hook.Event
	answers []said
	edits   hook.Object // to the tool's input, of all hooks
	out     hook.Outcome
}

// said is the answer of one hook.
type said struct {
	*answer
	hook int // index into the results
}

// decide sets the decision, and as its reason those of the hooks that made it.
func (m *merger) decide() {
	for _, a := range m.answers {
		if a.decision.Outranks(m.out.Decision) {
			m.out.Decision = a.decision
		}
	}
	m.out.Blocked = m.out.Decision == hook.Deny && m.ev.Type.Kind == hook.ToolBefore
	var reasons []string
	for _, a := range m.answers {
		if a.decision != m.out.Decision || kit.IsBlank(a.reason) {
			continue
		}
		reasons = append(reasons, a.reason)
		if m.out.Blocked {
			m.out.Messages = append(m.out.Messages, hook.Message{To: hook.ToModel, Kind: hook.ReasonMessage, Text: a.reason, Hook: a.hook})
		}
	}
	m.out.Reason = strings.Join(reasons, "\n")
}

func (m *merger) addContext() {
	placement := hook.InNextTurn
	if m.ev.Type.Kind == hook.SessionStart {
		placement = hook.InSession
	}
	for _, a := range m.answers {
		if !kit.IsBlank(a.context) {
			m.out.Context = append(m.out.Context, hook.Context{Text: a.context, Placement: placement, Hook: a.hook})
		}
	}
}

// mergeInput lays the changes of all hooks over the tool's input, one after
// the other. A call that is blocked needs no input.
func (m *merger) mergeInput() {
	if m.out.Blocked {
		return
	}
	for _, a := range m.answers {
		if a.edit != nil {
			m.edits = m.edits.Overlay(a.edit)
		}
	}
	input, _ := m.ev.Fields.Object("tool_input")
	for key, value := range m.edits {
		if before, existed := input[key]; !existed || !jsonx.Equal(before, value) {
			m.out.ToolInput = input.Overlay(m.edits).Raw()
			return
		}
	}
}

// writeOutput says the outcome in the words of one answer.
func (m *merger) writeOutput() {
	output := hook.Object{}
	var contexts []string
	for _, c := range m.out.Context {
		contexts = append(contexts, c.Text)
	}
	output.SetText("decision", string(m.out.Decision))
	output.SetText("reason", m.out.Reason)
	output.SetText("additionalContext", strings.Join(contexts, "\n\n"))
	if len(m.edits) > 0 {
		output["updatedInput"] = m.edits.Raw()
	}
	if len(output) > 0 {
		m.out.Output = output
	}
}
