package trace

import (
	"encoding/json"
	"fmt"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/jsonx"
)

// Change is a part of an outcome that is not as it was. The values are those of
// the outcome document, as JSON; null means that there was none.
type Change struct {
	Field  string          `json:"field"`
	Before json.RawMessage `json:"before"`
	After  json.RawMessage `json:"after"`
}

// Decides reports whether the agent would go another way, and not just read or
// pass on something else.
func (c Change) Decides() bool {
	return c.Field == "decision" || c.Field == "blocked" || c.Field == "stop"
}

// Changes lists what is different about the outcome of the same event. How
// long hooks took, and which they were, is not a part of that; whether they ran
// well is, for a guard that breaks lets everything through like one that has
// nothing to say.
func Changes(before, after Record) []Change {
	var list []Change
	now := outcome(after)
	for i, was := range outcome(before) {
		is := now[i]
		a, b := encoded(was.value), encoded(is.value)
		if !jsonx.Equal(a, b) {
			list = append(list, Change{Field: was.name, Before: a, After: b})
		}
	}
	return list
}

type field struct {
	name  string
	value any
}

// said is a text of an outcome without the hook it came from: that may change
// without a change in what it means.
type said struct {
	To        hook.Recipient   `json:"to,omitempty"`
	Kind      hook.MessageKind `json:"kind,omitempty"`
	Placement hook.Placement   `json:"placement,omitempty"`
	Text      string           `json:"text"`
}

func outcome(r Record) []field {
	context := make([]said, len(r.Context))
	for i, c := range r.Context {
		context[i] = said{Placement: c.Placement, Text: c.Text}
	}
	messages := make([]said, len(r.Messages))
	for i, m := range r.Messages {
		messages[i] = said{To: m.To, Kind: m.Kind, Text: m.Text}
	}
	return []field{
		{"decision", r.Decision},
		{"blocked", r.Blocked},
		{"reason", r.Reason},
		{"stop", r.Stop},
		{"stopReason", r.StopReason},
		{"suppressOutput", r.SuppressOutput},
		{"toolInput", r.ToolInput},
		{"llmRequest", r.LLMRequest},
		{"llmResponse", r.LLMResponse},
		{"toolConfig", r.ToolConfig},
		{"context", context},
		{"messages", messages},
		{"success", r.Success},
	}
}

func encoded(value any) json.RawMessage {
	raw, err := jsonx.Marshal(value)
	if err != nil {
		panic(fmt.Sprintf("trace: encode an outcome: %v", err)) // it was read from JSON
	}
	return raw
}
