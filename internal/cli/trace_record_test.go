package cli

import (
	"bytes"
	"strings"
	"testing"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/trace"
)

func TestTimelineShowsWhenHooksRan(t *testing.T) {
	tests := []struct {
		name            string
		start, duration float64
		want            string
	}{
		{"at first", 0, 5, "█████···············"},
		{"in the middle", 5, 10, "·····██████████·····"},
		{"at the end", 15, 5, "···············█████"},
		{"not at all", 0, 0, "····················"},
		{"a record that lies", 30, -7, "····················"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var text bytes.Buffer
			newPrinter(&text).timeline(trace.Record{DurationMs: 20, Hooks: []hook.Result{
				{Name: "all", DurationMs: 20}, {Name: "guard", StartMs: tt.start, DurationMs: tt.duration},
			}})
			if line := strings.SplitAfter(text.String(), "\n")[1]; !strings.Contains(line, " "+tt.want+" ") {
				t.Errorf("the timeline is\n%s", text.String())
			}
		})
	}
}
