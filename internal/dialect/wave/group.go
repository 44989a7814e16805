package wave

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/diag"
	"github.com/grapnel-hooks/grapnel/internal/base/document"
	"github.com/grapnel-hooks/grapnel/internal/base/suggest"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/dialect/kit"
)

const (
	defaultTimeout = 600 * time.Second
	maxTimeout     = 600 * time.Second
	minTimeout     = time.Millisecond // anything below is none
)

var timeouts = kit.Timeouts{Unit: time.Second, Default: defaultTimeout, Min: minTimeout, Max: maxTimeout}

func (r *reader) readGroup(event string, group *document.Value) {
	r.ReportUnknown(group, "matcher", "hooks", "description")
	base := hook.Definition{Event: event, Source: r.From.Source}
	if !r.readMatcher(&base, group.Get("matcher")) {
		return
	}
	if list := group.Get("hooks"); list != nil && list.Kind == document.List && len(list.Items) == 0 {
		r.Report(list.Pos, diag.Errorf("bad-group", "\"hooks\" of the group is empty").Fixf("add a hook, or remove the group"))
	}
	r.Hooks(group, func(v *document.Value) { r.readHook(base, v) })
}

// readMatcher reads a matcher and reports whether the group can be used. One
// for an event without tools has no effect; its hooks always run.
func (r *reader) readMatcher(def *hook.Definition, v *document.Value) bool {
	text, ok := r.Matcher(v)
	if text == "" {
		return ok
	}
	if event, _ := dialect.Event(Dialect{}, def.Event); event.Subject == "" {
		if text != "*" {
			r.Report(v.Pos, diag.Warnf("unused-matcher", "%s has no matcher, so its hooks always run", def.Event).Fixf("remove it"))
		}
		return true
	}
	if problem, fix := badMatcher(text); problem != "" {
		r.Report(v.Pos, diag.Errorf("bad-matcher", "the matcher %q %s; its hooks are left out", text, problem).Fixf("%s", fix))
		return false
	}
	def.Matcher = text
	return true
}

// notInMatchers are characters that make a matcher something else: a command,
// or a pattern of another kind.
const notInMatchers = ";&`$(){}<>"

// badMatcher says what is wrong with a matcher, and what to do; "" if nothing is.
func badMatcher(text string) (problem, fix string) {
	if i := strings.IndexAny(text, notInMatchers); i >= 0 {
		return fmt.Sprintf("has %q, which no matcher may have", text[i]), "write tool names or globs such as Edit|mcp__*, separated by |"
	}
	for part := range strings.SplitSeq(text, "|") {
		if strings.TrimSpace(part) == "" {
			return "has nothing between two |, or before or after one", "write names or globs such as Edit|mcp__*, or \"\" for every tool"
		}
	}
	return "", ""
}

func (r *reader) readHook(def hook.Definition, v *document.Value) {
	r.ReportUnknown(v, "type", "command", "timeout", "name", "description", "async")
	def.Origin = v.Pos
	if !r.readType(&def, v) || !r.readCommand(&def, v) {
		return
	}
	def.Name = r.Name(v)
	if async := v.Get("async"); async != nil && string(async.Scalar) != "false" {
		r.Report(async.Pos, diag.Warnf("no-async", "async is not supported: the hook is waited for, and its answer counts").
			Fixf("to go on without it, end the command with &"))
	}
	def.Timeout = r.Timeout(v.Get("timeout"), timeouts)
	r.Add(def)
}

func (r *reader) readType(def *hook.Definition, v *document.Value) bool {
	t := v.Get("type")
	if t == nil {
		r.Report(v.Pos, diag.Errorf("bad-type", "the hook has no type").Fixf("%s", cmp.Or(suggest.Key(v, "type"), `add "type": "command"`)))
		return false
	}
	text, ok := t.Text()
	switch {
	case !ok:
		r.Report(t.Pos, diag.Errorf("bad-type", "type must be a string, not %s", t.Kind).Fixf(`write "command"`))
	case text != "command":
		r.Report(t.Pos, diag.Errorf("bad-type", "type %q is not known", text).Fixf(`write "command"`))
	default:
		def.Type = text
		return true
	}
	return false
}

func (r *reader) readCommand(def *hook.Definition, v *document.Value) bool {
	text, ok := r.Command(v)
	def.Command = text
	return ok
}
