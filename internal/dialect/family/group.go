package family

import (
	"cmp"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/diag"
	"github.com/grapnel-hooks/grapnel/internal/base/document"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
)

// Keys of hooks that only some contracts have.
const (
	keyName    = "name"
	keyIf      = "if"
	keyFailure = "onFailure"
	keyArgs    = "args"
)

// ReadGroup reads a group of hooks for an event.
func (r *Reader) ReadGroup(event string, group *document.Value) {
	if r.IsFlat(group) {
		return
	}
	r.ReportUnknown(group, append([]string{"matcher", "hooks"}, r.contract.GroupKeys...)...)
	base := hook.Definition{Event: event, Source: r.From.Source}
	if !r.readMatcher(&base, group.Get("matcher")) {
		return
	}
	list := group.Get("hooks")
	if !r.contract.EmptyGroups && list != nil && list.Kind == document.List && len(list.Items) == 0 {
		r.Report(list.Pos, diag.Errorf("bad-group", "\"hooks\" of the group is empty").Fixf("add a hook, or remove the group"))
	}
	r.Hooks(group, func(v *document.Value) { r.readHook(base, v) })
}

// readMatcher reads a matcher and reports whether the group can be used. One
// for an event without a subject has no effect; its hooks always run.
func (r *Reader) readMatcher(def *hook.Definition, v *document.Value) bool {
	if v != nil && v.Kind == document.Null {
		return true
	}
	text, ok := r.Matcher(v)
	if text == "" {
		return ok
	}
	if event, _ := dialect.Event(Dialect{r.contract}, def.Event); event.Subject == "" {
		if text != "*" {
			r.Report(v.Pos, diag.Warnf("unused-matcher", "%s has no matcher, so its hooks always run", def.Event).Fixf("remove it"))
		}
		return true
	}
	if problem, ok := r.contract.CheckMatcher(text); !ok {
		r.Report(v.Pos, problem)
		if problem.Level == hook.LevelError {
			return false
		}
	}
	def.Matcher = text
	return true
}

func (r *Reader) readHook(def hook.Definition, v *document.Value) {
	if !r.isOtherType(v) {
		r.ReportUnknown(v, append([]string{"type", "command", "timeout"}, r.contract.HookKeys...)...)
	}
	def.Origin = v.Pos
	if !r.readType(&def, v) {
		return
	}
	var ok bool
	if def.Command, ok = r.Command(v); !ok || !r.readArgs(&def, v) {
		return
	}
	if r.has(keyName) {
		def.Name = r.Name(v)
	}
	if async := v.Get("async"); async != nil && string(async.Scalar) != "false" {
		r.Report(async.Pos, diag.Warnf("no-async", "async is not supported: the hook is waited for, and its answer counts").
			Fixf("to go on without it, end the command with &"))
	}
	r.readCondition(&def, v)
	r.readFailure(&def, v)
	limits := r.contract.Timeouts
	limits.Default = cmp.Or(r.contract.Traits(def.Event).Timeout, limits.Default)
	def.Timeout = r.Timeout(v.Get("timeout"), limits)
	r.Add(def)
}

// has reports whether hooks of the contract can have a key.
func (r *Reader) has(key string) bool { return slices.Contains(r.contract.HookKeys, key) }

// isOtherType reports whether a hook is of a type that only the product runs.
func (r *Reader) isOtherType(v *document.Value) bool {
	t := v.Get("type")
	if t == nil {
		return false
	}
	text, _ := t.Text()
	return slices.Contains(r.contract.OtherTypes, text)
}

func (r *Reader) readType(def *hook.Definition, v *document.Value) bool {
	const command = `"command"`
	t, ok := r.Type(v)
	if !ok {
		return false
	}
	text, ok := t.Text()
	switch {
	case !ok:
		r.Report(t.Pos, diag.Errorf("bad-type", "type must be a string, not %s", t.Kind).Fixf("write "+command).Replace(command))
	case r.isOtherType(v):
		r.Report(t.Pos, diag.Errorf("bad-type", "only hooks of type \"command\" can be run here; this one of type %q is left out", text).
			Fixf("write a command that does the same"))
	case text != "command":
		r.Report(t.Pos, diag.Errorf("bad-type", "type %q is not known", text).Fixf("write "+command).Replace(command))
	default:
		def.Type = text
		return true
	}
	return false
}

// readArgs reads the arguments of a program that is run without a shell. To a
// shell they are quoted words.
func (r *Reader) readArgs(def *hook.Definition, v *document.Value) bool {
	args := v.Get(keyArgs)
	if args == nil || !r.has(keyArgs) {
		return true
	}
	const fix = `write a list of strings, such as ["--check"]`
	if args.Kind != document.List {
		r.Report(args.Pos, diag.Errorf("bad-args", "args must be a list, not %s; the hook is left out", args.Kind).Fixf(fix))
		return false
	}
	words := []string{def.Command}
	for _, item := range args.Items {
		text, ok := item.Text()
		if !ok {
			r.Report(item.Pos, diag.Errorf("bad-args", "args must have only strings, not %s; the hook is left out", item.Kind).Fixf(fix))
			return false
		}
		words = append(words, text)
	}
	for i, word := range words {
		quoted, err := syntax.Quote(word, syntax.LangPOSIX)
		if err != nil {
			r.Report(args.Pos, diag.Errorf("bad-args", "args cannot be passed on: %v; the hook is left out", err).Fixf(fix))
			return false
		}
		words[i] = quoted
	}
	def.Command = strings.Join(words, " ")
	return true
}

// readCondition reads "if". A hook with a condition that nobody understands runs
// without it: a guard must not vanish because of a typo.
func (r *Reader) readCondition(def *hook.Definition, v *document.Value) {
	c := v.Get(keyIf)
	if c == nil || !r.has(keyIf) {
		return
	}
	text, _ := c.Text()
	event, _ := dialect.Event(Dialect{r.contract}, def.Event)
	switch _, ok := ParseRule(text); {
	case !ok:
		r.Report(c.Pos, diag.Errorf("bad-if", "\"if\" must be one permission rule; it is ignored, and the hook always runs").Fixf("write a rule such as Bash(git push *)"))
		return
	case event.Subject != toolSubject:
		r.Report(c.Pos, diag.Warnf("never-runs", "the hook never runs: %s is not about a tool, so no \"if\" is true there", def.Event).Fixf("remove \"if\""))
	}
	def.If = text
}

// readFailure reads what a failure of the hook means.
func (r *Reader) readFailure(def *hook.Definition, v *document.Value) {
	f := v.Get(keyFailure)
	if f == nil || !r.has(keyFailure) {
		return
	}
	switch word, _ := f.Text(); {
	case word == r.contract.Form.FailureWord:
		def.FailClosed = true
		if !r.contract.Traits(def.Event).failureBlocks() {
			r.Report(f.Pos, diag.Warnf("no-effect", "onFailure has no effect on %s, where a failure blocks nothing", def.Event).Fixf("remove it"))
		}
	case word != "continue":
		def.FailClosed = true
		r.Report(f.Pos, diag.Errorf("bad-switch", "onFailure must be \"continue\" or %q; it counts as %[1]q", r.contract.Form.FailureWord).
			Fixf("write one of the two"))
	}
}
