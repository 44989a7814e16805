// Package settings reads configuration documents: it collects what is good in
// them, and what is not with its place. What the keys are and how strict to be
// is each dialect's own business.
package settings

import (
	"fmt"
	"slices"
	"strings"

	"github.com/grapnel-hooks/grapnel/dialect"
	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/source"
	"github.com/grapnel-hooks/grapnel/internal/suggest"
)

// Reader collects what one document says.
type Reader struct {
	From   dialect.Location
	Config dialect.Config
	// DuplicatesWarn says that a key that hides another is only a warning.
	DuplicatesWarn bool
}

// Errorf reports something that costs hooks, or a switch.
func (r *Reader) Errorf(at hook.Position, code, format string, args ...any) {
	r.Config.Diagnostics = append(r.Config.Diagnostics, hook.Errorf(code, format, args...).At(at))
}

// Warnf reports something that is hardly meant, but costs nothing.
func (r *Reader) Warnf(at hook.Position, code, format string, args ...any) {
	r.Config.Diagnostics = append(r.Config.Diagnostics, hook.Warnf(code, format, args...).At(at))
}

// Infof reports something that may well be meant.
func (r *Reader) Infof(at hook.Position, code, format string, args ...any) {
	r.Config.Diagnostics = append(r.Config.Diagnostics, hook.Infof(code, format, args...).At(at))
}

// Add adds a hook.
func (r *Reader) Add(def hook.Definition) {
	r.Config.Definitions = append(r.Config.Definitions, def)
}

// Badf is a mistake that makes a whole document unusable.
func Badf(at hook.Position, format string, args ...any) error {
	return &source.Error{Pos: at, Err: fmt.Errorf(format, args...)}
}

// ReportDuplicates reports keys that hide earlier ones, and with them
// possibly a guard.
func (r *Reader) ReportDuplicates(v *source.Value) {
	report := r.Errorf
	if r.DuplicatesWarn {
		report = r.Warnf
	}
	for _, hidden := range v.Duplicates() {
		report(hidden.Pos, "duplicate-key", "%q stands again further down, which hides this one; join the two", hidden.Key)
	}
}

// ReportUnknown warns about keys that have no effect.
func (r *Reader) ReportUnknown(v *source.Value, known ...string) {
	for _, m := range v.Members {
		if !slices.Contains(known, m.Key) {
			r.Warnf(m.Pos, "unknown-key", "%q is not a key here and has no effect%s", m.Key, suggest.DidYouMean(m.Key, known))
		}
	}
}

// Truth reads true or false; nil is neither.
func (r *Reader) Truth(v *source.Value, name string) *bool {
	value, ok := v.Truth()
	if !ok {
		r.Errorf(v.Pos, "bad-switch", "%s must be true or false, not %s; it counts as not set", name, v.Kind)
		return nil
	}
	return &value
}

// Command reads what is to be run. problem says what is wrong with it, as the
// end of a sentence that begins with its name; "" if nothing is.
func Command(v *source.Value) (text, problem string) {
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
