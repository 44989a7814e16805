package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// word returns what the shell makes of a word without braces.
func (w *walker) word(parts []syntax.WordPart) Word {
	if len(parts) == 1 {
		if lit, ok := parts[0].(*syntax.Lit); ok && !strings.ContainsAny(lit.Value, "\\*?[~") {
			return Word{Text: lit.Value}
		}
	}
	b := wordBuilder{bracket: -1}
	b.tilde = expandsTilde(parts)
	for _, part := range parts {
		w.addPart(&b, part)
	}
	result := b.word()
	if b.quoted && containsCode(result.Text) {
		w.code = true
	}
	return result
}

// expandsTilde reports whether a word begins with a ~ that the shell replaces:
// nothing up to the first slash is quoted.
func expandsTilde(parts []syntax.WordPart) bool {
	lit, ok := parts[0].(*syntax.Lit)
	if !ok || !strings.HasPrefix(lit.Value, "~") {
		return false
	}
	user, _, slash := strings.Cut(lit.Value, "/")
	return (slash || len(parts) == 1) && strings.IndexByte(user, '\\') < 0
}

// wordBuilder puts the parts of a word together.
type wordBuilder struct {
	text    []byte
	splits  bool // the shell may split the word at run time
	globs   bool // the shell may replace the word by names of files
	tilde   bool
	quoted  bool
	bracket int // where the first unquoted [ is, or -1
}

func (w *walker) addPart(b *wordBuilder, part syntax.WordPart) {
	switch part := part.(type) {
	case *syntax.Lit:
		b.literal(part.Value)
	case *syntax.SglQuoted:
		b.quoted = true
		if part.Dollar {
			b.ansiC(part.Value)
		} else {
			b.text = append(b.text, part.Value...)
		}
	case *syntax.DblQuoted:
		b.quoted = true
		if part.Dollar { // a translation may replace it
			b.unknown()
			return
		}
		b.doubleQuoted(part.Parts)
	case *syntax.ProcSubst:
		b.text = append(b.text, "/dev/fd/"...)
		b.unknown()
	case *syntax.ExtGlob:
		w.undecided("whether an extended glob is one depends on the shell's options")
		b.splits = true
	default: // variables, substitutions and arithmetic
		b.splits = true
	}
}

func (b *wordBuilder) unknown() { b.text = append(b.text, 0) }

// literal adds text without quotes.
func (b *wordBuilder) literal(text string) {
	for i := 0; i < len(text); i++ {
		switch c := text[i]; c {
		case '\\':
			b.quoted = true
			if i++; i < len(text) {
				b.text = append(b.text, text[i])
			} else {
				b.text = append(b.text, '\\')
			}
		case '*', '?':
			b.globs = true
			b.unknown()
		case '[':
			if b.bracket < 0 {
				b.bracket = len(b.text)
			}
			b.text = append(b.text, c)
		default:
			b.text = append(b.text, c)
		}
	}
}

// doubleQuoted adds what is in double quotes.
func (b *wordBuilder) doubleQuoted(parts []syntax.WordPart) {
	for _, part := range parts {
		switch part := part.(type) {
		case *syntax.Lit:
			b.text = append(b.text, unescape(part.Value, "$`\"\\")...)
		case *syntax.ParamExp:
			if isList(part) {
				b.splits = true
			}
			b.unknown()
		default:
			b.unknown()
		}
	}
}

// unescape removes backslashes before the given characters.
func unescape(text, special string) string {
	if strings.IndexByte(text, '\\') < 0 {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] == '\\' && i+1 < len(text) && strings.IndexByte(special, text[i+1]) >= 0 {
			i++
		}
		b.WriteByte(text[i])
	}
	return b.String()
}

// isList reports whether an expansion is several words even in double quotes,
// such as "$@" or "${files[@]}".
func isList(p *syntax.ParamExp) bool {
	if p.Excl || p.NestedParam != nil || p.Param == nil || p.Param.Value == "@" || p.Names != 0 {
		return true
	}
	index, ok := p.Index.(*syntax.Word)
	return ok && index.Lit() == "@"
}

// word returns the finished word.
func (b *wordBuilder) word() Word {
	if b.splits {
		return anyWords()
	}
	if b.bracket >= 0 {
		b.closeBracket()
	}
	return Word{Text: string(b.text), Multi: b.globs, Tilde: b.tilde}
}

// closeBracket replaces what may be a set of characters in a glob: everything
// from the first bracket to the last one that could end it.
func (b *wordBuilder) closeBracket() {
	end := strings.LastIndexByte(string(b.text), ']')
	if end < b.bracket {
		return // then it is just a bracket
	}
	b.globs = true
	rest := append([]byte{0}, b.text[end+1:]...)
	b.text = append(b.text[:b.bracket], rest...)
}

// containsCode reports whether a text, should the shell expand it once more,
// could run a command. Texts may be put together at run time, so half of an
// expansion counts as well.
func containsCode(text string) bool {
	if strings.IndexByte(text, '`') >= 0 {
		return true
	}
	if strings.IndexByte(text, '$') < 0 {
		return false
	}
	for _, sign := range [...]string{"$(", "${ ", "${|", "@P}"} {
		if strings.Contains(text, sign) {
			return true
		}
	}
	return strings.HasSuffix(text, "$")
}
