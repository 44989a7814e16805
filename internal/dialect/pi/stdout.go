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

// text is what the hook wrote: stdout, unless it was a JSON answer, and below
// it stderr.
func (r *reading) text() string {
	var parts []string
	add := func(stream string, raw []byte) {
		text, remarks := kit.Text(stream, raw)
		if text != "" {
			parts = append(parts, text)
		}
		r.Remarks = append(r.Remarks, remarks...)
	}
	if !r.isJSON && !r.unread {
		add("stdout", r.run.Stdout)
	}
	add("stderr", r.run.Stderr)
	return strings.Join(parts, "\n")
}
