package facts

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/grapnel-hooks/grapnel/dialect"
	"github.com/grapnel-hooks/grapnel/hook"
)

// probe asks a dialect what answers of hooks would do.
type probe struct{ d dialect.Dialect }

func newProbe(d dialect.Dialect) probe { return probe{d} }

const input = `{"a":1}`

// event is an event of a kind, as a host would fire it.
func (p probe) event(kind hook.Kind) hook.Event {
	ev := hook.Event{Time: time.Unix(0, 0), Session: hook.Session{ID: "session", Dir: "/project", Agent: "agent"}}
	for _, e := range p.d.Events() {
		if e.Kind == kind {
			ev.Type = e
			break
		}
	}
	ev.Fields = p.d.Fields(kind, hook.Data{Tool: "tool", ToolInput: json.RawMessage(input), ToolResponse: json.RawMessage(`{"llmContent":"done"}`)})
	return ev
}

// answer is what comes of an event if its only hook ends like this.
func (p probe) answer(kind hook.Kind, def hook.Definition, exitCode int, stdout, stderr string) (hook.Outcome, hook.Status) {
	ev := p.event(kind)
	def.Event, def.Type, def.Command, def.Name = ev.Type.Name, "command", "hook", "hook"
	run := dialect.Run{Status: hook.StatusOK, ExitCode: exitCode, Stdout: []byte(stdout), Stderr: []byte(stderr)}
	if exitCode != 0 {
		run.Status = hook.StatusFailed
	}
	said := p.d.Read(ev, def, run)
	return p.d.Merge(ev, true, []hook.Result{{
		Name: "hook", Status: said.Status, Success: exitCode == 0, ExitCode: exitCode,
		Stdout: stdout, Stderr: stderr, Output: said.Output, Decision: said.Decision,
	}}), said.Status
}

func (p probe) says(kind hook.Kind, stdout string) hook.Outcome {
	out, _ := p.answer(kind, hook.Definition{}, 0, stdout, "")
	return out
}

func (p probe) launch() string {
	program, err := p.d.Program(hook.Definition{Type: "command", Command: "COMMAND"}, string(filepath.Separator))
	if err != nil {
		return err.Error()
	}
	return strings.Join(program.Argv, " ")
}

// eventKey is the field of stdin that has the event's name.
func (p probe) eventKey() string {
	ev := p.event(hook.ToolBefore)
	stdin, _ := p.d.Input(ev)
	fields, _, err := hook.ParseObject(stdin)
	if err != nil {
		return err.Error()
	}
	for _, key := range fields.Keys() {
		if value, _ := fields.String(key); value == ev.Type.Name {
			return key
		}
	}
	return ""
}

func (p probe) variables() []string {
	_, env := p.d.Input(p.event(hook.ToolBefore))
	var names []string
	for _, variable := range env {
		name, _, _ := strings.Cut(variable, "=")
		names = append(names, name)
	}
	return names
}

const (
	anyDeny  = `{"decision":"deny","hookSpecificOutput":{"permissionDecision":"deny"}}`
	anyAllow = `{"decision":"allow"}`
)

// exit2 says what exit code 2 does, and what JSON beside it does.
func (p probe) exit2() string {
	out, _ := p.answer(hook.ToolBefore, hook.Definition{}, 2, "", "from stderr")
	if !out.Blocked {
		return "is a failure and blocks nothing"
	}
	text := "blocks"
	if out.Reason == "from stderr" {
		text += "; stderr is the reason"
	}
	undone := p.undoesExit2(anyAllow) || p.undoesExit2(`{"hookSpecificOutput":{"permissionDecision":"allow"}}`)
	return text + choose(undone, ", unless there is a JSON answer", "")
}

func (p probe) undoesExit2(stdout string) bool {
	out, _ := p.answer(hook.ToolBefore, hook.Definition{}, 2, stdout, "from stderr")
	return !out.Blocked
}

func (p probe) readsJSONAfterFailure() bool {
	out, _ := p.answer(hook.ToolBefore, hook.Definition{}, 1, anyDeny, "")
	return out.Blocked
}

