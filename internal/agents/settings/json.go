package settings

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/tailscale/hujson"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/document"
)

// jsonFormat is JSON, with comments or without: an object "hooks" maps events to
// lists of groups, and a group has a list "hooks".
type jsonFormat struct {
	// ours recognizes the command line of one of Grapnel's hooks.
	ours func(command string) bool
}

var bom = []byte("\ufeff")

// parse reads a document. The offsets of its values count from the beginning of
// body, which has no byte order mark.
func parse(file string, text []byte) (root *hujson.Value, body []byte, err error) {
	if _, err := document.ParseJSON(file, text); err != nil {
		return nil, nil, err
	}
	body = bytes.TrimPrefix(text, bom)
	value, err := hujson.Parse(body)
	if err != nil {
		return nil, nil, err // ParseJSON would have found it
	}
	if _, ok := value.Value.(*hujson.Object); !ok {
		return nil, nil, errorAt(file, body, value.StartOffset, "the settings must be an object")
	}
	return &value, body, nil
}

// finish puts the byte order mark back, after a look at what was written: no
// agent may find settings that it cannot read.
func finish(file string, text, body []byte) ([]byte, error) {
	if _, err := document.ParseJSON(file, body); err != nil {
		return nil, err
	}
	if bytes.HasPrefix(text, bom) {
		body = append(bytes.Clone(bom), body...)
	}
	return body, nil
}

// add adds one entry after the other: there are as many as an agent has events.
func (f jsonFormat) add(file string, text []byte, entries []Entry) ([]byte, error) {
	for _, entry := range entries {
		var err error
		if text, err = addTo(file, text, []string{"hooks", entry.Event}, entry.Group); err != nil {
			return nil, err
		}
	}
	return text, nil
}

// addTo puts a value at the end of the list that keys lead to. What is missing
// on the way is made.
func addTo(file string, text []byte, keys []string, value json.RawMessage) ([]byte, error) {
	e, at, found, err := find(file, text, keys)
	if err != nil {
		return nil, err
	}
	if found < len(keys) {
		list := append(append(json.RawMessage{'['}, value...), ']')
		return finish(file, text, e.insert(at, keys[found], nested(keys[found+1:], list)))
	}
	if _, ok := at.Value.(*hujson.Array); !ok {
		return nil, errorAt(file, e.body, at.StartOffset, "%s must be a list of hooks", strings.Join(keys, "."))
	}
	return finish(file, text, e.insert(at, "", value))
}

// switchOn makes sure that the member that keys lead to is true.
func switchOn(file string, text []byte, keys []string) ([]byte, error) {
	e, at, found, err := find(file, text, keys)
	if err != nil {
		return nil, err
	}
	if found < len(keys) {
		return finish(file, text, e.insert(at, keys[found], nested(keys[found+1:], json.RawMessage("true"))))
	}
	if literal, ok := at.Value.(hujson.Literal); !ok || string(literal) != "true" {
		return nil, errorAt(file, e.body, at.StartOffset, "hooks are switched off here; set %s to true", strings.Join(keys, "."))
	}
	return text, nil
}

// find follows keys as far as there are such members: it returns the last value
// on the way, and how many keys led there.
func find(file string, text []byte, keys []string) (e editor, at *hujson.Value, found int, err error) {
	at, body, err := parse(file, text)
	if err != nil {
		return editor{}, nil, 0, err
	}
	e = editor{body: body, style: styleOf(at, body)}
	for i, key := range keys {
		object, ok := at.Value.(*hujson.Object)
		if !ok {
			return e, nil, 0, errorAt(file, body, at.StartOffset, "%s must be an object", strings.Join(keys[:i], "."))
		}
		next := member(object, key)
		if next == nil {
			return e, at, i, nil
		}
		at = next
	}
	return e, at, len(keys), nil
}

// nested is a value below objects with one member each.
func nested(keys []string, value json.RawMessage) json.RawMessage {
	for i := len(keys) - 1; i >= 0; i-- {
		value = hook.Object{keys[i]: value}.Raw()
	}
	return value
}

// member returns the value of a key: the last one, as agents see it.
func member(object *hujson.Object, key string) *hujson.Value {
	for i := len(object.Members) - 1; i >= 0; i-- {
		m := &object.Members[i]
		if m.Name.Value.(hujson.Literal).String() == key {
			return &m.Value
		}
	}
	return nil
}

// entries returns groups that have a hook of Grapnel, as they are: if somebody
// else put a hook into one, it is not what was registered any more.
func (f jsonFormat) entries(file string, text []byte) ([]Entry, error) {
	root, _, err := parse(file, text)
	if err != nil {
		return nil, err
	}
	var list []Entry
	for _, event := range events(root) {
		groups, _ := event.Value.Value.(*hujson.Array)
		if groups == nil {
			continue
		}
		for i := range groups.Elements {
			group := &groups.Elements[i]
			if f.anyOurs(group) {
				raw := hujson.Value{Value: group.Value}
				raw = raw.Clone()
				raw.Minimize()
				list = append(list, Entry{event.Name.Value.(hujson.Literal).String(), raw.Pack()})
			}
		}
	}
	return list, nil
}

// events returns the members of "hooks".
func events(root *hujson.Value) []hujson.ObjectMember {
	hooks := member(root.Value.(*hujson.Object), "hooks")
	if hooks == nil {
		return nil
	}
	object, ok := hooks.Value.(*hujson.Object)
	if !ok {
		return nil
	}
	return object.Members
}

// hooksOf returns the hooks of a group.
func hooksOf(group *hujson.Value) []hujson.Value {
	object, ok := group.Value.(*hujson.Object)
	if !ok {
		return nil
	}
	hooks := member(object, "hooks")
	if hooks == nil {
		return nil
	}
	list, ok := hooks.Value.(*hujson.Array)
	if !ok {
		return nil
	}
	return list.Elements
}

func (f jsonFormat) anyOurs(group *hujson.Value) bool {
	hooks := hooksOf(group)
	for i := range hooks {
		if f.isOurs(&hooks[i]) {
			return true
		}
	}
	return false
}

func (f jsonFormat) isOurs(v *hujson.Value) bool {
	object, ok := v.Value.(*hujson.Object)
	if !ok {
		return false
	}
	command := member(object, "command")
	if command == nil {
		return false
	}
	literal, ok := command.Value.(hujson.Literal)
	return ok && literal.Kind() == '"' && f.ours(literal.String())
}

// remove takes single hooks out, because others may have put theirs beside them.
func (f jsonFormat) remove(file string, text []byte) ([]byte, error) {
	root, body, err := parse(file, text)
	if err != nil {
		return nil, err
	}
	p := pruner{body: body, ours: f.isOurs}
	p.prune(root, 0)
	if len(p.splices) == 0 {
		return text, nil
	}
	return finish(file, text, apply(body, p.splices))
}
