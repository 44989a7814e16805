package document

import (
	"bytes"
	"errors"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"

	"github.com/grapnel-hooks/grapnel/hook"
)

// maxBrackets bounds flow collections in YAML: the parser's time grows with the
// square of their nesting.
const maxBrackets = 10_000

// ParseYAML reads one YAML document. Aliases and merge keys are what they stand
// for, with the position of that. A document of comments alone is an empty
// mapping. file is the name that positions carry.
func ParseYAML(file string, text []byte) (*Value, error) {
	start := hook.Position{File: file, Line: 1, Column: 1}
	switch {
	case len(text) > MaxSize:
		return nil, Errorf(start, "the file has %d bytes, more than the %d that are read", len(text), MaxSize)
	case bytes.Count(text, []byte("["))+bytes.Count(text, []byte("{")) > maxBrackets:
		return nil, Errorf(start, "the file has more than %d brackets", maxBrackets)
	}
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	// The parser takes a merge key that stands twice for a mistake; the reader
	// knows which keys may not.
	parsed, err := parser.ParseBytes(withoutDirectives(text), 0, parser.AllowDuplicateMapKey())
	if err != nil {
		return nil, yamlError(file, text, err)
	}
	var docs []*ast.DocumentNode
	for _, doc := range parsed.Docs {
		if doc.Body != nil {
			docs = append(docs, doc)
		}
	}
	switch len(docs) {
	case 0:
		if len(bytes.TrimSpace(text)) == 0 {
			return nil, Errorf(start, "%w", ErrEmpty).Fixf("write {} into it, or remove it")
		}
		return &Value{Kind: Object, Pos: start}, nil // all of it is commented out
	case 1:
		return newYAMLReader(file).value(docs[0].Body)
	}
	return nil, Errorf(start, "the file has several YAML documents; only one is read").Fixf("join them, or remove all but one")
}

// withoutDirectives makes comments of the lines %YAML and %TAG at the top, of
// which the parser understands only one, and which mean nothing to us.
func withoutDirectives(text []byte) []byte {
	rest := text
	for len(rest) > 0 {
		line, after, _ := bytes.Cut(rest, []byte("\n"))
		if rest[0] == '%' {
			text = bytes.Clone(text)
			text[len(text)-len(rest)] = '#'
		} else if line = bytes.TrimSpace(line); len(line) > 0 && line[0] != '#' {
			break
		}
		rest = after
	}
	return text
}

// yamlError turns the parser's error into one of ours.
func yamlError(file string, text []byte, err error) error {
	var located yaml.Error
	at := hook.Position{File: file}
	if !errors.As(err, &located) || located.GetToken() == nil {
		return Errorf(at, "%w", err)
	}
	p := located.GetToken().Position
	at.Line, at.Column = p.Line, p.Column
	if deeper, ok := deeperLine(text, at.Line); ok {
		at.Line, at.Column = deeper.line, deeper.indent+1
		return Errorf(at, "the line is indented further than the one before it, to which it would belong").
			Fixf("indent it with %d spaces, like the line before", deeper.before)
	}
	return Errorf(at, "%s", yamlMistake(located.GetMessage()))
}

// misplaced is a line that is indented as no line may be.
type misplaced struct{ line, indent, before int }

// deeperLine finds the mistake behind the parser's complaint about a line: the
// next one is a key that is indented further than the key of this one, although
// this one has a value.
func deeperLine(text []byte, line int) (misplaced, bool) {
	lines := bytes.SplitN(text, []byte("\n"), line+2)
	if line < 1 || line >= len(lines) {
		return misplaced{}, false
	}
	before, keyed := keyIndent(lines[line-1], true)
	indent, key := keyIndent(lines[line], false)
	if !keyed || !key || indent <= before {
		return misplaced{}, false
	}
	return misplaced{line + 1, indent, before}, true
}

// keyIndent returns where the key of a line begins, after the dash of a list.
// ok is false if the line is not a key, or has no value but has to.
func keyIndent(line []byte, withValue bool) (indent int, ok bool) {
	rest := bytes.TrimLeft(line, " ")
	if after, found := bytes.CutPrefix(rest, []byte("- ")); found {
		rest = bytes.TrimLeft(after, " ")
	}
	_, value, colon := bytes.Cut(rest, []byte(":"))
	return len(line) - len(rest), colon && (!withValue || len(bytes.TrimSpace(value)) > 0)
}
