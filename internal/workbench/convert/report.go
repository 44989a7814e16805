package convert

import (
	"strings"

	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/workbench/compare"
)

// reportRest reports what is in the file beside hooks, and comments that
// have no place in the result.
func (c *converter) reportRest() {
	if c.doc != nil {
		for _, m := range c.doc.Members {
			if !isHooks(c.from, m.Key) {
				c.note(m.Pos, "other-setting", "%q is not a setting of hooks and is left out", m.Key)
			}
		}
	}
	for _, comment := range c.comments.unused() {
		c.note(comment.Pos, "comment", "the comment %q is not before a hook and is left out", shortened(comment.Lines))
	}
	if c.to.form.Format != dialect.StrictJSON {
		return
	}
	for i, comment := range c.comments.list {
		if c.comments.used[i] {
			c.note(comment.Pos, "comment", "the comment %q is left out: %s does not allow comments", shortened(comment.Lines), c.to.product)
		}
	}
}

// isHooks reports whether a key at the top of a document is about hooks.
func isHooks(s side, key string) bool {
	for _, p := range s.ConfigSchema().Properties {
		if p.Name == key {
			return true
		}
	}
	return false
}

func shortened(lines []string) string {
	text := []rune(strings.Join(lines, " "))
	if len(text) > 60 {
		return string(text[:60]) + "…"
	}
	return string(text)
}

// Difference is something that the programs of hooks have to know.
type Difference struct {
	Topic string `json:"topic"`
	From  string `json:"from"` // how it is in the source dialect
	To    string `json:"to"`
}

// differences says what hooks themselves have to do differently.
func (c *converter) differences() []Difference {
	var list []Difference
	theirs := compare.Of(c.to.Dialect)
	for i, ours := range compare.Of(c.from.Dialect) {
		if ours.Program && ours.Text != theirs[i].Text {
			list = append(list, Difference{plain(ours.Topic), plain(ours.Text), plain(theirs[i].Text)})
		}
	}
	return list
}

func plain(markdown string) string { return strings.ReplaceAll(markdown, "`", "") }
