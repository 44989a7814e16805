package llm

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/grapnel-hooks/grapnel/internal/jsonx"
)

const image = `{"inlineData":{"mimeType":"image/png","data":"iVBORw0KGgo="}}`

func call(id string) string {
	return fmt.Sprintf(`{"functionCall":{"id":%q,"name":"run","args":{"n":1e-3}},"thoughtSignature":"s-%s"}`, id, id)
}

func result(id string) string {
	return fmt.Sprintf(`{"functionResponse":{"id":%q,"name":"run","response":{"ok":true}}}`, id)
}

// turn builds a content. Parts that look like JSON objects are taken as they
// are; others are text.
func turn(role string, parts ...string) Content {
	c := Content{Role: role}
	for _, part := range parts {
		if strings.HasPrefix(part, "{") {
			c.Parts = append(c.Parts, Part(part))
		} else {
			c.Parts = append(c.Parts, TextPart(part))
		}
	}
	return c
}

func user(parts ...string) Content  { return turn(RoleUser, parts...) }
func model(parts ...string) Content { return turn(RoleModel, parts...) }

// said builds messages from "role: text" lines.
func said(lines ...string) []HookMessage {
	messages := []HookMessage{}
	for _, line := range lines {
		role, text, _ := strings.Cut(line, ": ")
		messages = append(messages, HookMessage{role, text})
	}
	return messages
}

// editMessages is the JSON of an edit that returns these messages.
func editMessages(t testing.TB, messages []HookMessage) json.RawMessage {
	t.Helper()
	return encode(t, map[string]any{"messages": messages})
}

func encode(t testing.TB, v any) json.RawMessage {
	t.Helper()
	raw, err := jsonx.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

func decodeRequest(t testing.TB, text string) *Request {
	t.Helper()
	var req Request
	if err := json.Unmarshal([]byte(text), &req); err != nil {
		t.Fatal(err)
	}
	return &req
}

// mustApply applies an edit that must not be an error.
func mustApply(t testing.TB, base *Request, edit json.RawMessage) (*Request, []string) {
	t.Helper()
	before := encode(t, base)
	req, notes, err := ApplyRequest(base, edit)
	if err != nil {
		t.Fatal(err)
	}
	if after := encode(t, base); string(after) != string(before) {
		t.Errorf("base was modified:\n%s\n%s", before, after)
	}
	return req, notes
}
