package family

import (
	"cmp"
	"strings"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/diag"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/dialect/kit"
	"github.com/grapnel-hooks/grapnel/internal/jsonx"
)

// defaultError is what the user reads about a hook that failed silently.
const defaultError = "Hook execution failed"

// said is what came of one hook: an answer, or an error to show.
type said struct {
	*answer
	hook int    // index into the results
	name string // of the hook
	err  string // for the user, if the hook failed
}

// merger builds an outcome from the answers to one event.
type merger struct {
	Traits
	ev         hook.Event
	sequential bool
	answers    []said // in plan order
	out        hook.Outcome
}

// Merge turns the answers to an event into one outcome: a stop goes before a
// deny, a deny before an ask, an ask before an allow, and the first hook that
// says what is decided gives the reason.
func (d Dialect) Merge(ev hook.Event, sequential bool, answers []dialect.Reading) hook.Outcome {
	m := &merger{Traits: d.Contract.Traits(ev.Type.Name), ev: ev, sequential: sequential}
	for i, r := range answers {
		err := failure(r.Result)
		meaning, ok := r.Meaning.(*answer)
		if !ok && err == "" {
			continue
		}
		if !ok {
			meaning = &answer{}
		}
		m.answers = append(m.answers, said{meaning, i, r.Result.Name, err})
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
func failure(r *hook.Result) string {
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
		if a.decision.Outranks(m.out.Decision) {
			m.out.Decision = a.decision
		}
		if a.stop {
			m.out.Stop = true
			m.out.StopReason = cmp.Or(m.out.StopReason, a.stopReason)
		}
	}
	if m.out.Stop && m.out.Decision != hook.Deny {
		m.out.Decision = hook.NoDecision
	}
	no := m.out.Decision == hook.Deny
	if m.out.Stop {
		no = m.StopBlocks
	}
	m.out.Blocked = m.Blocks && no
	m.out.Reason = m.firstReason()
}

func (m *merger) firstReason() string {
	for _, a := range m.answers {
		if m.decides(a) && a.reason != "" {
			return a.reason
		}
	}
	return ""
}

// decides reports whether an answer says what was decided.
func (m *merger) decides(a said) bool {
	return m.out.Decision != hook.NoDecision && a.decision == m.out.Decision
}

// addMessages routes what one hook said: errors, system messages and stop
// reasons to the user; why it says no to whom the event is about; why it
// allows or asks to the user. Reasons for what was not decided are not told.
func (m *merger) addMessages(a said) {
	m.tell(a, hook.ToUser, hook.ErrorMessage, a.err)
	m.tell(a, hook.ToUser, hook.SystemMessage, a.systemMessage)
	overridden := m.out.Stop && m.Blocks && !m.out.Blocked
	if m.decides(a) && !overridden && !(m.DenyStops && a.stop) {
		to := hook.ToUser
		if m.out.Decision == hook.Deny {
			to = m.DenyTo
		}
		m.tell(a, to, hook.ReasonMessage, a.reason)
	}
	m.tell(a, hook.ToUser, hook.StopMessage, a.stopReason)
}

func (m *merger) tell(a said, to hook.Recipient, kind hook.MessageKind, text string) {
	if text != "" {
		m.out.Messages = append(m.out.Messages, hook.Message{To: to, Kind: kind, Text: text, Hook: a.hook})
	}
}

// addContext passes context on, unless what it belongs to does not happen.
func (m *merger) addContext() {
	if m.out.Blocked || m.Context == "" {
		return
	}
	for _, a := range m.answers {
		if a.context != "" {
			m.out.Context = append(m.out.Context, hook.Context{Text: a.context, Placement: m.Context, Hook: a.hook})
		}
	}
}

// rewrite puts the last hook's updatedInput in place of the tool's input: all
// of it, not member by member. In sequence that hook has seen what those before
// it made; in parallel, hooks that disagree are reported.
func (m *merger) rewrite() {
	if m.out.Blocked || m.Permission == NoPermission {
		return
	}
	var last said
	for _, a := range m.answers {
		if a.input == nil {
			continue
		}
		if m.out.ToolInput != nil && !m.sequential && !jsonx.Equal(m.out.ToolInput, a.input) {
			m.out.Diagnostics = append(m.out.Diagnostics, diag.Warnf("rewrite-conflict",
				"hooks %q and %q give the tool different inputs; %q comes later in the plan and wins", last.name, a.name, a.name).Of(a.hook))
		}
		m.out.ToolInput, last = a.input, a
	}
	if m.out.ToolInput != nil && jsonx.Equal(m.out.ToolInput, m.ev.Fields["tool_input"]) {
		m.out.ToolInput = nil
	}
}

// output is the outcome as one hook would have said it.
func (m *merger) output() hook.Object {
	merged := hook.Object{}
	var systemMessages []string
	for _, a := range m.answers {
		if a.systemMessage != "" {
			systemMessages = append(systemMessages, a.systemMessage)
		}
	}
	if m.out.Stop {
		merged.Set("continue", false)
		merged.SetText("stopReason", m.out.StopReason)
	}
	merged.SetText("systemMessage", strings.Join(systemMessages, "\n"))
	if m.Permission == NoPermission && m.out.Decision == hook.Deny {
		merged.Set("decision", "block")
		merged.Set("reason", m.out.Reason)
	}
	if specific := m.specific(); len(specific) > 0 {
		specific.Set("hookEventName", m.ev.Type.Name)
		merged["hookSpecificOutput"] = specific.Raw()
	}
	return merged
}

// specific is the outcome's hookSpecificOutput.
func (m *merger) specific() hook.Object {
	specific := hook.Object{}
	switch {
	case m.Permission == PermissionDecision:
		specific.SetText("permissionDecision", m.permissionWord())
		specific.SetText("permissionDecisionReason", m.out.Reason)
		if m.out.ToolInput != nil {
			specific["updatedInput"] = m.out.ToolInput
		}
	case m.Permission == BehaviorDecision && m.out.Decision != hook.NoDecision:
		specific["decision"] = behavior(m.out.Decision, m.out.Reason, m.out.ToolInput).Raw()
	}
	var contexts []string
	for _, c := range m.out.Context {
		contexts = append(contexts, c.Text)
	}
	specific.SetText("additionalContext", strings.Join(contexts, "\n"))
	return specific
}

// permissionWord is the decision in the contract's words: a question that a hook
// defers is deferred, whoever else asks it.
func (m *merger) permissionWord() string {
	for _, a := range m.answers {
		if a.deferred && m.decides(a) {
			return "defer"
		}
	}
	return string(m.out.Decision)
}
