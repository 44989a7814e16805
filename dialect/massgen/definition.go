package massgen

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/source"
	"github.com/grapnel-hooks/grapnel/internal/suggest"
)

const (
	defaultTimeout = 30 * time.Second
	minTimeout     = time.Millisecond
	maxTimeout     = math.MaxInt32 * time.Millisecond // nearly 25 days
)

// readHook reads one hook. ok is false if it cannot be used.
func (r *reader) readHook(event string, v *source.Value, path string) (def hook.Definition, ok bool) {
	if v.Kind != source.Object {
		r.errorf(v.Pos, "bad-hook", "%s must be a mapping {handler: …, type: …}, not %s; it is left out", path, v.Kind)
		return def, false
	}
	r.reportUnknown(v, "handler", "type", "matcher", "timeout", "fail_closed", "description")
	def = hook.Definition{Event: event, Source: r.from.Source, Origin: v.Pos, Env: r.from.Env, Timeout: r.timeout(v.Get("timeout"))}
	if !r.readType(&def, v, path) || !r.readHandler(&def, v, path) || !r.readMatcher(&def, v, path) {
		return def, false
	}
	if f := v.Get("fail_closed"); f != nil && f.Kind != source.Null {
		def.FailClosed = r.truth(f, path+".fail_closed", true)
	}
	def.Name = def.Type + "_" + def.Command
	return def, true
}

func (r *reader) readType(def *hook.Definition, v *source.Value, path string) bool {
	def.Type = typePython
	t := v.Get("type")
	if t == nil || t.Kind == source.Null {
		return true
	}
	types := []string{typePython, typeCommand}
	text, ok := t.Text()
	switch {
	case !ok:
		r.errorf(t.Pos, "bad-type", "%s.type must be python or command, not %s; the hook is left out", path, t.Kind)
	case !slices.Contains(types, text):
		r.errorf(t.Pos, "bad-type", "%s.type %q is not known, and the hook is left out; write python or command%s", path, text, suggest.DidYouMean(text, types))
	default:
		def.Type = text
		return true
	}
	return false
}

func (r *reader) readHandler(def *hook.Definition, v *source.Value, path string) bool {
	h := v.Get("handler")
	if h == nil {
		hint := suggest.Key(v, "handler")
		if v.Get("command") != nil {
			hint = "; write \"handler\" in place of \"command\", and type: command"
		}
		r.errorf(v.Pos, "bad-handler", "%s has no handler and is left out%s", path, hint)
		return false
	}
	text, ok := h.Text()
	switch {
	case !ok:
		r.errorf(h.Pos, "bad-handler", "%s.handler must be a string, not %s; the hook is left out", path, h.Kind)
		return false
	case strings.TrimSpace(text) == "":
		r.errorf(h.Pos, "bad-handler", "%s.handler is empty; the hook is left out", path)
		return false
	case strings.ContainsRune(text, 0):
		r.errorf(h.Pos, "bad-handler", "%s.handler contains a NUL character, which no program can take; the hook is left out", path)
		return false
	case def.Type == typePython && !isDottedName(text):
		// It stays: a Python hook that cannot be imported denies.
		r.errorf(h.Pos, "bad-handler", "%s.handler %q is no Python function, so every call will be denied; write module.function, or add type: command", path, text)
	}
	def.Command = text
	return true
}

// isDottedName reports whether text can name a function in a module.
func isDottedName(text string) bool {
	parts := strings.Split(text, ".")
	return len(parts) > 1 && !slices.Contains(parts, "") && !strings.ContainsAny(text, "/\\ \t\n:")
}

func (r *reader) readMatcher(def *hook.Definition, v *source.Value, path string) bool {
	m := v.Get("matcher")
	if m == nil || m.Kind == source.Null {
		return true
	}
	text, ok := m.Text()
	if !ok {
		r.errorf(m.Pos, "bad-matcher", "%s.matcher must be a string like \"Write|Edit\", not %s; the hook is left out", path, m.Kind)
		return false
	}
	if text != "" && strings.Trim(text, "| \t\n") == "" {
		r.warnf(m.Pos, "bad-matcher", "%s.matcher %q names no tool, so the hook never runs; leave it out to match every tool", path, text)
	}
	def.Matcher = text
	return true
}

// timeout reads seconds. A hook with a bad timeout still runs, with the
// default: a guard must not vanish because of a typo.
func (r *reader) timeout(v *source.Value) time.Duration {
	if v == nil || v.Kind == source.Null {
		return defaultTimeout
	}
	seconds, ok := v.Float()
	if text, isText := v.Text(); isText {
		// YAML takes a number with too many digits for a string.
		huge, err := strconv.ParseFloat(text, 64)
		seconds, ok = huge, err == nil && huge > maxTimeout.Seconds()
	}
	switch {
	case !ok:
		r.warnf(v.Pos, "bad-timeout", "timeout must be a number of seconds, not %s; %v is used", v.Kind, defaultTimeout)
	case seconds <= 0:
		r.warnf(v.Pos, "bad-timeout", "timeout must be above 0, not %v; %v is used", seconds, defaultTimeout)
	case seconds > maxTimeout.Seconds():
		r.warnf(v.Pos, "bad-timeout", "timeout is more than %.0f seconds; that is used", maxTimeout.Seconds())
		return maxTimeout
	default:
		return max(time.Duration(seconds*float64(time.Second)), minTimeout)
	}
	return defaultTimeout
}

// truth reads a boolean, also in the words that Python's YAML takes for one.
// Anything else counts as what is safer.
func (r *reader) truth(v *source.Value, path string, safer bool) bool {
	if value, ok := v.Truth(); ok {
		return value
	}
	text, _ := v.Text()
	switch strings.ToLower(text) {
	case "yes", "on", "true":
		return true
	case "no", "off", "false":
		return false
	}
	r.errorf(v.Pos, "bad-switch", "%s must be true or false, not %s; it counts as %v", path, v.Kind, safer)
	return safer
}
