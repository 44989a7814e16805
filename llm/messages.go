package llm

import (
	"encoding/json"
	"errors"
	"slices"

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
func (a *requestEdit) readMessages(raw json.RawMessage, sent []Message) ([]Message, bool) {
	items, ok := jsonx.ParseArray(raw)
	if !ok {
		a.addf("messages is not a list: ignored")
		return nil, false
	}
	known := knownRoles(sent)
	messages := make([]Message, 0, len(items))
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
func knownRoles(sent []Message) map[string]bool {
	known := map[string]bool{RoleUser: true, RoleModel: true, RoleSystem: true}
	for _, msg := range sent {
		known[msg.Role] = true
	}
	return known
}

// readMessage returns a message without a role if it has none that is usable.
func readMessage(raw json.RawMessage) (Message, error) {
	m, err := decodeObject(raw)
	if err != nil {
		return Message{}, err
	}
	content, ok := jsonx.String(m["content"])
	if !ok {
		return Message{}, errors.New("content is not a string")
	}
	role, _ := jsonx.String(m["role"])
	return Message{Role: role, Content: content}, nil
}
