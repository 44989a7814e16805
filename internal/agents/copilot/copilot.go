// Package copilot is GitHub Copilot CLI as a caller of Grapnel.
package copilot

import (
	_ "embed"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/agents"
)

//go:embed sample.json
var sample string

// Agent returns Copilot CLI.
func Agent() agents.Agent {
	return agents.Agent{
		Name: "copilot", Product: "Copilot CLI", Measured: "1.0.102", Sample: sample,
		Events: agents.ClaudeEvents("PostToolUseFailure", "PreCompact", "Notification", "SubagentStop", "SessionEnd"),
		Signs: agents.Signs{
			Transcript: "/.copilot/", Fields: []string{"timestamp", "cwd"},
			Without: []string{"transcript_path", "permission_mode", "hookName"},
		},
		Fields:    fields,
		Abilities: abilities(),
		Say:       agents.ClaudeLike{Flat: true}.Say,
		Reads: []string{
			"~/.copilot/hooks/*.json", ".github/hooks/*.json", // and in trusted folders:
			".claude/settings.json", ".claude/settings.local.json",
		},
		Settings: agents.Settings{
			User:    agents.InHome("COPILOT_HOME", ".copilot", "hooks"),
			Project: agents.InProject(".github", "hooks"),
			Own:     ownFile,
			Lines:   lines,
			Notes: []string{
				"Copilot CLI reads a project's hooks only in a folder that it trusts.",
				"A hook that runs out of time does not deny.",
				"Hooks in a project's .claude/settings.json are left to Copilot CLI, which runs them only in a folder that it trusts.",
			},
		},
	}
}

// fields gives members that are spelled sessionId the names that they have in
// payloads of events with Claude's names.
func fields(payload hook.Object) (hook.Object, string) {
	event, _ := payload.String("hook_event_name")
	out := payload.Overlay(nil)
	for _, name := range [][2]string{
		{"sessionId", "session_id"},
		{"transcriptPath", "transcript_path"},
		{"toolName", "tool_name"},
		{"toolArgs", "tool_input"},
		{"toolResult", "tool_result"},
	} {
		if value, ok := payload[name[0]]; ok && !payload.Has(name[1]) {
			out[name[1]] = value
		}
	}
	if text, ok := out.String("tool_input"); ok && strings.HasPrefix(strings.TrimSpace(text), "{") && json.Valid([]byte(text)) {
		out["tool_input"] = json.RawMessage(text) // older versions send it as a text
	}
	return out, event
}

// Copilot takes any exit code but 0 for a deny, and loses its reason.
func abilities() []agents.Ability {
	return slices.Concat(
		agents.Exactly(hook.ToolBefore, agents.Deny, agents.Allow, agents.Rewrite, agents.Context),
		agents.Exactly(hook.ToolAfter, agents.Context),
		agents.Exactly(hook.PromptSubmit, agents.Deny, agents.Context),
		agents.Exactly(hook.AgentStop, agents.Continue),
		agents.Exactly(hook.SessionStart, agents.Context),
		[]agents.Ability{
			{Kind: hook.ToolBefore, Effect: agents.Ask, Level: agents.Exact, How: "without a user it is a deny"},
		},
	)
}

// ownFile returns Grapnel's file among the files of hooks.
func ownFile(r agents.Registration) ([]agents.OwnFile, error) {
	hooks := hook.Object{}
	for _, event := range r.Events {
		hooks.Set(event.Name, []map[string]any{{
			"type": "command", "bash": r.Command(Agent(), event),
			"timeoutSec": int64((r.Timeout + time.Second - 1) / time.Second),
		}})
	}
	content, err := agents.Indented(hook.Object{"version": []byte("1"), "hooks": hooks.Raw()})
	return []agents.OwnFile{{Name: "grapnel.json", Content: content}}, err
}

// lines returns the command lines of the file.
func lines(_, content string) map[string]string {
	var file struct {
		Hooks map[string][]struct{ Bash string }
	}
	if json.Unmarshal([]byte(content), &file) != nil {
		return nil
	}
	found := map[string]string{}
	for event, hooks := range file.Hooks {
		if len(hooks) > 0 {
			found[event] = hooks[0].Bash
		}
	}
	return found
}
