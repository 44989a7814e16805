package convert

import (
	"regexp/syntax"
	"strings"
	"unicode"
)

// maxPatterns bounds how many alternatives a regular expression may become.
const maxPatterns = 64

// Marks of the beginning and the end of a name, while an expression is taken
// apart. No name of a tool has such characters.
const (
	beginMark = "\x02"
	endMark   = "\x03"
)

// regexpPatterns writes a regular expression as globs. It reads it as Go does;
// what JavaScript has and Go has not, such as look-arounds, is refused, and the
// rest means the same for names of tools.
func regexpPatterns(expression string) (list []pattern, ok bool) {
	parsed, err := syntax.Parse(expression, syntax.Perl)
	if err != nil {
		return nil, false
	}
	texts, ok := expand(parsed)
	if !ok {
		return nil, false
	}
	for _, text := range texts {
		rest, begins := strings.CutPrefix(text, beginMark)
		rest, ends := strings.CutSuffix(rest, endMark)
		if strings.ContainsAny(rest, beginMark+endMark+"|\n") || rest == "" || strings.TrimSpace(rest) != rest {
			return nil, false
		}
		list = append(list, pattern{glob: rest, before: !begins, after: !ends})
	}
	return list, true
}

// expand returns all texts that an expression matches, as globs.
func expand(re *syntax.Regexp) (list []string, ok bool) {
	switch re.Op {
	case syntax.OpEmptyMatch:
		return []string{""}, true
	case syntax.OpBeginText:
		return []string{beginMark}, true
	case syntax.OpEndText:
		return []string{endMark}, true
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return []string{"?"}, true
	case syntax.OpLiteral:
		return []string{literalGlob(re)}, true
	case syntax.OpCharClass:
		set, ok := setGlob(re.Rune)
		return []string{set}, ok
	case syntax.OpCapture:
		return expand(re.Sub[0])
	case syntax.OpQuest:
		list, ok = expand(re.Sub[0])
		return append([]string{""}, list...), ok
	case syntax.OpStar, syntax.OpPlus:
		return repeated(re)
	case syntax.OpAlternate:
		for _, sub := range re.Sub {
			more, ok := expand(sub)
			if list = append(list, more...); !ok || len(list) > maxPatterns {
				return nil, false
			}
		}
		return list, true
	case syntax.OpConcat:
		return concatenated(re.Sub)
	}
	return nil, false
}

func repeated(re *syntax.Regexp) ([]string, bool) {
	inner := re.Sub[0].Op
	if inner != syntax.OpAnyChar && inner != syntax.OpAnyCharNotNL {
		return nil, false
	}
	if re.Op == syntax.OpPlus {
		return []string{"?*"}, true
	}
	return []string{"*"}, true
}

func concatenated(parts []*syntax.Regexp) ([]string, bool) {
	list := []string{""}
	for _, part := range parts {
		ends, ok := expand(part)
		if !ok || len(list)*len(ends) > maxPatterns {
			return nil, false
		}
		var longer []string
		for _, begin := range list {
			for _, end := range ends {
				longer = append(longer, begin+end)
			}
		}
		list = longer
	}
	return list, true
}

// literalGlob writes a text. The parser makes [Bb] a letter of any case.
func literalGlob(re *syntax.Regexp) string {
	var glob strings.Builder
	for _, r := range re.Rune {
		lower, upper := unicode.ToLower(r), unicode.ToUpper(r)
		if re.Flags&syntax.FoldCase != 0 && lower != upper {
			glob.WriteString("[" + string(upper) + string(lower) + "]")
		} else {
			glob.WriteString(escape(string(r)))
		}
	}
	return glob.String()
}

// setGlob writes a set of characters, given as pairs of first and last ones.
func setGlob(pairs []rune) (glob string, ok bool) {
	sign := ""
	if len(pairs) > 1 && pairs[0] == 0 && pairs[len(pairs)-1] == unicode.MaxRune {
		sign = "!"
		pairs = pairs[1 : len(pairs)-1] // what lies between is left out
		for i := 0; i+1 < len(pairs); i += 2 {
			pairs[i]++
			pairs[i+1]--
		}
	}
	var set strings.Builder
	for i := 0; i+1 < len(pairs); i += 2 {
		low, high := pairs[i], pairs[i+1]
		for _, r := range []rune{low, high} {
			if !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' {
				return "", false // could mean something else in a glob
			}
		}
		set.WriteRune(low)
		if high > low {
			set.WriteString("-" + string(high))
		}
	}
	if set.Len() == 0 {
		return "", false
	}
	return "[" + sign + set.String() + "]", true
}
