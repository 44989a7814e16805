package grapnel

import (
	"slices"
	"strings"
	"time"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/diag"
	"github.com/grapnel-hooks/grapnel/internal/base/document"
	"github.com/grapnel-hooks/grapnel/internal/base/tools"
	"github.com/grapnel-hooks/grapnel/internal/dialect/kit"
)

const (
	defaultTimeout = 60 * time.Second
	maxTimeout     = kit.MaxTimer
)

// readHook reads one hook, which becomes a definition for each of its events.
func (r *reader) readHook(v *document.Value) {
	own := []string{"name", "on", "run", "timeout", "env", "cwd", "order", "sequential", "async", "once", "budget", "on_failure", "speaks", "mode", "unless"}
	r.keys(v, "a hook", slices.Concat(own, conditionKeys())...)
	r.unsupported(v, "async", "once")
	def := hook.Definition{
		Name: r.name(v, "hook"), Type: typeCommand, Source: r.From.Source, Origin: v.Pos,
		Timeout: r.duration(v, "timeout", defaultTimeout), Budget: r.duration(v, "budget", 0),
		Conditions: r.readConditions(v), Matcher: r.matcher(v), Observe: r.observes(v), Env: r.readEnv(v.Get("env")),
	}
	r.readRun(&def, v)
	if cwd := v.Get("cwd"); cwd != nil {
		def.Dir = r.text(cwd, "cwd")
	}
	if order := v.Get("order"); order != nil {
		number, ok := order.Float()
		if !ok {
			r.mistake(order.Pos, "write a number", "order must be a number, not %s", order.Kind)
		}
		def.Order = number
	}
	if sequential := v.Get("sequential"); sequential != nil {
		on, ok := sequential.Bool()
		if !ok {
			r.mistake(sequential.Pos, kit.TruthFix, "sequential must be true or false, not %s", sequential.Kind)
		}
		def.Sequential = on
	}
	if failure := v.Get("on_failure"); failure != nil {
		def.OnFailure = r.readOnFailure(failure, "on_failure")
		def.FailClosed = !slices.ContainsFunc(def.OnFailure[:], func(d hook.Decision) bool { return d != hook.Deny })
	}
	if speaks := v.Get("speaks"); speaks != nil {
		if name := r.text(speaks, "speaks"); name != "native" && name != Name {
			def.Speaks = name
		}
	}
	kinds := r.readEvents(v)
	r.checkConditions(v, def, kinds)
	r.addFor(kinds, def)
}

// checkConditions finds conditions of a hook that can never hold.
func (r *reader) checkConditions(v *document.Value, def hook.Definition, kinds []hook.Kind) {
	for _, kind := range kinds {
		if condition := impossible(def.Conditions, kind); condition != "" {
			r.Report(v.Pos, diag.Warnf("never-matches", "hook %q never runs on %s, which has no %s", def.Name, kind, condition).
				Fixf("use another event, or remove %s", condition))
		}
	}
}

// readRun reads what a hook runs: a text for the shell, or a program and its
// arguments.
func (r *reader) readRun(def *hook.Definition, v *document.Value) {
	run := v.Get("run")
	switch {
	case run == nil:
		r.mistake(v.Pos, "write run: and the command", "the hook runs nothing")
	case run.Kind == document.List:
		var words []string
		for _, item := range run.Items {
			word, ok := item.Name()
			if !ok || strings.ContainsRune(word, 0) {
				r.mistake(item.Pos, "write a text", "a word of run must be a text, not %s", item.Kind)
			}
			words = append(words, word)
		}
		if len(words) == 0 || words[0] == "" {
			r.mistake(run.Pos, "write run: [program, argument]", "run has no program")
		}
		def.Argv, def.Command = words, quoteAll(words)
	default:
		command, problem := kit.Command(run)
		if problem != "" {
			r.mistake(run.Pos, "write the command that is to run", "run %s", problem)
		}
		def.Command = command
	}
}

// quoteAll writes words as a shell would have to be told.
func quoteAll(words []string) string {
	quoted := make([]string, len(words))
	for i, word := range words {
		quoted[i] = tools.Quote(word)
	}
	return strings.Join(quoted, " ")
}

// duration reads a duration such as 10s.
func (r *reader) duration(v *document.Value, key string, otherwise time.Duration) time.Duration {
	value := v.Get(key)
	if value == nil {
		return otherwise
	}
	text, _ := value.Text()
	d, err := time.ParseDuration(text)
	switch {
	case err != nil:
		r.mistake(value.Pos, "write a number and a unit, such as 500ms, 10s or 2m", "%s must be a duration, not %s", key, quoted(value))
	case d <= 0 || d > maxTimeout:
		r.mistake(value.Pos, "write a duration such as 10s", "%s must be above 0 and at most %v, not %s", key, maxTimeout.Round(time.Hour), text)
	}
	return d
}

// readEnv reads variables for a hook.
func (r *reader) readEnv(v *document.Value) []string {
	if v == nil {
		return nil
	}
	if v.Kind != document.Object {
		r.mistake(v.Pos, "write env: {NAME: value}", "env must be a mapping of names to texts, not %s", v.Kind)
		return nil
	}
	var env []string
	for _, m := range v.Visible() {
		value, ok := m.Value.Name()
		if !ok || strings.ContainsRune(value, 0) || m.Key == "" || strings.ContainsAny(m.Key, "=\x00") {
			r.mistake(m.Value.Pos, "write a text", "the variable %s must be a text, not %s", m.Key, m.Value.Kind)
		}
		env = append(env, m.Key+"="+value)
	}
	return env
}
