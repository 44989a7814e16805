package check

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/lazyregexp"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/workbench/compare"
)

// uselessBlocks notices hooks that say no where nobody listens.
func uselessBlocks(c *Config) []Finding {
	var found []Finding
	for _, u := range c.Unheard() {
		found = append(found, warnf(c.atCommand(u.Hook), "the hook says no with %s, which has no effect on %s", u.Says, u.Hook.Event).
			fixf("%s", u.Fix))
	}
	return found
}

// Unheard is a hook that says no where nobody listens.
type Unheard struct {
	Hook hook.Definition
	Says string // how it says no
	Fix  string // what to do about it
}

// Unheard returns the hooks that say no in a way that has no effect.
func (c *Config) Unheard() []Unheard {
	var list []Unheard
	inScripts := map[string][]answer{}
	for _, s := range c.scripts() {
		inScripts[s.path] = answers(string(s.text))
	}
	fixes := map[question]string{}
	for _, def := range c.definitions() {
		said := answers(def.Command)
		for _, r := range c.scriptsOf(def) {
			said = append(said, inScripts[r.path]...)
		}
		for _, a := range said {
			q := question{def.Event, a.says, def.FailClosed}
			if _, known := fixes[q]; !known {
				fixes[q] = c.blockFix(def, a)
			}
			if fixes[q] != "" {
				list = append(list, Unheard{def, a.says, fixes[q]})
				break
			}
		}
	}
	return list
}

// question is what it depends on whether anybody listens.
type question struct {
	event, says string
	failClosed  bool
}

// answer is a way in which a hook says no.
type answer struct {
	says string
	runs []dialect.Exit // what that looks like
}

var (
	exitTwo  = lazyregexp.New(`\bexit[ \t]+2\b|\bexit\(2\)`)
	exitOne  = lazyregexp.New(`\bexit[ \t]+1\b|\b(?:sys\.|process\.|os\._)?exit\(1\)`)
	denial   = lazyregexp.New(`\b(decision|permissionDecision)\b["'\\]*\s*[:=]\s*["'\\]*(deny|block)\b`)
	comments = lazyregexp.New(`(?m)^\s*(#|//).*$`)
)

// eventNames are in texts that behave differently on different events.
var eventNames = []string{"hook_event_name", "HOOK_EVENT", "hook_type", "HOOK_TYPE"}

// answers finds in a text how a hook says no.
func answers(text string) []answer {
	if !strings.Contains(text, "exit") && !strings.Contains(text, "ecision") {
		return nil
	}
	if slices.ContainsFunc(eventNames, func(name string) bool { return strings.Contains(text, name) }) {
		return nil
	}
	if strings.ContainsAny(text, "#/") {
		text = comments().ReplaceAllString(text, "")
	}
	var list []answer
	if exitTwo().MatchString(text) {
		list = append(list, answer{"exit code 2", []dialect.Exit{{Status: hook.StatusFailed, ExitCode: 2, Stderr: []byte("why")}}})
	}
	if m := denial().FindStringSubmatch(text); m != nil {
		list = append(list, saysInJSON(m[1], m[2]))
	}
	return list
}

func saysInJSON(key, decision string) answer {
	a := answer{says: fmt.Sprintf("%q: %q", key, decision)}
	plain := fmt.Sprintf(`{%q: %q, "reason": "why"}`, key, decision)
	nested := fmt.Sprintf(`{"hookSpecificOutput": {%q: %q, "reason": "why", "permissionDecisionReason": "why"}}`, key, decision)
	for _, stdout := range []string{plain, nested} {
		a.runs = append(a.runs, dialect.Exit{Status: hook.StatusOK, Stdout: []byte(stdout)})
	}
	return a
}

// listensTo asks the dialect what it would make of a hook that says no: whether
// something is blocked, or the model at least told why.
func (c *Config) listensTo(def hook.Definition, a answer) bool {
	event := c.event(def.Event)
	ev := hook.Event{
		Type: event, Time: time.Now(), Session: hook.Session{Dir: c.Env.Project},
		Fields: c.Dialect.Fields(event.Kind, hook.Data{
			Tool: "tool", ToolInput: json.RawMessage("{}"), LLMRequest: json.RawMessage("{}"), LLMResponse: json.RawMessage("{}"),
		}),
	}
	for _, run := range a.runs {
		_, out := compare.Try(c.Dialect, ev, def, run)
		if out.Blocked {
			return true
		}
		for _, m := range out.Messages {
			if m.To == hook.ToModel && strings.Contains(m.Text, "why") {
				return true
			}
		}
	}
	return false
}

// blockFix names an event at which the answer would count, or else an answer
// that counts here; "" if this one does.
func (c *Config) blockFix(def hook.Definition, a answer) string {
	if c.listensTo(def, a) {
		return ""
	}
	for _, event := range c.Dialect.Events() {
		other := def
		other.Event = event.Name
		if c.listensTo(other, a) {
			return "to block, use " + event.Name
		}
	}
	if deny := saysInJSON("decision", "deny"); c.listensTo(def, deny) {
		return "to block, answer {" + deny.says + "}"
	}
	return fmt.Sprintf("to block, answer as the documentation of %s says", c.Dialect.Name())
}
