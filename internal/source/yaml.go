package source

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"

	"github.com/grapnel-hooks/grapnel/hook"
)

// maxBrackets bounds flow collections in YAML: the parser's time grows with the
// square of their nesting.
const maxBrackets = 10_000

// ParseYAML reads one YAML document. Aliases stay aliases; see [Alias]. file is
// the name that positions carry.
func ParseYAML(file string, text []byte) (*Value, error) {
	start := hook.Position{File: file, Line: 1, Column: 1}
	switch {
	case len(text) > MaxSize:
		return nil, &Error{start, fmt.Errorf("the file has %d bytes, more than the %d that are read", len(text), MaxSize)}
	case bytes.Count(text, []byte("["))+bytes.Count(text, []byte("{")) > maxBrackets:
		return nil, &Error{start, fmt.Errorf("the file has more than %d brackets", maxBrackets)}
	}
	parsed, err := parser.ParseBytes(text, 0)
	if err != nil {
		return nil, yamlError(file, err)
	}
	var docs []*ast.DocumentNode
	for _, doc := range parsed.Docs {
		if doc.Body != nil {
			docs = append(docs, doc)
		}
	}
	switch len(docs) {
	case 0:
		return nil, &Error{start, ErrEmpty}
	case 1:
		root, err := (&yamlReader{file: file}).value(docs[0].Body)
		if err != nil {
			return nil, err
		}
		return root, nil
	}
	return nil, &Error{start, errors.New("the file has several YAML documents; only one is read")}
}

// yamlError turns the parser's error into one of ours.
func yamlError(file string, err error) error {
	var located yaml.Error
	at := hook.Position{File: file}
	if !errors.As(err, &located) || located.GetToken() == nil {
		return &Error{at, err}
	}
	p := located.GetToken().Position
	at.Line, at.Column = p.Line, p.Column
	return &Error{at, errors.New(yamlMistake(located.GetMessage()))}
}

// yamlReader turns the parser's tree into values.
type yamlReader struct{ file string }

func (r *yamlReader) pos(n ast.Node) hook.Position {
	if t := n.GetToken(); t != nil && t.Position != nil {
		return hook.Position{File: r.file, Line: t.Position.Line, Column: t.Position.Column}
	}
	return hook.Position{File: r.file}
}

func (r *yamlReader) value(n ast.Node) (*Value, error) {
	out := &Value{Pos: r.pos(n)}
	switch n := n.(type) {
	case *ast.MappingNode:
		if !n.IsFlowStyle && len(n.Values) > 0 {
			out.Pos = r.pos(n.Values[0].Key) // not of the colon behind it
		}
		return out, r.members(out, n.Values)
	case *ast.MappingValueNode: // a mapping with one key
		out.Pos = r.pos(n.Key)
		return out, r.members(out, []*ast.MappingValueNode{n})
	case *ast.SequenceNode:
		out.Kind = List
		for _, item := range n.Values {
			v, err := r.value(item)
			if err != nil {
				return nil, err
			}
			out.Items = append(out.Items, v)
		}
		return out, nil
	case *ast.NullNode:
		out.Kind, out.Scalar = Null, json.RawMessage("null")
		return out, nil
	case *ast.BoolNode:
		out.Kind, out.Scalar = Bool, json.RawMessage(fmt.Sprint(n.Value))
		return out, nil
	case *ast.IntegerNode:
		out.Kind, out.Scalar = Number, json.RawMessage(fmt.Sprint(n.Value))
		return out, nil
	case *ast.FloatNode:
		return r.float(out, n)
	case *ast.StringNode:
		return out, out.setText(n.Value)
	case *ast.LiteralNode:
		return out, out.setText(n.Value.Value)
	case *ast.AnchorNode:
		return r.value(n.Value)
	case *ast.AliasNode:
		out.Kind = Alias
		return out, nil
	case *ast.TagNode:
		return r.value(n.Value)
	}
	return nil, &Error{out.Pos, fmt.Errorf("%s is not read here", strings.ToLower(n.Type().String()))}
}

func (r *yamlReader) members(out *Value, nodes []*ast.MappingValueNode) error {
	out.Kind = Object
	for _, m := range nodes {
		v, err := r.value(m.Value)
		if err != nil {
			return err
		}
		key := m.Key.GetToken().Value
		out.Members = append(out.Members, Member{Key: key, Pos: r.pos(m.Key), Value: v})
	}
	return nil
}

// float keeps finite numbers; JSON has no others.
func (r *yamlReader) float(out *Value, n *ast.FloatNode) (*Value, error) {
	raw, err := json.Marshal(n.Value)
	if err != nil {
		return nil, &Error{out.Pos, fmt.Errorf("%v is no number that can be used", n.Value)}
	}
	out.Kind, out.Scalar = Number, raw
	return out, nil
}

func (v *Value) setText(text string) error {
	raw, err := hook.Marshal(text)
	v.Kind, v.Scalar = String, raw
	return err
}
