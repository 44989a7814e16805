package wave

import (
	"cmp"
	"strings"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/dialect/kit"
	"github.com/grapnel-hooks/grapnel/internal/jsonx"
)

// said is what came of one hook: an answer, or an error to show.
type said struct {
	answer
	hook int    // index into the results
	err  string // for the user, if the hook failed
}

// merger builds an outcome from the answers to one event.
type merger struct {
	traits
	ev      hook.Event
	answers []said // in plan order
	out     hook.Outcome
}

// Merge turns the answers to an event into one outcome: a stop goes before a
// deny, a deny before an ask, an ask before an allow, and the first hook that
// says what is decided gives the reason.
func (Dialect) Merge(ev hook.Event, _ bool, results []hook.Result) hook.Outcome {
	m := &merger{traits: traitsOf[ev.Type.Name], ev: ev}
	for i, r := range results {
		err := failure(r)
		if r.Output != nil || err != "" {
			m.answers = append(m.answers, said{newAnswer(ev, r.Output), i, err})
		}
	}
	m.decide()
	for _, a := range m.answers {
		m.addMessages(a)
	}
	m.addContext()
	m.rewrite()
	m.out.Output = m.output()
	return m.out
}

// failure is what the user is told about a hook that failed without an answer,
// or "".
func failure(r hook.Result) string {
	switch r.Status {
	case hook.StatusFailed, hook.StatusTimeout, hook.StatusKilled, hook.StatusSpawnError:
		return cmp.Or(string(kit.Trim([]byte(r.Stderr))), r.Error, defaultError)
	}
	return ""
}

// decide sets decision, block and stop. After a stop nobody is asked and
// nothing is allowed; at the end of an agent's turn it also overrides a block,
// which would make the agent go on.
func (m *merger) decide() {
	for _, a := range m.answers {
		if v := a.verdict(); v.Outranks(m.out.Decision) {
			m.out.Decision = v
		}
		if a.ShouldStop() {
			m.out.Stop = true
			if m.out.StopReason == "" {
				m.out.StopReason = a.StopReason()
			}
		}
	}
	if m.out.Stop && m.out.Decision != hook.Deny {
		m.out.Decision = hook.NoDecision
	}
	no := m.out.Decision == hook.Deny
	if m.out.Stop {
		no = m.stopBlocks
	}
	m.out.Blocked = m.blocks && no
	m.out.Reason = m.firstReason()
}

func (m *merger) firstReason() string {
	for _, a := range m.answers {
		if a.verdict() == m.out.Decision && m.out.Decision != hook.NoDecision && a.reason() != "" {
			return a.reason()
		}
	}
	return ""
}

// addMessages routes what one hook said: errors, system messages and stop
// reasons to the user; why it says no to whom the event is about; why it
// allows or asks to the user. Reasons for what was not decided are not told.
func (m *merger) addMessages(a said) {
	m.tell(a, hook.ToUser, hook.ErrorMessage, a.err)
	m.tell(a, hook.ToUser, hook.SystemMessage, a.SystemMessage())
	if m.out.Decision != hook.NoDecision && a.verdict() == m.out.Decision {
		to := hook.ToUser
		if m.out.Decision == hook.Deny {
			to = m.denyTo
		}
		if overridden := m.out.Stop && m.blocks && !m.out.Blocked; !overridden {
			m.tell(a, to, hook.ReasonMessage, a.reason())
		}
	}
	m.tell(a, hook.ToUser, hook.StopMessage, a.StopReason())
}

func (m *merger) tell(a said, to hook.Recipient, kind hook.MessageKind, text string) {
	if text != "" {
		m.out.Messages = append(m.out.Messages, hook.Message{To: to, Kind: kind, Text: text, Hook: a.hook})
	}
}

// addContext passes context on, unless what it belongs to does not happen.
func (m *merger) addContext() {
	if m.out.Blocked || m.context == "" {
		return
	}
	for _, a := range m.answers {
		if text := a.AdditionalContext(); text != "" {
			m.out.Context = append(m.out.Context, hook.Context{Text: text, Placement: m.context, Hook: a.hook})
		}
	}
}

// rewrite puts the last hook's updatedInput in place of the tool's input: all
// of it, not member by member. That hook has seen what those before it made.
func (m *merger) rewrite() {
	if m.out.Blocked || !m.permission {
		return
	}
	for _, a := range m.answers {
		if _, ok := a.Specific.Object("updatedInput"); ok {
			m.out.ToolInput = a.Specific["updatedInput"]
		}
	}
	if m.out.ToolInput != nil && jsonx.Equal(m.out.ToolInput, m.ev.Fields["tool_input"]) {
		m.out.ToolInput = nil
	}
}

// output is the outcome as one hook would have said it.
func (m *merger) output() hook.Object {
	merged, specific := hook.Object{}, hook.Object{}
	var systemMessages, contexts []string
	for _, a := range m.answers {
		if text := a.SystemMessage(); text != "" {
			systemMessages = append(systemMessages, text)
		}
	}
	for _, c := range m.out.Context {
		contexts = append(contexts, c.Text)
	}
	if m.out.Stop {
		merged.Set("continue", false)
		merged.SetText("stopReason", m.out.StopReason)
	}
	merged.SetText("systemMessage", strings.Join(systemMessages, "\n"))
	switch {
	case m.permission:
		specific.SetText("permissionDecision", string(m.out.Decision))
		specific.SetText("permissionDecisionReason", m.out.Reason)
	case m.out.Decision == hook.Deny:
		merged.Set("decision", "block")
		merged.Set("reason", m.out.Reason)
	}
	specific.SetText("additionalContext", strings.Join(contexts, "\n"))
	if m.out.ToolInput != nil {
		specific["updatedInput"] = m.out.ToolInput
	}
	if len(specific) > 0 {
		specific.Set("hookEventName", m.ev.Type.Name)
		merged["hookSpecificOutput"] = specific.Raw()
	}
	return merged
}
