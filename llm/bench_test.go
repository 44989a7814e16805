package llm

import (
	"fmt"
	"testing"
)

// longRequest has n visible messages with tool calls between them.
func longRequest(n int) *Request {
	req := &Request{Model: "m"}
	for i := range n / 2 {
		id := fmt.Sprint(i)
		req.Contents = append(req.Contents,
			user("question "+id+" about the code in this directory", image),
			model("answer "+id+" after looking at the files", call(id)),
			user(result(id)))
	}
	return req
}

func BenchmarkToHookRequest(b *testing.B) {
	req := longRequest(1000)
	for b.Loop() {
		ToHookRequest(req)
	}
}

func BenchmarkApplyRequest(b *testing.B) {
	req := longRequest(1000)
	edits := map[string]func([]HookMessage) []HookMessage{
		"identity": func(m []HookMessage) []HookMessage { return m },
		"trim":     func(m []HookMessage) []HookMessage { return m[500:] },
		"edit all": func(m []HookMessage) []HookMessage {
			for i := range m {
				m[i].Content += "!"
			}
			return m
		},
		"edit all and prepend": func(m []HookMessage) []HookMessage {
			for i := range m {
				m[i].Content += "!"
			}
			return append(said("user: context"), m...)
		},
	}
	for name, edit := range edits {
		b.Run(name, func(b *testing.B) {
			raw := editMessages(b, edit(toMessages(req.Contents)))
			for b.Loop() {
				if _, _, err := ApplyRequest(req, raw); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
