package trace

import (
	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/jsonx"
)

const timeLayout = "2006-01-02T15:04:05.000000Z"

// encode appends the record as one line of JSON. It is written by hand because
// a process that fires one event would pay for encoding/json's look at the type
// more than for everything else here; and it leaves out what is empty, which is
// most of a record.
func (r *Record) encode(buf []byte) []byte {
	w := &jsonx.Writer{Buf: append(buf, '{'), OmitEmpty: true}
	w.Text("id", r.ID)
	w.Text("time", r.Time.UTC().Format(timeLayout))
	w.Text("event", r.Event)
	w.Text("dialect", r.Dialect)
	w.Text("tool", r.Tool)
	w.Text("session", r.Session)
	w.Bool("unnamedSession", r.UnnamedSession)
	w.Text("agent", r.Agent)
	w.Text("cwd", r.Dir)
	w.Text("transcriptPath", r.TranscriptPath)
	w.Texts("config", r.Config)
	w.Bool("explicitConfig", r.ExplicitConfig)
	w.Texts("switches", r.Switches)
	r.writeOutcome(w)
	w.Bool("redacted", r.Redacted)
	w.Texts("dropped", r.Dropped)
	w.Raw("payload", r.Payload)
	w.Raw("toolInput", r.ToolInput)
	w.Raw("llmRequest", r.LLMRequest)
	w.Raw("llmResponse", r.LLMResponse)
	return append(w.Buf, '}', '\n')
}

func (r *Record) writeOutcome(w *jsonx.Writer) {
	w.Text("decision", string(r.Decision))
	w.Bool("blocked", r.Blocked)
	w.Text("reason", r.Reason)
	w.Bool("stop", r.Stop)
	w.Text("stopReason", r.StopReason)
	w.Bool("suppressOutput", r.SuppressOutput)
	if r.ToolConfig != nil {
		raw, _ := jsonx.Marshal(r.ToolConfig) // strings always encode
		w.Raw("toolConfig", raw)
	}
	w.Texts("rewrote", r.Rewrote)
	jsonx.List(w, "context", r.Context, func(c *hook.Context) {
		w.Text("text", c.Text)
		w.Text("placement", string(c.Placement))
		w.Int("hook", c.Hook)
	})
	jsonx.List(w, "messages", r.Messages, func(m *hook.Message) {
		w.Text("to", string(m.To))
		w.Text("kind", string(m.Kind))
		w.Text("text", m.Text)
		w.Int("hook", m.Hook)
	})
	w.Bool("success", r.Success)
	w.Float("durationMs", r.DurationMs)
	jsonx.List(w, "hooks", r.Hooks, func(h *hook.Result) { writeResult(w, h) })
	jsonx.List(w, "diagnostics", r.Diagnostics, func(d *hook.Diagnostic) {
		w.Text("level", string(d.Level))
		w.Text("code", d.Code)
		w.Text("message", d.String())
		w.Int("hook", d.Hook)
		w.Text("position", d.Position.String())
		w.Text("fix", d.Fix)
		w.Text("source", string(d.Source))
		w.Text("reason", d.Reason)
	})
}

func writeResult(w *jsonx.Writer, r *hook.Result) {
	w.Text("name", r.Name)
	w.Text("type", r.Type)
	w.Text("command", r.Command)
	w.Text("source", string(r.Source))
	w.Text("origin", r.Origin)
	w.Text("status", string(r.Status))
	w.Bool("success", r.Success)
	w.Int("exitCode", r.ExitCode)
	w.Text("signal", r.Signal)
	w.Float("startMs", r.StartMs)
	w.Float("durationMs", r.DurationMs)
	w.Text("decision", string(r.Decision))
	w.Text("reason", r.Reason)
	w.Text("stdout", r.Stdout)
	w.Text("stderr", r.Stderr)
	w.Text("error", r.Error)
	w.Bool("observed", r.Observed)
	w.Bool("redacted", r.Redacted)
	w.Bool("stdoutTruncated", r.StdoutTruncated)
	w.Bool("stderrTruncated", r.StderrTruncated)
}