// plainText says what becomes of text on stdout.
func (p probe) plainText(kind hook.Kind) string {
	out, status := p.answer(kind, hook.Definition{}, 0, "some text", "")
	switch {
	case status == hook.StatusBadOutput:
		return "is a failure"
	case len(out.Context) > 0:
		return "is context for the model"
	case len(out.Messages) > 0:
		return "is a message for the " + string(out.Messages[0].To)
	}
	return "is not used"
}

// failure says what exit code 1 does, with and without the dialect's option.
func (p probe) failure(form dialect.Form) string {
	open, _ := p.answer(hook.ToolBefore, hook.Definition{}, 1, "", "from stderr")
	text := choose(open.Blocked, "blocks", "lets the tool run")
	for _, m := range open.Messages {
		text += fmt.Sprintf("; the %s reads stderr", m.To)
	}
	closed, _ := p.answer(hook.ToolBefore, hook.Definition{FailClosed: true}, 1, "", "from stderr")
	if closed.Blocked && !open.Blocked {
		text += "; with `" + form.FailureKey + "` it can block"
	}
	return text
}

// places are where a decision may stand.
var places = []string{`{"decision":%q}`, `{"hookSpecificOutput":{"permissionDecision":%q}}`}

func (p probe) decisions() string {
	words := map[hook.Decision][]string{}
	for _, place := range places {
		key := choose(strings.Contains(place, "permission"), "permissionDecision", "decision")
		for _, word := range []string{"allow", "approve", "deny", "block", "ask"} {
			if found := p.says(hook.ToolBefore, fmt.Sprintf(place, word)).Decision; found != hook.NoDecision {
				words[found] = append(words[found], key+": "+word)
			}
		}
	}
	var parts []string
	for _, decision := range []hook.Decision{hook.Allow, hook.Deny, hook.Ask} {
		if list := words[decision]; len(list) > 0 {
			parts = append(parts, codes(shortest(list), ""))
		}
	}
	return strings.Join(parts, "; ")
}

// shortest leaves out the longer spelling of a word that there is twice.
func shortest(list []string) []string {
	var kept []string
	for _, text := range list {
		_, word, _ := strings.Cut(text, ": ")
		if !slices.Contains(kept, "decision: "+word) {
			kept = append(kept, text)
		}
	}
	return kept
}

// rewrite says under which key a new input stands, and whether it replaces the
// old one.
func (p probe) rewrite() string {
	for _, key := range []string{"hookSpecificOutput.tool_input", "hookSpecificOutput.updatedInput", "updatedInput", "updated_input"} {
		out := p.says(hook.ToolBefore, member(key, `{"b":2}`))
		if out.ToolInput == nil {
			continue
		}
		changed, _, err := hook.ParseObject(out.ToolInput)
		if err != nil {
			continue
		}
		return code(key) + choose(changed.Has("a"), " is laid over the old one", " replaces the old one")
	}
	return "not possible"
}

// context says under which keys context stands, and where it goes.
func (p probe) context() string {
	var keys []string
	var where hook.Placement
	for key, stdout := range map[string]string{
		"hookSpecificOutput.additionalContext": member("hookSpecificOutput.additionalContext", `"text"`),
		"additionalContext":                    member("additionalContext", `"text"`),
		"inject.content":                       member("inject.content", `"text"`),
	} {
		if out := p.says(hook.ToolAfter, stdout); len(out.Context) > 0 {
			keys, where = append(keys, key), out.Context[0].Placement
		}
	}
	slices.SortFunc(keys, func(a, b string) int { return len(a) - len(b) })
	return codes(keys, "not possible") + ", to the " + strings.ReplaceAll(string(where), "_", " ")
}

// member returns an object with one member at a path.
func member(path, value string) string {
	for _, key := range slices.Backward(strings.Split(path, ".")) {
		value = fmt.Sprintf("{%q:%s}", key, value)
	}
	return value
}

func (p probe) stops() bool { return p.says(hook.ToolBefore, `{"continue":false}`).Stop }

func (p probe) systemMessage() string {
	for _, m := range p.says(hook.ToolAfter, `{"systemMessage":"text"}`).Messages {
		return "is for the " + string(m.To)
	}
	return "has no effect"
}
