package massgen

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/diag"
	"github.com/grapnel-hooks/grapnel/internal/base/document"
	"github.com/grapnel-hooks/grapnel/internal/base/suggest"
	"github.com/grapnel-hooks/grapnel/internal/dialect/kit"
)

const (
	defaultTimeout = 30 * time.Second
	minTimeout     = time.Millisecond
	maxTimeout     = kit.MaxTimer
)

var timeouts = kit.Timeouts{Unit: time.Second, Default: defaultTimeout, Max: maxTimeout}

const (
	// hookForm is what a hook looks like.
	hookForm = "{handler: …, type: command}"
	// handlerFix is what to do about a hook that runs nothing.
	handlerFix = "write the command or function that is to run as a string, or remove the hook"
)

// readHook reads one hook. ok is false if it cannot be used.
func (r *reader) readHook(event string, v *document.Value, path string) (def hook.Definition, ok bool) {
	if v.Kind != document.Object {
		r.Report(v.Pos, diag.Errorf("bad-hook", "%s must be a mapping, not %s; it is left out", path, v.Kind).Fixf("write %s", hookForm))
		return def, false
	}
	r.ReportUnknown(v, "handler", "type", "matcher", "timeout", "fail_closed", "description")
	def = hook.Definition{Event: event, Source: r.From.Source, Origin: v.Pos, Timeout: r.timeout(v.Get("timeout"))}
	if !r.readType(&def, v, path) || !r.readHandler(&def, v, path) || !r.readMatcher(&def, v, path) {
		return def, false
	}
	if f := v.Get("fail_closed"); f != nil && f.Kind != document.Null {
		def.FailClosed = r.truth(f, path+".fail_closed", true)
	}
	def.Name = def.Type + "_" + def.Command
	return def, true
}

func (r *reader) readType(def *hook.Definition, v *document.Value, path string) bool {
	def.Type = typePython
	t := v.Get("type")
	if t == nil || t.Kind == document.Null {
		return true
	}
	types := []string{typePython, typeCommand}
	text, ok := t.Text()
	switch {
	case !ok:
		r.Report(t.Pos, diag.Errorf("bad-type", "%s.type must be a string, not %s; the hook is left out", path, t.Kind).Fixf("write python or command"))
	case !slices.Contains(types, text):
		r.Report(t.Pos, diag.Errorf("bad-type", "%s.type %q is not known, and the hook is left out", path, text).
			Fixf("%s", cmp.Or(suggest.DidYouMean(text, types), "write python or command")))
	default:
		def.Type = text
		return true
	}
	return false
}

func (r *reader) readHandler(def *hook.Definition, v *document.Value, path string) bool {
	h := v.Get("handler")
	if h == nil {
		if suggest.Key(v, "handler") == "" { // else ReportUnknown has said so
			r.Report(v.Pos, diag.Errorf("bad-handler", "%s has no handler and is left out", path).Fixf(handlerFix))
		}
		return false
	}
	text, problem := kit.Command(h)
	switch {
	case problem != "":
		r.Report(h.Pos, diag.Errorf("bad-handler", "%s.handler %s; the hook is left out", path, problem).Fixf(handlerFix))
		return false
	case def.Type == typePython && !isDottedName(text):
		// It stays: a Python hook that cannot be imported denies.
		r.Report(h.Pos, diag.Errorf("bad-handler", "%s.handler %q is not a Python function, so every call will be denied", path, text).
			Fixf("write module.function, or add type: command"))
	}
	def.Command = text
	return true
}

// isDottedName reports whether text can name a function in a module.
func isDottedName(text string) bool {
	parts := strings.Split(text, ".")
	return len(parts) > 1 && !slices.Contains(parts, "") && !strings.ContainsAny(text, "/\\ \t\n:")
}

func (r *reader) readMatcher(def *hook.Definition, v *document.Value, path string) bool {
	m := v.Get("matcher")
	if m == nil || m.Kind == document.Null {
		return true
	}
	text, ok := m.Text()
	if !ok {
		r.Report(m.Pos, diag.Errorf("bad-matcher", "%s.matcher must be a string, not %s; the hook is left out", path, m.Kind).
			Fixf("write names like \"Write|Edit\", or remove it to match every tool"))
		return false
	}
	if text != "" && strings.Trim(text, "| \t\n") == "" {
		r.Report(m.Pos, diag.Warnf("bad-matcher", "%s.matcher %q names no tool, so the hook never runs", path, text).Fixf("leave it out to match every tool"))
	}
	def.Matcher = text
	return true
}

// timeout reads a timeout. No value is what is left when it is commented out.
func (r *reader) timeout(v *document.Value) time.Duration {
	if v == nil || v.Kind == document.Null {
		return defaultTimeout
	}
	if text, ok := v.Text(); ok {
		// YAML takes a number with too many digits for a string.
		if number, err := strconv.ParseFloat(text, 64); err == nil && number > maxTimeout.Seconds() {
			v = &document.Value{Kind: document.Number, Pos: v.Pos, Scalar: json.RawMessage(strconv.FormatFloat(number, 'g', -1, 64))}
		}
	}
	return max(r.Timeout(v, timeouts), minTimeout)
}

// truth reads a boolean, also in the words that Python's YAML takes for one.
// Anything else counts as what is safer.
func (r *reader) truth(v *document.Value, path string, safer bool) bool {
	if value, ok := v.Bool(); ok {
		return value
	}
	text, _ := v.Text()
	switch strings.ToLower(text) {
	case "yes", "on", "true":
		return true
	case "no", "off", "false":
		return false
	}
	r.Report(v.Pos, diag.Errorf("bad-switch", "%s must be true or false, not %s; it counts as %v", path, v.Kind, safer).Fixf(kit.TruthFix))
	return safer
}
