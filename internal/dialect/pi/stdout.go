package pi

import (
	"strings"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/diag"
	"github.com/grapnel-hooks/grapnel/internal/dialect/kit"
)

// readStdout reads stdout as JSON if it begins like an object. What then is
// none is reported, and counts as text.
func (r *reading) readStdout() {
	text := kit.Trim(r.run.Stdout)
	if len(text) == 0 || text[0] != '{' {
		r.Remarks = append(r.Remarks, kit.Hidden(text, "decision", "additionalContext", "updatedInput")...)
		return
	}
	if kit.IsTooLong(r.run, text) {
		r.unread = true
		if r.status == hook.StatusOK {
			r.status = hook.StatusBadOutput
		}
		r.Remarks = append(r.Remarks, diag.Errorf("bad-output", "the JSON answer is longer than 16 MiB and was not read"))
		return
	}
	object, duplicates, err := kit.Parse(text)
	if err != nil {
		r.Warnf("invalid-json", "stdout looks like JSON but is none, and counts as text: %v", err)
		return
	}
	r.Object, r.isJSON = object, true
	r.Duplicates(duplicates)
}

// context is what a hook that gave no JSON answer adds to the conversation: what
// it wrote to stdout. Stderr is for the record.
func (r *reading) context() string { return r.read("stdout", r.run.Stdout) }

// explanation is what a hook wrote that denies without saying why: stdout, unless
// it was a JSON answer, and below it stderr.
func (r *reading) explanation() string {
	var parts []string
	if !r.isJSON && !r.unread {
		parts = append(parts, r.read("stdout", r.run.Stdout))
	}
	parts = append(parts, r.read("stderr", r.run.Stderr))
	return strings.TrimSpace(strings.Join(parts, "\n"))
}

// read returns a stream as text, with remarks about what is odd in it.
func (r *reading) read(stream string, raw []byte) string {
	text, remarks := kit.Text(stream, raw)
	r.Remarks = append(r.Remarks, remarks...)
	return text
}
