package pi

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
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
	defaultTimeout = 5 * time.Second
	maxTimeout     = kit.MaxTimer
)

var timeouts = kit.Timeouts{Unit: time.Millisecond, Default: defaultTimeout, Max: maxTimeout}

// hookForm is what a hook looks like.
const hookForm = `{"command": …}`

// Where hooks come from, as results name it.
const (
	SourceCLI     hook.Source = "cli"
	SourceEnv     hook.Source = "env"
	SourceClaude  hook.Source = "claude_settings"
	SourceDefault hook.Source = "default"
)

// configVariable holds a whole configuration.
const configVariable = "PI_HOOKS_JSON"

// The options that only pi has.
var (
	hooksConfig = dialect.Flag{
		Name: "hooks-config", File: true,
		Help: "this `file`, the same as --config",
	}
	gastown = dialect.Flag{
		Name: "gastown", Variable: "PI_GASTOWN_MODE",
		Help: "use the built-in hooks if nothing else is configured",
	}
	claudeFlag = dialect.Flag{
		Name: "claude-settings-hooks", Variable: "PI_ENABLE_CLAUDE_SETTINGS_HOOKS",
		Help: "also read .claude/settings.json",
	}
)

// Locations lists where configuration may be; the first place that has some
// counts alone. A file or variable that the user gave ends the list: if it is
// broken, nothing else takes its place.
func (Dialect) Locations(env dialect.Environment) ([]dialect.Location, []hook.Diagnostic) {
	if len(env.Files) > 0 {
		return dialect.Named(env.Files[:1], dialect.StrictJSON, SourceCLI), notRead(env.Files)
	}
	if text := env.Getenv(configVariable); text != "" {
		return []dialect.Location{{Path: configVariable, Text: []byte(text), Format: dialect.StrictJSON, Source: SourceEnv}}, nil
	}
	var list []dialect.Location
	if claudeFlag.IsOn(env) {
		for _, name := range []string{"settings.local.json", "settings.json"} {
			path := filepath.Join(env.Project, ".claude", name)
			list = append(list, dialect.Location{Path: path, Format: dialect.StrictJSON, Source: SourceClaude, IfHooks: true})
		}
	}
	if gastown.IsOn(env) {
		list = append(list, dialect.Location{Path: "built-in hooks", Text: []byte(builtIns), Format: dialect.StrictJSON, Source: SourceDefault, Fallback: true})
	}
	return list, nil
}

// notRead says which of the files that the user named do not count: the first
// one does, as everywhere the first source.
func notRead(files []string) []hook.Diagnostic {
	var list []hook.Diagnostic
	for _, file := range files[1:] {
		list = append(list, diag.Warnf("not-read", "%s is not read: %s comes first, and only one file counts", file, files[0]).
			Fixf("join them into %s", files[0]))
	}
	return list
}

// Detect looks for lists of hooks for events at the top of the document, as
// no other dialect has them. Hooks that are not in groups are pi's, too, where
// ever they are: reading them says what is wrong with the place.
func (Dialect) Detect(doc *document.Value) (sign string) {
	if hooks := doc.Get("hooks"); hooks != nil && hooks.Kind == document.Object {
		for _, m := range hooks.Members {
			if dialect.HasEvent(Dialect{}, m.Key) && slices.ContainsFunc(m.Value.Items, isOwnHook) {
				return "it has hooks for " + m.Key + " that are not in groups"
			}
		}
	}
	for _, m := range doc.Members {
		if dialect.HasEvent(Dialect{}, m.Key) && m.Value.Kind == document.List {
			return "it has " + m.Key + " at its top"
		}
	}
	for _, m := range doc.Members {
		if slices.ContainsFunc(m.Value.Items, isOwnHook) {
			return "it has hooks at its top" // for an event that is misspelt
		}
	}
	return ""
}

// isOwnHook reports whether a value has what only hooks of pi have. Others have a
// type, or a matcher that is a text.
func isOwnHook(v *document.Value) bool {
	matcher := v.Get("matcher")
	return v.Get("command") != nil && v.Get("type") == nil && (matcher == nil || matcher.Kind == document.Object)
}

// ReadConfig reads a configuration. A guard that is half configured does not protect:
// the first mistake makes the whole document unusable.
func (d Dialect) ReadConfig(doc *document.Value, from dialect.Location, _ dialect.Environment) (dialect.Config, error) {
	r := &reader{kit.Reader{From: from, DuplicatesWarn: true}}
	if doc.Kind != document.Object {
		return dialect.Config{}, document.Errorf(doc.Pos, "the configuration must be an object that maps event names to lists of hooks, not %s", doc.Kind).
			Fixf(`write {"PreToolUse": [%s]}`, hookForm)
	}
	r.ReportDuplicates(doc)
	var err error
	if from.Source == SourceClaude {
		err = r.readClaude(doc)
	} else {
		err = r.readEvents(doc)
	}
	if err != nil {
		return dialect.Config{}, err
	}
	return r.Config, nil
}

// reader collects what one document says.
type reader struct{ kit.Reader }

