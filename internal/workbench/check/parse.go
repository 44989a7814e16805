package check

import (
	"bytes"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// parseCommand finds the programs that a shell command starts in any case: not
// those that depend on a condition, or whose failure is provided for.
func (p shellParser) parseCommand(text string, variables map[string]string) usage {
	file, err := p.parse(text)
	if err != nil {
		return usage{bad: err}
	}
	c := &commandParser{variables: variables}
	syntax.Walk(file, c.notice)
	c.statements(file.Stmts)
	return c.usage
}

// shellParser reads shell texts, one at a time.
type shellParser struct{ bash, posix *syntax.Parser }

func newShellParser() shellParser {
	return shellParser{syntax.NewParser(syntax.Variant(syntax.LangBash)), syntax.NewParser(syntax.Variant(syntax.LangPOSIX))}
}

// parse reads a text as bash does or, because it may be for a smaller shell, as
// a plain POSIX shell does.
func (p shellParser) parse(text string) (*syntax.File, error) {
	file, err := p.bash.Parse(strings.NewReader(text), "")
	if err != nil {
		if posix, posixErr := p.posix.Parse(strings.NewReader(text), ""); posixErr == nil {
			return posix, nil
		}
	}
	return file, err
}

// understands reports whether a script is one that its shell can read.
func (p shellParser) understands(s *script) bool {
	parser := p.posix
	if s.shell == "bash" {
		parser = p.bash
	}
	_, err := parser.Parse(bytes.NewReader(s.text), "")
	return err == nil
}

type commandParser struct {
	variables map[string]string
	usage     usage
}

// notice looks for what makes names and paths uncertain.
func (p *commandParser) notice(n syntax.Node) bool {
	switch n := n.(type) {
	case *syntax.FuncDecl:
		p.usage.defines = true
	case *syntax.Assign:
		if n.Name != nil {
			p.usage.defines = p.usage.defines || n.Name.Value == "PATH"
			delete(p.variables, n.Name.Value)
		}
	case *syntax.CallExpr:
		if len(n.Args) == 0 {
			break
		}
		switch n.Args[0].Lit() {
		case "cd", "pushd", "popd":
			p.usage.moves = true
		case "source", ".", "eval", "alias":
			p.usage.defines, p.usage.moves = true, true
		}
	}
	return true
}

func (p *commandParser) statements(list []*syntax.Stmt) {
	for _, s := range list {
		p.statement(s)
	}
}

func (p *commandParser) statement(s *syntax.Stmt) {
	switch cmd := s.Cmd.(type) {
	case *syntax.CallExpr:
		p.call(cmd)
	case *syntax.Block:
		p.statements(cmd.Stmts)
	case *syntax.Subshell:
		p.statements(cmd.Stmts)
	case *syntax.BinaryCmd:
		switch cmd.Op {
		case syntax.Pipe, syntax.PipeAll:
			p.statement(cmd.X)
			p.statement(cmd.Y)
		case syntax.AndStmt:
			p.statement(cmd.X)
			if !isTest(cmd.X) {
				p.statement(cmd.Y)
			}
		}
	}
}

// isTest reports whether a statement asks for something, such as whether a
// program exists.
func isTest(s *syntax.Stmt) bool {
	call, ok := s.Cmd.(*syntax.CallExpr)
	if !ok || len(call.Args) == 0 {
		return true
	}
	return s.Negated || slices.Contains([]string{"[", "test", "command", "type", "which", "hash", "grep"}, call.Args[0].Lit())
}

// starters run the program that follows them.
var starters = []string{"exec", "nohup", "env"}

func (p *commandParser) call(cmd *syntax.CallExpr) {
	var words call
	for _, arg := range cmd.Args {
		word, ok := p.word(arg)
		if !ok {
			break
		}
		words = append(words, word)
	}
	for len(words) > 1 && slices.Contains(starters, words[0]) {
		words = words[1:]
		for len(words) > 0 && strings.Contains(words[0], "=") {
			words = words[1:]
		}
	}
	if len(words) > 0 && !strings.HasPrefix(words[0], "-") {
		p.usage.calls = append(p.usage.calls, words)
	}
}
