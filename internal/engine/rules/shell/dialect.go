package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// disagreement says why bash may read a text otherwise than our parser does, or
// returns an empty string. It may be wrong in calling a harmless text unclear,
// never the other way round.
func disagreement(text string) string {
	switch {
	case len(text) > maxText:
		return "the text is too long to parse"
	case strings.IndexByte(text, 0) >= 0:
		return "the text contains a NUL byte"
	case strings.IndexByte(text, '\r') >= 0:
		return "shells disagree about carriage returns"
	case openers(text) > maxOpeners:
		return "the text is nested too deeply"
	case strings.Contains(text, "\\\n"):
		return continuationDisagreement(text)
	}
	return ""
}

// openers counts what can begin something nested; the depth is at most that.
func openers(text string) int {
	if len(text) <= maxOpeners {
		return 0 // there is no need to look
	}
	count := 0
	for _, opener := range [...]string{"(", "{", "[", "`", "!", "if", "while", "until", "for", "case", "select", "time", "&&", "||", "|"} {
		count += strings.Count(text, opener)
	}
	return count
}

// continuationDisagreement looks at the lines that end with a backslash.
func continuationDisagreement(text string) string {
	comments, unread := false, text
	for {
		end := strings.Index(unread, "\\\n")
		if end < 0 {
			break
		}
		line, rest := unread[strings.LastIndexByte(unread[:end], '\n')+1:end], unread[end+2:]
		if hasComment(line) {
			comments = true
		}
		if splitsToken(line, rest) {
			return "a backslash splits a sign of the shell in two"
		}
		unread = rest
	}
	if comments && continuesComment(text) {
		return "a comment ends with a backslash"
	}
	return ""
}

// continuesComment reports whether our parser finds a comment that ends with a
// backslash: it joins the next line, and bash ends the comment. What looks like
// a comment is often the text of a here-document.
func continuesComment(text string) bool {
	p := syntax.NewParser(syntax.Variant(syntax.LangBash), syntax.KeepComments(true))
	tree, err := p.Parse(strings.NewReader(text), "")
	if err != nil {
		return true
	}
	found := false
	syntax.Walk(tree, func(n syntax.Node) bool {
		comment, ok := n.(*syntax.Comment)
		found = found || ok && strings.HasSuffix(comment.Text, "\\\n")
		return !found
	})
	return found
}

// hasComment reports whether a line may have a comment.
func hasComment(line string) bool {
	for i := range len(line) {
		if line[i] == '#' && (i == 0 || strings.IndexByte(" \t;&|()`{}<>", line[i-1]) >= 0) {
			return true
		}
	}
	return false
}

// splitsToken reports whether a line break that counts for nothing is between
// characters that mean something together, such as $ and (.
func splitsToken(before, after string) bool {
	const signs = "$&|<>();!{}=#`"
	if before == "" || after == "" {
		return false
	}
	last := before[len(before)-1]
	return last == '$' || strings.IndexByte(signs, last) >= 0 && strings.IndexByte(signs+"\\", after[0]) >= 0
}

// escapesInBackquotes reports whether backquotes contain others, or backslashes
// that are removed before the rest is read.
func escapesInBackquotes(text string) bool {
	for _, escape := range [...]string{"\\`", `\\`, "\\\n"} {
		if strings.Contains(text, escape) {
			return true
		}
	}
	return false
}
