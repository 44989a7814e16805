package joint

import (
	"slices"
	"strings"

	"github.com/grapnel-hooks/grapnel/hook"
)

// merger makes one outcome of several, in the order in which they are added.
type merger struct {
	kind     hook.Kind
	out      hook.Outcome
	dialects []string
	reasons  []reason
	stops    []string
}

// reason is why one of the outcomes decided as it did.
type reason struct {
	decision hook.Decision
	text     string
}

// add adds an outcome. Nothing in it takes back what an earlier one said.
func (m *merger) add(out hook.Outcome) {
	first := len(m.out.Hooks)
	if len(out.Hooks) > 0 && !slices.Contains(m.dialects, out.Dialect) {
		m.dialects = append(m.dialects, out.Dialect)
	}
	m.decide(out.Decision, out.Blocked, out.Reason)
	if out.Stop {
		m.out.Stop = true
		m.stops = append(m.stops, out.StopReason)
	}
	m.out.SuppressOutput = m.out.SuppressOutput || out.SuppressOutput
	m.out.Success = m.out.Success && out.Success
	m.out.DurationMs += out.DurationMs
	m.replace(out)
	for _, c := range out.Context {
		c.Hook += first
		m.out.Context = append(m.out.Context, c)
	}
	for _, message := range out.Messages {
		message.Hook += first
		m.out.Messages = append(m.out.Messages, message)
	}
	for _, d := range out.Diagnostics {
		if d.Hook != hook.NoHook {
			d.Hook += first
		}
		m.out.Diagnostics = append(m.out.Diagnostics, d)
	}
	m.out.Hooks = append(m.out.Hooks, out.Hooks...)
	m.out.Untrusted = append(m.out.Untrusted, out.Untrusted...)
}

// decide takes a decision over if it is stronger than what there is.
func (m *merger) decide(decision hook.Decision, blocked bool, why string) {
	if blocked && decision != hook.Deny {
		decision = hook.Deny // a stop before an operation
	}
	m.out.Blocked = m.out.Blocked || blocked
	if decision.Outranks(m.out.Decision) {
		m.out.Decision = decision
	}
	m.reasons = append(m.reasons, reason{decision, why})
}

// refuse says no to an operation, for a reason that is not a hook's.
func (m *merger) refuse(why string) {
	if m.kind.PrecedesOperation() {
		m.decide(hook.Deny, true, why)
		m.out.Success = false
	}
}

// replace takes over what hooks put in the place of something. A later one has
// seen the earlier one's.
func (m *merger) replace(out hook.Outcome) {
	if out.ToolResult != nil {
		m.out.ToolResult = out.ToolResult
	}
	if out.LLMRequest != nil {
		m.out.LLMRequest = out.LLMRequest
	}
	if out.LLMResponse != nil {
		m.out.LLMResponse = out.LLMResponse
	}
	m.out.ToolConfig = narrower(m.out.ToolConfig, out.ToolConfig)
	m.out.Output = m.out.Output.Overlay(out.Output)
}

// narrower is what two restrictions of tools have in common.
func narrower(a, b *hook.ToolConfig) *hook.ToolConfig {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	}
	both := *b
	for _, mode := range []string{"NONE", "ANY"} {
		if a.Mode == mode || b.Mode == mode {
			both.Mode = mode
			break
		}
	}
	switch {
	case a.AllowedFunctionNames == nil:
	case b.AllowedFunctionNames == nil:
		both.AllowedFunctionNames = a.AllowedFunctionNames
	default:
		both.AllowedFunctionNames = slices.DeleteFunc(slices.Clone(a.AllowedFunctionNames), func(name string) bool {
			return !slices.Contains(b.AllowedFunctionNames, name)
		})
	}
	return &both
}

// outcome is what all outcomes mean together. The reason is that of those who
// prevailed: why somebody else would have allowed what is denied helps nobody.
func (m *merger) outcome() hook.Outcome {
	var reasons []string
	for _, r := range m.reasons {
		if r.decision == m.out.Decision {
			reasons = append(reasons, r.text)
		}
	}
	m.out.Reason, m.out.StopReason = join(reasons), join(m.stops)
	if m.out.Blocked {
		m.out.ToolInput = nil // nothing runs with it
	}
	m.out.Dialect = strings.Join(m.dialects, "+")
	return m.out
}
