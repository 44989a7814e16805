package trace

import (
	"slices"

	"github.com/grapnel-hooks/grapnel/hook"
)

// maxLine is how long a line of a journal may be. Readers skip longer ones.
const maxLine = 4 << 20

// Line returns the record as it stands in a journal, with the newline. A record
// that would be longer than a line may be loses its payload first, then what
// hooks wrote, then hooks.
func (r Record) Line() []byte { return r.appendLine(nil) }

// appendLine appends the line to buf.
func (r Record) appendLine(buf []byte) []byte {
	// Room for most records at once: a process that fires one event pays for
	// every size of memory it asks for.
	buf = slices.Grow(buf, 2048+len(r.Payload)+len(r.ToolInput)+len(r.LLMRequest)+len(r.LLMResponse))
	line := r.encode(buf)
	for _, step := range []struct {
		name string
		drop func(*Record)
	}{
		{"payload", dropPayload},
		{"streams", dropStreams},
		{"lists", dropLists},
	} {
		if len(line)-len(buf) <= maxLine {
			break
		}
		step.drop(&r)
		r.Dropped = append(slices.Clip(r.Dropped), step.name)
		line = r.encode(line[:len(buf)])
	}
	return line
}

func dropPayload(r *Record) {
	r.Payload, r.ToolInput, r.LLMRequest, r.LLMResponse = nil, nil, nil, nil
}

func dropStreams(r *Record) {
	hooks := make([]hook.Result, len(r.Hooks))
	for i, h := range r.Hooks {
		h.Stdout, h.Stderr, h.Error, h.Reason = "", "", "", ""
		hooks[i] = h
	}
	r.Hooks = hooks
}

// dropLists keeps of everything that has no bound of its own as much as always
// fits.
func dropLists(r *Record) {
	const most = 100
	r.Hooks = r.Hooks[:min(len(r.Hooks), most)]
	r.Context, r.Messages, r.Diagnostics = nil, nil, nil
	r.Config, r.Switches, r.ToolConfig = nil, nil, nil
}
