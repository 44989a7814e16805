package family

import (
	"bytes"
	"fmt"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/diag"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/dialect/kit"
	"github.com/grapnel-hooks/grapnel/internal/jsonx"
)

// found is what stdout has in the way of a JSON answer.
type found struct {
	object      hook.Object // nil if there is none
	duplicates  []string
	broken      bool // there is the beginning of one, which is no text either
	diagnostics []hook.Diagnostic
}

// findAnswer looks for a JSON answer on stdout.
func (d Dialect) findAnswer(ev hook.Event, run dialect.Exit) found {
	if d.Contract.OwnLines {
		return d.findOnOwnLines(ev, run)
	}
	text := kit.Trim(run.Stdout)
	if !bytes.HasPrefix(text, []byte("{")) {
		return found{diagnostics: kit.Hidden(text, answerKeys...)}
	}
	if kit.IsTooLong(run, text) {
		return tooLong()
	}
	object, duplicates, err := kit.Parse(text)
	if err != nil {
		return found{broken: d.Contract.NoBrokenText, diagnostics: kit.Hidden(text, answerKeys...)}
	}
	return found{object: object, duplicates: duplicates}
}

// findOnOwnLines looks for a JSON object on lines of its own: it begins where a
// line begins and ends where a line ends, and text may be on other lines.
//
// Only the first line that begins with a brace counts. To go on after one that
// is broken could take a piece of a broken answer for the answer, and so set
// aside an exit code that says no. For the same reason an object in a list is
// no answer.
func (d Dialect) findOnOwnLines(ev hook.Event, run dialect.Exit) found {
	text := kit.ValidUTF8(kit.Trim(run.Stdout))
	before, data, ok := cutAtBrace(text)
	if !ok || bytes.HasSuffix(kit.Trim(before), []byte("[")) || text[0] == '[' && jsonx.Valid(text) {
		return found{diagnostics: hidden(text)}
	}
	object, duplicates, rest, err := jsonx.CutObject(data)
	if err != nil {
		if run.CutOff {
			return tooLong()
		}
		return notJSON(err)
	}
	line, after, _ := bytes.Cut(rest, []byte("\n"))
	if line = kit.Trim(line); len(line) > 0 {
		return notJSON(fmt.Errorf("%q follows on the line where it ends", kit.Excerpt(line)))
	}
	return found{object: object, duplicates: duplicates, diagnostics: d.besides(ev, before, after)}
}

// cutAtBrace splits text before the first line that begins with a brace.
func cutAtBrace(text []byte) (before, from []byte, ok bool) {
	for start := 0; start < len(text); {
		rest := text[start:]
		if brace := bytes.TrimLeft(rest, " \t\r\v\f"); len(brace) > 0 && brace[0] == '{' {
			return text[:start], brace, true
		}
		end := bytes.IndexByte(rest, '\n')
		if end < 0 {
			break
		}
		start += end + 1
	}
	return nil, nil, false
}

func tooLong() found {
	problem := diag.Errorf("bad-output", "the JSON answer is longer than 16 MiB and was not read; the exit code counts")
	return found{broken: true, diagnostics: []hook.Diagnostic{problem}}
}

func notJSON(err error) found {
	return found{diagnostics: []hook.Diagnostic{
		diag.Warnf("malformed-json", "stdout begins a JSON object that is not valid (%v); the exit code counts instead", err),
	}}
}

// hidden says that an answer seems to be meant where none is looked for.
func hidden(text []byte) []hook.Diagnostic {
	if !kit.Contains(text, answerKeys...) {
		return nil
	}
	return []hook.Diagnostic{diag.Warnf("mixed-output",
		"stdout has a JSON answer within other text; it counts only on lines of its own, so the exit code counts instead")}
}

// answerKeys are members that only an answer has.
var answerKeys = []string{"decision", "permissionDecision", "continue", "hookSpecificOutput"}

// besides says what is lost of the text around an answer.
func (d Dialect) besides(ev hook.Event, before, after []byte) []hook.Diagnostic {
	if kit.Contains(after, answerKeys...) {
		return []hook.Diagnostic{diag.Warnf("mixed-output", "stdout has more than one JSON answer; only the first counts")}
	}
	if d.Contract.Traits(ev.Type.Name).TextCounts && len(kit.Trim(before))+len(kit.Trim(after)) > 0 {
		return []hook.Diagnostic{diag.Infof("mixed-output", "stdout has text beside the JSON answer; only the answer counts, and its additionalContext is the context")}
	}
	return nil
}
