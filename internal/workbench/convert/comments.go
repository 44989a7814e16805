package convert

import (
	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/document"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
)

// comments are those of the source document, to be taken one by one.
type comments struct {
	doc  *document.Value
	list []document.Comment
	used map[int]bool
}

func readComments(from dialect.Location, text []byte, doc *document.Value) *comments {
	c := &comments{doc: doc, used: map[int]bool{}}
	switch from.Format {
	case dialect.JSON:
		c.list = document.JSONComments(from.Path, text)
	case dialect.YAML:
		c.list = document.YAMLComments(from.Path, text)
	}
	return c
}

// take returns the comment directly before a place, once.
func (c *comments) take(at hook.Position) []string {
	for i, comment := range c.list {
		if comment.Before == at && !c.used[i] && at.Line > 0 {
			c.used[i] = true
			return comment.Lines
		}
	}
	return nil
}

// header returns the comment at the top of the file.
func (c *comments) header() []string {
	if c.doc == nil || len(c.list) == 0 {
		return nil
	}
	if first := c.list[0]; first.Pos.Line == 1 && first.Before == (hook.Position{}) {
		c.used[0] = true
		return first.Lines
	}
	if c.doc.Pos.Line > 1 && c.list[0].Before == c.doc.Pos {
		return c.take(c.doc.Pos)
	}
	return nil
}

// of returns the comments that belong to the hook at a place: those before its
// event, its group and itself, and before the keys of those.
func (c *comments) of(at hook.Position) (event, group, own []string) {
	path := pathTo(c.doc, at)
	for i, step := range path {
		lines := c.take(step.at)
		if step.item != nil {
			for _, m := range step.item.Members {
				lines = append(lines, c.take(m.Pos)...)
			}
		}
		switch i {
		case len(path) - 1:
			own = append(own, lines...)
		case len(path) - 2, len(path) - 3: // the list of the group, and the group
			group = append(group, lines...)
		default:
			event = append(event, lines...)
		}
	}
	if len(path) < 4 { // hooks are directly below the event
		event, group = append(event, group...), nil
	}
	return event, group, own
}

// unused are comments that have not been taken.
func (c *comments) unused() []document.Comment {
	var list []document.Comment
	for i, comment := range c.list {
		if !c.used[i] {
			list = append(list, comment)
		}
	}
	return list
}

// step is a key or an item on the way to a value.
type step struct {
	at   hook.Position
	item *document.Value // nil for a key
}

// pathTo returns the keys and items that lead to an object in a list.
func pathTo(v *document.Value, at hook.Position) []step {
	if v == nil {
		return nil
	}
	for _, m := range v.Members {
		if rest := pathTo(m.Value, at); rest != nil {
			return append([]step{{at: m.Pos}}, rest...)
		}
	}
	for _, item := range v.Items {
		if item.Pos == at {
			return []step{{at: item.Pos, item: item}}
		}
		if rest := pathTo(item, at); rest != nil {
			return append([]step{{at: item.Pos, item: item}}, rest...)
		}
	}
	return nil
}

// valueAt returns the object at a place, or nil.
func valueAt(v *document.Value, at hook.Position) *document.Value {
	if v == nil || v.Pos == at && v.Kind == document.Object {
		return v
	}
	for _, m := range v.Members {
		if found := valueAt(m.Value, at); found != nil {
			return found
		}
	}
	for _, item := range v.Items {
		if found := valueAt(item, at); found != nil {
			return found
		}
	}
	return nil
}
