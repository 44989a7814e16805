package trace

import (
	"slices"
	"time"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/jsonx"
)

// summary is the part of a record that filters and statistics need. Its texts
// may be parts of the line it was read from.
type summary struct {
	id, event, tool, session, dir, decision []byte

	time                   time.Time
	blocked, stop, success bool
	durationMs             float64
	hooks                  []hookSummary
}

type hookSummary struct {
	name, origin, status, decision []byte
	durationMs                     float64
}

// summarize reads a line. Nearly all lines are as this package writes them and
// are read in one go; the others are decoded as JSON. ok is false for what is
// no record.
func (s *summary) summarize(line []byte) (ok bool) {
	if s.scan(line) {
		return true
	}
	r, err := Decode(line)
	if err == nil {
		s.of(r)
	}
	return err == nil
}

// of takes the summary from a decoded record.
func (s *summary) of(r Record) {
	*s = summary{
		id: []byte(r.ID), event: []byte(r.Event), tool: []byte(r.Tool), session: []byte(r.Session),
		dir: []byte(r.Dir), decision: []byte(r.Decision), time: r.Time, durationMs: r.DurationMs,
		blocked: r.Blocked, stop: r.Stop, success: r.Success, hooks: s.hooks[:0],
	}
	for _, h := range r.Hooks {
		s.hooks = append(s.hooks, hookSummary{
			name: []byte(h.Name), origin: []byte(h.Origin), status: []byte(h.Status),
			decision: []byte(h.Decision), durationMs: h.DurationMs,
		})
	}
}

// failed reports whether a hook did not do what it should, or none could be run.
func (s *summary) failed() bool {
	return slices.ContainsFunc(s.hooks, hookSummary.failed) || !s.success && len(s.hooks) == 0
}

// blocks reports whether the hook denied.
func (h hookSummary) blocks() bool {
	return string(h.status) == string(hook.StatusBlocked) || string(h.decision) == string(hook.Deny)
}

// failed reports whether the hook ended badly and did not deny all the same.
func (h hookSummary) failed() bool {
	return !h.blocks() && string(h.status) != string(hook.StatusOK) && string(h.status) != string(hook.StatusSkipped)
}

// scan reads a line that has no other keys than those this package writes, and
// no list of hooks but one. What encoding/json would make of other lines is
// hard to tell: it folds the case of keys, for instance.
func (s *summary) scan(line []byte) (ok bool) {
	*s = summary{hooks: s.hooks[:0]}
	c := jsonx.NewCursor(line)
	lists := 0
	for key := range c.Members() {
		switch string(key) {
		case "id":
			s.id = c.Text()
		case "time":
			s.time = readTime(&c)
		case "event":
			s.event = c.Text()
		case "tool":
			s.tool = c.Text()
		case "session":
			s.session = c.Text()
		case "cwd":
			s.dir = c.Text()
		case "decision":
			s.decision = c.Text()
		case "success":
			s.success = c.Bool()
		case "durationMs":
			s.durationMs = c.Number()
		case "blocked":
			s.blocked = c.Bool()
		case "stop":
			s.stop = c.Bool()
		case "hooks":
			lists++
			for range c.Items() {
				s.scanHook(&c)
			}
		case "dialect", "unnamedSession", "agent", "transcriptPath", "config", "explicitConfig", "switches",
			"reason", "stopReason", "suppressOutput", "toolConfig", "rewrote", "context", "messages",
			"diagnostics", "redacted", "dropped",
			"payload", "toolInput", "llmRequest", "llmResponse":
			c.Skip()
		default:
			c.Fail()
		}
	}
	return c.AtEnd() && lists <= 1 && len(s.id) > 0 && len(s.event) > 0 && !s.time.IsZero()
}

func (s *summary) scanHook(c *jsonx.Cursor) {
	var h hookSummary
	for key := range c.Members() {
		switch string(key) {
		case "name":
			h.name = c.Text()
		case "origin":
			h.origin = c.Text()
		case "status":
			h.status = c.Text()
		case "decision":
			h.decision = c.Text()
		case "durationMs":
			h.durationMs = c.Number()
		case "type", "command", "source", "success", "exitCode", "signal", "startMs", "reason", "stdout", "stderr",
			"error", "redacted", "stdoutTruncated", "stderrTruncated":
			c.Skip()
		default:
			c.Fail()
		}
	}
	s.hooks = append(s.hooks, h)
}

func readTime(c *jsonx.Cursor) time.Time {
	t, err := time.Parse(time.RFC3339Nano, string(c.Text()))
	if err != nil {
		c.Fail()
	}
	return t
}
