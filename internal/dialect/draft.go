package dialect

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"time"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/document"
)

// Draft is a configuration that is to be written.
type Draft struct {
	Comment []string // at the top of the file, line by line
	Enabled *bool    // the switch; nil if nothing is said about it
	Hooks   []DraftHook
}

// DraftHook is one hook of a draft. Its Event, Matcher and Tools are the target
// dialect's.
type DraftHook struct {
	hook.Definition
	Description string
	// Comments before the event, the group and the hook itself. One
	// for a group begins a new group.
	EventComment, GroupComment, Comment []string
}

// WriteHooks writes a draft as an object that maps events to lists of hooks, as
// write writes each of them.
func WriteHooks(d Draft, events []hook.EventType, write func(DraftHook) *document.Value) *document.Value {
	return d.byEvent(events, func(hooks []DraftHook) []*document.Value {
		var list []*document.Value
		for _, h := range hooks {
			one := write(h)
			one.Comment = slices.Concat(h.GroupComment, h.Comment)
			list = append(list, one)
		}
		return list
	})
}

// byEvent returns an object with a list for every event that has hooks, of what
// write makes of them.
func (d Draft) byEvent(events []hook.EventType, write func([]DraftHook) []*document.Value) *document.Value {
	all := document.NewObject()
	for _, e := range events {
		var hooks []DraftHook
		var comment []string
		for _, h := range d.Hooks {
			if h.Event == e.Name {
				hooks = append(hooks, h)
				comment = append(comment, h.EventComment...)
			}
		}
		if len(hooks) > 0 {
			list := document.NewList(write(hooks)...)
			list.Comment = comment
			all.Add(e.Name, list)
		}
	}
	return all
}

// AddTimeout adds the timeout of a hook to an object, unless it is the default.
func (f Form) AddTimeout(object *document.Value, event string, timeout time.Duration) {
	standard := f.DefaultTimeout
	if f.EventTimeout != nil {
		standard = cmp.Or(f.EventTimeout(event), standard)
	}
	if timeout == standard {
		return
	}
	number := strconv.FormatFloat(float64(timeout)/float64(f.TimeoutUnit), 'f', -1, 64)
	object.Add(f.TimeoutKey, &document.Value{Kind: document.Number, Scalar: json.RawMessage(number)})
}
