package llxprt

import (
	"strings"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/diag"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/dialect/kit"
)

// said is the answer of one hook, with what is needed to merge it.
type said struct {
	*meaning
	hook    int // index into the results
	name    string
	success bool
}

// merger builds an outcome from the answers to one event.
type merger struct {
	contract   *Contract
	ev         hook.Event
	sequential bool
	answers    []said // in plan order
	out        hook.Outcome
}

// Merge turns the answers to an event into one outcome. Tool and agent events
// let any block win and join texts; model events replace fields; tool
// selection unites lists. In all of them a deny and a stop are never undone.
func (d Dialect) Merge(ev hook.Event, sequential bool, answers []dialect.Reading) hook.Outcome {
	m := &merger{contract: d.Contract, ev: ev, sequential: sequential}
	for i, a := range kit.Meanings[*meaning](answers) {
		m.answers = append(m.answers, said{a, i, answers[i].Result.Name, answers[i].Result.Success})
	}
	if len(m.answers) == 0 {
		return m.out
	}
	m.decide()
	m.out.Reason = m.reason()
	m.out.SuppressOutput = m.suppress()
	m.out.Output = m.output()
	m.addMessages()

	switch ev.Type.Kind {
	case hook.ModelBefore:
		m.mergeRequest()
	case hook.ModelAfter:
		m.mergeResponse()
	case hook.ToolSelection:
		m.mergeToolConfig()
	default:
		m.mergeSpecifics()
	}
	return m.out
}

func isModelEvent(k hook.Kind) bool { return k == hook.ModelBefore || k == hook.ModelAfter }

// decide sets decision, block and stop. A stop before an operation also keeps
// the operation from happening; at the end of a turn it overrides a block, which
// would make the agent go on.
func (m *merger) decide() {
	var stopReasons []string
	for _, a := range m.answers {
		v := a.verdict()
		if v.Outranks(m.out.Decision) && (a.success || v != hook.Allow) {
			m.out.Decision = v
		}
		if a.ShouldStop() {
			m.out.Stop = true
			stopReasons = appendText(stopReasons, a.StopReason())
		}
	}
	m.out.StopReason = strings.Join(stopReasons, "\n")
	no := m.out.Decision == hook.Deny
	if m.out.Stop {
		no = m.ev.Type.Kind != hook.AgentStop
	}
	m.out.Blocked = no && m.contract.blocks(m.ev.Type.Kind)
}

// reason joins all reasons; on model events the last deny's replaces the rest.
func (m *merger) reason() string {
	var reasons []string
	last, denied := "", false
	for _, a := range m.answers {
		text := a.EffectiveReason()
		reasons = appendText(reasons, text)
		if a.IsBlocking() || !denied && text != "" {
			last = text
		}
		denied = denied || a.IsBlocking()
	}
	if isModelEvent(m.ev.Type.Kind) {
		return last
	}
	return strings.Join(reasons, "\n")
}

// suppress is true if any hook says so; on model events the last word counts.
func (m *merger) suppress() bool {
	result := false
	for _, a := range m.answers {
		value, said := a.Data.Bool("suppressOutput")
		if isModelEvent(m.ev.Type.Kind) && said {
			result = value
		} else {
			result = result || value
		}
	}
	return result
}

// output is the merged answer in the contract's own keys, without
// hookSpecificOutput.
func (m *merger) output() hook.Object {
	merged := hook.Object{}
	var systemMessages []string
	decision := ""
	for _, a := range m.answers {
		merged = merged.Overlay(a.Data)
		systemMessages = appendText(systemMessages, a.SystemMessage())
		if a.verdict() == m.out.Decision && a.Decision() != "" {
			decision = a.Decision()
		}
	}
	delete(merged, "hookSpecificOutput")
	delete(merged, "continue")
	for key, text := range map[string]string{
		"decision":      decision,
		"reason":        m.out.Reason,
		"stopReason":    m.out.StopReason,
		"systemMessage": strings.Join(systemMessages, "\n"),
	} {
		delete(merged, key)
		merged.SetText(key, text)
	}
	if d := m.out.Decision; d.Outranks(hook.Allow) && neutral(decision) != d {
		merged.Set("decision", string(d)) // said by permissionDecision alone
	}
	if m.out.Stop {
		merged.Set("continue", false)
	}
	if merged.Has("suppressOutput") {
		merged.Set("suppressOutput", m.out.SuppressOutput)
	}
	return merged
}

// addMessages routes texts: system messages and warnings to whom the contract
// says, stop reasons to the user, the reason of a no to whoever waits for the
// result.
func (m *merger) addMessages() {
	for _, a := range m.answers {
		kind := hook.SystemMessage
		if !a.success {
			kind = hook.WarningMessage
		}
		m.addMessage(a, m.contract.SystemTo, kind, a.SystemMessage())
		switch a.verdict() {
		case hook.Deny:
			m.addMessage(a, m.contract.DenyTo(m.ev.Type.Kind), hook.ReasonMessage, a.EffectiveReason())
		case hook.Ask:
			m.addMessage(a, hook.ToUser, hook.ReasonMessage, a.EffectiveReason())
		}
		m.addMessage(a, hook.ToUser, hook.StopMessage, a.StopReason())
	}
}

func (m *merger) addMessage(a said, to hook.Recipient, kind hook.MessageKind, text string) {
	if text != "" && to != "" {
		m.out.Messages = append(m.out.Messages, hook.Message{To: to, Kind: kind, Text: text, Hook: a.hook})
	}
}

// blocks reports whether a no keeps what an event of a kind is about from
// happening: all but the call of a tool that is over.
func (c *Contract) blocks(kind hook.Kind) bool {
	return c.DenyTo(kind) != "" && kind != hook.ToolAfter
}

func (m *merger) warnf(hookIndex int, code, format string, args ...any) {
	m.out.Diagnostics = append(m.out.Diagnostics, diag.Warnf(code, format, args...).Of(hookIndex))
}

// setSpecific puts the merged hookSpecificOutput into the output.
func (m *merger) setSpecific(specific hook.Object) {
	if len(specific) > 0 {
		m.out.Output["hookSpecificOutput"] = specific.Raw()
	}
}

func appendText(list []string, text string) []string {
	if text == "" {
		return list
	}
	return append(list, text)
}
