package document

import (
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"
)

// anchor reads a value that aliases can stand for. A later anchor of the same
// name takes its place.
func (r *yamlReader) anchor(n *ast.AnchorNode) (*Value, error) {
	name := n.Name.GetToken().Value
	r.anchors[name] = anchored{}
	before := r.size
	v, err := r.value(n.Value)
	r.anchors[name] = anchored{v, r.size - before}
	return v, err
}

// alias returns what an alias stands for: the same value, not a copy, which
// whoever reads the document will meet again.
func (r *yamlReader) alias(n *ast.AliasNode) (*Value, error) {
	name := n.Value.GetToken().Value
	a, known := r.anchors[name]
	switch {
	case !known:
		return nil, r.errorf(n, "there is no anchor &%s before this alias", name)
	case a.value == nil:
		return nil, r.errorf(n, "the alias *%s stands in what it stands for", name)
	}
	r.size += a.size
	if r.expanded += a.size; r.expanded > maxExpansion {
		return nil, r.errorf(n, "the aliases up to here stand for more than %d MiB", maxExpansion>>20).Fixf("write fewer of them")
	}
	return a.value, nil
}

// mapping reads the members of a mapping. What it merges in comes after its own
// members, which win; so does what it merges in first.
func (r *yamlReader) mapping(out *Value, nodes []*ast.MappingValueNode) (*Value, error) {
	r.size += valueSize
	own := make(map[string]bool, len(nodes))
	var merged []*Value
	for _, n := range nodes {
		key := ast.Node(n.Key)
		if marked, ok := key.(*ast.MappingKeyNode); ok { // with a question mark
			key = marked.Value
		}
		if isMergeKey(key) {
			sources, err := r.mergeSources(n.Value)
			if err != nil {
				return nil, err
			}
			merged = append(sources, merged...)
			continue
		}
		name, err := r.key(key)
		if err != nil {
			return nil, err
		}
		if own[name] {
			return nil, r.errorf(key, "the key %q stands twice in this mapping", name).Fixf("join the two")
		}
		own[name] = true
		v, err := r.value(n.Value)
		if err != nil {
			return nil, err
		}
		out.Members = append(out.Members, Member{Key: name, Pos: r.pos(key), Value: v})
	}
	for _, from := range merged {
		for _, m := range from.Members {
			if !own[m.Key] {
				own[m.Key] = true
				out.Members = append(out.Members, m)
			}
		}
	}
	return out, nil
}

// isMergeKey reports whether a key is <<, without quotes.
func isMergeKey(key ast.Node) bool {
	if tag, ok := key.(*ast.TagNode); ok {
		key = tag.Value
	}
	t := key.GetToken()
	return t.Value == "<<" && t.Type != token.SingleQuoteType && t.Type != token.DoubleQuoteType
}

// mergeSources reads the mappings that a merge key names: one, or a list of
// which the first wins.
func (r *yamlReader) mergeSources(n ast.Node) ([]*Value, error) {
	v, err := r.value(n)
	if err != nil {
		return nil, err
	}
	sources := v.Items
	if v.Kind != List {
		sources = []*Value{v}
	}
	for _, from := range sources {
		if from.Kind != Object {
			return nil, r.errorf(n, "<< must be a mapping or a list of mappings, not %s", from.Kind)
		}
	}
	return sources, nil
}

// key reads a key: the text of a scalar, as it is written.
func (r *yamlReader) key(n ast.Node) (string, error) {
	switch n := n.(type) {
	case *ast.TagNode:
		return r.key(n.Value)
	case *ast.AnchorNode:
		if _, err := r.anchor(n); err != nil {
			return "", err
		}
		return r.key(n.Value)
	case *ast.AliasNode:
		v, err := r.alias(n)
		switch {
		case err != nil:
			return "", err
		case v.Kind == String:
			text, _ := v.Text()
			return text, nil
		case v.Scalar != nil:
			return string(v.Scalar), nil
		}
	case *ast.LiteralNode:
		return r.counted(n.Value.Value), nil
	case ast.ScalarNode:
		return r.counted(n.GetToken().Value), nil
	}
	return "", r.errorf(n, "a key must be a text")
}

func (r *yamlReader) counted(key string) string {
	r.size += len(key)
	return key
}
