package rules

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/tools"
	"github.com/grapnel-hooks/grapnel/internal/engine/rules/paths"
	"github.com/grapnel-hooks/grapnel/internal/engine/rules/shell"
	"github.com/grapnel-hooks/grapnel/internal/jsonx"
)

// call is what is known about the tool call of an event. It is found out once
// for all rules, and only as far as one of them asks.
type call struct {
	roles    []tools.Role
	parts    []tools.Part
	scripts  []*shell.Script
	commands []*shell.Command // of all scripts
}

// newCall takes a tool call apart.
func newCall(ev *Event, vocabularies []tools.Vocabulary) *call {
	c := &call{}
	if ev.Tool == "" {
		return c
	}
	c.roles = tools.RolesOf(vocabularies, ev.Tool)
	for _, v := range vocabularies {
		c.parts = append(c.parts, v.Parts(tools.Call{Name: ev.Tool, Input: ev.Input})...)
	}
	if len(c.parts) == 0 {
		c.parts = []tools.Part{{Name: ev.Tool, Input: ev.Input}}
	}
	return c
}

// parse finds the commands of a shell tool.
func (c *call) parse() {
	if c.scripts != nil || !slices.Contains(c.roles, tools.Shell) {
		return
	}
	seen := map[string]bool{}
	for _, part := range c.parts {
		text, ok := part.Members.String(tools.Command)
		if part.Job != tools.RunShell || !ok || seen[text] {
			continue
		}
		seen[text] = true
		c.scripts = append(c.scripts, shell.Parse(text))
	}
	for _, script := range c.scripts {
		for i := range script.Commands {
			c.commands = append(c.commands, &script.Commands[i])
		}
	}
}

// target is a file that a call is about.
type target struct {
	paths.Target
	redirected bool // a redirection of the shell writes it
}

// targets resolves the paths of a call. Paths in commands count where they are
// certain.
func (c *call) targets(space *paths.Space) []target {
	var list []target
	for _, text := range c.inputPaths() {
		list = append(list, target{Target: space.Resolve(paths.Input(text))})
	}
	c.parse()
	add := func(p shell.Path, redirected bool) {
		if p.Known() {
			ref := paths.Reference{Text: p.Text, Home: p.Tilde, Dirs: p.Dirs}
			list = append(list, target{space.Resolve(ref), redirected})
		}
	}
	for _, script := range c.scripts {
		for i := range script.Commands {
			for _, p := range script.Commands[i].Paths() {
				add(p, false)
			}
		}
		for _, p := range script.Redirects {
			add(p, p.Write)
		}
	}
	return list
}

// inputPaths returns the paths in the input of a tool, each once.
func (c *call) inputPaths() []string {
	var list []string
	add := func(text string) {
		if text != "" && !slices.Contains(list, text) {
			list = append(list, text)
		}
	}
	for _, part := range c.parts {
		if part.Members == nil { // a tool that nobody knows
			input, _ := hook.Object{"": part.Input}.Object("")
			for _, name := range []string{"path", "file_path"} {
				text, _ := input.String(name)
				add(text)
			}
			continue
		}
		add(part.Text(tools.Path))
		if url := part.Text(tools.URL); strings.HasPrefix(strings.ToLower(url), "file:") {
			add(url)
		}
	}
	return list
}

// written returns the texts that a call would write. Of tools that nobody knows
// it is every text of the input.
func (c *call) written() []string {
	var list []string
	for _, part := range c.parts {
		if part.Members == nil {
			list = append(list, stringsOf(part.Input)...)
			continue
		}
		for _, member := range []string{tools.Content, tools.New} {
			if text := part.Text(member); text != "" && !slices.Contains(list, text) {
				list = append(list, text)
			}
		}
	}
	return list
}

// stringsOf returns all texts in a JSON value, in the order in which they are.
func stringsOf(raw json.RawMessage) []string {
	var list []string
	mapStrings(raw, func(text string) string {
		list = append(list, text)
		return text
	})
	return list
}

// mapStrings returns a JSON value with every text in it, except for keys,
// replaced by what change makes of it. Without a change it is raw itself.
func mapStrings(raw json.RawMessage, change func(string) string) json.RawMessage {
	if len(raw) == 0 {
		return raw
	}
	switch raw[0] {
	case '"':
		text, ok := jsonx.String(raw)
		if changed := change(text); ok && changed != text {
			return jsonx.AppendString(nil, changed)
		}
	case '[':
		return mapItems(raw, change)
	case '{':
		return mapMembers(raw, change)
	}
	return raw
}

func mapItems(raw json.RawMessage, change func(string) string) json.RawMessage {
	items, ok := jsonx.ParseArray(raw)
	changed := false
	for i, item := range items {
		items[i] = mapStrings(item, change)
		changed = changed || !same(items[i], item)
	}
	if !ok || !changed {
		return raw
	}
	out := json.RawMessage{'['}
	for i, item := range items {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(out, item...)
	}
	return append(out, ']')
}

func mapMembers(raw json.RawMessage, change func(string) string) json.RawMessage {
	members, _, err := jsonx.ParseObject(raw)
	if err != nil {
		return raw
	}
	changed := false
	object := hook.Object(members)
	for _, key := range object.Keys() {
		value := mapStrings(object[key], change)
		changed = changed || !same(value, object[key])
		object[key] = value
	}
	if !changed {
		return raw
	}
	return object.Raw()
}

// same reports whether two values are the same bytes in memory.
func same(a, b json.RawMessage) bool {
	return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0])
}
