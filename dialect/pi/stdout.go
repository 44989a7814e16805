package pi

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/grapnel-hooks/grapnel/hook"
)

const (
	maxText = 1 << 20 // bytes of plain text that are used
	maxJSON = 16 << 20
	cutMark = "\n[cut: the text is longer than 1 MiB]"
)

// readStdout reads stdout as JSON if it begins like an object. What then is
// none is reported, and counts as text.
func (r *reading) readStdout() {
	text := trim(r.run.Stdout)
	if len(text) == 0 || text[0] != '{' {
		if hasHiddenAnswer(text) {
			r.warnf("mixed-output", "stdout has a JSON answer beside other text, so all of it counts as text; print the JSON alone and everything else to stderr")
		}
		return
	}
	if r.run.CutOff || len(text) > maxJSON {
		r.unread = true
		if r.status == hook.StatusOK {
			r.status = hook.StatusBadOutput
		}
		r.remarks = append(r.remarks, hook.Errorf("bad-output", "the JSON answer is longer than 16 MiB and was not read"))
		return
	}
	object, duplicates, err := hook.ParseObject(bytes.ToValidUTF8(text, []byte("\ufffd")))
	if err != nil {
		r.warnf("invalid-json", "stdout looks like JSON but is none, and counts as text: %v", err)
		return
	}
	r.object, r.isJSON = object, true
	r.reportDuplicates("", duplicates)
}

func (r *reading) reportDuplicates(path string, keys []string) {
	for _, key := range keys {
		r.warnf("duplicate-key", "%q stands twice in the answer; the last one counts", path+key)
	}
}

// hasHiddenAnswer notices an answer that does not count because something else
// was printed before it.
func hasHiddenAnswer(text []byte) bool {
	for line := range bytes.Lines(text) {
		line = bytes.TrimSpace(line)
		if !bytes.HasPrefix(line, []byte("{")) {
			continue
		}
		object, _, err := hook.ParseObject(line)
		if err == nil && (object.Has("decision") || object.Has("additionalContext") || object.Has("updatedInput")) {
			return true
		}
	}
	return false
}

// text is what the hook wrote: stdout, unless it was a JSON answer, and below
// it stderr.
func (r *reading) text() string {
	var parts []string
	if !r.isJSON && !r.unread {
		parts = r.appendText(parts, "stdout", r.run.Stdout)
	}
	return strings.Join(r.appendText(parts, "stderr", r.run.Stderr), "\n")
}

// appendText appends a stream, trimmed, and cut to a size that can be passed
// on.
func (r *reading) appendText(parts []string, stream string, raw []byte) []string {
	text := trim(raw)
	if len(text) == 0 {
		return parts
	}
	if len(text) <= maxText {
		return append(parts, strings.ToValidUTF8(string(text), "\ufffd"))
	}
	r.warnf("text-cut", "the hook wrote more than 1 MiB of text to %s; the rest was left out", stream)
	end := maxText
	for end > 0 && !utf8.RuneStart(text[end]) {
		end--
	}
	return append(parts, strings.ToValidUTF8(string(text[:end]), "\ufffd")+cutMark)
}

// trim removes white space at both ends, and a byte order mark, which
// JavaScript counts as white space.
func trim(text []byte) []byte {
	return bytes.TrimFunc(text, isSpace)
}

func isSpace(r rune) bool { return unicode.IsSpace(r) || r == '\ufeff' }

func isBlank(text string) bool { return strings.TrimFunc(text, isSpace) == "" }
