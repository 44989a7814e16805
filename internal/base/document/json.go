package document

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/tailscale/hujson"

	"github.com/grapnel-hooks/grapnel/hook"
)

// maxDepth bounds nesting, because the parser recurses.
const maxDepth = 1000

// ParseJSON reads JSON with comments and trailing commas. file is the name
// that positions carry.
func ParseJSON(file string, text []byte) (*Value, error) {
	start := hook.Position{File: file, Line: 1, Column: 1}
	if len(text) > MaxSize {
		return nil, Errorf(start, "the file has %d bytes, more than the %d that are read", len(text), MaxSize)
	}
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	if len(bytes.TrimSpace(text)) == 0 {
		return nil, Errorf(start, "%w", ErrEmpty).Fixf("write {} into it, or remove it")
	}
	where := newLines(file, text)
	if offset, deep := tooDeep(text); deep {
		return nil, Errorf(where.at(offset), "nested more than %d levels deep", maxDepth)
	}
	parsed, err := hujson.Parse(text)
	if err != nil {
		return nil, located(file, err)
	}
	return convert(&parsed, where), nil
}

// ParseStrictJSON reads JSON as it is defined: without comments and trailing
// commas.
func ParseStrictJSON(file string, text []byte) (*Value, error) {
	doc, err := ParseJSON(file, text)
	if err != nil {
		return nil, err
	}
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	var syntax *json.SyntaxError
	if errors.As(json.Unmarshal(text, new(json.RawMessage)), &syntax) {
		at := newLines(file, text).at(max(int(syntax.Offset)-1, 0))
		return nil, Errorf(at, "%w; comments and trailing commas are not allowed here", syntax)
	}
	return doc, nil
}

func convert(v *hujson.Value, where lines) *Value {
	out := &Value{Pos: where.at(v.StartOffset)}
	switch t := v.Value.(type) {
	case *hujson.Object:
		out.Kind = Object
		for i := range t.Members {
			m := &t.Members[i]
			out.Members = append(out.Members, Member{
				Key:   m.Name.Value.(hujson.Literal).String(),
				Pos:   where.at(m.Name.StartOffset),
				Value: convert(&m.Value, where),
			})
		}
	case *hujson.Array:
		out.Kind = List
		for i := range t.Elements {
			out.Items = append(out.Items, convert(&t.Elements[i], where))
		}
	case hujson.Literal:
		out.Scalar = json.RawMessage(t)
		out.Kind = literalKind(t.Kind())
	}
	return out
}

func literalKind(k hujson.Kind) Kind {
	switch k {
	case '"':
		return String
	case '0':
		return Number
	case 't', 'f':
		return Bool
	}
	return Null
}

// located turns the parser's error, "hujson: line 3, column 5: what", into one
// of ours.
func located(file string, err error) error {
	at := hook.Position{File: file}
	if _, scanErr := fmt.Sscanf(err.Error(), "hujson: line %d, column %d:", &at.Line, &at.Column); scanErr != nil {
		return Errorf(hook.Position{File: file}, "%w", err)
	}
	if inner := errors.Unwrap(err); inner != nil {
		err = inner
	}
	return Errorf(at, "%w", err)
}

// tooDeep finds the first bracket below maxDepth, looking past strings and
// comments.
func tooDeep(text []byte) (offset int, deep bool) {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '{', '[':
			if depth++; depth > maxDepth {
				return i, true
			}
		case '}', ']':
			depth--
		case '"':
			i = skipString(text, i)
		case '/':
			i = skipComment(text, i)
		}
	}
	return 0, false
}

// skipString returns the offset of the quote that ends the string at i.
func skipString(text []byte, i int) int {
	for i++; i < len(text) && text[i] != '"'; i++ {
		if text[i] == '\\' {
			i++
		}
	}
	return i
}

// skipComment returns the offset of the last byte of the comment at i, or i if
// there is none.
func skipComment(text []byte, i int) int {
	var end []byte
	switch {
	case bytes.HasPrefix(text[i:], []byte("//")):
		end = []byte("\n")
	case bytes.HasPrefix(text[i:], []byte("/*")):
		end = []byte("*/")
	default:
		return i
	}
	if n := bytes.Index(text[i+2:], end); n >= 0 {
		return i + 2 + n + len(end) - 1
	}
	return len(text)
}
