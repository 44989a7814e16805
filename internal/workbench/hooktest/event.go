package hooktest

import (
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"time"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/document"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/jsonx"
)

// shortForm is a key of a test for a part of hook.Data, whatever
// the dialect calls it.
type shortForm struct {
	kinds []hook.Kind
	text  bool // the value must be text
	set   func(kind hook.Kind, d *hook.Data, text string, raw json.RawMessage)
}

var toolKinds = []hook.Kind{hook.ToolBefore, hook.ToolAfter, hook.ToolFailure}

var shortForms = map[string]shortForm{
	"tool": {toolKinds, true, func(_ hook.Kind, d *hook.Data, text string, _ json.RawMessage) { d.Tool = text }},
	"input": {toolKinds, false, func(_ hook.Kind, d *hook.Data, _ string, raw json.RawMessage) {
		d.ToolInput = raw
	}},
	"response": {[]hook.Kind{hook.ToolAfter, hook.ModelAfter, hook.AgentStop}, false, setResponse},
	"error": {[]hook.Kind{hook.ToolFailure}, true, func(_ hook.Kind, d *hook.Data, text string, _ json.RawMessage) {
		d.ToolError = text
	}},
	"request": {[]hook.Kind{hook.ModelBefore, hook.ModelAfter, hook.ToolSelection}, false, func(_ hook.Kind, d *hook.Data, _ string, raw json.RawMessage) {
		d.LLMRequest = raw
	}},
	"prompt": {[]hook.Kind{hook.PromptSubmit, hook.AgentStop}, true, func(_ hook.Kind, d *hook.Data, text string, _ json.RawMessage) {
		d.Prompt = text
	}},
	"source": {[]hook.Kind{hook.SessionStart}, true, func(_ hook.Kind, d *hook.Data, text string, _ json.RawMessage) {
		d.Source = text
	}},
	"reason": {[]hook.Kind{hook.SessionEnd}, true, func(_ hook.Kind, d *hook.Data, text string, _ json.RawMessage) {
		d.Reason = text
	}},
	"trigger": {[]hook.Kind{hook.CompactBefore}, true, func(_ hook.Kind, d *hook.Data, text string, _ json.RawMessage) {
		d.Trigger = text
	}},
	"notification": {[]hook.Kind{hook.Notification}, true, func(_ hook.Kind, d *hook.Data, text string, _ json.RawMessage) {
		d.Notification = text
	}},
	"message": {[]hook.Kind{hook.Notification}, true, func(_ hook.Kind, d *hook.Data, text string, _ json.RawMessage) {
		d.Message = text
	}},
}

// setResponse sets what the tool, the model or the agent answered.
func setResponse(kind hook.Kind, d *hook.Data, text string, raw json.RawMessage) {
	switch kind {
	case hook.ToolAfter:
		d.ToolResponse = raw
	case hook.ModelAfter:
		d.LLMResponse = raw
	default:
		d.Response = text
	}
}

func shortNames() []string { return slices.Sorted(maps.Keys(shortForms)) }

// fire returns the test's event in a dialect and a working directory.
func (t *Test) fire(d dialect.Dialect, dir string) (hook.Event, error) {
	kind, err := t.eventType(d)
	if err != nil {
		return hook.Event{}, err
	}
	ev := hook.Event{Type: kind, Session: hook.Session{Dir: dir, Agent: t.agent}, Time: time.Now()}
	if t.payload != nil {
		ev.Fields, _, err = jsonx.ParseObject(intoProject(raw(t.payload), dir))
		if err != nil {
			return ev, &document.Error{Pos: t.payload.Pos, Err: err}
		}
		takeBase(&ev)
		return dialect.ReadPayload(d, ev)
	}
	data, err := t.data(kind, dir)
	if err != nil {
		return ev, err
	}
	ev.Fields = d.Fields(kind.Kind, data)
	return ev, nil
}

func (t *Test) eventType(d dialect.Dialect) (hook.EventType, error) {
	name, _ := t.event.Value.Text()
	if e, ok := dialect.Event(d, name); ok {
		return e, nil
	}
	return hook.EventType{}, document.Errorf(t.event.Value.Pos, "%s", d.UnknownEvent(name).String())
}

// data puts the short forms together.
func (t *Test) data(event hook.EventType, dir string) (hook.Data, error) {
	var data hook.Data
	for _, m := range t.given {
		form := shortForms[m.Key]
		if !slices.Contains(form.kinds, event.Kind) {
			return data, &document.Error{Pos: m.Pos, Err: fmt.Errorf("%s is not a part of %s (%s)", m.Key, event.Name, event.Kind)}
		}
		value := intoProject(raw(m.Value), dir)
		var text string
		_ = json.Unmarshal(value, &text) // where text is wanted, it is text
		form.set(event.Kind, &data, text, value)
	}
	return data, nil
}

// takeBase moves the fields that every event has from the payload to the
// session, where dialects look for them.
func takeBase(ev *hook.Event) {
	take := func(key string, to *string) {
		if text, ok := ev.Fields.String(key); ok && text != "" {
			*to = text
		}
		delete(ev.Fields, key)
	}
	dir := ev.Session.Dir
	take("session_id", &ev.Session.ID)
	take("transcript_path", &ev.Session.TranscriptPath)
	take("cwd", &ev.Session.Dir)
	delete(ev.Fields, "hook_event_name")
	if !filepath.IsAbs(ev.Session.Dir) {
		ev.Session.Dir = filepath.Join(dir, ev.Session.Dir)
	}
}
