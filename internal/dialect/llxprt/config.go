package llxprt

import (
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/diag"
	"github.com/grapnel-hooks/grapnel/internal/base/document"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/dialect/kit"
)

const (
	defaultTimeout = 60 * time.Second
	maxTimeout     = kit.MaxTimer
)

var timeouts = kit.Timeouts{Unit: time.Millisecond, Default: defaultTimeout, Max: maxTimeout}

// Locations lists project, user and system settings, then active extensions.
// Hooks from all settings files count as the project's (the file they came
// from is kept in their origin).
func (Dialect) Locations(env dialect.Environment) ([]dialect.Location, []hook.Diagnostic) {
	if len(env.Files) > 0 {
		return dialect.Named(env.Files, dialect.JSON, hook.SourceProject), nil
	}
	why, problems := distrust(env)
	found := []dialect.Location{{Path: settingsIn(env.Project), Source: hook.SourceProject, Layer: env.ProjectLayer(), Untrusted: why}}
	if env.Home != "" && env.Home != env.Project {
		found = append(found, dialect.Location{Path: settingsIn(env.Home), Source: hook.SourceProject, Layer: dialect.UserLayer})
	}
	found = append(found, dialect.Location{Path: systemSettings(env.Getenv), Source: hook.SourceProject, Layer: dialect.ManagedLayer})
	fromExtensions, more := extensions(env, why)
	return append(found, fromExtensions...), append(problems, more...)
}

func settingsIn(dir string) string { return filepath.Join(dir, ".llxprt", "settings.json") }

func systemSettings(getenv func(string) string) string {
	if path := getenv("LLXPRT_SYSTEM_SETTINGS_PATH"); path != "" {
		return path
	}
	switch runtime.GOOS {
	case "darwin":
		return "/Library/Application Support/LLxprt-Code/settings.json"
	case "windows":
		return filepath.Join(getenv("ProgramData"), "llxprt-code", "settings.json")
	}
	return "/etc/llxprt-code/settings.json"
}

// Detect looks for hooks for an event of LLxprt.
func (Dialect) Detect(doc *document.Value) (sign string) {
	hooks := doc.Get("hooks")
	switch {
	case hooks == nil && doc.Get(switchKey) != nil:
		return "it has " + switchKey
	case hooks == nil:
		return ""
	}
	others := slices.ContainsFunc(hooks.Members, func(m document.Member) bool { return !dialect.HasEvent(Dialect{}, m.Key) })
	for _, m := range hooks.Members {
		if dialect.HasEvent(Dialect{}, m.Key) && !(others && slices.Contains(sharedEvents, m.Key)) {
			return "it has hooks for " + m.Key
		}
	}
	return ""
}

// sharedEvents have the same name in other dialects: beside others of those,
// they are not a sign of LLxprt.
var sharedEvents = []string{SessionStart, SessionEnd, Notification}

// ReadConfig reads a settings.json, an extension's manifest or its hooks.json.
func (d Dialect) ReadConfig(doc *document.Value, from dialect.Location, _ dialect.Environment) (dialect.Config, error) {
	if doc.Kind != document.Object {
		return dialect.Config{}, document.Errorf(doc.Pos, "settings must be an object, not %s", doc.Kind).Fixf(`write {"hooks": {…}}`)
	}
	r := &reader{kit.Reader{From: from}}
	r.ReportDuplicates(doc)
	r.readSwitch(doc)
	r.readDisabled(doc.Get("hooksConfig"))
	if err := r.Groups(d, doc, r.readGroup); err != nil {
		return dialect.Config{}, err
	}
	return r.Config, nil
}

// reader collects what one file says.
type reader struct{ kit.Reader }

// switchKey switches all hooks on. Older versions have it below "tools".
const switchKey = "enableHooks"

// readSwitch reads the switch, or its older place below tools. It is the
// user's switch, not an extension's.
func (r *reader) readSwitch(doc *document.Value) {
	if r.From.Source == hook.SourceExtensions {
		return
	}
	if v := doc.Get(switchKey); v != nil {
		r.Config.Enabled, r.Config.EnabledAt = r.Bool(v, switchKey), v.Pos
	}
	tools := doc.Get("tools")
	if r.Config.Enabled != nil {
		return
	}
	if tools == nil || tools.Get(switchKey) == nil {
		r.ReportSwitch(doc, switchKey)
		return
	}
	v := tools.Get(switchKey)
	r.Config.Enabled, r.Config.EnabledAt = r.Bool(v, "tools."+switchKey), v.Pos
}

func (r *reader) readGroup(event string, group *document.Value) {
	if r.IsFlat(group) {
		return
	}
	r.ReportUnknown(group, "matcher", "sequential", "hooks", "description")

	matcher, ok := r.Matcher(group.Get("matcher"))
	if !ok {
		return
	}
	base := hook.Definition{Event: event, Matcher: matcher, Source: r.From.Source, Env: r.From.Env}
	if v := group.Get("sequential"); v != nil {
		sequential := r.Bool(v, "sequential")
		base.Sequential = sequential != nil && *sequential
	}
	r.Hooks(group, func(v *document.Value) { r.readHook(base, v) })
}

func (r *reader) readHook(def hook.Definition, v *document.Value) {
	r.ReportUnknown(v, "type", "command", "timeout", "name", "description")
	def.Origin = v.Pos
	if !r.readType(&def, v) || !r.readCommand(&def, v) {
		return
	}
	def.Name = r.Name(v)
	def.Timeout = r.Timeout(v.Get("timeout"), timeouts)
	r.Add(def)
}

func (r *reader) readType(def *hook.Definition, v *document.Value) bool {
	t, ok := r.Type(v)
	if !ok {
		return false
	}
	const command = `"command"`
	text, ok := t.Text()
	switch {
	case !ok:
		r.Report(t.Pos, diag.Errorf("bad-type", "type must be a string, not %s", t.Kind).Fixf("write "+command).Replace(command))
	case text == "command" || text == "plugin":
		def.Type = text
		return true
	case strings.EqualFold(strings.TrimSpace(text), "command"):
		r.Report(t.Pos, diag.Errorf("bad-type", "type %q is not known", text).Fixf("write %s, in lower case", command).Replace(command))
	default:
		r.Report(t.Pos, diag.Errorf("bad-type", "type %q is not known", text).Fixf("write "+command).Replace(command))
	}
	return false
}

func (r *reader) readCommand(def *hook.Definition, v *document.Value) bool {
	if def.Type == "plugin" && v.Get("command") == nil {
		return true
	}
	text, ok := r.Command(v)
	def.Command = text
	if r.From.Source == hook.SourceExtensions {
		def.Command = strings.NewReplacer("${/}", "/", "${pathSeparator}", "/").Replace(text)
	}
	return ok
}
