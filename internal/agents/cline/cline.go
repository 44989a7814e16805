// Package cline is Cline as a caller of Grapnel.
package cline

import (
	_ "embed"
	"encoding/json"
	"runtime"
	"slices"
	"strings"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/agents"
	"github.com/grapnel-hooks/grapnel/internal/base/tools"
)

//go:embed sample.json
var sample string

// Agent returns Cline.
func Agent() agents.Agent {
	return agents.Agent{
		Name: "cline", Product: "Cline", Measured: "3.0.65", Sample: sample,
		Events: []agents.EventName{
			{Name: "TaskStart", Kind: hook.SessionStart},
			{Name: "TaskResume", Kind: hook.SessionStart},
			{Name: "UserPromptSubmit", Kind: hook.PromptSubmit},
			{Name: "PreToolUse", Kind: hook.ToolBefore},
			{Name: "PostToolUse", Kind: hook.ToolAfter},
			{Name: "PreCompact", Kind: hook.CompactBefore},
			{Name: "TaskComplete", Kind: hook.AgentStop},
			{Name: "SessionShutdown", Kind: hook.SessionEnd},
		},
		Signs:     agents.Signs{Fields: []string{"hookName", "taskId", "clineVersion"}},
		Fields:    fields,
		Abilities: abilities(),
		Say:       say,
		Reads:     []string{"~/.cline/hooks/*", ".cline/hooks/*", ".clinerules/hooks/*"},
		Settings: agents.Settings{
			User:    agents.InHome("", ".cline", "hooks"),
			Project: agents.InProject(".clinerules", "hooks"),
			Own:     scripts,
			Lines:   func(name, content string) map[string]string { return map[string]string{name: content} },
			Notes: []string{
				"Cline ignores exit codes: a denied tool runs with a harmless input instead, and the model reads why; a denied tool that has none, as those of MCP servers, ends the task.",
				"If several hooks replace the input of a tool, the last one wins.",
			},
		},
	}
}

// eventName is Cline's name for an event, as hooks are filed, by the name that
// its payload has.
func eventName(hookName string) string {
	switch hookName {
	case "agent_start":
		return "TaskStart"
	case "agent_resume":
		return "TaskResume"
	case "prompt_submit":
		return "UserPromptSubmit"
	case "tool_call":
		return "PreToolUse"
	case "tool_result":
		return "PostToolUse"
	case "pre_compact":
		return "PreCompact"
	case "agent_end":
		return "TaskComplete"
	case "session_shutdown":
		return "SessionShutdown"
	}
	return hookName
}

// fields gives a payload the names that most agents use.
func fields(payload hook.Object) (hook.Object, string) {
	out := hook.Object{}
	copyTo := func(from hook.Object, name, as string) {
		if from.Has(name) {
			out[as] = from[name]
		}
	}
	copyTo(payload, "taskId", "session_id")
	if payload.Has("parent_agent_id") {
		copyTo(payload, "agent_id", "agent_id")
	}
	if roots, ok := payload.Strings("workspaceRoots"); ok && len(roots) > 0 {
		out.Set("cwd", roots[0])
	}
	// The members preToolUse and postToolUse say the same with all values as
	// texts; these have them as they are.
	for _, name := range []string{"tool_call", "tool_result"} {
		call, _ := payload.Object(name)
		copyTo(call, "id", "tool_use_id")
		copyTo(call, "name", "tool_name")
		copyTo(call, "input", "tool_input")
		copyTo(call, "output", "tool_response")
	}
	prompt, _ := payload.Object("userPromptSubmit")
	copyTo(prompt, "prompt", "prompt")
	hookName, _ := payload.String("hookName")
	return out, eventName(hookName)
}

// Cline knows two ways to interfere: another input for the tool, and the end of
// the whole task. Headless it reads nothing from the other events.
func abilities() []agents.Ability {
	return slices.Concat(
		agents.Exactly(hook.ToolBefore, agents.Rewrite, agents.Context, agents.Stop),
		agents.Exactly(hook.ToolAfter, agents.Context, agents.Stop),
		[]agents.Ability{
			{Kind: hook.ToolBefore, Effect: agents.Deny, Level: agents.Degraded, How: "a harmless input runs instead; tools that have none end the task"},
			{Kind: hook.ToolBefore, Effect: agents.Ask, Level: agents.Impossible, How: "Cline ignores an ask, and the tool runs"},
			{Kind: hook.ToolBefore, Effect: agents.Allow, Level: agents.Impossible, How: "Cline ignores an allow"},
			{Kind: hook.PromptSubmit, Effect: agents.Deny, Level: agents.Degraded, How: "the task ends; not measured"},
		},
	)
}

// say answers with an object; Cline looks at nothing else.
func say(e agents.Event, v agents.Verdict) agents.Answer {
	out := hook.Object{}
	switch {
	case v.Deny && v.Stop:
		cancel(out, v.Reason+"\n"+v.StopReason)
	case v.Stop:
		cancel(out, v.StopReason)
	case v.Deny:
		deny(out, e, v.Reason)
	default:
		if v.Input != nil {
			out["overrideInput"] = v.Input
		}
		out.SetText("context", v.Context)
	}
	return agents.JSON(out)
}

// deny replaces the input by a harmless one where there is one. Only ending the
// whole task keeps other tools from running.
func deny(out hook.Object, e agents.Event, reason string) {
	input, ok := harmless(e.Data.Tool, reason)
	if !ok || e.Kind != hook.ToolBefore {
		cancel(out, reason)
		return
	}
	out["overrideInput"] = input
	out.Set("context", reason)
}

// harmless is an input with which a tool does nothing: it is not valid, or has
// nothing to do.
func harmless(tool, reason string) (input json.RawMessage, ok bool) {
	switch tool {
	case "run_commands":
		object := hook.Object{}
		object.Set("commands", []string{failingCommand(reason)})
		return object.Raw(), true
	case "editor":
		return json.RawMessage(`{"path":"","new_text":""}`), true
	case "apply_patch":
		return json.RawMessage(`{"input":""}`), true
	case "read_files":
		return json.RawMessage(`{"files":[]}`), true
	case "search_codebase":
		return json.RawMessage(`{"queries":[]}`), true
	case "fetch_web_content":
		return json.RawMessage(`{"requests":[]}`), true
	}
	return nil, false
}

func cancel(out hook.Object, reason string) {
	out.Set("cancel", true)
	out.Set("errorMessage", reason)
}

// maxInCommand is how much of a reason a command prints; the context has it all.
const maxInCommand = 4096

// failingCommand is a command that does nothing but print the reason and fail.
// The reason may have been written by whom it is kept from: it is quoted for a
// POSIX shell, and left out where the shell is another.
func failingCommand(reason string) string {
	if runtime.GOOS == "windows" {
		return "exit 126"
	}
	if len(reason) > maxInCommand {
		reason = strings.ToValidUTF8(reason[:maxInCommand], "")
	}
	reason = strings.Map(func(r rune) rune {
		if r < ' ' && r != '\n' && r != '\t' || r == 0x7f {
			return -1
		}
		return r
	}, reason)
	return `printf '%s\n' ` + tools.Quote(reason) + ` >&2; exit 126`
}

// scripts returns one program per event, as Cline finds them by their names.
func scripts(r agents.Registration) ([]agents.OwnFile, error) {
	var files []agents.OwnFile
	for _, event := range r.Events {
		files = append(files, agents.OwnFile{
			Name: event.Name, Executable: true,
			Content: "#!/bin/sh\n# " + agents.OwnMark + "\n" + r.Command(Agent(), event) + "\n",
		})
	}
	return files, nil
}
