package all

import (
	"encoding/json"
	"strings"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/agents"
	"github.com/grapnel-hooks/grapnel/internal/jsonx"
)

// done is what an agent does after an answer, as it was measured: the part that
// tests look at.
type done struct {
	blocked bool
	asked   bool
	read    string          // what the model reads of it
	input   json.RawMessage // what the tool gets, if that is new
}

// obey plays an agent that reads an answer before an operation, beside another
// hook that says allow: the rules are what the real programs were seen to do,
// not what our code wants.
func obey(e agents.Event, said agents.Answer) done {
	switch e.Agent {
	case "claude":
		return obeyClaude(e, said)
	case "codex":
		return obeyCodex(e, said)
	case "qwen":
		return obeyQwen(e, said)
	case "droid":
		return obeyDroid(e, said)
	case "copilot":
		return obeyCopilot(e, said)
	case "gemini", "llxprt":
		return obeyGemini(e, said)
	case "cline":
		return obeyCline(e, said)
	}
	return obeyPlugin(said)
}

// parsed returns the object on stdout, empty if there is none.
func parsed(said agents.Answer) hook.Object {
	members, _, err := jsonx.ParseObject([]byte(said.Stdout))
	if err != nil {
		return hook.Object{}
	}
	object := hook.Object(members)
	return object
}

func text(o hook.Object, key string) string {
	s, _ := o.String(key)
	if strings.TrimSpace(s) == "" {
		return "" // to agents it is
	}
	return s
}

func inner(o hook.Object) hook.Object {
	specific, _ := o.Object("hookSpecificOutput")
	return specific
}

// blockOf is the top-level decision that prompts are blocked by.
func blockOf(o hook.Object) done {
	return done{blocked: text(o, "decision") == "block" && text(o, "reason") != "", read: text(o, "reason")}
}

func obeyClaude(e agents.Event, said agents.Answer) done {
	o := parsed(said)
	for _, value := range o {
		if string(value) == "null" {
			return done{} // the whole answer is dropped
		}
	}
	if said.ExitCode == 2 {
		return done{blocked: true, read: said.Stderr}
	}
	if e.Kind == hook.PromptSubmit {
		return blockOf(o)
	}
	specific := inner(o)
	if text(specific, "hookEventName") != e.Name {
		return done{}
	}
	return permission(specific, "updatedInput")
}

func permission(o hook.Object, input string) done {
	d := done{read: text(o, "permissionDecisionReason"), input: o[input]}
	d.blocked = text(o, "permissionDecision") == "deny"
	d.asked = text(o, "permissionDecision") == "ask"
	return d
}

func obeyCodex(e agents.Event, said agents.Answer) done {
	if said.ExitCode != 0 {
		return done{blocked: said.ExitCode == 2 && said.Stderr != "", read: said.Stderr}
	}
	o := parsed(said)
	if e.Kind == hook.PromptSubmit {
		return blockOf(o)
	}
	specific := inner(o)
	d := permission(specific, "updatedInput")
	_, stops := o["continue"]
	switch decision := text(specific, "permissionDecision"); {
	case stops, text(specific, "hookEventName") != e.Name, decision == "ask":
		return done{}
	case decision == "deny" && (d.read == "" || d.input != nil), decision == "allow" && d.input == nil:
		return done{}
	case decision != "allow":
		d.input = nil // void without it
	}
	return d
}

func obeyQwen(e agents.Event, said agents.Answer) done {
	o := parsed(said)
	if e.Kind == hook.PromptSubmit {
		return blockOf(o)
	}
	d := permission(inner(o), "")
	goesOn, _ := o.Bool("continue")
	if _, stops := o["continue"]; !stops || goesOn {
		d.blocked = false // the other hook's allow wins
	}
	return d
}

func obeyDroid(_ agents.Event, said agents.Answer) done {
	d := done{blocked: said.ExitCode == 2, read: said.Stderr}
	if said.ExitCode == 0 {
		d.input = inner(parsed(said))["updatedInput"]
	}
	return d
}

func obeyCopilot(e agents.Event, said agents.Answer) done {
	if said.ExitCode != 0 {
		return done{blocked: true} // and the reason is lost
	}
	o := parsed(said)
	if e.Kind == hook.PromptSubmit {
		return blockOf(o)
	}
	return permission(o, "modifiedArgs")
}

func obeyGemini(e agents.Event, said agents.Answer) done {
	o := parsed(said)
	decision := text(o, "decision")
	return done{
		blocked: decision == "deny" || decision == "block",
		asked:   decision == "ask" && e.Agent == "gemini",
		read:    text(o, "reason"), input: inner(o)["tool_input"],
	}
}

func obeyCline(e agents.Event, said agents.Answer) done {
	o := parsed(said)
	d := done{read: text(o, "context"), input: o["overrideInput"]}
	if cancel, _ := o.Bool("cancel"); cancel {
		return done{blocked: true, read: text(o, "errorMessage")}
	}
	switch override, _ := o.Object("overrideInput"); e.Data.Tool {
	case "run_commands":
		commands, _ := override.Strings("commands")
		d.blocked = len(commands) == 1 && strings.HasSuffix(commands[0], "; exit 126")
	case "editor":
		d.blocked = override.Has("path") && text(override, "path") == ""
	case "apply_patch":
		d.blocked = override.Has("input") && text(override, "input") == ""
	case "read_files", "search_codebase", "fetch_web_content":
		d.blocked = isEmptyList(override["files"]) || isEmptyList(override["queries"]) || isEmptyList(override["requests"])
	}
	if d.blocked {
		d.input = nil
	}
	return d
}

func isEmptyList(raw json.RawMessage) bool { return string(raw) == "[]" }

func obeyPlugin(said agents.Answer) done {
	o := parsed(said)
	blocked, _ := o.Bool("deny")
	if said.ExitCode != 0 {
		return done{blocked: true}
	}
	return done{blocked: blocked, read: text(o, "reason"), input: o["input"]}
}
