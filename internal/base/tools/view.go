package tools

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/jsonx"
)

// Show returns a call as an agent with the vocabulary v would make it: a call
// for each of its parts. A part that v has no tool for keeps its own name and,
// if it is the whole call, its input.
func (v Vocabulary) Show(from Vocabulary, c Call) []Call {
	parts := from.Parts(c)
	calls := make([]Call, len(parts))
	for i, part := range parts {
		calls[i] = v.call(from, c, part)
	}
	return calls
}

// call writes one part of a call in the words of v.
func (v Vocabulary) call(from Vocabulary, c Call, part Part) Call {
	if part.Job == CallServer {
		return Call{from.Server.rename(c.Name, v.Server), c.Input}
	}
	t, ok := v.tool(part.Job)
	if !ok || part.Members == nil {
		return c
	}
	input, err := t.write(part)
	if err != nil { // no reason to keep it from those who guard that job
		input = c.Input
	}
	return Call{t.Name, input}
}

// write writes a part as an input of the tool.
func (t *Tool) write(part Part) (json.RawMessage, error) {
	switch {
	case t.Patch != "":
		text, err := writePatch([]Part{part})
		out := hook.Object{}
		out.Set(t.Patch, text)
		return out.Raw(), err
	case t.List != "":
		outer, item := t.split(part.Members)
		outer[t.List] = append(append(json.RawMessage{'['}, item...), ']')
		return outer.Raw(), nil
	}
	return named(part.Members, t.Members).Raw(), nil
}

// split returns the members of a part that stand beside a list, and its item.
func (t *Tool) split(members hook.Object) (outer hook.Object, item json.RawMessage) {
	outer = named(members, t.Members)
	if text, ok := members[t.Item]; ok && t.Item != "" {
		delete(outer, t.Item)
		return outer, text
	}
	inner := hook.Object{}
	for _, name := range t.Inner.names() {
		if value, ok := members[name[0]]; ok && name[1] != "" {
			delete(outer, name[0])
			inner[name[1]] = value
		}
	}
	return outer, inner.Raw()
}

// ErrNotBack reports that what a hook made of a call cannot be said in the words
// of the agent that made it.
var ErrNotBack = errors.New("the change cannot be given back to the agent")

// Back returns the input that a call has after hooks changed what Show made of
// it: seen holds the calls of Show with their inputs as they are now. The result
// is nil if nothing changed.
func (v Vocabulary) Back(from Vocabulary, c Call, seen []Call) (json.RawMessage, error) {
	parts := from.Parts(c)
	if len(parts) != len(seen) {
		return nil, fmt.Errorf("%w: %d parts became %d", ErrNotBack, len(parts), len(seen))
	}
	changed := false
	for i := range parts {
		shown := v.call(from, c, parts[i])
		if jsonx.Equal(shown.Input, seen[i].Input) {
			continue
		}
		changed = true
		if parts[i].Members == nil || shown.Name == c.Name && len(parts) == 1 && parts[i].Unclear {
			return seen[i].Input, nil // it was shown as it is
		}
		if err := v.change(&parts[i], shown, Call{shown.Name, seen[i].Input}); err != nil {
			return nil, err
		}
	}
	if !changed {
		return nil, nil
	}
	return from.rebuild(c, parts)
}

// change puts into a part what a hook changed between two calls in the words of
// v. Members that the hook removed go; those it could not see stay.
func (v Vocabulary) change(part *Part, before, after Call) error {
	was, is := v.Parts(before), v.Parts(after)
	if len(was) != 1 || len(is) != 1 || is[0].Unclear || is[0].Members == nil {
		return fmt.Errorf("%w: %s became something else", ErrNotBack, before.Name)
	}
	members := part.Members.Overlay(nil)
	for key := range was[0].Members {
		delete(members, key)
	}
	part.Members = members.Overlay(is[0].Members)
	return nil
}

// rebuild writes parts as one input of the tool that was called.
func (v Vocabulary) rebuild(c Call, parts []Part) (json.RawMessage, error) {
	t := v.meant(c)
	switch {
	case t.Patch != "":
		return t.rebuildPatch(c, parts)
	case t.List != "":
		return t.rebuildList(c, parts)
	}
	return t.write(parts[0])
}

func (t *Tool) rebuildPatch(c Call, parts []Part) (json.RawMessage, error) {
	text, _ := patchText(c.Input, t.Patch)
	if !rewritable(text) {
		return nil, fmt.Errorf("%w: the patch moves, deletes or changes a file at several places", ErrNotBack)
	}
	text, err := writePatch(parts)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNotBack, err)
	}
	out, ok := object(c.Input)
	if !ok {
		return jsonx.Marshal(text)
	}
	out.Set(t.Patch, text)
	return out.Raw(), nil
}

// rebuildList writes the parts as items of one list. What stands beside the list
// is the same for all of them, or it cannot be said.
func (t *Tool) rebuildList(c Call, parts []Part) (json.RawMessage, error) {
	var outer hook.Object
	items := json.RawMessage{'['}
	for i, part := range parts {
		beside, item := t.split(part.Members)
		if i > 0 {
			items = append(items, ',')
			if !jsonx.Equal(beside.Raw(), outer.Raw()) {
				return nil, fmt.Errorf("%w: %s does all its work at one place", ErrNotBack, c.Name)
			}
		}
		outer = beside
		items = append(items, item...)
	}
	_, rest, _ := t.items(c.Input)
	out := rest.Overlay(outer)
	out[t.List] = append(items, ']')
	return out.Raw(), nil
}
