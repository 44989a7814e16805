package picture

import (
	"bytes"
	"encoding/json"
	"iter"
	"math"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/trace"
)

// data is what the page's script reads. Words that recur are kept once, in
// Words, and are numbers elsewhere; times are tenths of milliseconds.
type data struct {
	Words   []string `json:"words"`
	Start   int64    `json:"start"` // of the first event, in Unix milliseconds
	Events  []event  `json:"events"`
	LeftOut int      `json:"leftOut"` // how many events have lost their texts

	numbers map[string]int
}

// event is one record. Its texts are apart, because they are what there may be
// too much of.
type event struct {
	At       int64  `json:"t"`
	Duration int64  `json:"d"`
	ID       string `json:"i"`
	Name     int    `json:"e"`
	Tool     int    `json:"o"`
	Session  int    `json:"s"`
	Dir      int    `json:"c"`
	Verdict  int    `json:"v"`
	Hooks    []run  `json:"h,omitempty"`
	Texts    *texts `json:"x,omitempty"`
}

// run is one hook: its name, status, start and duration.
type run struct {
	Name     int   `json:"n"`
	Status   int   `json:"s"`
	Start    int64 `json:"t"`
	Duration int64 `json:"d"`
}

// texts are what a reader sees of an event when asking for more.
type texts struct {
	Reason      string    `json:"reason,omitempty"`
	StopReason  string    `json:"stop,omitempty"`
	Context     []string  `json:"context,omitempty"`
	Messages    []string  `json:"messages,omitempty"`
	Diagnostics []string  `json:"diagnostics,omitempty"`
	Errors      []string  `json:"errors,omitempty"`
	Changes     []rewrite `json:"changes,omitempty"`
}

// rewrite is what hooks have changed: the same thing before and after.
type rewrite struct {
	What   string `json:"what"`
	Before string `json:"before"`
	After  string `json:"after"`
}

// maxText is how much of one text the page has.
const maxText = 2000

// collect turns records into data.
func collect(records iter.Seq[trace.Record]) *data {
	d := &data{numbers: map[string]int{}, Events: []event{}}
	for r := range records {
		if len(d.Events) == 0 {
			d.Start = r.Time.UnixMilli()
		}
		d.Events = append(d.Events, d.event(r))
	}
	return d
}

func (d *data) event(r trace.Record) event {
	e := event{
		At:       tenths(float64(r.Time.UnixMicro())/1000 - float64(d.Start)),
		Duration: tenths(r.DurationMs), ID: r.ID, Name: d.word(r.Event), Tool: d.word(r.Tool),
		Session: d.word(r.Session), Dir: d.word(r.Dir), Verdict: d.word(verdict(r)),
	}
	for _, h := range r.Hooks {
		e.Hooks = append(e.Hooks, run{d.word(h.Name), d.word(string(h.Status)), tenths(h.StartMs), tenths(h.DurationMs)})
	}
	e.Texts = newTexts(r)
	return e
}

// word returns the number of a word.
func (d *data) word(text string) int {
	n, known := d.numbers[text]
	if !known {
		n = len(d.Words)
		d.Words = append(d.Words, text)
		d.numbers[text] = n
	}
	return n
}

// leaveOutTexts removes the texts of the oldest events.
func (d *data) leaveOutTexts(events int) {
	for i := range events {
		if d.Events[i].Texts != nil {
			d.Events[i].Texts = nil
			d.LeftOut++
		}
	}
}

func tenths(ms float64) int64 { return int64(math.Round(ms * 10)) }

// verdict is the one word that colours an event.
func verdict(r trace.Record) string {
	switch {
	case r.Stop:
		return "stopped"
	case r.Blocked, r.Decision == hook.Deny:
		return "denied"
	case r.Decision == hook.Ask:
		return "asked"
	case !r.Success:
		return "failed"
	case len(r.Rewrote) > 0:
		return "rewritten"
	}
	return "passed"
}

func newTexts(r trace.Record) *texts {
	x := texts{Reason: cut(r.Reason), StopReason: cut(r.StopReason)}
	for _, c := range r.Context {
		x.Context = append(x.Context, cut(c.Text))
	}
	for _, m := range r.Messages {
		if m.Text != r.Reason {
			x.Messages = append(x.Messages, "to the "+string(m.To)+": "+cut(m.Text))
		}
	}
	for _, d := range r.Diagnostics {
		x.Diagnostics = append(x.Diagnostics, string(d.Level)+": "+cut(d.String()))
	}
	for _, h := range r.Hooks {
		if h.Error != "" || h.Stderr != "" && !h.Success {
			x.Errors = append(x.Errors, h.Name+": "+cut(h.Error+" "+h.Stderr))
		}
	}
	x.Changes = changes(r)
	if x.empty() {
		return nil
	}
	return &x
}

func (x *texts) empty() bool {
	return x.Reason == "" && x.StopReason == "" && x.Context == nil && x.Messages == nil &&
		x.Diagnostics == nil && x.Errors == nil && x.Changes == nil
}

// changes compares what hooks rewrote with what the payload had, as far as the
// journal has kept both.
func changes(r trace.Record) []rewrite {
	var payload map[string]json.RawMessage
	if json.Unmarshal(r.Payload, &payload) != nil {
		return nil
	}
	var list []rewrite
	for _, c := range []struct {
		what, field string
		after       json.RawMessage
	}{
		{"tool input", "tool_input", r.ToolInput},
		{"model request", "llm_request", r.LLMRequest},
		{"model response", "llm_response", r.LLMResponse},
	} {
		if c.after != nil {
			list = append(list, rewrite{c.what, indented(payload[c.field]), indented(c.after)})
		}
	}
	return list
}

// indented spreads JSON over lines with its keys in order, so that a comparison
// line by line shows which member has changed.
func indented(raw json.RawMessage) string {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var value any
	if dec.Decode(&value) != nil {
		return cut(string(raw))
	}
	var text bytes.Buffer
	enc := json.NewEncoder(&text)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if enc.Encode(value) != nil {
		return cut(string(raw))
	}
	return cut(text.String())
}

func cut(text string) string {
	if len(text) <= maxText {
		return text
	}
	end := maxText
	for end > 0 && text[end]&0xC0 == 0x80 { // not within a character
		end--
	}
	return text[:end] + "…"
}
