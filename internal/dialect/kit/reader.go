package kit

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/diag"
	"github.com/grapnel-hooks/grapnel/internal/base/document"
	"github.com/grapnel-hooks/grapnel/internal/base/suggest"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
)

// Reader collects what one document says.
type Reader struct {
	From   dialect.Location
	Config dialect.Config
	// DuplicatesWarn says that a key that hides another is only a warning.
	DuplicatesWarn bool
}

// Report adds a problem about a place. What costs hooks or a switch is an error;
// what is hardly meant but costs nothing, a warning; the rest may well be meant.
func (r *Reader) Report(at hook.Position, d hook.Diagnostic) {
	r.Config.Diagnostics = append(r.Config.Diagnostics, d.At(at))
}

// Add adds a hook.
func (r *Reader) Add(def hook.Definition) {
	r.Config.Definitions = append(r.Config.Definitions, def)
}

// ReportDuplicates reports keys that hide earlier ones, and with them
// possibly a guard.
func (r *Reader) ReportDuplicates(v *document.Value) {
	problem := diag.Errorf
	if r.DuplicatesWarn {
		problem = diag.Warnf
	}
	for _, hidden := range v.Duplicates() {
		r.Report(hidden.Pos, problem("duplicate-key", "%q is there again further down, which hides this one", hidden.Key).Fixf("join the two"))
	}
}

// ReportUnknown reports keys that have no effect. One that was meant to be what
// no hook can do without is an error: see [Reader.isMisspelt].
func (r *Reader) ReportUnknown(v *document.Value, known ...string) {
	for _, m := range v.Members {
		if slices.Contains(known, m.Key) {
			continue
		}
		d := diag.Warnf("unknown-key", "%q is not a key here and has no effect", m.Key).Fixf("remove it")
		if near := suggest.Word(m.Key, known); near != "" && v.Get(near) == nil {
			d = d.Fixf("did you mean %q?", near).Replace(strconv.Quote(near))
			if slices.Contains(essential(), near) {
				d.Level = hook.LevelError
			}
		}
		r.Report(m.Pos, d)
	}
}

// essential are the keys without which there is no hook.
func essential() []string { return []string{"command", "handler", "hooks", "type"} }

// isMisspelt reports whether an object has no such key, but one that was meant
// to be it, which ReportUnknown has reported: one mistake is one diagnostic.
func isMisspelt(v *document.Value, key string) bool {
	return v.Get(key) == nil && suggest.Key(v, key) != ""
}

// ReportSwitch reports a key at the top of a document that was meant to be the
// switch for all hooks.
func (r *Reader) ReportSwitch(doc *document.Value, name string) {
	if doc.Get(name) != nil {
		return
	}
	for _, m := range doc.Members {
		if suggest.Nearest(m.Key, []string{name}) != "" || slices.Contains([]string{"hooksEnabled", "hooks_enabled", "enable_hooks"}, m.Key) {
			r.Report(m.Pos, diag.Errorf(BadSwitch, "%q is not the switch for hooks and has no effect", m.Key).
				Fixf("did you mean %q?", name).Replace(strconv.Quote(name)))
		}
	}
}

// BadSwitch is the code of diagnostics about switches that are neither on nor
// off.
const BadSwitch = "bad-switch"

// TruthFix is what to do about a switch that is neither on nor off.
const TruthFix = "write true or false, without quotes"

// Bool reads true or false; nil is neither.
func (r *Reader) Bool(v *document.Value, name string) *bool {
	value, ok := v.Bool()
	if !ok {
		text, _ := v.Text()
		d := diag.Errorf(BadSwitch, "%s must be true or false, not %s; it counts as not set", name, v.Kind).Fixf(TruthFix)
		if word := strings.ToLower(text); word == "true" || word == "false" {
			d = d.Fixf("write %s without quotes", word).Replace(word)
		}
		r.Report(v.Pos, d)
		return nil
	}
	return &value
}

// CommandFix is what to do about a hook that runs nothing.
const CommandFix = "write the command that is to run as a string, or remove the hook"

// Command reads what is to be run. problem says what is wrong with it, as the
// end of a sentence that begins with its name; "" if nothing is.
func Command(v *document.Value) (text, problem string) {
	text, ok := v.Text()
	switch {
	case !ok:
		problem = fmt.Sprintf("must be a string, not %s", v.Kind)
	case strings.TrimSpace(text) == "":
		problem = "is empty"
	case strings.ContainsRune(text, 0):
		problem = "contains a NUL character, which no program can take"
	}
	return text, problem
}
