package agents

import (
	"encoding/json"
	"slices"

	"github.com/grapnel-hooks/grapnel/hook"
)

// exitDeny is the exit code by which hooks deny.
const exitDeny = 2

// ClaudeLike says verdicts in the JSON of Claude Code. Its members are where
// agents that took that over differ from it.
type ClaudeLike struct {
	// AllowRewrites says that a new input counts only beside an allow.
	AllowRewrites bool
	// StopWithDeny says that a deny is lost beside an allow of another hook
	// unless it also stops; the agent goes on all the same.
	StopWithDeny bool
	// DenyByExitCode says that a deny in JSON is lost beside an allow of
	// another hook, and one by exit code is not.
	DenyByExitCode bool
	// Flat says that members stand at the top level, not below
	// hookSpecificOutput, and that a new input is called modifiedArgs.
	Flat bool
}

// Say writes an answer.
func (c ClaudeLike) Say(e Event, v Verdict) Answer {
	if (v.Deny || v.Continue) && c.DenyByExitCode {
		return Answer{Stderr: v.Reason + "\n", ExitCode: exitDeny}
	}
	r := newReply()
	if e.Kind == hook.ToolBefore {
		c.permission(v, r)
	} else if v.Deny || v.Continue {
		r.top.Set("decision", "block")
		r.top.Set("reason", v.Reason)
	}
	r.specific.SetText("additionalContext", v.Context)
	if v.Stop {
		r.stop(v.StopReason)
	}
	r.top.SetText("systemMessage", v.Message)
	if c.Flat {
		return reply{r.top.Overlay(r.specific), nil}.answer("")
	}
	return r.answer(e.Name)
}

// permission says what is to become of a tool call.
func (c ClaudeLike) permission(v Verdict, r reply) {
	decision := ""
	switch {
	case v.Deny:
		decision = "deny"
		if c.StopWithDeny {
			r.stop(v.Reason)
		}
	case v.Ask:
		decision = "ask"
	case v.Allow, v.Input != nil && c.AllowRewrites:
		decision = "allow"
	}
	if decision != "" {
		r.specific.Set("permissionDecision", decision)
		r.specific.SetText("permissionDecisionReason", v.Reason)
	}
	switch {
	case v.Input == nil:
	case c.Flat:
		r.specific["modifiedArgs"] = v.Input
	default:
		r.specific["updatedInput"] = v.Input
	}
}

// GeminiLike says verdicts in the JSON of Gemini CLI.
func GeminiLike(e Event, v Verdict) Answer {
	r := newReply()
	switch {
	case v.Deny, v.Continue:
		r.top.Set("decision", "deny")
		r.top.Set("reason", v.Reason)
	case v.Ask:
		r.top.Set("decision", "ask")
		r.top.Set("reason", v.Reason)
	}
	if v.Stop {
		r.stop(v.StopReason)
	}
	r.top.SetText("systemMessage", v.Message)
	r.specific.SetText("additionalContext", v.Context)
	r.setRaw("tool_input", v.Input)
	r.setRaw("llm_request", v.Request)
	r.setRaw("llm_response", v.Response)
	if v.Select != nil {
		r.specific.Set("toolConfig", v.Select)
	}
	return r.answer(e.Name)
}

// reply is an answer in JSON: members at the top, and those that are particular
// to the event.
type reply struct{ top, specific hook.Object }

func newReply() reply { return reply{hook.Object{}, hook.Object{}} }

func (r reply) stop(reason string) {
	r.top.Set("continue", false)
	r.top.Set("stopReason", reason)
}

func (r reply) setRaw(name string, value json.RawMessage) {
	if value != nil {
		r.specific[name] = value
	}
}

// answer writes one object, or nothing if it is empty.
func (r reply) answer(event string) Answer {
	if len(r.specific) > 0 {
		r.specific.Set("hookEventName", event)
		r.top["hookSpecificOutput"] = r.specific.Raw()
	}
	return JSON(r.top)
}

// GeminiEvents are the events of Gemini CLI and of agents that come from it.
func GeminiEvents() []EventName {
	return []EventName{
		{"SessionStart", hook.SessionStart},
		{"BeforeAgent", hook.PromptSubmit},
		{"BeforeModel", hook.ModelBefore},
		{"BeforeToolSelection", hook.ToolSelection},
		{"AfterModel", hook.ModelAfter},
		{"BeforeTool", hook.ToolBefore},
		{"AfterTool", hook.ToolAfter},
		{"AfterAgent", hook.AgentStop},
		{"PreCompress", hook.CompactBefore},
		{"Notification", hook.Notification},
		{"SessionEnd", hook.SessionEnd},
	}
}

// ClaudeEvents are the events of Claude Code, without those that an agent that
// took them over does not have.
func ClaudeEvents(without ...string) []EventName {
	return slices.DeleteFunc([]EventName{
		{"SessionStart", hook.SessionStart},
		{"UserPromptSubmit", hook.PromptSubmit},
		{"PreToolUse", hook.ToolBefore},
		{"PostToolUse", hook.ToolAfter},
		{"PostToolUseFailure", hook.ToolFailure},
		{"PreCompact", hook.CompactBefore},
		{"Notification", hook.Notification},
		{"SubagentStop", hook.AgentStop},
		{"Stop", hook.AgentStop},
		{"SessionEnd", hook.SessionEnd},
	}, func(e EventName) bool { return slices.Contains(without, e.Name) })
}
