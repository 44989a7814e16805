package hooktest

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/token"

	"github.com/grapnel-hooks/grapnel/internal/base/document"
	"github.com/grapnel-hooks/grapnel/internal/jsonx"
)

// editor changes the text of a test file by whole lines. It goes by
// indentation and does not understand YAML; verify finds out whether it worked.
type editor struct {
	lines []string
	eol   string
}

func newEditor(text []byte) *editor {
	e := &editor{eol: "\n"}
	if bytes.Contains(text, []byte("\r\n")) {
		e.eol = "\r\n"
	}
	for line := range strings.Lines(string(text)) {
		e.lines = append(e.lines, strings.TrimRight(line, "\r\n"))
	}
	return e
}

func (e *editor) text() []byte {
	return []byte(strings.Join(e.lines, e.eol) + e.eol)
}

// isFlow reports whether a value is in brackets.
func (e *editor) isFlow(v *document.Value) bool {
	line, column := v.Pos.Line-1, v.Pos.Column-1
	return 0 <= line && line < len(e.lines) && column < len(e.lines[line]) && e.lines[line][column] == '{'
}

// end returns the number of the line behind a member of a block. Comments and
// empty lines at its end belong to what follows.
func (e *editor) end(m document.Member) int {
	end := m.Pos.Line
	for i := m.Pos.Line; i < len(e.lines); i++ {
		content := strings.TrimLeft(e.lines[i], " ")
		indent := len(e.lines[i]) - len(content)
		deeper := indent > m.Pos.Column-1
		item := indent == m.Pos.Column-1 && (content == "-" || strings.HasPrefix(content, "- "))
		switch {
		case content == "" || content[0] == '#' && !deeper:
			continue
		case !deeper && !item:
			return end
		case content[0] != '#':
			end = i + 1
		}
	}
	return end
}

var errNotBlock = errors.New("it is not written as a block with one key a line")

// isBlock reports whether a member begins a line, but for indentation and
// dashes.
func (e *editor) isBlock(m document.Member) bool {
	line, column := m.Pos.Line-1, m.Pos.Column-1
	if line < 0 || line >= len(e.lines) || column >= len(e.lines[line]) {
		return false
	}
	return strings.Trim(e.lines[line][:column], " -") == ""
}

// replace puts lines in the place of a member. A comment behind a value in the
// same line stays.
func (e *editor) replace(m document.Member, block []string) error {
	if !e.isBlock(m) {
		return errNotBlock
	}
	at := m.Pos.Line - 1
	block = slices.Clone(block)
	block[0] = e.lines[at][:m.Pos.Column-1] + strings.TrimLeft(block[0], " ")
	end := e.end(m)
	if comment := trailingComment(e.lines[at]); comment != "" {
		block[0] += " " + comment
	}
	e.lines = slices.Replace(e.lines, at, end, block...)
	return nil
}

// insertAfter puts lines behind a member.
func (e *editor) insertAfter(m document.Member, block []string) {
	e.lines = slices.Insert(e.lines, min(e.end(m), len(e.lines)), block...)
}

// trailingComment returns the comment at the end of a line of YAML, or "".
func trailingComment(line string) string {
	for _, c := range comments(line) {
		return "#" + c
	}
	return ""
}

func comments(text string) []string {
	var list []string
	for _, t := range lexer.Tokenize(text) {
		if t.Type == token.CommentType {
			list = append(list, strings.TrimRight(t.Value, " \r"))
		}
	}
	return list
}

// verify makes sure that a rewritten file differs in the expectation of one
// test only, that no comment is lost, and that the test would now pass.
func (f *File) verify(before, after []byte, r *Result) error {
	was, problems := parse(f.Path, before)
	if len(problems) > 0 {
		return problems[0]
	}
	is, problems := parse(f.Path, after)
	if len(problems) > 0 {
		return fmt.Errorf("the result would not be a test file (%w)", problems[0])
	}
	if len(was.Tests) != len(is.Tests) || !jsonx.Equal(without(was.node, "tests"), without(is.node, "tests")) {
		return errNotBlock
	}
	for i, t := range was.Tests {
		now := is.Tests[i]
		switch {
		case !jsonx.Equal(without(t.node, "expect"), without(now.node, "expect")):
			return errNotBlock
		case t.Name != r.Name && !jsonx.Equal(raw(t.node), raw(now.node)):
			return errNotBlock
		case t.Name == r.Name && len(now.check(*r.Outcome)) > 0:
			return errors.New("the actual outcome cannot be written here")
		}
	}
	if !slices.Equal(comments(string(was.document)), comments(string(is.document))) {
		return errors.New("a comment would be lost")
	}
	return nil
}

// without returns an object, as JSON, that lacks a key.
func without(v *document.Value, key string) []byte {
	rest := *v
	rest.Members = slices.DeleteFunc(slices.Clone(v.Members), func(m document.Member) bool { return m.Key == key })
	return raw(&rest)
}
