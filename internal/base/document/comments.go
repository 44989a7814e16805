package document

import (
	"bytes"
	"strings"

	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/token"
	"github.com/tailscale/hujson"

	"github.com/grapnel-hooks/grapnel/hook"
)

// Comment is a comment of a document.
type Comment struct {
	Lines  []string      // without the signs that make it a comment
	Pos    hook.Position // where it begins
	Before hook.Position // the key or value that follows it directly, if any
}

// JSONComments returns the comments of a document that ParseJSON can read.
func JSONComments(file string, text []byte) []Comment {
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	parsed, err := hujson.Parse(text)
	if err != nil {
		return nil
	}
	where := newLines(file, text)
	var list []Comment
	for v := range parsed.All() {
		before := where.at(v.StartOffset)
		list = append(list, jsonComments(v.BeforeExtra, v.StartOffset-len(v.BeforeExtra), before, where)...)
		list = append(list, jsonComments(v.AfterExtra, v.EndOffset, hook.Position{}, where)...)
		switch t := v.Value.(type) {
		case *hujson.Object:
			list = append(list, jsonComments(t.AfterExtra, v.EndOffset-1-len(t.AfterExtra), hook.Position{}, where)...)
		case *hujson.Array:
			list = append(list, jsonComments(t.AfterExtra, v.EndOffset-1-len(t.AfterExtra), hook.Position{}, where)...)
		}
	}
	return list
}

// jsonComments takes the space before a value apart. What stands on the line of
// the value before belongs to that one, and so to nothing that follows.
func jsonComments(extra []byte, offset int, before hook.Position, where lines) []Comment {
	var here, above *Comment
	var list []Comment
	for i := 0; i < len(extra); i++ {
		end := skipComment(extra, i)
		if end == i {
			continue
		}
		at := where.at(offset + i)
		trailing := offset > 0 && at.Line == where.at(offset).Line && before.Line != at.Line
		target, follows := &above, before
		if trailing {
			target, follows = &here, hook.Position{}
		}
		if *target == nil {
			*target = &Comment{Pos: at, Before: follows}
		}
		(*target).Lines = append((*target).Lines, commentLines(extra[i:min(end+1, len(extra))])...)
		i = end
	}
	for _, c := range []*Comment{here, above} {
		if c != nil {
			list = append(list, *c)
		}
	}
	return list
}

// commentLines returns the text of a comment of either form.
func commentLines(raw []byte) []string {
	text := strings.TrimSpace(string(raw))
	if rest, line := strings.CutPrefix(text, "//"); line {
		return []string{strings.TrimPrefix(strings.TrimRight(rest, " \t\r"), " ")}
	}
	text = strings.TrimSuffix(strings.TrimPrefix(text, "/*"), "*/")
	var list []string
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		list = append(list, strings.TrimSpace(strings.TrimPrefix(line, "*")))
	}
	for len(list) > 0 && list[0] == "" {
		list = list[1:]
	}
	for len(list) > 0 && list[len(list)-1] == "" {
		list = list[:len(list)-1]
	}
	return list
}

// YAMLComments returns the comments of a document that ParseYAML can read.
// Lines of comments without a gap are one, and stand before what begins on the
// next line.
func YAMLComments(file string, text []byte) []Comment {
	var list []Comment
	content := map[int]int{} // the column of the first thing on a line
	for _, t := range lexer.Tokenize(string(text)) {
		p := t.Position
		switch {
		case t.Type == token.CommentType:
			line := strings.TrimPrefix(strings.TrimRight(t.Value, " \t\r"), " ")
			_, behind := content[p.Line]
			if last := len(list) - 1; !behind && last >= 0 && list[last].Before.Line == p.Line {
				list[last].Lines = append(list[last].Lines, line)
				list[last].Before.Line++
				continue
			}
			c := Comment{Lines: []string{line}, Pos: hook.Position{File: file, Line: p.Line, Column: p.Column}}
			if !behind {
				c.Before = hook.Position{File: file, Line: p.Line + 1}
			}
			list = append(list, c)
		case t.Type == token.SequenceEntryType: // the dash is not yet the item
		default:
			if _, known := content[p.Line]; !known {
				content[p.Line] = p.Column
			}
		}
	}
	for i := range list {
		if before := &list[i].Before; before.Line > 0 {
			if before.Column = content[before.Line]; before.Column == 0 {
				*before = hook.Position{}
			}
		}
	}
	return list
}
