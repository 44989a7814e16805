package kit

import (
	"bytes"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/diag"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/jsonx"
)

// Hidden warns about what counts as text although an answer with one of these
// keys seems to be meant: an object that is not valid JSON, one within another
// value, or one with other text beside it. Otherwise a guard would say no and
// nobody would hear it.
func Hidden(text []byte, keys ...string) []hook.Diagnostic {
	text = Trim(text)
	if begins(text, '{') {
		if _, _, _, err := jsonx.CutObject(text); err != nil {
			return []hook.Diagnostic{diag.Warnf("invalid-json",
				"stdout looks like a JSON answer but is not valid (%v), so all of it counts as text", err)}
		}
	} else if !Contains(text, keys...) {
		return nil
	} else if jsonx.Valid(text) {
		kind := "list"
		if IsString(text) {
			kind = "string"
		}
		return []hook.Diagnostic{diag.Warnf("wrong-type",
			"stdout is a JSON %s with an answer in it, so all of it counts as text; print the answer itself, which is an object", kind)}
	}
	return []hook.Diagnostic{diag.Warnf("mixed-output",
		"stdout has a JSON answer beside other text, so all of it counts as text; print the JSON alone and everything else to stderr")}
}

// LostReason warns about a hook that says no with its exit code and why on
// stdout, which is then not read: the model would never learn the reason.
func LostReason(run dialect.Exit) []hook.Diagnostic {
	text := Trim(run.Stdout)
	isAnswer := Contains(text, "reason", "decision", "permissionDecisionReason")
	switch {
	case isAnswer && saidTwice(text, Trim(run.Stderr)): // Grapnel answers so itself
	case isAnswer:
		return []hook.Diagnostic{diag.Warnf("lost-reason", "JSON on stdout is not read with exit code %d", run.ExitCode).
			Fixf("print the reason to stderr, or print the JSON and exit with code 0")}
	case len(text) > 0 && len(Trim(run.Stderr)) == 0:
		return []hook.Diagnostic{diag.Warnf("lost-reason", "the reason is on stdout, which is not read with exit code %d", run.ExitCode).
			Fixf("print it to stderr: echo … >&2")}
	}
	return nil
}

// saidTwice reports whether an answer has the text of stderr in it, too: then
// nothing is lost, whichever is read.
func saidTwice(answer, stderr []byte) bool {
	quoted := jsonx.AppendString(nil, string(stderr))
	return len(stderr) > 0 && bytes.Contains(answer, quoted)
}

// Contains reports whether a text has something like an object with one of
// these keys.
func Contains(text []byte, keys ...string) bool {
	open := bytes.IndexByte(text, '{')
	if open < 0 {
		return false
	}
	for _, key := range keys {
		for rest := text[open:]; ; {
			i := bytes.Index(rest, []byte(key))
			if i < 0 {
				break
			}
			before, after := rest[:i], rest[i+len(key):]
			if isKey(before, after) {
				return true
			}
			rest = after
		}
	}
	return false
}

// isKey reports whether the word between these is a key: in quotes of any kind,
// or right after a brace, and followed by a colon.
func isKey(before, after []byte) bool {
	quoted := bytes.HasSuffix(before, []byte(`"`)) || bytes.HasSuffix(before, []byte(`'`))
	if !quoted && !bytes.HasSuffix(Trim(before), []byte("{")) {
		return false
	}
	return bytes.HasPrefix(bytes.TrimLeft(after, "\\\"' \t\r\n"), []byte(":"))
}
