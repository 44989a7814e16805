package cli

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/grapnel-hooks/grapnel/internal/dialect/llxprt"
	"github.com/grapnel-hooks/grapnel/internal/jsonx"
)

// FuzzPayload reads arbitrary payloads: what is accepted reaches hooks as one
// line of valid JSON.
func FuzzPayload(f *testing.F) {
	for _, seed := range []string{
		``, `{}`, `{"tool_name":"x","tool_input":{"a":1}}`, `{"cwd":5}`, `{"cwd":"/","timestamp":"now","hook_event_name":"Other"}`,
		"{\n\"tool_input\": {\n}\n}", `[]`, `{} {}`, `{"tool_name":null,"a":"\u2028"}`, "\xff", `{"session_id":"","agent_id":7}`,
	} {
		f.Add([]byte(seed))
	}
	d := llxprt.Dialect{}
	f.Fuzz(func(t *testing.T, payload []byte) {
		p, err := readPayload(bytes.NewReader(payload))
		if err != nil {
			return
		}
		if err := p.fill("s", "/", ""); err != nil {
			return
		}
		ev, err := p.event(d, d.Events()[0])
		if err != nil {
			return
		}
		stdin, _ := d.Input(ev)
		line, rest, _ := bytes.Cut(stdin, []byte("\n"))
		if !json.Valid(line) || len(rest) > 0 {
			t.Fatalf("payload %q became %q", payload, stdin)
		}
		object, duplicates, err := jsonx.ParseObject(line)
		if err != nil || duplicates != nil {
			t.Fatalf("payload %q became %q: %v, %v", payload, stdin, duplicates, err)
		}
		if name, _ := jsonx.String(object["hook_event_name"]); name != "BeforeTool" {
			t.Fatalf("hook_event_name %q", name)
		}
	})
}
