package trace

import (
	"strconv"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/jsonx"
)

const timeLayout = "2006-01-02T15:04:05.000000Z"

// encode appends the record as one line of JSON. It is written by hand because
// a process that fires one event would pay for encoding/json's look at the type
// more than for everything else here; and it leaves out what is empty, which is
// most of a record.
func (r *Record) encode(buf []byte) []byte {
	e := encoder{buf: append(buf, '{')}
	e.text("id", r.ID)
	e.text("time", r.Time.UTC().Format(timeLayout))
	e.text("event", r.Event)
	e.text("dialect", r.Dialect)
	e.text("tool", r.Tool)
	e.text("session", r.Session)
	e.flag("unnamedSession", r.UnnamedSession)
	e.text("agent", r.Agent)
	e.text("cwd", r.Dir)
	e.text("transcriptPath", r.TranscriptPath)
	e.texts("config", r.Config)
	e.flag("explicitConfig", r.ExplicitConfig)
	e.texts("switches", r.Switches)
	e.outcome(r)
	e.flag("redacted", r.Redacted)
	e.texts("dropped", r.Dropped)
	e.raw("payload", r.Payload)
	e.raw("toolInput", r.ToolInput)
	e.raw("llmRequest", r.LLMRequest)
	e.raw("llmResponse", r.LLMResponse)
	return append(e.buf, '}', '\n')
}

func (e *encoder) outcome(r *Record) {
	e.text("decision", string(r.Decision))
	e.flag("blocked", r.Blocked)
	e.text("reason", r.Reason)
	e.flag("stop", r.Stop)
	e.text("stopReason", r.StopReason)
	e.flag("suppressOutput", r.SuppressOutput)
	if r.ToolConfig != nil {
		raw, _ := jsonx.Marshal(r.ToolConfig) // strings always encode
		e.raw("toolConfig", raw)
	}
	e.texts("rewrote", r.Rewrote)
	list(e, "context", r.Context, func(c *hook.Context) {
		e.text("text", c.Text)
		e.text("placement", string(c.Placement))
		e.number("hook", float64(c.Hook))
	})
	list(e, "messages", r.Messages, func(m *hook.Message) {
		e.text("to", string(m.To))
		e.text("kind", string(m.Kind))
		e.text("text", m.Text)
		e.number("hook", float64(m.Hook))
	})
	e.flag("success", r.Success)
	e.number("durationMs", r.DurationMs)
	list(e, "hooks", r.Hooks, e.result)
	list(e, "diagnostics", r.Diagnostics, func(d *hook.Diagnostic) {
		e.text("level", string(d.Level))
		e.text("code", d.Code)
		e.text("message", d.String())
		e.number("hook", float64(d.Hook))
		e.text("position", d.Position.String())
		e.text("fix", d.Fix)
		e.text("source", string(d.Source))
		e.text("reason", d.Reason)
	})
}

func (e *encoder) result(r *hook.Result) {
	e.text("name", r.Name)
	e.text("type", r.Type)
	e.text("command", r.Command)
	e.text("source", string(r.Source))
	e.text("origin", r.Origin)
	e.text("status", string(r.Status))
	e.flag("success", r.Success)
	e.number("exitCode", float64(r.ExitCode))
	e.text("signal", r.Signal)
	e.number("startMs", r.StartMs)
	e.number("durationMs", r.DurationMs)
	e.text("decision", string(r.Decision))
	e.text("reason", r.Reason)
	e.text("stdout", r.Stdout)
	e.text("stderr", r.Stderr)
	e.text("error", r.Error)
	e.flag("redacted", r.Redacted)
	e.flag("stdoutTruncated", r.StdoutTruncated)
	e.flag("stderrTruncated", r.StderrTruncated)
}

// encoder appends the members of JSON objects that are not empty.
type encoder struct {
	buf []byte
}

func (e *encoder) key(name string) {
	if e.buf[len(e.buf)-1] != '{' {
		e.buf = append(e.buf, ',')
	}
	e.buf = append(e.buf, '"')
	e.buf = append(e.buf, name...)
	e.buf = append(e.buf, '"', ':')
}

func (e *encoder) text(name, value string) {
	if value != "" {
		e.key(name)
		e.buf = jsonx.AppendString(e.buf, value)
	}
}

func (e *encoder) flag(name string, value bool) {
	if value {
		e.key(name)
		e.buf = append(e.buf, "true"...)
	}
}

func (e *encoder) number(name string, value float64) {
	if value != 0 {
		e.key(name)
		e.buf = strconv.AppendFloat(e.buf, value, 'f', -1, 64)
	}
}

func (e *encoder) raw(name string, value []byte) {
	if value != nil {
		e.key(name)
		e.buf = append(e.buf, value...)
	}
}

func (e *encoder) texts(name string, values []string) {
	if len(values) == 0 {
		return
	}
	e.key(name)
	e.buf = append(e.buf, '[')
	for i, value := range values {
		if i > 0 {
			e.buf = append(e.buf, ',')
		}
		e.buf = jsonx.AppendString(e.buf, value)
	}
	e.buf = append(e.buf, ']')
}

func list[T any](e *encoder, name string, items []T, members func(*T)) {
	if len(items) == 0 {
		return
	}
	e.key(name)
	e.buf = append(e.buf, '[')
	for i := range items {
		if i > 0 {
			e.buf = append(e.buf, ',')
		}
		e.buf = append(e.buf, '{')
		members(&items[i])
		e.buf = append(e.buf, '}')
	}
	e.buf = append(e.buf, ']')
}
