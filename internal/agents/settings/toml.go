package settings

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/jsonx"
)

// tomlFormat is TOML: [[hooks.EVENT]] is a group, [[hooks.EVENT.hooks]] below it
// a hook. Grapnel's stand together at the end of the file, between two comments.
// Tables can always be added there, so the text need not be understood beyond
// where its strings and comments are.
type tomlFormat struct{}

const (
	tomlBegin = "# grapnel: begin (grapnel install writes this, grapnel uninstall removes it)"
	tomlEnd   = "# grapnel: end"
)

// statement is a comment, the head of a table or a key with its value.
type statement struct {
	from, to int // without the end of the line
	table    string
}

// text returns what stands there.
func (s statement) text(body []byte) string { return string(body[s.from:s.to]) }

// statements takes a text apart. table is the head that a key stands below.
func statements(file string, body []byte) ([]statement, error) {
	var list []statement
	table := ""
	for at := 0; at < len(body); {
		if strings.IndexByte(" \t\r\n", body[at]) >= 0 {
			at++
			continue
		}
		end, err := endOfStatement(file, body, at)
		if err != nil {
			return nil, err
		}
		s := statement{from: at, to: at + len(bytes.TrimRight(body[at:end], " \t\r")), table: table}
		if body[at] == '[' {
			table = strings.TrimSpace(withoutComment(s.text(body)))
		}
		list = append(list, s)
		at = end
	}
	return list, nil
}

// withoutComment cuts the comment behind the head of a table.
func withoutComment(head string) string {
	if end := strings.LastIndexByte(head, ']'); end >= 0 {
		return head[:end+1]
	}
	return head
}

// endOfStatement returns where the line, or the value of several lines, ends
// that begins at an offset.
func endOfStatement(file string, body []byte, from int) (int, error) {
	depth := 0
	for at := from; at < len(body); {
		switch c := body[at]; {
		case c == '#':
			at += len(line(body[at:]))
			continue
		case c == '\n' && (depth <= 0 || body[from] == '['):
			return at, nil
		case c == '"' || c == '\'':
			end, ok := endOfString(body, at)
			if !ok {
				return 0, errorAt(file, body, at, "the string does not end")
			}
			at = end
			continue
		case c == '[' || c == '{':
			depth++
		case c == ']' || c == '}':
			depth--
		}
		at++
	}
	if depth > 0 && body[from] != '[' {
		return 0, errorAt(file, body, from, "the value does not end")
	}
	return len(body), nil
}

// line returns a text up to the end of its first line.
func line(text []byte) []byte {
	if end := bytes.IndexByte(text, '\n'); end >= 0 {
		return text[:end]
	}
	return text
}

// endOfString returns the offset behind the string that begins at an offset.
func endOfString(body []byte, at int) (end int, ok bool) {
	quote := body[at : at+1]
	if triple := bytes.Repeat(quote, 3); bytes.HasPrefix(body[at:], triple) {
		quote = triple
	}
	for i := at + len(quote); i < len(body); i++ {
		switch {
		case body[i] == '\\' && quote[0] == '"':
			i++
		case bytes.HasPrefix(body[i:], quote):
			end = i + len(quote)
			for len(quote) == 3 && end < len(body) && end < i+5 && body[end] == quote[0] {
				end++ // up to two quotes may stand before the three that end it
			}
			return end, true
		case body[i] == '\n' && len(quote) == 1:
			return 0, false
		}
	}
	return 0, false
}

// hasTOMLHooks reports whether a text has groups of hooks already.
func hasTOMLHooks(body []byte) bool {
	list, _ := statements("", body)
	for _, s := range list {
		if strings.HasPrefix(s.text(body), "[[hooks.") {
			return true
		}
	}
	return false
}

// add appends a block of tables. Its texts are written as JSON writes them, which
// TOML reads the same.
func (tomlFormat) add(file string, text []byte, entries []Entry) ([]byte, error) {
	if len(entries) == 0 {
		return text, nil
	}
	list, err := statements(file, text)
	if err != nil {
		return nil, err
	}
	for _, s := range list {
		if isHooksValue(s, text) {
			return nil, errorAt(file, text, s.from, "hooks that are values cannot be added to; write them as [[hooks.EVENT]] tables")
		}
	}
	var b strings.Builder
	b.Write(text)
	end := newline(text)
	if len(text) > 0 && !bytes.HasSuffix(text, []byte("\n")) {
		b.WriteString(end)
	}
	lines := []string{"", tomlBegin}
	for _, entry := range entries {
		more, err := tomlGroup(entry)
		if err != nil {
			return nil, err
		}
		lines = append(lines, more...)
	}
	b.WriteString(strings.Join(append(lines, tomlEnd), end) + end)
	return []byte(b.String()), nil
}

