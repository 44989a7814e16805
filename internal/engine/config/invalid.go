package config

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/diag"
	"github.com/grapnel-hooks/grapnel/internal/base/document"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
)

// Disabled is the code of the diagnostic that says that a broken configuration
// has switched hooks off. It has the source, and the reason in a few words.
const Disabled = "hooks-disabled"

// IsDisabled reports whether a broken configuration has switched hooks off.
func (s Set) IsDisabled() bool {
	return slices.ContainsFunc(s.Diagnostics, func(d hook.Diagnostic) bool { return d.Code == Disabled })
}

// unusable is the error of a document that could not be read, with a reason of a
// few words that never quotes the document.
type unusable struct {
	reason string
	err    error
}

func (u *unusable) Error() string { return u.err.Error() }
func (u *unusable) Unwrap() error { return u.err }

// disabled is the configuration of a dialect in which a broken file switches
// all hooks off.
func disabled(from dialect.Location, err error) Set {
	text, fix := err.Error(), ""
	var located *document.Error
	if errors.As(err, &located) {
		text, fix = located.Err.Error(), located.Fix // its position is kept apart
	}
	reason := shortened(text)
	var kind *unusable
	if errors.As(err, &kind) {
		reason, text = kind.reason, kind.reason+": "+text
	}
	d := diag.Errorf(Disabled, "invalid hook configuration from %s (%s); hooks are disabled for this session", from.Source, text).
		Fixf("%s", cmp.Or(fix, "correct it"))
	d.Source, d.Reason = from.Source, reason
	if located != nil {
		d = d.At(located.Pos)
	}
	return Set{Diagnostics: []hook.Diagnostic{d}}
}

// maxReason is how many characters a reason may have.
const maxReason = 160

// shortened brings a text into one line that a log can take.
func shortened(text string) string {
	line := []rune(strings.Join(strings.Fields(text), " "))
	if len(line) <= maxReason {
		return string(line)
	}
	return string(line[:maxReason-3]) + "..."
}

func formatName(f dialect.Format) string {
	if f == dialect.YAML {
		return "YAML"
	}
	return "JSON"
}
