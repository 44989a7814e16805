package settings

import (
	"bytes"

	"github.com/tailscale/hujson"
)

// pruner finds what is to be taken out of a document.
type pruner struct {
	body    []byte
	ours    func(*hujson.Value) bool
	splices []splice
}

// The levels of a document, from its root to a hook.
const (
	rootLevel   = iota // of its members only "hooks" is looked at
	eventsLevel        // an object with events
	groupsLevel        // a list of groups
	groupLevel         // a group, of which only "hooks" is looked at
	hooksLevel         // a list of hooks
	hookLevel          // one hook
)

// prune takes Grapnel's hooks out of a value, and reports whether nothing is left
// of it, so that it must go as a whole.
func (p *pruner) prune(v *hujson.Value, level int) (gone bool) {
	if level == hookLevel {
		return p.ours(v)
	}
	if level == groupLevel {
		return p.pruneGroup(v)
	}
	children := children(v, level)
	going := make([]bool, len(children))
	left := 0
	for i, child := range children {
		if child != nil {
			going[i] = p.prune(child, level+1)
		}
		if !going[i] {
			left++
		}
	}
	if len(children) > 0 && left == 0 && level != rootLevel {
		return true
	}
	p.take(elements(v), going)
	return false
}

// pruneGroup looks into a group. One without hooks goes, whatever else it says.
func (p *pruner) pruneGroup(v *hujson.Value) (gone bool) {
	object, ok := v.Value.(*hujson.Object)
	if !ok {
		return false
	}
	hooks := member(object, "hooks")
	return hooks != nil && p.prune(hooks, hooksLevel)
}

// children returns the values below a value, nil for those that are not looked
// at.
func children(v *hujson.Value, level int) []*hujson.Value {
	var list []*hujson.Value
	switch t := v.Value.(type) {
	case *hujson.Object:
		hooks := member(t, "hooks")
		for i := range t.Members {
			child := &t.Members[i].Value
			if level != eventsLevel && (level != rootLevel || child != hooks) {
				child = nil
			}
			list = append(list, child)
		}
	case *hujson.Array:
		for i := range t.Elements {
			child := &t.Elements[i]
			if level != groupsLevel && level != hooksLevel {
				child = nil
			}
			list = append(list, child)
		}
	}
	return list
}

// take takes elements out of a list or an object, with the white space before
// them and one comma each.
func (p *pruner) take(list []element, going []bool) {
	last, kept := len(list)-1, -1
	for i, e := range list {
		if !going[i] {
			kept = i
			continue
		}
		to := e.end
		if e.comma {
			to = e.commaAt() + 1
		}
		p.splices = append(p.splices, splice{from: p.before(e, to), to: to})
	}
	if kept >= 0 && kept < last && !list[last].comma {
		comma := list[kept].commaAt()
		p.splices = append(p.splices, splice{from: comma, to: comma + 1})
	}
}

// before is where the white space before an element begins. The end of a line
// that a comment needs stays.
func (p *pruner) before(e element, to int) int {
	comments := bytes.TrimRight(e.extra, " \t\r\n")
	start := e.start - len(e.extra) + len(comments)
	line := comments[bytes.LastIndexByte(comments, '\n')+1:]
	next := bytes.TrimLeft(p.body[to:], " \t\r")
	if bytes.Contains(line, []byte("//")) && !bytes.HasPrefix(next, []byte("\n")) {
		return start + bytes.IndexByte(p.body[start:e.start], '\n') + 1
	}
	return start
}
