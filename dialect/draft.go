package dialect

import (
	"encoding/json"
	"strconv"
	"time"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/source"
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
	// Comments that stand before the event, the group and the hook itself. One
	// for a group begins a new group.
	EventComment, GroupComment, Comment []string
}

// Of returns the hooks for an event, in order.
func (d Draft) Of(event string) []DraftHook {
	var list []DraftHook
	for _, h := range d.Hooks {
		if h.Event == event {
			list = append(list, h)
		}
	}
	return list
}

// EventComment is the comment that stands before an event's hooks.
func EventComment(hooks []DraftHook) []string {
	var lines []string
	for _, h := range hooks {
		lines = append(lines, h.EventComment...)
	}
	return lines
}

// AddTimeout adds a timeout to an object, unless it is the default.
func (f Form) AddTimeout(object *source.Value, timeout time.Duration) {
	if timeout == f.DefaultTimeout {
		return
	}
	number := strconv.FormatFloat(float64(timeout)/float64(f.TimeoutUnit), 'f', -1, 64)
	object.Add(f.TimeoutKey, &source.Value{Kind: source.Number, Scalar: json.RawMessage(number)})
}
