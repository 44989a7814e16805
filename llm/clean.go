package llm

import (
	"encoding/json"
	"maps"
	"slices"
	"sync"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/jsonx"
)

// CleanRequest returns what can be used of a request that a hook returned: a
// [HookRequest], or any part of one. What the hook was sent and gave back is
// never wrong. The remarks say, for people, what was left out. Neither argument
// is modified.
func CleanRequest(sent, returned map[string]json.RawMessage) (clean map[string]json.RawMessage, remarks []string) {
	c := requestCleaner{sent: sent, clean: maps.Clone(returned)}
	for _, key := range slices.Sorted(maps.Keys(returned)) {
		value := returned[key]
		if was, known := sent[key]; known && jsonx.Equal(was, value) {
			continue
		}
		switch key {
		case "model":
			if model, ok := jsonx.String(value); !ok || model == "" {
				c.drop(key, "is not a name")
			}
		case "messages":
			c.messages(value)
		case "config":
			was, _ := decodeObject(sent[key])
			c.keep(key, c.usableConfig(value, was))
		case "toolConfig":
			was, _ := decodeObject(sent[key])
			mode, _ := jsonx.String(was["mode"])
			c.keep(key, c.usableToolConfig(value, mode))
		default:
			c.drop(key, "is no member of a request")
		}
	}
	return c.clean, c.list()
}

// requestCleaner removes from clean what cannot be used.
type requestCleaner struct {
	notes
	sent, clean members
}

func (c *requestCleaner) drop(key, why string) {
	c.addf("%.40s %s: ignored", key, why)
	delete(c.clean, key)
}

// messages keeps the valid messages. If none is valid, though the hook meant to
// return some, the conversation stays as it was.
func (c *requestCleaner) messages(raw json.RawMessage) {
	items, ok := jsonx.ParseArray(raw)
	if !ok {
		c.drop("messages", "is not a list")
		return
	}
	wasSent := sync.OnceValue(func() map[string]bool { return compacted(c.sent["messages"]) })
	takesLists := sync.OnceValue(func() bool { return hasLists(c.sent["messages"]) })
	kept := make([]json.RawMessage, 0, len(items))
	for i, item := range items {
		usable, problem := cleanMessage(item, takesLists)
		if problem != "" && wasSent()[compact(item)] {
			usable, problem = item, ""
		}
		if problem != "" {
			c.addf("messages[%d] %s", i, problem)
		}
		if usable != nil {
			kept = append(kept, usable)
		}
	}
	if len(kept) == 0 && len(items) > 0 {
		c.drop("messages", "has no usable message")
		return
	}
	c.clean["messages"] = encodeList(kept)
}

// cleanMessage returns a message, nil if it cannot be used, and what is wrong
// with it. A content that is a list of parts is read as its text, unless the
// agent has such contents itself.
func cleanMessage(raw json.RawMessage, takesLists func() bool) (usable json.RawMessage, problem string) {
	m, err := decodeObject(raw)
	if err != nil {
		return nil, "is not an object: ignored"
	}
	_, isList := jsonx.ParseArray(m["content"])
	text, hasText := contentText(m["content"])
	switch {
	case isList && takesLists():
	case !hasText:
		return nil, "has no text as its content: ignored"
	case isList:
		m["content"] = jsonx.AppendString(nil, text)
		raw = hook.Object(m).Raw()
	}
	if role, _ := jsonx.String(m["role"]); role != "" {
		return raw, ""
	}
	m["role"] = json.RawMessage(`"` + RoleUser + `"`)
	return hook.Object(m).Raw(), "has no role: it is taken for the user's"
}

// hasLists reports whether a message of the list has a list as its content.
func hasLists(messages json.RawMessage) bool {
	items, _ := jsonx.ParseArray(messages)
	return slices.ContainsFunc(items, func(item json.RawMessage) bool {
		m, _ := decodeObject(item)
		_, isList := jsonx.ParseArray(m["content"])
		return isList
	})
}

func compacted(list json.RawMessage) map[string]bool {
	items, _ := jsonx.ParseArray(list)
	set := make(map[string]bool, len(items))
	for _, item := range items {
		set[compact(item)] = true
	}
	return set
}

func compact(raw json.RawMessage) string { return string(jsonx.AppendCompact(nil, raw)) }

// keep puts what is left of a member in its place. Nothing at all changes
// nothing.
func (c *requestCleaner) keep(key string, left members) {
	if len(left) == 0 {
		delete(c.clean, key)
		return
	}
	c.clean[key] = hook.Object(left).Raw()
}

// encodeList writes values that are JSON already as a list.
func encodeList(items []json.RawMessage) json.RawMessage {
	list := []byte{'['}
	for i, item := range items {
		if i > 0 {
			list = append(list, ',')
		}
		list = append(list, item...)
	}
	return append(list, ']')
}
