package pi

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/grapnel-hooks/grapnel/dialect"
	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/source"
	"github.com/grapnel-hooks/grapnel/internal/suggest"
)

const (
	defaultTimeout = 5 * time.Second
	maxTimeout     = math.MaxInt32 * time.Millisecond // what JavaScript timers can do
)

// Recognizes reports whether the document has lists of hooks for events at its
// top, as no other dialect has them.
func (Dialect) Recognizes(doc *source.Value) bool {
	return slices.ContainsFunc(doc.Members, func(m source.Member) bool {
		return isEvent(m.Key) && m.Value.Kind == source.List
	})
}

// ReadConfig reads a configuration. A guard that is half configured is none:
// the first mistake makes the whole document unusable.
func (d Dialect) ReadConfig(doc *source.Value, from dialect.Location, _ dialect.Place) (dialect.Config, error) {
	r := &reader{from: from}
	if doc.Kind != source.Object {
		return dialect.Config{}, badf(doc.Pos, "the configuration must be an object that maps event names to lists of hooks, not %s", doc.Kind)
	}
	r.reportDuplicates(doc)
	var err error
	if from.Source == SourceClaude {
		err = r.readClaude(doc)
	} else {
		err = r.readEvents(doc)
	}
	if err != nil {
		return dialect.Config{}, err
	}
	if from.Source == SourceDefault {
		r.leaveOutMissing()
	}
	return r.config, nil
}

// reader collects what one document says.
type reader struct {
	from   dialect.Location
	config dialect.Config
}

func (r *reader) warnf(at hook.Position, code, format string, args ...any) {
	r.config.Diagnostics = append(r.config.Diagnostics, hook.Warnf(code, format, args...).At(at))
}

// badf is a mistake that makes a document unusable.
func badf(at hook.Position, format string, args ...any) error {
	return &source.Error{Pos: at, Err: fmt.Errorf(format, args...)}
}

func (r *reader) reportDuplicates(v *source.Value) {
	for _, hidden := range v.Duplicates() {
		r.warnf(hidden.Pos, "duplicate-key", "%q stands again further down, which hides this one; join the two", hidden.Key)
	}
}

func (r *reader) reportUnknown(v *source.Value, known ...string) {
	for _, m := range v.Members {
		if !slices.Contains(known, m.Key) {
			r.warnf(m.Pos, "unknown-key", "%q is not a key here and has no effect%s", m.Key, suggest.DidYouMean(m.Key, known))
		}
	}
}

// readEvents reads the native form: event names with lists of hooks.
func (r *reader) readEvents(doc *source.Value) error {
	for _, m := range doc.Members {
		if doc.Get(m.Key) != m.Value {
			continue // hidden by a duplicate
		}
		if !isEvent(m.Key) {
			return badf(m.Pos, "%s", unknownKey(m))
		}
		if m.Value.Kind != source.List {
			return badf(m.Value.Pos, "%s must be a list of hooks [{\"command\": …}], not %s", m.Key, m.Value.Kind)
		}
		for i, item := range m.Value.Items {
			if err := r.readHook(m.Key, fmt.Sprintf("%s[%d]", m.Key, i), item); err != nil {
				return err
			}
		}
	}
	return nil
}

// unknownKey explains a key of the document that is no event.
func unknownKey(m source.Member) string {
	text := Dialect{}.UnknownEvent(m.Key)
	if m.Key == "hooks" && m.Value.Kind == source.Object {
		text = "hooks is not an event; the events stand at the top of the document, without \"hooks\" around them"
	}
	return text
}

// readHook reads one hook; path is what messages call it.
func (r *reader) readHook(event, path string, v *source.Value) error {
	if v.Kind != source.Object {
		return badf(v.Pos, "%s must be an object {\"command\": …}, not %s", path, v.Kind)
	}
	r.reportDuplicates(v)
	r.reportUnknown(v, "command", "timeoutMs", "failOpen", "matcher")
	def := hook.Definition{Event: event, Type: "command", Source: r.from.Source, Origin: v.Pos}
	for _, read := range []func(*hook.Definition, string, *source.Value) error{
		r.readCommand, r.readTimeout, r.readFailOpen, r.readMatcher,
	} {
		if err := read(&def, path, v); err != nil {
			return err
		}
	}
	r.config.Definitions = append(r.config.Definitions, def)
	return nil
}