// readEvents reads the native form: event names with lists of hooks.
func (r *reader) readEvents(doc *document.Value) error {
	for _, m := range doc.Visible() {
		if m.Key == "$schema" {
			continue // for editors
		}
		if !dialect.HasEvent(Dialect{}, m.Key) {
			return unknownKey(m)
		}
		if m.Value.Kind != document.List {
			return document.Errorf(m.Value.Pos, "%s must be a list of hooks, not %s", m.Key, m.Value.Kind).Fixf("write [%s]", hookForm)
		}
		for i, item := range m.Value.Items {
			if err := r.readHook(m.Key, fmt.Sprintf("%s[%d]", m.Key, i), item); err != nil {
				return err
			}
		}
	}
	return nil
}

// unknownKey explains a key of the document that is not an event.
func unknownKey(m document.Member) error {
	if m.Key == "hooks" && m.Value.Kind == document.Object {
		return document.Errorf(m.Pos, "hooks is not an event").Fixf(`write the events at the top of the document, without "hooks" around them`)
	}
	d := Dialect{}.UnknownEvent(m.Key)
	return document.Errorf(m.Pos, "%s", d.Problem).Fixf("%s", d.Fix)
}

// readHook reads one hook; path is what messages call it.
func (r *reader) readHook(event, path string, v *document.Value) error {
	if v.Kind != document.Object {
		return document.Errorf(v.Pos, "%s must be an object, not %s", path, v.Kind).Fixf("write %s", hookForm)
	}
	r.ReportDuplicates(v)
	r.ReportUnknown(v, "command", "timeoutMs", "failOpen", "matcher")
	def := hook.Definition{Event: event, Type: "command", Source: r.From.Source, Origin: v.Pos}
	for _, read := range []func(*hook.Definition, string, *document.Value) error{
		r.readCommand, r.readTimeout, r.readFailOpen, r.readMatcher,
	} {
		if err := read(&def, path, v); err != nil {
			return err
		}
	}
	r.Add(def)
	return nil
}

func (r *reader) readCommand(def *hook.Definition, path string, v *document.Value) error {
	c := v.Get("command")
	if c == nil {
		return document.Errorf(v.Pos, "%s has no command", path).Fixf("%s", cmp.Or(suggest.Key(v, "command"), kit.CommandFix))
	}
	text, problem := kit.Command(c)
	if problem != "" {
		return document.Errorf(c.Pos, "%s.command %s", path, problem).Fixf(kit.CommandFix)
	}
	def.Command = text
	return nil
}

func (r *reader) readTimeout(def *hook.Definition, path string, v *document.Value) error {
	def.Timeout = defaultTimeout
	t := v.Get("timeoutMs")
	if t == nil {
		return nil
	}
	if _, ok := t.Float(); !ok && t.Kind == document.Number {
		return document.Errorf(t.Pos, "%s.timeoutMs is not a number that can be used", path).Fixf("%s", timeouts.Fix(t))
	}
	limit, problem := timeouts.Read(t)
	if limit == 0 {
		return document.Errorf(t.Pos, "%s.timeoutMs %s", path, problem).Fixf("%s", timeouts.Fix(t))
	}
	if problem != "" {
		r.Report(t.Pos, diag.Warnf("bad-timeout", "the timeout %s; that is used", problem).Fixf("%s", timeouts.Fix(t)))
	}
	def.Timeout = limit
	return nil
}

func (r *reader) readFailOpen(def *hook.Definition, path string, v *document.Value) error {
	f := v.Get("failOpen")
	if f == nil {
		return nil
	}
	open, ok := f.Bool()
	if !ok {
		return document.Errorf(f.Pos, "%s.failOpen must be true or false, not %s", path, f.Kind).Fixf(kit.TruthFix)
	}
	def.FailClosed = !open
	if def.FailClosed && def.Event != PreToolUse {
		r.Report(f.Pos, diag.Warnf("no-effect", "failOpen has no effect on %s, where nothing can be blocked", def.Event).Fixf("remove it"))
	}
	return nil
}

func (r *reader) readMatcher(def *hook.Definition, path string, v *document.Value) error {
	m := v.Get("matcher")
	if m == nil || m.Kind == document.Null {
		return nil
	}
	if m.Kind != document.Object {
		return document.Errorf(m.Pos, "%s.matcher must be an object, not %s", path, m.Kind).Fixf(`write {"toolNames": […]}`)
	}
	r.ReportDuplicates(m)
	r.ReportUnknown(m, "toolNames")
	list := m.Get("toolNames")
	if list == nil {
		return nil
	}
	if list.Kind != document.List {
		return document.Errorf(list.Pos, "%s.matcher.toolNames must be a list of strings, not %s", path, list.Kind).Fixf(`write ["bash", "edit"]`)
	}
	def.Tools = []string{}
	for _, item := range list.Items {
		name, ok := item.Text()
		if !ok {
			return document.Errorf(item.Pos, "%s.matcher.toolNames must have only strings, not %s", path, item.Kind).Fixf("write the name of a tool")
		}
		def.Tools = append(def.Tools, name)
	}
	def.Matcher = strings.Join(def.Tools, "|")
	switch event, _ := dialect.Event(Dialect{}, def.Event); {
	case event.Subject == "":
		r.Report(m.Pos, diag.Warnf("no-effect", "a matcher has no effect on %s, which is about no tool", def.Event).Fixf("remove it"))
	case len(def.Tools) == 0:
		r.Report(list.Pos, diag.Warnf("never-runs", "%s.matcher.toolNames is empty, so the hook never runs", path).Fixf("remove toolNames to match every tool"))
	}
	return nil
}
