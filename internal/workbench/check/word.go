package check

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// word returns what the shell makes of a word; ok is false if that depends on
// anything we do not know.
func (p *commandParser) word(w *syntax.Word) (text string, ok bool) {
	var b strings.Builder
	for i, part := range w.Parts {
		value, ok := p.part(part, i == 0)
		if !ok {
			return "", false
		}
		b.WriteString(value)
	}
	return b.String(), true
}

func (p *commandParser) part(part syntax.WordPart, first bool) (string, bool) {
	switch part := part.(type) {
	case *syntax.Lit:
		return p.literal(part.Value, first)
	case *syntax.SglQuoted:
		return part.Value, !part.Dollar
	case *syntax.ParamExp:
		value, ok := p.variable(part)
		return value, ok && !strings.ContainsAny(value, " \t\n*?[") // which the shell would look into
	case *syntax.DblQuoted:
		return p.quoted(part)
	}
	return "", false
}

// literal is text without quotes.
func (p *commandParser) literal(text string, first bool) (string, bool) {
	if rest, home := strings.CutPrefix(text, "~/"); home && first {
		dir, ok := p.variables["HOME"]
		text = rest
		if !ok || strings.ContainsAny(text, "*?[{\\") {
			return "", false
		}
		return dir + "/" + text, true
	}
	if strings.ContainsAny(text, "*?{~") || strings.Contains(text, "[") && text != "[" {
		return "", false
	}
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] == '\\' {
			if i++; i == len(text) || text[i] == '\n' {
				continue
			}
		}
		b.WriteByte(text[i])
	}
	return b.String(), true
}

func (p *commandParser) quoted(q *syntax.DblQuoted) (string, bool) {
	var b strings.Builder
	for _, part := range q.Parts {
		switch part := part.(type) {
		case *syntax.Lit:
			if strings.Contains(part.Value, "\\") {
				return "", false
			}
			b.WriteString(part.Value)
		case *syntax.ParamExp:
			value, ok := p.variable(part)
			if !ok {
				return "", false
			}
			b.WriteString(value)
		default:
			return "", false
		}
	}
	return b.String(), !q.Dollar
}

// variable is the value of a variable to which nothing is done.
func (p *commandParser) variable(use *syntax.ParamExp) (string, bool) {
	plain := !use.Excl && !use.Length && !use.Width && use.Index == nil &&
		use.Slice == nil && use.Repl == nil && use.Exp == nil && use.Names == 0
	if !plain || use.Param == nil {
		return "", false
	}
	value, ok := p.variables[use.Param.Value]
	return value, ok
}
