package wave

import (
	"fmt"
	"strings"
	"time"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/source"
	"github.com/grapnel-hooks/grapnel/internal/suggest"
)

const (
	defaultTimeout = 600 * time.Second
	maxTimeout     = 600 * time.Second
	minTimeout     = time.Millisecond // anything below is none
)

func (r *reader) readGroup(event string, group *source.Value) {
	if group.Kind != source.Object {
		r.errorf(group.Pos, "bad-group", "a hook group must be an object {\"matcher\": …, \"hooks\": […]}, not %s", group.Kind)
		return
	}
	r.reportDuplicates(group)
	r.reportUnknown(group, "matcher", "hooks", "description")

	base := hook.Definition{Event: event, Source: r.from.Source, Env: r.from.Env}
	if !r.readMatcher(&base, group.Get("matcher")) {
		return
	}
	list := group.Get("hooks")
	switch {
	case list == nil && group.Get("command") != nil:
		r.errorf(group.Pos, "bad-group", "a command stands directly in the group; write {\"hooks\": [{\"type\": \"command\", \"command\": …}]}")
	case list == nil:
		r.errorf(group.Pos, "bad-group", "the group has no \"hooks\" list")
	case list.Kind != source.List:
		r.errorf(list.Pos, "bad-group", "\"hooks\" of a group must be a list, not %s", list.Kind)
	case len(list.Items) == 0:
		r.errorf(list.Pos, "bad-group", "\"hooks\" of the group is empty; add a hook, or remove the group")
	default:
		for _, item := range list.Items {
			r.readHook(base, item)
		}
	}
}

// readMatcher reads a matcher and reports whether the group can be used. One
// for an event without tools has no effect; its hooks always run.
func (r *reader) readMatcher(def *hook.Definition, v *source.Value) bool {
	if v == nil {
		return true
	}
	text, ok := v.Text()
	if !ok {
		r.errorf(v.Pos, "bad-matcher", "matcher must be a string, not %s; its hooks are left out", v.Kind)
		return false
	}
	if !hasMatcher(def.Event) {
		if text != "" && text != "*" {
			r.warnf(v.Pos, "unused-matcher", "%s has no matcher, so its hooks always run; remove it", def.Event)
		}
		return true
	}
	if problem := badMatcher(text); problem != "" {
		r.errorf(v.Pos, "bad-matcher", "the matcher %q %s; its hooks are left out", text, problem)
		return false
	}
	def.Matcher = text
	return true
}

func hasMatcher(event string) bool {
	for _, e := range events {
		if e.Name == event {
			return e.Subject != ""
		}
	}
	return false
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
	if v.Kind != source.Object {
		r.errorf(v.Pos, "bad-hook", "a hook must be an object {\"type\": \"command\", \"command\": …}, not %s", v.Kind)
		return
	}
	r.reportDuplicates(v)
	r.reportUnknown(v, "type", "command", "timeout", "name", "description", "async")
	def.Origin = v.Pos
	if !r.readType(&def, v) || !r.readCommand(&def, v) {
		return
	}
	if name := v.Get("name"); name != nil {
		text, ok := name.Text()
		if !ok {
			r.warnf(name.Pos, "bad-name", "name must be a string, not %s; it is ignored", name.Kind)
		}
		def.Name = text
	}
	if async := v.Get("async"); async != nil && string(async.Scalar) != "false" {
		r.warnf(async.Pos, "no-async", "async is not supported: the hook is waited for, and its answer counts; to go on without it, end the command with &")
	}
	def.Timeout = r.timeout(v.Get("timeout"))
	r.config.Definitions = append(r.config.Definitions, def)
}

func (r *reader) readType(def *hook.Definition, v *source.Value) bool {
	t := v.Get("type")
	if t == nil {
		r.errorf(v.Pos, "bad-type", "the hook has no type%s; add \"type\": \"command\"", suggest.Key(v, "type"))
		return false
	}
	text, ok := t.Text()
	switch {
	case !ok:
		r.errorf(t.Pos, "bad-type", "type must be \"command\", not %s", t.Kind)
	case text != "command":
		r.errorf(t.Pos, "bad-type", "type %q is not known; write \"command\"", text)
	default:
		def.Type = text
		return true
	}
	return false
}

func (r *reader) readCommand(def *hook.Definition, v *source.Value) bool {
	c := v.Get("command")
	if c == nil {
		r.errorf(v.Pos, "bad-command", "the hook has no command%s", suggest.Key(v, "command"))
		return false
	}
	text, ok := c.Text()
	switch {
	case !ok:
		r.errorf(c.Pos, "bad-command", "command must be a string, not %s", c.Kind)
	case strings.TrimSpace(text) == "":
		r.errorf(c.Pos, "bad-command", "command is empty; write what to run")
	case strings.ContainsRune(text, 0):
		r.errorf(c.Pos, "bad-command", "command contains a NUL character, which no shell can take; remove it")
	default:
		def.Command = text
		return true
	}
	return false
}

// timeout reads seconds. A hook with a bad timeout still runs: a guard must
// not vanish because of a typo.
func (r *reader) timeout(v *source.Value) time.Duration {
	if v == nil {
		return defaultTimeout
	}
	seconds, ok := v.Float()
	if huge := v.Kind == source.Number && !ok; huge && v.Scalar[0] != '-' {
		seconds = maxTimeout.Seconds() + 1 // too large even to be read
	}
	switch {
	case v.Kind != source.Number:
		r.warnf(v.Pos, "bad-timeout", "timeout must be a number of seconds, not %s; %v is used", v.Kind, defaultTimeout)
	case seconds > maxTimeout.Seconds():
		r.warnf(v.Pos, "bad-timeout", "timeout is in seconds, and %d are the most; that is used", maxTimeout/time.Second)
		return maxTimeout
	case seconds < minTimeout.Seconds():
		r.warnf(v.Pos, "bad-timeout", "timeout must be above 0 (0.001 at least), not %s; %v is used", excerpt(v.Scalar), defaultTimeout)
	default:
		return time.Duration(seconds * float64(time.Second))
	}
	return defaultTimeout
}
