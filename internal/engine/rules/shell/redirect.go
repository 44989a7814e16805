package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// redirect notes the file of a redirection and what becomes of standard input.
func (w *walker) redirect(r *syntax.Redirect, ctx *context) {
	w.wordCode(r.Word, *ctx)
	stdin := r.N == nil || r.N.Value == "0"
	switch r.Op {
	case syntax.Hdoc, syntax.DashHdoc:
		text := w.hereDocument(r, *ctx)
		if stdin {
			ctx.stdin = input{literal, text}
		}
	case syntax.WordHdoc:
		if stdin {
			ctx.stdin = input{literal, w.word(r.Word.Parts).Text + "\n"}
		}
	case syntax.RdrIn, syntax.RdrInOut:
		word := w.redirectTo(r, *ctx, r.Op == syntax.RdrInOut)
		if stdin {
			ctx.stdin = fileInput(word)
		}
	case syntax.DplIn:
		if stdin {
			ctx.stdin = input{kind: produced}
		}
	case syntax.DplOut:
		if !isDescriptor(r.Word.Lit()) {
			w.redirectTo(r, *ctx, true)
		}
	default:
		w.redirectTo(r, *ctx, true)
	}
}

// redirectTo notes the file of a redirection.
func (w *walker) redirectTo(r *syntax.Redirect, ctx context, write bool) Word {
	word := w.word(r.Word.Parts)
	if hasBraces(r.Word) && oddBraces(r.Word) {
		word = anyWords()
	}
	if !ctx.remote && !strings.HasPrefix(word.Text, "/dev/fd/") {
		w.script.Redirects = append(w.script.Redirects, Path{Word: word, Write: write, Dirs: ctx.dirs})
	}
	return word
}

// fileInput is standard input from a file.
func fileInput(word Word) input {
	if isStream(word) {
		return input{kind: produced}
	}
	return input{kind: file}
}

// isStream reports whether a file is whatever some process writes.
func isStream(word Word) bool {
	return strings.HasPrefix(word.Text, "/dev/fd/") || strings.HasPrefix(word.Text, "/proc/") || word.Text == "/dev/stdin"
}

// isDescriptor reports whether the target of >& is a file descriptor: 2, 2- or -.
func isDescriptor(text string) bool {
	return text != "" && strings.Trim(strings.TrimSuffix(text, "-"), "0123456789") == ""
}

// hereDocument returns the text of a here-document.
func (w *walker) hereDocument(r *syntax.Redirect, ctx context) string {
	quoted, plain := delimiter(r.Word)
	if !plain {
		w.undecided("shells disagree about where the here-document ends")
	}
	if r.Hdoc == nil {
		return ""
	}
	var b strings.Builder
	for _, part := range r.Hdoc.Parts {
		if lit, ok := part.(*syntax.Lit); !ok {
			b.WriteByte(0)
		} else if quoted {
			b.WriteString(lit.Value)
		} else {
			b.WriteString(unescape(lit.Value, "$`\\"))
		}
	}
	if !quoted {
		w.substitutions(r.Hdoc, ctx)
	}
	if !quoted && len(r.Hdoc.Parts) > 1 && strings.Contains(w.between(r.Hdoc.Pos(), r.Hdoc.End()), "\\\n") {
		// Bash joins the lines first, even in quotes in a substitution.
		w.undecided("shells disagree about line breaks in the here-document")
	}
	text := b.String()
	w.code = w.code || containsCode(text)
	if r.Op == syntax.DashHdoc {
		text = stripTabs(text)
	}
	return text
}

// delimiter tells whether a here-document's delimiter is quoted, and whether it
// is one that every shell understands in the same way.
func delimiter(word *syntax.Word) (quoted, plain bool) {
	plain = true
	for _, part := range word.Parts {
		switch part := part.(type) {
		case *syntax.Lit:
			quoted = quoted || strings.IndexByte(part.Value, '\\') >= 0
			plain = plain && !strings.ContainsAny(part.Value, "\\$`\n")
		case *syntax.SglQuoted:
			quoted = true
			plain = plain && !part.Dollar && strings.IndexByte(part.Value, '\n') < 0
		case *syntax.DblQuoted:
			quoted = true
			plain = plain && !part.Dollar && plainQuotes(part)
		default:
			plain = false
		}
	}
	return quoted, plain
}

func plainQuotes(q *syntax.DblQuoted) bool {
	for _, part := range q.Parts {
		if lit, ok := part.(*syntax.Lit); !ok || strings.ContainsAny(lit.Value, "\\\n") {
			return false
		}
	}
	return true
}

func stripTabs(text string) string {
	lines := strings.SplitAfter(text, "\n")
	for i, line := range lines {
		lines[i] = strings.TrimLeft(line, "\t")
	}
	return strings.Join(lines, "")
}
