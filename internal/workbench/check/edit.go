package check

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/lazyregexp"
)

// Edit is a change that puts a finding right: at a place of a file, one text
// takes the place of another.
type Edit struct {
	At       hook.Position
	Old, New string
}

// MarshalJSON writes the place in the form that findings have it in.
func (e Edit) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		File   string `json:"file"`
		Line   int    `json:"line"`
		Column int    `json:"column"`
		Old    string `json:"old"`
		New    string `json:"new"`
	}{e.At.File, e.At.Line, e.At.Column, e.Old, e.New})
}

// IsNothing reports whether there is no certain way to put a finding right.
func (e Edit) IsNothing() bool { return e == Edit{} }

// setEdit turns the JSON that belongs at the place of a finding into a change of
// what is there.
func (c *Config) setEdit(f *Finding) {
	if f.instead == "" || !f.Edit.IsNothing() {
		return
	}
	rest := c.textAt(f.Position)
	switch {
	case strings.HasSuffix(f.instead, ",") && strings.HasPrefix(rest, "{"):
		f.Edit = Edit{f.Position, "{", "{" + likeNext(rest[1:], f.instead)}
	case strings.HasSuffix(f.instead, ","):
	default:
		f.Edit = replaceToken(f.Position, rest, f.instead)
	}
}

// How much of a file after a place is looked at: what is longer is put right by
// hand, and many findings in a large file must not take for ever.
const (
	editBytes = 4096
	editLines = 50
)

// textAt is the text of a file from a place on.
func (c *Config) textAt(at hook.Position) string {
	lines := c.texts[at.File]
	if at.Line < 1 || at.Line > len(lines) || at.Column < 1 || at.Column-1 > len(lines[at.Line-1]) {
		return ""
	}
	first := lines[at.Line-1][at.Column-1:]
	if len(first) > editBytes {
		return string(first[:editBytes])
	}
	rest := slices.Concat([][]byte{first}, lines[at.Line:min(len(lines), at.Line+editLines)])
	text := bytes.Join(rest, []byte("\n"))
	return string(text[:min(len(text), editBytes)])
}

// likeNext lays out a new first member of an object like the one after it.
func likeNext(rest, member string) string {
	space := rest[:len(rest)-len(strings.TrimLeft(rest, " \t\r\n"))]
	if space == "" {
		return member + " "
	}
	return space + member
}

// plainScalar is a key or a value in YAML that needs no quotes.
var plainScalar = lazyregexp.New(`^[A-Za-z0-9_./$-]+`)

// replaceToken puts JSON in the place of the value or key that a text begins
// with. In YAML, words without quotes stay without.
func replaceToken(at hook.Position, text, instead string) Edit {
	if word := plainScalar().FindString(text); word != "" && !isJSONLiteral(word) {
		if !endsScalar(text[len(word):]) {
			return Edit{}
		}
		if plain, err := strconv.Unquote(instead); err == nil {
			instead = plain
		}
		return Edit{at, word, instead}
	}
	decoder := json.NewDecoder(strings.NewReader(text))
	var value json.RawMessage
	if decoder.Decode(&value) != nil {
		return Edit{} // it has comments in it, or is YAML of a kind that has to be done by hand
	}
	return Edit{at, text[:decoder.InputOffset()], instead}
}

// endsScalar reports whether a plain scalar of YAML ends before this text.
func endsScalar(rest string) bool {
	line, _, _ := strings.Cut(rest, "\n")
	line = strings.TrimSpace(line)
	return line == "" || strings.ContainsAny(line[:1], ":,}]#")
}

// editBehind is the change of the first occurrence of a text behind a place, on
// the same line.
func (c *Config) editBehind(at hook.Position, text, instead string) Edit {
	line, _, _ := strings.Cut(c.textAt(at), "\n")
	i := strings.Index(line, text)
	if i < 0 {
		return Edit{}
	}
	at.Column += i
	return Edit{at, text, instead}
}

// isJSONLiteral reports whether a word is a value in JSON, too.
func isJSONLiteral(word string) bool { return json.Valid([]byte(word)) }

// bom is the byte order mark that some editors write.
var bom = []byte("\ufeff")

// Change is what becomes of a file when its findings are put right.
type Change struct {
	File          string
	Before, After []byte
}

// Fix returns the changes that put right all findings with an edit. Nothing is
// written. An edit whose place another has changed is left for the next time.
func (c *Config) Fix(findings []Finding) ([]Change, error) {
	edits := map[string][]Edit{}
	var files []string
	for _, f := range findings {
		if f.Edit.IsNothing() {
			continue
		}
		file := f.Edit.At.File
		if edits[file] == nil {
			files = append(files, file)
		}
		edits[file] = append(edits[file], f.Edit)
	}
	var changes []Change
	for _, file := range files {
		before := bytes.Join(c.texts[file], []byte("\n"))
		body, marked := bytes.CutPrefix(before, bom) // places do not count it
		after, err := applyEdits(body, edits[file])
		if err != nil {
			return nil, fmt.Errorf("change %s: %w", file, err)
		}
		if marked {
			after = slices.Concat(bom, after)
		}
		changes = append(changes, Change{file, before, after})
	}
	return changes, nil
}

// applyEdits makes changes from the end to the beginning, so that places stay
// where they are.
func applyEdits(text []byte, edits []Edit) ([]byte, error) {
	slices.SortFunc(edits, func(a, b Edit) int {
		return cmp.Or(b.At.Line-a.At.Line, b.At.Column-a.At.Column, len(b.Old)-len(a.Old))
	})
	lines := lineStarts(text)
	limit := len(text)
	for _, e := range slices.Compact(edits) {
		if e.At.Line < 1 || e.At.Line > len(lines) {
			return nil, fmt.Errorf("there is no line %d", e.At.Line)
		}
		start := lines[e.At.Line-1] + e.At.Column - 1
		end := start + len(e.Old)
		switch {
		case end > len(text) || string(text[start:end]) != e.Old:
			return nil, fmt.Errorf("%q is not at %d:%d", e.Old, e.At.Line, e.At.Column)
		case end > limit:
			continue
		}
		text = slices.Concat(text[:start], []byte(e.New), text[end:])
		limit = start
	}
	return text, nil
}

// lineStarts returns the offsets at which lines begin.
func lineStarts(text []byte) []int {
	starts := []int{0}
	for i, b := range text {
		if b == '\n' {
			starts = append(starts, i+1)
		}
	}
	return starts
}
