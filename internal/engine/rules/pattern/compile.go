package pattern

import (
	"strings"

	"github.com/grapnel-hooks/grapnel/internal/engine/rules/problem"
	"github.com/grapnel-hooks/grapnel/internal/engine/rules/shell"
)

// Limits of a pattern.
const (
	maxLength       = 4096
	maxAlternatives = 128
)

// token is a word of a pattern, as a glob in which quoted characters are
// escaped. Braces are still in it.
type token struct {
	text   string
	offset int
}

// Compile reads a pattern. The error is a *problem.Problem, which says where in the
// text it is.
func Compile(text string) (*Pattern, error) {
	tokens, err := tokenize(text)
	if err != nil {
		return nil, err
	}
	p := &Pattern{text: text, Warnings: regexpHints(text)}
	variants := [][]string{nil}
	for _, t := range tokens {
		words, err := expandBraces(t)
		if err != nil {
			return nil, err
		}
		if len(variants)*len(words) > maxAlternatives {
			return nil, problem.At(t.offset, "the braces of the pattern stand for more than %d commands; use several patterns", maxAlternatives)
		}
		variants = combine(variants, words)
	}
	for _, words := range variants {
		a, err := newAlternative(words)
		if err != nil {
			return nil, err
		}
		p.alternatives = append(p.alternatives, a)
	}
	return p, nil
}

// combine appends each of the words to each of the lists.
func combine(lists [][]string, words []string) [][]string {
	all := make([][]string, 0, len(lists)*len(words))
	for _, list := range lists {
		for _, word := range words {
			all = append(all, append(list[:len(list):len(list)], word))
		}
	}
	return all
}

// newAlternative reads a pattern without braces.
func newAlternative(words []string) (alternative, error) {
	a := alternative{program: programGlob(words[0])}
	args := make([]shell.Word, 0, len(words)-1)
	for _, word := range words[1:] {
		if isOptionGlob(word) {
			a.options = append(a.options, option{spelling: newGlob(word)})
			continue
		}
		args = append(args, shell.Word{Text: word})
	}
	for _, arg := range shell.Split(a.program.text, args) {
		a.add(arg)
	}
	if len(a.operands) > maxOperands {
		return a, problem.At(0, "the pattern has more than %d words", maxOperands)
	}
	return a, nil
}

// programGlob is the pattern for the base name of the program.
func programGlob(word string) glob {
	g := newGlob(word)
	if g.literal {
		g.text = shell.ProgramName(g.text)
	} else if slash := strings.LastIndexByte(word, '/'); slash >= 0 {
		g = newGlob(word[slash+1:])
	}
	return g
}

// isOptionGlob reports whether a word is a glob over options: -* or --force*.
func isOptionGlob(word string) bool {
	name, _, _ := strings.Cut(word, "=")
	return strings.HasPrefix(word, "-") && !newGlob(name).literal
}

func (a *alternative) add(arg shell.Argument) {
	if arg.Kind != shell.Option {
		a.addOperand(arg.Word.Text)
		return
	}
	o := option{name: arg.Name, anyName: !a.program.literal}
	switch {
	case arg.HasValue && arg.Value.Text == "**" && !strings.HasSuffix(arg.Word.Text, "**"):
		defer a.addOperand("**") // it is not the value, but whatever follows
	case arg.HasValue:
		o.value, o.hasValue = newGlob(arg.Value.Text), true
	}
	a.options = append(a.options, o)
}

func (a *alternative) addOperand(text string) {
	a.operands = append(a.operands, operand{glob: newGlob(text), many: text == "**"})
}

// tokenize splits the text of a pattern into words.
func tokenize(text string) ([]token, error) {
	if len(text) > maxLength {
		return nil, problem.At(0, "the pattern is longer than %d bytes", maxLength)
	}
	var tokens []token
	for at := 0; ; {
		at += len(text[at:]) - len(strings.TrimLeft(text[at:], " \t\r\n"))
		if at == len(text) {
			break
		}
		t := tokenizer{text: text, at: at}
		if err := t.word(); err != nil {
			return nil, err
		}
		word := token{t.b.String(), at}
		if err := checkToken(word, text[at:t.at]); err != nil {
			return nil, err
		}
		tokens = append(tokens, word)
		at = t.at
	}
	if len(tokens) == 0 {
		return nil, problem.At(0, "the pattern is empty; write a program and its words, such as rm -rf **")
	}
	if tokens[0].text == "**" {
		return nil, problem.At(tokens[0].offset, "a pattern begins with a program; write * for any program")
	}
	if strings.HasPrefix(tokens[0].text, "-") {
		return nil, problem.At(tokens[0].offset, "a pattern begins with a program, not with an option")
	}
	return tokens, nil
}

// checkToken finds words that no command can have.
func checkToken(t token, source string) error {
	switch source {
	case "|", "||", "&", "&&", ";", ">", ">>", "<", "2>", "|&", "&>":
		return problem.At(t.offset, "%s is not part of a simple command; write a pattern for each command", source)
	}
	for i := 0; i < len(t.text); i++ {
		switch t.text[i] {
		case '\\':
			i++
		case '[':
			end := classEnd(t.text[i:])
			if end < 0 {
				return problem.At(t.offset, "[ is not closed; write \\[ for the character itself")
			}
			i += end - 1
		}
	}
	return nil
}

// tokenizer reads one word of a pattern.
type tokenizer struct {
	text string
	at   int
	b    strings.Builder
}

// word reads up to the next space outside of quotes.
func (t *tokenizer) word() error {
	for t.at < len(t.text) {
		c := t.text[t.at]
		switch c {
		case ' ', '\t', '\r', '\n':
			return nil
		case 0:
			return problem.At(t.at, "a pattern cannot contain a NUL byte")
		case '\'', '"':
			if err := t.quoted(c); err != nil {
				return err
			}
		case '\\':
			if t.at+1 == len(t.text) {
				return problem.At(t.at, `a backslash at the end escapes nothing; write \\ for the character itself`)
			}
			t.b.WriteString(t.text[t.at : t.at+2])
			t.at += 2
		default:
			t.b.WriteByte(c)
			t.at++
		}
	}
	return nil
}

// quoted reads a text in quotes, in which nothing is special.
func (t *tokenizer) quoted(quote byte) error {
	end := strings.IndexByte(t.text[t.at+1:], quote)
	if end < 0 {
		return problem.At(t.at, "the quote %c is not closed", quote)
	}
	for _, c := range []byte(t.text[t.at+1 : t.at+1+end]) {
		if strings.IndexByte(`*?[]{},\`, c) >= 0 {
			t.b.WriteByte('\\')
		}
		t.b.WriteByte(c)
	}
	t.at += end + 2
	return nil
}
