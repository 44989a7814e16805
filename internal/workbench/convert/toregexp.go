package convert

import (
	"regexp"
	"strings"
)

// toRegexp writes globs for whole names as one JavaScript regular expression
// that is searched for.
func toRegexp(list []pattern) string {
	var names, others []string
	for _, p := range list {
		if name, ok := p.literal(); ok {
			names = append(names, regexp.QuoteMeta(name))
		} else {
			others = append(others, globRegexp(p.glob))
		}
	}
	switch len(names) {
	case 0:
	case 1:
		others = append([]string{"^" + names[0] + "$"}, others...)
	default:
		others = append([]string{"^(?:" + strings.Join(names, "|") + ")$"}, others...)
	}
	return strings.Join(others, "|")
}

// globRegexp writes one glob. A star at either end is what searching does.
func globRegexp(glob string) string {
	begin, end := "^", "$"
	if rest, open := strings.CutPrefix(glob, "*"); open && rest != "" {
		begin, glob = "", rest
	}
	if rest, open := strings.CutSuffix(glob, "*"); open && rest != "" {
		end, glob = "", rest
	}
	var body strings.Builder
	text := []rune(glob)
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '*':
			body.WriteString(".*")
		case '?':
			body.WriteString(".")
		case '[':
			set, length := setRegexp(text[i:])
			body.WriteString(set)
			i += length - 1
		default:
			body.WriteString(regexp.QuoteMeta(string(text[i])))
		}
	}
	return begin + body.String() + end
}

// setRegexp writes a set in brackets and returns how long it was. A bracket
// that is not closed stands for itself.
func setRegexp(text []rune) (set string, length int) {
	i, negated := 1, false
	if i < len(text) && text[i] == '!' {
		negated = true
		i++
	}
	for first := i; i < len(text); i++ {
		if text[i] != ']' || i == first {
			continue
		}
		inner := strings.NewReplacer(`\`, `\\`, "]", `\]`, "[", `\[`, "^", `\^`).Replace(string(text[first:i]))
		if negated {
			inner = "^" + inner
		}
		return "[" + inner + "]", i + 1
	}
	return `\[`, 1
}
