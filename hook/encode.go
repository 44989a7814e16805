package hook

import (
	"github.com/grapnel-hooks/grapnel/internal/jsonx"
)

// MarshalJSON writes the outcome document: every list and object is present,
// empty rather than null. A caller that has a large outcome should call it
// directly: json.Marshal copies what it returns.
func (o Outcome) MarshalJSON() ([]byte, error) {
	w := &jsonx.Writer{Buf: make([]byte, 0, o.sizeHint())}
	w.Begin('{')
	w.Text("event", o.Event)
	w.Text("dialect", o.Dialect)
	w.Text("decision", string(o.Decision))
	w.Bool("blocked", o.Blocked)
	w.Text("reason", o.Reason)
	w.Bool("stop", o.Stop)
	w.Text("stopReason", o.StopReason)
	w.Bool("suppressOutput", o.SuppressOutput)
	w.OmitEmpty = true
	w.Raw("toolInput", o.ToolInput)
	w.Raw("llmRequest", o.LLMRequest)
	w.Raw("llmResponse", o.LLMResponse)
	w.Raw("toolResult", o.ToolResult)
	w.OmitEmpty = false
	if len(o.Untrusted) > 0 {
		w.Texts("untrusted", o.Untrusted)
	}
	o.ToolConfig.write(w)
	jsonx.List(w, "context", o.Context, func(c *Context) { c.write(w) })
	jsonx.List(w, "messages", o.Messages, func(m *Message) { m.write(w) })
	o.Output.write(w, "output")
	w.Bool("success", o.Success)
	w.Float("durationMs", o.DurationMs)
	jsonx.List(w, "hooks", o.Hooks, func(r *Result) { r.write(w) })
	jsonx.List(w, "diagnostics", o.Diagnostics, func(d *Diagnostic) { d.write(w) })
	w.End('}')
	return w.Buf, nil
}

// sizeHint is about how long the document becomes, so that large parts of it
// are copied only once.
func (o Outcome) sizeHint() int {
	size := 1024 + len(o.ToolInput) + len(o.LLMRequest) + len(o.LLMResponse) + len(o.ToolResult) + len(o.Reason) + o.Output.size()
	for _, c := range o.Context {
		size += len(c.Text) + len(c.Text)/16 + 64
	}
	for _, m := range o.Messages {
		size += len(m.Text) + len(m.Text)/16 + 64
	}
	for _, r := range o.Hooks {
		size += 512 + len(r.Stdout) + len(r.Stdout)/8 + len(r.Stderr) + len(r.Reason) + r.Output.size()
	}
	return size + 256*len(o.Diagnostics)
}

// MarshalJSON writes an absent output as an empty object.
func (r Result) MarshalJSON() ([]byte, error) { return marshal(r.write) }

// MarshalJSON writes the diagnostic as outcome documents have it.
func (d Diagnostic) MarshalJSON() ([]byte, error) { return marshal(d.write) }

// marshal returns the object whose members write writes.
func marshal(write func(*jsonx.Writer)) ([]byte, error) {
	w := &jsonx.Writer{}
	w.Begin('{')
	write(w)
	w.End('}')
	return w.Buf, nil
}

func (c *ToolConfig) write(w *jsonx.Writer) {
	if c == nil {
		return
	}
	w.Key("toolConfig")
	w.Begin('{')
	if c.Mode != "" {
		w.Text("mode", c.Mode)
	}
	if c.AllowedFunctionNames != nil {
		w.Texts("allowedFunctionNames", c.AllowedFunctionNames)
	}
	w.End('}')
}

func (c *Context) write(w *jsonx.Writer) {
	w.Text("text", c.Text)
	w.Text("placement", string(c.Placement))
	w.Int("hook", c.Hook)
}

func (m *Message) write(w *jsonx.Writer) {
	w.Text("to", string(m.To))
	w.Text("kind", string(m.Kind))
	w.Text("text", m.Text)
	w.Int("hook", m.Hook)
}

func (r Result) write(w *jsonx.Writer) {
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
	w.Text("stdout", r.Stdout)
	w.Text("stderr", r.Stderr)
	r.Output.write(w, "output")
	w.Text("error", r.Error)
	w.OmitEmpty = true
	w.Text("decision", string(r.Decision))
	w.Text("reason", r.Reason)
	w.Bool("observed", r.Observed)
	w.Bool("redacted", r.Redacted)
	w.Bool("stdoutTruncated", r.StdoutTruncated)
	w.Bool("stderrTruncated", r.StderrTruncated)
	w.OmitEmpty = false
}

// write writes the diagnostic: message is the whole of it, and the parts that a
// program may want are repeated.
func (d Diagnostic) write(w *jsonx.Writer) {
	w.Text("level", string(d.Level))
	w.Text("code", d.Code)
	w.Text("message", d.String())
	w.Int("hook", d.Hook)
	w.OmitEmpty = true
	w.Text("position", d.Position.String())
	w.Text("fix", d.Fix)
	w.Text("source", string(d.Source))
	w.Text("reason", d.Reason)
	w.OmitEmpty = false
}

// write writes the object with its keys in alphabetical order.
func (o Object) write(w *jsonx.Writer, name string) {
	w.Key(name)
	w.Begin('{')
	for _, key := range o.Keys() {
		w.Raw(key, o[key])
	}
	w.End('}')
}
