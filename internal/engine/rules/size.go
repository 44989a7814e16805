package rules

import (
	"go.starlark.net/syntax"

	"github.com/grapnel-hooks/grapnel/internal/engine/rules/problem"
)

// An expression compares texts and does not build them. Starlark limits the
// steps of an expression but not its memory, and a few steps can double a text
// over and over; so what could do that is not allowed.
const (
	maxAdditions = 32
	maxNesting   = 2 // of comprehensions
)

// checkSize finds what could use too much memory.
func checkSize(parsed syntax.Expr) error {
	additions, nesting := 0, 0
	var open []bool // whether the nodes that Walk is in are comprehensions
	var found error
	syntax.Walk(parsed, func(n syntax.Node) bool {
		if n == nil { // the end of a node
			last := len(open) - 1
			if open[last] {
				nesting--
			}
			open = open[:last]
			return true
		}
		_, comprehension := n.(*syntax.Comprehension)
		open = append(open, comprehension)
		if comprehension {
			nesting++
		}
		if sum, ok := n.(*syntax.BinaryExpr); ok && sum.Op == syntax.PLUS {
			additions++
		}
		if found == nil {
			found = tooLarge(n, additions, nesting)
		}
		return true
	})
	return found
}

// tooLarge says why a node is not allowed, or returns nil.
func tooLarge(n syntax.Node, additions, nesting int) error {
	start, _ := n.Span()
	at := max(int(start.Col)-1, 0)
	switch n := n.(type) {
	case *syntax.LambdaExpr:
		return problem.At(at, "lambda is not allowed in conditions")
	case *syntax.BinaryExpr:
		if n.Op == syntax.STAR || n.Op == syntax.PERCENT {
			return problem.At(at, "%s is not allowed in conditions, because it can make very long texts", n.Op)
		}
	case *syntax.DotExpr:
		switch n.Name.Name {
		case "join", "replace", "format", "extend", "append", "insert":
			return problem.At(at, "%s is not allowed in conditions: they compare texts and do not build them", n.Name.Name)
		}
	}
	switch {
	case additions > maxAdditions:
		return problem.At(at, "the expression has more than %d additions", maxAdditions)
	case nesting > maxNesting:
		return problem.At(at, "comprehensions are nested more than %d deep", maxNesting)
	}
	return nil
}