func (r *reader) readCommand(def *hook.Definition, path string, v *source.Value) error {
	c := v.Get("command")
	if c == nil {
		return badf(v.Pos, "%s has no command%s", path, suggest.Key(v, "command"))
	}
	text, ok := c.Text()
	switch {
	case !ok:
		return badf(c.Pos, "%s.command must be a string, not %s", path, c.Kind)
	case strings.TrimSpace(text) == "":
		return badf(c.Pos, "%s.command must not be empty", path)
	case strings.ContainsRune(text, 0):
		return badf(c.Pos, "%s.command contains a NUL character, which no shell can take", path)
	}
	def.Command = text
	return nil
}

func (r *reader) readTimeout(def *hook.Definition, path string, v *source.Value) error {
	def.Timeout = defaultTimeout
	t := v.Get("timeoutMs")
	if t == nil {
		return nil
	}
	ms, ok := t.Float()
	switch {
	case !ok && t.Kind == source.Number:
		return badf(t.Pos, "%s.timeoutMs is not a number that can be used; write milliseconds, for instance 5000", path)
	case !ok:
		return badf(t.Pos, "%s.timeoutMs must be a number of milliseconds, not %s", path, t.Kind)
	case ms <= 0:
		return badf(t.Pos, "%s.timeoutMs must be above 0, not %v", path, ms)
	}
	def.Timeout = r.limited(t, ms)
	return nil
}

// limited is a time above 0 in milliseconds, as far as timers can go.
func (r *reader) limited(v *source.Value, ms float64) time.Duration {
	if ms > float64(maxTimeout/time.Millisecond) {
		r.warnf(v.Pos, "bad-timeout", "the timeout is more than %d milliseconds; that is used", maxTimeout/time.Millisecond)
		return maxTimeout
	}
	return max(time.Duration(ms*float64(time.Millisecond)), 1) // 0 would mean no limit
}

func (r *reader) readFailOpen(def *hook.Definition, path string, v *source.Value) error {
	f := v.Get("failOpen")
	if f == nil {
		return nil
	}
	open, ok := f.Truth()
	if !ok {
		return badf(f.Pos, "%s.failOpen must be true or false, not %s", path, f.Kind)
	}
	def.FailClosed = !open
	if def.FailClosed && def.Event != PreToolUse {
		r.warnf(f.Pos, "no-effect", "failOpen has no effect on %s, where nothing can be blocked", def.Event)
	}
	return nil
}

func (r *reader) readMatcher(def *hook.Definition, path string, v *source.Value) error {
	m := v.Get("matcher")
	if m == nil {
		return nil
	}
	if m.Kind != source.Object {
		return badf(m.Pos, "%s.matcher must be an object {\"toolNames\": […]}, not %s", path, m.Kind)
	}
	r.reportDuplicates(m)
	r.reportUnknown(m, "toolNames")
	list := m.Get("toolNames")
	if list == nil {
		return nil
	}
	if list.Kind != source.List {
		return badf(list.Pos, "%s.matcher.toolNames must be a list of strings, not %s", path, list.Kind)
	}
	def.Tools = []string{}
	for _, item := range list.Items {
		name, ok := item.Text()
		if !ok {
			return badf(item.Pos, "%s.matcher.toolNames must have only strings, not %s", path, item.Kind)
		}
		def.Tools = append(def.Tools, name)
	}
	def.Matcher = strings.Join(def.Tools, "|")
	switch event, _ := eventNamed(def.Event); {
	case event.Subject == "":
		r.warnf(m.Pos, "no-effect", "a matcher has no effect on %s, which is about no tool", def.Event)
	case len(def.Tools) == 0:
		r.warnf(list.Pos, "never-runs", "%s.matcher.toolNames is empty, so the hook never runs; without toolNames it is for all tools", path)
	}
	return nil
}
