package compare

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/document"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/engine"
	"github.com/grapnel-hooks/grapnel/internal/jsonx"
)

// probe asks a dialect what answers of hooks would do.
type probe struct{ d Dialect }

func newProbe(d Dialect) probe { return probe{d} }

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

// Try returns how a dialect understands the end of a hook, and the outcome of
// the event if there is no other hook.
func Try(d engine.Contract, ev hook.Event, def hook.Definition, run dialect.Exit) (dialect.Answer, hook.Outcome) {
	said := d.Read(ev, def, run)
	result := hook.Result{
		Name: def.Name, Type: def.Type, Status: said.Status, Success: run.ExitCode == 0, ExitCode: run.ExitCode,
		Stdout: string(run.Stdout), Stderr: string(run.Stderr),
		Output: said.Output, Decision: said.Decision, Reason: said.Reason,
	}
	return said, d.Merge(ev, true, []dialect.Reading{{Result: &result, Meaning: said.Meaning}})
}

// answer is Try for a hook that ends by itself.
func (p probe) answer(kind hook.Kind, def hook.Definition, exitCode int, stdout, stderr string) (dialect.Answer, hook.Outcome) {
	ev := p.event(kind)
	def.Event, def.Type, def.Command, def.Name = ev.Type.Name, "command", "hook", "hook"
	run := dialect.Exit{Status: hook.StatusOK, ExitCode: exitCode, Stdout: []byte(stdout), Stderr: []byte(stderr)}
	if exitCode != 0 {
		run.Status = hook.StatusFailed
	}
	return Try(p.d, ev, def, run)
}

func (p probe) says(kind hook.Kind, stdout string) hook.Outcome {
	_, out := p.answer(kind, hook.Definition{}, 0, stdout, "")
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
	fields, _, err := jsonx.ParseObject(stdin)
	if err != nil {
		return err.Error()
	}
	for _, key := range hook.Object(fields).Keys() {
		if value, _ := jsonx.String(fields[key]); value == ev.Type.Name {
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
	_, out := p.answer(hook.ToolBefore, hook.Definition{}, 2, "", "from stderr")
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
	_, out := p.answer(hook.ToolBefore, hook.Definition{}, 2, stdout, "from stderr")
	return !out.Blocked
}

func (p probe) readsJSONAfterFailure() bool {
	_, out := p.answer(hook.ToolBefore, hook.Definition{}, 1, anyDeny, "")
	return out.Blocked
}

// plainText says what text on stdout does.
func (p probe) plainText(kind hook.Kind) string {
	said, out := p.answer(kind, hook.Definition{}, 0, "some text", "")
	switch {
	case said.Status == hook.StatusBadOutput:
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
	_, open := p.answer(hook.ToolBefore, hook.Definition{}, 1, "", "from stderr")
	text := choose(open.Blocked, "blocks", "lets the tool run")
	for _, m := range open.Messages {
		text += fmt.Sprintf("; the %s reads stderr", m.To)
	}
	_, closed := p.answer(hook.ToolBefore, hook.Definition{FailClosed: true}, 1, "", "from stderr")
	if closed.Blocked && !open.Blocked {
		text += "; with `" + form.FailureKey + ": " + p.failClosed(form) + "` it can block"
	}
	return text
}

// failClosed is what configuration has under the key for failures, so that they
// block.
func (p probe) failClosed(form dialect.Form) string {
	def := hook.Definition{Event: p.event(hook.ToolBefore).Type.Name, Type: "command", Command: "hook", FailClosed: true}
	return scalar(p.d.WriteConfig(dialect.Draft{Hooks: []dialect.DraftHook{{Definition: def}}}), form.FailureKey)
}

// scalar returns what a document has under a key, wherever that is.
func scalar(v *document.Value, key string) string {
	if found := v.Get(key); found != nil {
		return string(found.Scalar)
	}
	for _, inner := range v.Items {
		if text := scalar(inner, key); text != "" {
			return text
		}
	}
	for _, m := range v.Members {
		if text := scalar(m.Value, key); text != "" {
			return text
		}
	}
	return ""
}

// spelling is a way to write a decision.
type spelling struct {
	text     string
	decision hook.Decision
	accepted bool // without a diagnostic
}

// frames are answers with a decision, in each place where it may be.
var frames = []struct{ key, answer string }{
	{"decision", `{"decision":%q,"reason":"why"}`},
	{"permissionDecision", `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":%q,"permissionDecisionReason":"why"}}`},
}

// spellings are those that have an effect before a tool, the shortest of each
// word first.
func (p probe) spellings() []spelling {
	var list []spelling
	for _, word := range []string{"allow", "approve", "deny", "block", "ask"} {
		for _, frame := range frames {
			said, out := p.answer(hook.ToolBefore, hook.Definition{}, 0, fmt.Sprintf(frame.answer, word), "")
			if out.Decision != hook.NoDecision {
				list = append(list, spelling{frame.key + ": " + word, out.Decision, len(said.Diagnostics) == 0})
			}
		}
	}
	return list
}

// decisions lists one spelling of each word: the shortest of those that the
// dialect accepts as its own; and others only if there are none.
func (p probe) decisions() string {
	list := p.spellings()
	var parts []string
	for _, decision := range []hook.Decision{hook.Allow, hook.Deny, hook.Ask} {
		for _, accepted := range []bool{true, false} {
			var kept []string
			words := map[string]bool{}
			for _, s := range list {
				_, word, _ := strings.Cut(s.text, ": ")
				if s.decision == decision && s.accepted == accepted && !words[word] {
					kept, words[word] = append(kept, s.text), true
				}
			}
			if len(kept) > 0 {
				parts = append(parts, codes(kept, ""))
				break
			}
		}
	}
	return strings.Join(parts, "; ")
}

// rewrite says under which key a new input is, and whether it replaces the old
// one.
func (p probe) rewrite() string {
	for _, key := range []string{"hookSpecificOutput.tool_input", "hookSpecificOutput.updatedInput", "updatedInput", "updated_input"} {
		out := p.says(hook.ToolBefore, p.member(hook.ToolBefore, key, `{"b":2}`))
		if out.ToolInput == nil {
			continue
		}
		changed, _, err := jsonx.ParseObject(out.ToolInput)
		if err != nil {
			continue
		}
		_, kept := changed["a"]
		return code(key) + choose(kept, " is laid over the old one", " replaces the old one")
	}
	return "not possible"
}

// context says under which keys context is, and where it goes.
func (p probe) context() string {
	var keys []string
	var where hook.Placement
	for _, key := range []string{"inject.content", "additionalContext", "hookSpecificOutput.additionalContext"} {
		if out := p.says(hook.ToolAfter, p.member(hook.ToolAfter, key, `"text"`)); len(out.Context) > 0 {
			keys, where = append(keys, key), out.Context[0].Placement
		}
	}
	return codes(keys, "not possible") + ", to the " + strings.ReplaceAll(string(where), "_", " ")
}

// member returns an answer to an event with one member at a path. What is in
// hookSpecificOutput is for that event.
func (p probe) member(kind hook.Kind, path, value string) string {
	for _, key := range slices.Backward(strings.Split(path, ".")) {
		if key == "hookSpecificOutput" {
			value = fmt.Sprintf(`{"hookEventName":%q,%s`, p.event(kind).Type.Name, value[1:])
		}
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
