package document

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/goccy/go-yaml/ast"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/jsonx"
)

const (
	// maxExpansion is how much aliases may stand for, all together, in bytes:
	// a few lines of them can stand for gigabytes.
	maxExpansion = 4 << 20

	// valueSize is what a value counts for, beside its text.
	valueSize = 32
)

// yamlReader turns the parser's tree into values.
type yamlReader struct {
	file     string
	anchors  map[string]anchored
	size     int // of the values so far, those that aliases stand for included
	expanded int // of the values that aliases stand for
}

// anchored is a value that aliases can stand for. It is nil as long as it is
// being read.
type anchored struct {
	value *Value
	size  int
}

func newYAMLReader(file string) *yamlReader {
	return &yamlReader{file: file, anchors: map[string]anchored{}}
}

func (r *yamlReader) pos(n ast.Node) hook.Position {
	if t := n.GetToken(); t != nil && t.Position != nil {
		return hook.Position{File: r.file, Line: t.Position.Line, Column: t.Position.Column}
	}
	return hook.Position{File: r.file}
}

func (r *yamlReader) errorf(n ast.Node, format string, args ...any) *Error {
	return Errorf(r.pos(n), format, args...)
}

func (r *yamlReader) value(n ast.Node) (*Value, error) {
	switch n := n.(type) {
	case *ast.AnchorNode:
		return r.anchor(n)
	case *ast.AliasNode:
		return r.alias(n)
	case *ast.TagNode:
		return r.value(n.Value)
	case *ast.MappingNode:
		out := &Value{Kind: Object, Pos: r.pos(n)}
		if !n.IsFlowStyle && len(n.Values) > 0 {
			out.Pos = r.pos(n.Values[0].Key) // not of the colon behind it
		}
		return r.mapping(out, n.Values)
	case *ast.MappingValueNode: // a mapping with one key
		return r.mapping(&Value{Kind: Object, Pos: r.pos(n.Key)}, []*ast.MappingValueNode{n})
	case *ast.SequenceNode:
		return r.sequence(n)
	}
	return r.scalar(n)
}

func (r *yamlReader) sequence(n *ast.SequenceNode) (*Value, error) {
	out := &Value{Kind: List, Pos: r.pos(n)}
	r.size += valueSize
	for _, item := range n.Values {
		v, err := r.value(item)
		if err != nil {
			return nil, err
		}
		out.Items = append(out.Items, v)
	}
	return out, nil
}

func (r *yamlReader) scalar(n ast.Node) (*Value, error) {
	out := &Value{Pos: r.pos(n)}
	switch n := n.(type) {
	case *ast.NullNode:
		out.Kind, out.Scalar = Null, json.RawMessage("null")
	case *ast.BoolNode:
		out.Kind, out.Scalar = Bool, json.RawMessage(fmt.Sprint(n.Value))
	case *ast.IntegerNode:
		out.Kind, out.Scalar = Number, json.RawMessage(fmt.Sprint(n.Value))
	case *ast.FloatNode:
		raw, err := json.Marshal(n.Value)
		if err != nil { // JSON has only finite numbers
			return nil, r.errorf(n, "%v is no number that can be used", n.Value)
		}
		out.Kind, out.Scalar = Number, raw
	case *ast.StringNode:
		out.Kind, out.Scalar = String, jsonx.AppendString(nil, n.Value)
	case *ast.LiteralNode:
		out.Kind, out.Scalar = String, jsonx.AppendString(nil, n.Value.Value)
	default:
		return nil, r.errorf(n, "%s is not read here", strings.ToLower(n.Type().String()))
	}
	r.size += valueSize + len(out.Scalar)
	return out, nil
}
