package settings

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/tailscale/hujson"

	"github.com/grapnel-hooks/grapnel/internal/jsonx"
)

// style is how a document is laid out.
type style struct {
	lines   bool   // it has lines; else all stands in one
	indent  string // one level of it
	newline string
}

func styleOf(root *hujson.Value, body []byte) style {
	s := style{indent: "  ", newline: newline(body)}
	members := root.Value.(*hujson.Object).Members
	s.lines = len(members) == 0 || bytes.ContainsRune(bytes.TrimSpace(body), '\n')
	if len(members) > 0 {
		if indent, first := lineIndent(body, members[0].Name.StartOffset); first && indent != "" {
			s.indent = indent
		}
	}
	return s
}

// lineIndent returns the white space that the line of an offset begins with, and
// whether nothing else stands before the offset.
func lineIndent(body []byte, offset int) (indent string, first bool) {
	line := body[bytes.LastIndexByte(body[:offset], '\n')+1 : offset]
	rest := bytes.TrimLeft(line, " \t")
	return string(line[:len(line)-len(rest)]), len(rest) == 0
}

// element is one value of a list, or one member of an object.
type element struct {
	start int // of the value, or of the member's name
	end   int
	extra hujson.Extra // before the element
	after hujson.Extra // before the comma
	comma bool         // it has one
}

// commaAt is the offset of the comma behind an element that has one.
func (e element) commaAt() int { return e.end + len(e.after) }

// elements returns what a list or an object contains.
func elements(v *hujson.Value) []element {
	var list []element
	switch t := v.Value.(type) {
	case *hujson.Object:
		for i := range t.Members {
			m := &t.Members[i]
			list = append(list, element{
				start: m.Name.StartOffset, end: m.Value.EndOffset, extra: m.Name.BeforeExtra,
				after: m.Value.AfterExtra, comma: i < len(t.Members)-1 || m.Value.AfterExtra != nil,
			})
		}
	case *hujson.Array:
		for i := range t.Elements {
			m := &t.Elements[i]
			list = append(list, element{
				start: m.StartOffset, end: m.EndOffset, extra: m.BeforeExtra,
				after: m.AfterExtra, comma: i < len(t.Elements)-1 || m.AfterExtra != nil,
			})
		}
	}
	return list
}

// editor adds to a document in its own style.
type editor struct {
	body  []byte
	style style
}

// insert puts a value at the end of a list, or a member at the end of an object
// if it has a key.
func (e editor) insert(into *hujson.Value, key string, value json.RawMessage) []byte {
	list := elements(into)
	if len(list) == 0 {
		return apply(e.body, []splice{e.only(into, key, value)})
	}
	last := list[len(list)-1]
	indent, first := lineIndent(e.body, last.start)
	if !first || !e.style.lines {
		return apply(e.body, e.behind(last, last.end, e.render(key, value, "", false)))
	}
	text := e.style.newline + indent + e.render(key, value, indent, true)
	behind := last.end
	if last.comma {
		behind = last.commaAt() + 1
	}
	return apply(e.body, e.behind(last, e.pastComment(behind), text))
}

// behind are the changes that put a text behind the last element, with the comma
// that one of both needs. A comma behind the last element stays one, so that
// taking the text out again can tell.
func (e editor) behind(last element, at int, text string) []splice {
	if last.comma {
		at = max(at, last.commaAt()+1)
		return []splice{{at, at, text + ","}}
	}
	return []splice{{last.end, last.end, ","}, {at, at, text}}
}

// pastComment returns the offset behind a comment that stands on the same line:
// it is about what stands before it.
func (e editor) pastComment(offset int) int {
	rest := e.body[offset:]
	line := rest
	if end := bytes.IndexByte(rest, '\n'); end >= 0 {
		line = rest[:end]
	}
	line = bytes.TrimSuffix(line, []byte("\r"))
	trimmed := bytes.TrimLeft(line, " \t")
	block := bytes.HasPrefix(trimmed, []byte("/*")) && bytes.Index(trimmed, []byte("*/")) == len(trimmed)-2
	if bytes.HasPrefix(trimmed, []byte("//")) || block {
		return offset + len(line)
	}
	return offset
}

// only is the change that gives an empty list or object its only element.
func (e editor) only(into *hujson.Value, key string, value json.RawMessage) splice {
	at := into.StartOffset + 1
	if !e.style.lines {
		return splice{at, at, e.render(key, value, "", false)}
	}
	outer, _ := lineIndent(e.body, into.StartOffset)
	inner := outer + e.style.indent
	text := e.style.newline + inner + e.render(key, value, inner, true)
	if !bytes.ContainsRune(e.body[at:into.EndOffset], '\n') {
		text += e.style.newline + outer
	}
	return splice{at, at, text}
}

// render writes a value, with its key if it has one.
func (e editor) render(key string, value json.RawMessage, indent string, lines bool) string {
	var b bytes.Buffer
	if key != "" {
		b.Write(jsonx.AppendString(nil, key))
		b.WriteByte(':')
		if lines {
			b.WriteByte(' ')
		}
	}
	if !lines {
		b.Write(jsonx.AppendCompact(nil, value))
		return b.String()
	}
	var laid bytes.Buffer
	if err := json.Indent(&laid, value, indent, e.style.indent); err != nil {
		laid.Reset()
		laid.Write(value)
	}
	b.WriteString(strings.ReplaceAll(laid.String(), "\n", e.style.newline))
	return b.String()
}
