package tools

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/grapnel-hooks/grapnel/hook"
)

// Call is a call of a tool by the name and with the input of some vocabulary.
type Call struct {
	Name  string
	Input json.RawMessage
}

// Part is one thing that a call does: most do one, a patch changes many files.
type Part struct {
	Name string // of the tool, in its own vocabulary
	Job  Job
	// Members is the input under neutral names; members that have none keep
	// their own. It is nil for a tool that is not known, whose input is Input.
	Members hook.Object
	Input   json.RawMessage
	// Unclear says that the input is not what the tool takes, as far as is
	// known. Then the member that matters most holds all of it as text, so that
	// guards see it.
	Unclear bool
}

// Text returns a member that is a string, by its neutral name.
func (p Part) Text(member string) string {
	text, _ := p.Members.String(member)
	return text
}

// Parts takes a call apart. There is always at least one part.
func (v Vocabulary) Parts(c Call) []Part {
	if t := v.meant(c); t != nil {
		return t.parts(c)
	}
	part := Part{Name: c.Name, Input: c.Input}
	if v.Server.has(c.Name) {
		part.Job = CallServer
	}
	return []Part{part}
}

// meant returns the tool that is called. Where one name stands for several, it
// is the one most of whose members are there.
func (v Vocabulary) meant(c Call) *Tool {
	var best *Tool
	most := -1
	var input hook.Object
	for i := range v.Tools {
		t := &v.Tools[i]
		if t.Name != c.Name {
			continue
		}
		if input == nil {
			input, _ = object(c.Input)
		}
		if n := t.count(input); n > most {
			best, most = t, n
		}
	}
	return best
}

// count returns how many of the tool's members an input has.
func (t *Tool) count(input hook.Object) int {
	n := 0
	for _, name := range t.Members.names() {
		if name[1] != "" && input.Has(name[1]) {
			n++
		}
	}
	if t.List != "" && input.Has(t.List) {
		n += 2 // more than any text that may stand beside it
	}
	return n
}

func (t *Tool) parts(c Call) []Part {
	switch {
	case t.Patch != "":
		return t.patchParts(c)
	case t.List != "":
		return t.listParts(c)
	}
	input, ok := object(c.Input)
	if !ok {
		return []Part{t.unclear(c.Input)}
	}
	return []Part{{Name: t.Name, Job: t.Job, Members: neutral(input, t.Members)}}
}

// unclear is the part for an input that the tool does not take.
func (t *Tool) unclear(input json.RawMessage) Part {
	text := string(input)
	if plain, ok := (hook.Object{"": input}).String(""); ok {
		text = plain
	}
	members := hook.Object{}
	members.Set(t.Job.main(), text)
	return Part{Name: t.Name, Job: t.Job, Members: members, Unclear: true}
}

// main is the member that matters most to guards.
func (j Job) main() string {
	switch j {
	case RunShell:
		return Command
	case ReadFile, ListFiles:
		return Path
	case WriteFile:
		return Content
	case EditFile:
		return New
	case FetchPage:
		return URL
	case DelegateTask:
		return Prompt
	}
	return Pattern
}

func (t *Tool) listParts(c Call) []Part {
	items, rest, ok := t.items(c.Input)
	if !ok || len(items) == 0 {
		return []Part{t.unclear(c.Input)}
	}
	outer := hook.Object{} // what else stands there is not repeated for every item
	for _, name := range t.Members.names() {
		if value, ok := rest[name[1]]; ok && name[1] != "" {
			outer[name[0]] = value
		}
	}
	parts := make([]Part, 0, len(items))
	for _, item := range items {
		inner, ok := t.inner(item)
		part := Part{Name: t.Name, Job: t.Job, Members: outer.Overlay(inner)}
		if !ok {
			part = t.unclear(item)
		}
		parts = append(parts, part)
	}
	return parts
}

// items returns the list of things to do and the members beside it.
func (t *Tool) items(input json.RawMessage) (items []json.RawMessage, rest hook.Object, ok bool) {
	fields, isObject := object(input)
	if !isObject {
		items, ok = list(input)
		return items, nil, ok
	}
	for _, name := range append([]string{t.List}, t.Also...) {
		if !fields.Has(name) {
			continue
		}
		items, ok = list(fields[name])
		delete(fields, name)
		return items, fields, ok
	}
	return nil, nil, false
}

// list returns the items of a list; a text or an object stands for a list of
// itself, if the agent takes that.
func list(raw json.RawMessage) (items []json.RawMessage, ok bool) {
	switch {
	case len(raw) == 0:
		return nil, false
	case raw[0] == '[':
		return items, json.Unmarshal(raw, &items) == nil
	}
	return []json.RawMessage{raw}, raw[0] == '"' || raw[0] == '{'
}

// inner reads one item of a list.
func (t *Tool) inner(item json.RawMessage) (hook.Object, bool) {
	if len(item) > 0 && item[0] == '"' && t.Item != "" {
		return hook.Object{t.Item: item}, true
	}
	fields, ok := object(item)
	if !ok {
		return nil, false
	}
	members := neutral(fields, t.Inner)
	if arguments, ok := members.Strings("args"); ok && t.Item == Command {
		// A program without a shell: as the shell would have to be told.
		program, _ := members.String(Command)
		members.Set(Command, quoteAll(append([]string{program}, arguments...)))
		delete(members, "args")
	}
	return members, true
}

func quoteAll(words []string) string {
	quoted := make([]string, len(words))
	for i, word := range words {
		quoted[i] = Quote(word)
	}
	return strings.Join(quoted, " ")
}

// Quote returns a word as a POSIX shell takes it.
func Quote(word string) string {
	isPlain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("_-./:=@%+,", r)
	}
	if word != "" && strings.IndexFunc(word, func(r rune) bool { return !isPlain(r) }) < 0 {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// neutral returns an input with its members under neutral names.
func neutral(input hook.Object, names Members) hook.Object {
	out := make(hook.Object, len(input))
	var own [8]string
	for i, name := range names.names() {
		if value, ok := input[name[1]]; ok && name[1] != "" {
			out[name[0]] = value
			own[i] = name[1]
		}
	}
	for key, value := range input {
		if _, taken := out[key]; !taken && !slices.Contains(own[:], key) {
			out[key] = value
		}
	}
	return out
}

// named is the other way round: members under a tool's own names.
func named(members hook.Object, names Members) hook.Object {
	out := make(hook.Object, len(members))
	for key, value := range members {
		out[names.own(key)] = value
	}
	return out
}

// own returns the tool's name for a member.
func (m Members) own(member string) string {
	for _, name := range m.names() {
		if name[0] == member && name[1] != "" {
			return name[1]
		}
	}
	return member
}

func object(raw json.RawMessage) (hook.Object, bool) {
	return hook.Object{"": raw}.Object("")
}
