package llm

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"github.com/grapnel-hooks/grapnel/internal/jsonx"
)

// messages applies the list of messages a hook returned.
func (a *requestEdit) messages(raw json.RawMessage) {
	h := newHistory(a.Contents)
	returned, ok := a.readMessages(raw, h.messages)
	if !ok || slices.Equal(returned, h.messages) {
		return
	}
	a.Contents = h.rebuild(returned)
}

// readMessages returns the usable messages of a list. It reports false if there
// are none though the hook meant to return some: a misspelt member must not
// wipe out the conversation. An empty list does, being clear enough.
func (a *requestEdit) readMessages(raw json.RawMessage, sent []HookMessage) ([]HookMessage, bool) {
	items, ok := jsonx.ParseArray(raw)
	if !ok {
		a.addf("messages is not a list: ignored")
		return nil, false
	}
	known := knownRoles(sent)
	messages := make([]HookMessage, 0, len(items))
	for i, item := range items {
		msg, err := readMessage(item)
		if err != nil {
			a.addf("messages[%d]: %v: message ignored", i, err)
			continue
		}
		msg.Role = a.role(msg.Role, known)
		messages = append(messages, msg)
	}
	if len(messages) == 0 && len(items) > 0 {
		a.addf("messages has no usable message: conversation left as it was")
		return nil, false
	}
	return messages, true
}

// role returns the role that a returned one stands for.
func (a *requestEdit) role(role string, known map[string]bool) string {
	switch {
	case known[role]:
	case role == "":
		a.addf("messages: a message without a role is taken for the user's")
		return RoleUser
	case role == "assistant": // what most other APIs call the model
		return RoleModel
	default:
		a.addf("messages: unknown role %.40q kept as it is", role)
	}
	return role
}

// knownRoles returns the roles that need no note.
func knownRoles(sent []HookMessage) map[string]bool {
	known := map[string]bool{RoleUser: true, RoleModel: true, RoleSystem: true}
	for _, msg := range sent {
		known[msg.Role] = true
	}
	return known
}

// readMessage returns a message without a role if it has none that is usable.
func readMessage(raw json.RawMessage) (HookMessage, error) {
	m, err := decodeObject(raw)
	if err != nil {
		return HookMessage{}, err
	}
	content, ok := contentText(m["content"])
	if !ok {
		return HookMessage{}, errors.New("content has no text")
	}
	role, _ := jsonx.String(m["role"])
	return HookMessage{Role: role, Content: content}, nil
}

// contentText returns the text of a message's content: a string, or the texts
// in a list of parts, as many APIs have it. ok is false if there is no text.
func contentText(raw json.RawMessage) (text string, ok bool) {
	if text, ok := jsonx.String(raw); ok {
		return text, true
	}
	items, _ := jsonx.ParseArray(raw)
	var b strings.Builder
	for _, item := range items {
		part, isText := jsonx.String(item)
		if !isText {
			part, isText = Part(item).Text()
		}
		ok = ok || isText
		b.WriteString(part)
	}
	return b.String(), ok
}
