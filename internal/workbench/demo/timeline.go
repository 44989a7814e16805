package demo

import (
	"context"
	"fmt"
	"strings"
	"sync"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/host"
	"github.com/grapnel-hooks/grapnel/internal/base/redact"
	"github.com/grapnel-hooks/grapnel/internal/base/tools"
	"github.com/grapnel-hooks/grapnel/internal/jsonx"
	"github.com/grapnel-hooks/grapnel/llm"
)

// Entry is one thing that happened in a session.
type Entry struct {
	// Type is prompt, hook, model (a request leaves) or user (something is
	// shown).
	Type string `json:"type"`
	Text string `json:"text,omitempty"`
	// Of a hook: its event, name, result and duration.
	Event      string      `json:"event,omitempty"`
	Hook       string      `json:"hook,omitempty"`
	Tool       string      `json:"tool,omitempty"`
	Status     hook.Status `json:"status,omitempty"`
	DurationMs float64     `json:"durationMs,omitempty"`
	// Blocked is what did not happen because of a hook: a command that was not
	// run, a file that was not written. Secrets are removed from it.
	Blocked string `json:"blocked,omitempty"`
	// Kind says what the user is shown: answer, tool, stop or info.
	Kind host.NoteKind `json:"kind,omitempty"`
}

// The types of entries.
const (
	TypePrompt = "prompt"
	TypeHook   = "hook"
	TypeModel  = "model"
	TypeUser   = "user"
)

// timeline turns what an agent does into entries.
type timeline struct {
	mu      sync.Mutex
	show    func(Entry)
	dialect string
	seen    int // contents of the conversation that were shown
}

func (t *timeline) add(e Entry) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.show != nil {
		t.show(e)
	}
}

func (t *timeline) prompt(text string) { t.add(Entry{Type: TypePrompt, Text: text}) }

func (t *timeline) note(n host.Note) {
	t.add(Entry{Type: TypeUser, Kind: n.Kind, Tool: n.Tool, Text: n.Text})
}

// outcome adds an entry for each hook of an event.
func (t *timeline) outcome(_ context.Context, ev hook.Event, out hook.Outcome) {
	tool, _ := ev.Fields.String("tool_name")
	for i, r := range out.Hooks {
		e := Entry{
			Type: TypeHook, Event: out.Event, Hook: r.Name, Tool: tool,
			Status: r.Status, DurationMs: r.DurationMs, Text: effects(out, i, r),
		}
		if r.Status == hook.StatusBlocked && ev.Type.Kind == hook.ToolBefore {
			e.Blocked = prevented(t.dialect, tools.Call{Name: tool, Input: ev.Fields["tool_input"]})
		}
		t.add(e)
	}
}

// prevented says what a call would have done: its command or its file, never
// the contents of that.
func prevented(dialect string, c tools.Call) string {
	part := tools.Of(dialect).Parts(c)[0]
	switch command, file := part.Text(tools.Command), part.Text(tools.Path); {
	case part.Job == tools.RunShell && command != "":
		return "not run: " + redact.Secrets(command)
	case file == "":
		return ""
	case part.Job.Role() == tools.Write, part.Job.Role() == tools.Edit:
		return "not written: " + file
	default:
		return "not read: " + file
	}
}

// effects says in words what a hook did.
func effects(out hook.Outcome, index int, r hook.Result) string {
	var words []string
	for _, m := range out.Messages {
		if m.Hook == index {
			words = append(words, fmt.Sprintf("to the %s: %s", m.To, m.Text))
		}
	}
	for _, c := range out.Context {
		if c.Hook == index {
			words = append(words, "adds: "+c.Text)
		}
	}
	specific, _ := r.Output.Object("hookSpecificOutput")
	for _, effect := range []struct{ key, words string }{
		{"tool_input", "rewrites the input: "},
		{"updatedInput", "rewrites the input: "},
		{"llm_request", "rewrites the request: "},
		{"llm_response", "rewrites the answer: "},
		{"toolConfig", "restricts the tools: "},
	} {
		if value, ok := specific[effect.key]; ok {
			words = append(words, effect.words+string(value))
		}
	}
	if r.Error != "" {
		words = append(words, r.Error)
	}
	return strings.Join(words, "; ")
}

// request adds an entry for what is new in a request: what the model reads now
// and has not read before.
func (t *timeline) request(r *llm.Request) {
	fresh := r.Contents
	if t.seen <= len(fresh) {
		fresh = fresh[t.seen:]
	}
	var texts []string
	for _, content := range fresh {
		if content.Role != llm.RoleModel {
			texts = append(texts, contentText(content))
		}
	}
	if c := r.ToolConfig; c != nil {
		texts = append(texts, fmt.Sprintf("(tools: %s %v)", c.Mode, c.AllowedFunctionNames))
	}
	t.seen = len(r.Contents) // messages of hooks stay in the conversation
	t.add(Entry{Type: TypeModel, Text: strings.Join(texts, "\n")})
}

// contentText is a content as a person reads it: texts and tool results.
func contentText(content llm.Content) string {
	var texts []string
	for _, part := range content.Parts {
		if text, ok := part.Text(); ok {
			texts = append(texts, text)
		} else if name, result, ok := toolResult(part); ok {
			texts = append(texts, name+": "+result)
		}
	}
	return strings.Join(texts, "\n")
}

func toolResult(part llm.Part) (name, text string, ok bool) {
	outer, _, err := jsonx.ParseObject(part)
	if err != nil {
		return "", "", false
	}
	response, ok := hook.Object(outer).Object("functionResponse")
	if !ok {
		return "", "", false
	}
	name, _ = response.String("name")
	body, _ := response.Object("response")
	for _, key := range []string{"output", "error"} {
		if text, ok := body.String(key); ok {
			return name, text, true
		}
	}
	return name, "", true
}