// isHooksValue reports whether a statement gives hooks as a value, which tables
// cannot be added to.
func isHooksValue(s statement, body []byte) bool {
	key, value, ok := strings.Cut(s.text(body), "=")
	if !ok || body[s.from] == '[' || body[s.from] == '#' {
		return false
	}
	key = strings.TrimSpace(key)
	switch s.table {
	case "":
		return key == "hooks" || strings.HasPrefix(key, "hooks.")
	case "[hooks]":
		return strings.HasPrefix(strings.TrimSpace(value), "[")
	}
	return false
}

// tomlGroup writes a group.
func tomlGroup(entry Entry) ([]string, error) {
	members, _, err := jsonx.ParseObject(entry.Group)
	if err != nil {
		return nil, fmt.Errorf("write the hooks for %s: %w", entry.Event, err)
	}
	group := hook.Object(members)
	var hooks []hook.Object
	if err := json.Unmarshal(group["hooks"], &hooks); err != nil {
		return nil, fmt.Errorf("write the hooks for %s: %w", entry.Event, err)
	}
	lines := []string{"[[hooks." + entry.Event + "]]"}
	delete(group, "hooks")
	lines = append(lines, tomlMembers(group)...)
	for _, one := range hooks {
		lines = append(lines, "[[hooks."+entry.Event+".hooks]]")
		lines = append(lines, tomlMembers(one)...)
	}
	return lines, nil
}

// tomlMembers writes texts and numbers, which look the same as in JSON.
func tomlMembers(object hook.Object) []string {
	var lines []string
	for _, key := range object.Keys() {
		lines = append(lines, key+" = "+strings.ReplaceAll(string(object[key]), "\x7f", `\u007f`))
	}
	return lines
}

// block returns the statements between the two comments, and where it all
// stands. It is empty if there is none.
func (tomlFormat) block(file string, text []byte) (inside []statement, from, to int, err error) {
	list, err := statements(file, text)
	if err != nil {
		return nil, 0, 0, err
	}
	begin := -1
	for i, s := range list {
		switch s.text(text) {
		case tomlBegin:
			begin = i
		case tomlEnd:
			if begin >= 0 {
				return list[begin+1 : i], list[begin].from, s.to, nil
			}
		}
	}
	if begin >= 0 {
		return nil, 0, 0, errorAt(file, text, list[begin].from, "the line %q that ends this is gone; put it where Grapnel's hooks end", tomlEnd)
	}
	return nil, 0, 0, nil
}

// entries reads the block back, which has only what tomlGroup writes.
func (f tomlFormat) entries(file string, text []byte) ([]Entry, error) {
	inside, _, _, err := f.block(file, text)
	if err != nil {
		return nil, err
	}
	var list []Entry
	var group hook.Object
	var hooks []hook.Object
	flush := func() {
		if group != nil {
			group.Set("hooks", hooks)
			list[len(list)-1].Group = group.Raw()
		}
	}
	for _, s := range inside {
		key, value, isMember := strings.Cut(s.text(text), " = ")
		name, isHead := strings.CutPrefix(s.text(text), "[[hooks.")
		name = strings.TrimSuffix(name, "]]")
		event, isHook := strings.CutSuffix(name, ".hooks")
		switch {
		case isHead && isHook:
			hooks = append(hooks, hook.Object{})
		case isHead:
			flush()
			list, group, hooks = append(list, Entry{Event: event}), hook.Object{}, nil
		case isMember && json.Valid([]byte(value)) && len(hooks) > 0:
			hooks[len(hooks)-1][key] = json.RawMessage(value)
		case isMember && json.Valid([]byte(value)) && group != nil:
			group[key] = json.RawMessage(value)
		}
	}
	flush()
	return list, nil
}

// remove takes the block out, with the blank line before it that add wrote.
func (f tomlFormat) remove(file string, text []byte) ([]byte, error) {
	_, from, to, err := f.block(file, text)
	if err != nil || to == 0 {
		return text, err
	}
	to += len(line(text[to:]))
	if to < len(text) {
		to++ // the end of the line
	}
	blank := newline(text)
	if before := text[:from]; bytes.HasSuffix(before, []byte("\n"+blank)) || string(before) == blank {
		from -= len(blank)
	}
	return append(bytes.Clone(text[:from]), text[to:]...), nil
}
