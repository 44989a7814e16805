package wave

import (
	"fmt"
	"strings"
	"time"

	"github.com/grapnel-hooks/grapnel/dialect"
	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/settings"
	"github.com/grapnel-hooks/grapnel/internal/source"
	"github.com/grapnel-hooks/grapnel/internal/suggest"
)

const (
	defaultTimeout = 600 * time.Second
	maxTimeout     = 600 * time.Second
	minTimeout     = time.Millisecond // anything below is none
)

var timeouts = settings.Timeouts{Unit: time.Second, Default: defaultTimeout, Min: minTimeout, Max: maxTimeout}

func (r *reader) readGroup(event string, group *source.Value) {
	r.ReportUnknown(group, "matcher", "hooks", "description")
	base := hook.Definition{Event: event, Source: r.From.Source}
	if !r.readMatcher(&base, group.Get("matcher")) {
		return
	}
	if list := group.Get("hooks"); list != nil && list.Kind == source.List && len(list.Items) == 0 {
		r.Errorf(list.Pos, "bad-group", "\"hooks\" of the group is empty; add a hook, or remove the group")
	}
	r.Hooks(group, func(v *source.Value) { r.readHook(base, v) })
}

// readMatcher reads a matcher and reports whether the group can be used. One
// for an event without tools has no effect; its hooks always run.
func (r *reader) readMatcher(def *hook.Definition, v *source.Value) bool {
	if v == nil {
		return true
	}
	text, ok := v.Text()
	if !ok {
		r.Errorf(v.Pos, "bad-matcher", "matcher must be a string, not %s; its hooks are left out", v.Kind)
		return false
	}
	if event, _ := dialect.Event(Dialect{}, def.Event); event.Subject == "" {
		if text != "" && text != "*" {
			r.Warnf(v.Pos, "unused-matcher", "%s has no matcher, so its hooks always run; remove it", def.Event)
		}
		return true
	}
	if problem := badMatcher(text); problem != "" {
		r.Errorf(v.Pos, "bad-matcher", "the matcher %q %s; its hooks are left out", text, problem)
		return false
	}
	def.Matcher = text
	return true
}

// notInMatchers are characters that make a matcher something else: a command,
// or a pattern of another kind.
const notInMatchers = ";&`$(){}<>"

// badMatcher says what is wrong with a matcher, or "".
func badMatcher(text string) string {
	if text == "" {
		return ""
	}
	if i := strings.IndexAny(text, notInMatchers); i >= 0 {
		return fmt.Sprintf("has %q, which no matcher may have; write tool names or globs such as Edit|mcp__*, separated by |", text[i])
	}
	for part := range strings.SplitSeq(text, "|") {
		if strings.TrimSpace(part) == "" {
			return "has nothing between two |, or before or after one; write names or globs such as Edit|mcp__*, or \"\" for every tool"
		}
	}
	return ""
}

func (r *reader) readHook(def hook.Definition, v *source.Value) {
	r.ReportUnknown(v, "type", "command", "timeout", "name", "description", "async")
	def.Origin = v.Pos
	if !r.readType(&def, v) || !r.readCommand(&def, v) {
		return
	}
	def.Name = r.Name(v)
	if async := v.Get("async"); async != nil && string(async.Scalar) != "false" {
		r.Warnf(async.Pos, "no-async", "async is not supported: the hook is waited for, and its answer counts; to go on without it, end the command with &")
	}
	def.Timeout = r.timeout(v.Get("timeout"))
	r.Add(def)
}

func (r *reader) readType(def *hook.Definition, v *source.Value) bool {
	t := v.Get("type")
	if t == nil {
		r.Errorf(v.Pos, "bad-type", "the hook has no type%s; add \"type\": \"command\"", suggest.Key(v, "type"))
		return false
	}
	text, ok := t.Text()
	switch {
	case !ok:
		r.Errorf(t.Pos, "bad-type", "type must be \"command\", not %s", t.Kind)
	case text != "command":
		r.Errorf(t.Pos, "bad-type", "type %q is not known; write \"command\"", text)
	default:
		def.Type = text
		return true
	}
	return false
}

func (r *reader) readCommand(def *hook.Definition, v *source.Value) bool {
	c := v.Get("command")
	if c == nil {
		r.Errorf(v.Pos, "bad-command", "the hook has no command%s", suggest.Key(v, "command"))
		return false
	}
	text, problem := settings.Command(c)
	if problem != "" {
		r.Errorf(c.Pos, "bad-command", "command %s", problem)
		return false
	}
	def.Command = text
	return true
}

// timeout reads a timeout. One that is too long was probably meant in
// milliseconds.
func (r *reader) timeout(v *source.Value) time.Duration {
	if v != nil {
		if limit, problem := timeouts.Read(v); limit > 0 && problem != "" {
			r.Warnf(v.Pos, "bad-timeout", "timeout is in seconds, and %d are the most; that is used", maxTimeout/time.Second)
			return limit
		}
	}
	return r.Timeout(v, timeouts)
}
