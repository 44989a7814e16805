package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"time"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/diag"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/dialect/kit"
)

// maxPayload is the largest event that is read.
const maxPayload = 512 << 20

// payload is what standard input says about an event. The base fields are
// taken out of it.
type payload struct {
	fields      hook.Object
	session     hook.Session
	eventName   string // as the payload says; may differ from what is fired
	diagnostics []hook.Diagnostic
}

// readPayload reads one JSON object; nothing at all counts as an empty one.
func readPayload(in io.Reader) (payload, error) {
	p := payload{fields: hook.Object{}}
	if isTerminal(in) {
		return p, nil // nobody types a payload
	}
	text, err := readAll(in)
	if err != nil {
		return p, fmt.Errorf("read the payload: %w", err)
	}
	text = bytes.TrimPrefix(text, []byte("\ufeff")) // as some editors and shells write it
	if len(bytes.Trim(text, " \t\r\n")) == 0 {
		return p, nil
	}
	fields, duplicates, err := kit.Parse(text)
	if err != nil {
		return p, fmt.Errorf("the payload must be one JSON object: %w", err)
	}
	for _, key := range duplicates {
		p.diagnostics = append(p.diagnostics, diag.Warnf("duplicate-key", "%q is in the payload twice; the last one is used", key))
	}
	p.fields = fields
	return p, p.takeBase()
}

// readAll reads a payload, or records of events.
func readAll(in io.Reader) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(in, maxPayload+1))
	if err == nil && len(text) > maxPayload {
		err = fmt.Errorf("it is larger than %d MiB", maxPayload>>20)
	}
	return text, err
}

// takeBase moves the base fields out of the others.
func (p *payload) takeBase() error {
	for _, base := range []struct {
		key   string
		value *string
	}{
		{"session_id", &p.session.ID},
		{"transcript_path", &p.session.TranscriptPath},
		{"cwd", &p.session.Dir},
		{"hook_event_name", &p.eventName},
	} {
		value, given := p.fields[base.key]
		delete(p.fields, base.key)
		if !given || string(value) == "null" {
			continue
		}
		text, ok := hook.Object{base.key: value}.String(base.key)
		if !ok {
			return fmt.Errorf("payload: %s must be a string", base.key)
		}
		*base.value = text
	}
	p.session.Agent = agentName(p.fields["agent_id"]) // hooks see it too, so it stays
	return nil
}

// agentName is which agent a payload means. A number is a name too: YAML makes
// one of an ID like 1.
func agentName(id json.RawMessage) string {
	if text, ok := (hook.Object{"": id}).String(""); ok {
		return text
	}
	var number json.Number
	json.Unmarshal(id, &number) // anything else is ignored
	return number.String()
}

// fill sets what the payload says nothing about.
func (p *payload) fill(sessionID, dir, agent string) error {
	if p.session.ID == "" {
		p.session.ID = sessionID
	}
	if p.session.Dir == "" {
		p.session.Dir = dir
	}
	if agent != "" { // a named agent goes before the payload's
		p.session.Agent = agent
	}
	// Hooks run there and are told its name: a relative one would be wrong for
	// them.
	absolute, err := filepath.Abs(p.session.Dir)
	p.session.Dir = absolute
	return err
}

// event returns the payload as an event of a dialect.
func (p *payload) event(d dialect.Dialect, t hook.EventType) (hook.Event, error) {
	if p.eventName != "" && p.eventName != t.Name {
		p.diagnostics = append(p.diagnostics, diag.Warnf("event-name", "the payload says hook_event_name %q; hooks are told %q", p.eventName, t.Name))
	}
	if t.Subject != "" && p.fields.Has(t.Subject) {
		if _, ok := p.fields.String(t.Subject); !ok {
			return hook.Event{}, fmt.Errorf("payload: %s must be a string", t.Subject)
		}
	}
	p.reportNames(t)
	return dialect.ReadPayload(d, hook.Event{Type: t, Session: p.session, Time: time.Now(), Fields: p.fields})
}

// reportNames notices a payload that names its tool in another way than hooks
// expect: those with a matcher would not run, and nobody would know why.
func (p *payload) reportNames(t hook.EventType) {
	if t.Subject != "tool_name" {
		return
	}
	if input, ok := p.fields.String("tool_input"); ok && input != "" {
		p.diagnostics = append(p.diagnostics, diag.Warnf("payload-type", "tool_input of the payload is a string, which hooks do not expect").Fixf("write an object"))
	}
	if p.fields.Has(t.Subject) {
		return
	}
	d := diag.Warnf("payload-name", "the payload has no tool_name, so that no hook with a matcher runs")
	for _, other := range []string{"tool", "toolName", "tool-name", "name", "ToolName"} {
		if p.fields.Has(other) {
			p.diagnostics = append(p.diagnostics, d.Fixf("write tool_name in place of %s", other))
			return
		}
	}
}
