package trace

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"github.com/grapnel-hooks/grapnel/hook"
)

// Record is one line of the journal: an event and what came of it. Keys that
// the outcome document has too mean the same here. Texts are without secrets
// and cut to 2,000 characters each; keys without a value are left out.
type Record struct {
	ID   string    `json:"id"`
	Time time.Time `json:"time"` // when the event was fired

	Event          string `json:"event"`
	Dialect        string `json:"dialect"`
	Tool           string `json:"tool"`
	Session        string `json:"session"`
	UnnamedSession bool   `json:"unnamedSession"` // nobody gave the ID: it is random
	Agent          string `json:"agent"`
	Dir            string `json:"cwd"`
	TranscriptPath string `json:"transcriptPath"`

	// Config lists the configuration files. ExplicitConfig says that the user
	// named them and they were not searched for, Switches which on-off options
	// of the dialect were on.
	Config         []string `json:"config"`
	ExplicitConfig bool     `json:"explicitConfig"`
	Switches       []string `json:"switches"`

	Decision       hook.Decision    `json:"decision"`
	Blocked        bool             `json:"blocked"`
	Reason         string           `json:"reason"`
	Stop           bool             `json:"stop"`
	StopReason     string           `json:"stopReason"`
	SuppressOutput bool             `json:"suppressOutput"`
	ToolConfig     *hook.ToolConfig `json:"toolConfig"`
	// Rewrote lists what hooks have changed: toolInput, llmRequest, llmResponse.
	Rewrote     []string          `json:"rewrote"`
	Context     []hook.Context    `json:"context"`
	Messages    []hook.Message    `json:"messages"`
	Success     bool              `json:"success"`
	DurationMs  float64           `json:"durationMs"`
	Hooks       []hook.Result     `json:"hooks"` // without Output; Command only if it is not the name
	Diagnostics []hook.Diagnostic `json:"diagnostics"`

	// Redacted says that secrets were removed, Dropped what was left out
	// because the record became too long.
	Redacted bool     `json:"redacted"`
	Dropped  []string `json:"dropped"`

	// Payload has the event's own fields under the dialect's names, if payloads
	// are kept; so are the others then, if hooks rewrote them.
	Payload     json.RawMessage `json:"payload"`
	ToolInput   json.RawMessage `json:"toolInput"`
	LLMRequest  json.RawMessage `json:"llmRequest"`
	LLMResponse json.RawMessage `json:"llmResponse"`
}

// NewRecord returns the record of an event that has just been fired, without
// its payload.
func NewRecord(ev hook.Event, out hook.Outcome) Record {
	// Not the event's own time, which a host may have set to anything: the
	// segment that a record is in follows from it.
	start := time.Now().Add(-time.Duration(out.DurationMs * float64(time.Millisecond))).UTC().Truncate(time.Microsecond)
	var c cleaner
	r := Record{
		ID: newID(start), Time: start,
		Event: c.text(out.Event), Dialect: out.Dialect, Tool: c.text(tool(ev)),
		Session: c.text(ev.Session.ID), UnnamedSession: ev.Session.Unnamed, Agent: c.text(ev.Session.Agent),
		Dir: cut(ev.Session.Dir), TranscriptPath: cut(ev.Session.TranscriptPath),
		Config:   files(out.Hooks),
		Decision: out.Decision, Blocked: out.Blocked, Reason: c.text(out.Reason),
		Stop: out.Stop, StopReason: c.text(out.StopReason), SuppressOutput: out.SuppressOutput,
		ToolConfig: out.ToolConfig, Rewrote: rewrote(out),
		Success: out.Success, DurationMs: out.DurationMs,
	}
	if r.Event == "" {
		r.Event = ev.Type.Name // hooks are off, and nobody looked at it
	}
	r.Context = slices.Clone(out.Context)
	for i := range r.Context {
		r.Context[i].Text = c.text(r.Context[i].Text)
	}
	r.Messages = slices.Clone(out.Messages)
	for i := range r.Messages {
		r.Messages[i].Text = c.text(r.Messages[i].Text)
	}
	r.Diagnostics = slices.Clone(out.Diagnostics)
	for i := range r.Diagnostics {
		r.Diagnostics[i].Problem = c.text(r.Diagnostics[i].Problem)
		r.Diagnostics[i].Fix = c.text(r.Diagnostics[i].Fix)
		r.Diagnostics[i].Reason = c.text(r.Diagnostics[i].Reason)
	}
	r.Hooks = slices.Clone(out.Hooks)
	for i := range r.Hooks {
		r.Hooks[i] = result(r.Hooks[i])
		c.redacted = c.redacted || r.Hooks[i].Redacted
	}
	r.Redacted = c.redacted
	return r
}

// KeepPayload puts the data of the event into its record, and what hooks made
// of it.
func (r *Record) KeepPayload(ev hook.Event, out hook.Outcome) {
	c := cleaner{redacted: r.Redacted}
	r.Payload = c.json(ev.Fields.Raw())
	r.ToolInput = c.json(out.ToolInput)
	r.LLMRequest = c.json(out.LLMRequest)
	r.LLMResponse = c.json(out.LLMResponse)
	r.Redacted = c.redacted
}

// tool is the name of the tool that an event is about.
func tool(ev hook.Event) string {
	switch ev.Type.Kind {
	case hook.ToolBefore, hook.ToolAfter, hook.ToolFailure:
		name, _ := ev.Subject()
		return name
	}
	return ""
}

func rewrote(out hook.Outcome) []string {
	var list []string
	if out.ToolInput != nil {
		list = append(list, "toolInput")
	}
	if out.LLMRequest != nil {
		list = append(list, "llmRequest")
	}
	if out.LLMResponse != nil {
		list = append(list, "llmResponse")
	}
	return list
}

// files lists the files that hooks were configured in.
func files(hooks []hook.Result) []string {
	var list []string
	for _, r := range hooks {
		file := string(fileOf([]byte(r.Origin)))
		if file != "" && (len(list) == 0 || list[len(list)-1] != file) {
			list = append(list, file)
		}
	}
	return list
}

// fileOf is the file of a position that was written as file:line:column.
func fileOf(position []byte) []byte {
	for range 2 {
		i := bytes.LastIndexByte(position, ':')
		if i < 0 || i+1 == len(position) || len(bytes.Trim(position[i+1:], "0123456789")) > 0 {
			break
		}
		position = position[:i]
	}
	return position
}

// Decode reads one line of a journal.
func Decode(line []byte) (Record, error) {
	var r Record
	err := json.Unmarshal(bytes.TrimSpace(line), &r)
	if err == nil && (r.ID == "" || r.Time.IsZero() || r.Event == "") {
		err = errors.New("not a record of a journal")
	}
	return r, err
}
