package llxprt

import (
	"path/filepath"
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
func (d Dialect) Locations(env dialect.Environment) ([]dialect.Location, []hook.Diagnostic) {
	if len(env.Files) > 0 {
		return dialect.Named(env.Files, dialect.JSON, hook.SourceProject), nil
	}
	c := d.Contract
	if home := env.Getenv(c.HomeVariable); home != "" && c.HomeVariable != "" {
		env.Home = home
	}
	why, problems := c.distrust(env)
	found := []dialect.Location{{Path: c.settingsIn(env.Project), Source: hook.SourceProject, Layer: env.ProjectLayer(), Untrusted: why}}
	if env.Home != "" && env.Home != env.Project {
		found = append(found, dialect.Location{Path: c.settingsIn(env.Home), Source: hook.SourceProject, Layer: dialect.UserLayer})
	}
	found = append(found, dialect.Location{Path: c.SystemSettings(env.Getenv), Source: hook.SourceProject, Layer: dialect.ManagedLayer})
	fromExtensions, more := c.extensions(env, why)
	return append(found, fromExtensions...), append(problems, more...)
}

// settingsIn is the settings file below a directory.
func (c *Contract) settingsIn(dir string) string {
	return filepath.Join(dir, c.Folder, "settings.json")
}

// Detect looks for hooks for an event of the contract.
func (d Dialect) Detect(doc *document.Value) (sign string) {
	hooks := doc.Get("hooks")
	switch {
	case hooks == nil && !d.Contract.HooksConfig && doc.Get(switchKey) != nil:
		return "it has " + switchKey
	case hooks == nil:
		return ""
	}
	others := slices.ContainsFunc(hooks.Members, func(m document.Member) bool { return !dialect.HasEvent(d, m.Key) })
	for _, m := range hooks.Members {
		if dialect.HasEvent(d, m.Key) && !(others && slices.Contains(sharedEvents, m.Key)) {
			return "it has hooks for " + m.Key
		}
	}
	return ""
}

// sharedEvents have the same name in other dialects: beside others of those,
// they are not a sign of these.
var sharedEvents = []string{SessionStart, SessionEnd, Notification}

// ReadConfig reads a settings.json, an extension's manifest or its hooks.json.
func (d Dialect) ReadConfig(doc *document.Value, from dialect.Location, _ dialect.Environment) (dialect.Config, error) {
	if doc.Kind != document.Object {
		return dialect.Config{}, document.Errorf(doc.Pos, "settings must be an object, not %s", doc.Kind).Fixf(`write {"hooks": {…}}`)
	}
	r := &reader{kit.Reader{From: from}, d.Contract}
	r.ReportDuplicates(doc)
	r.readSwitch(doc)
	r.readDisabled(doc.Get("hooksConfig"))
	if err := r.Groups(d, doc, r.readGroup); err != nil {
		return dialect.Config{}, err
	}
	return r.Config, nil
}

// reader collects what one file says.
type reader struct {
	kit.Reader
	contract *Contract
}

// switchKey switches all hooks on. Older versions have it below "tools".
const switchKey = "enableHooks"

// readSwitch reads the switch, or its older place below tools. It is the
// user's switch, not an extension's.
func (r *reader) readSwitch(doc *document.Value) {
	if r.From.Source == hook.SourceExtensions || r.contract.HooksConfig {
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
	known := []string{"type", "command", "timeout", "name", "description"}
	if r.contract.HookEnv {
		known = append(known, keyEnv)
		r.readEnv(&def, v.Get(keyEnv))
	}
	r.ReportUnknown(v, known...)
	def.Origin = v.Pos
	if !r.readType(&def, v) || !r.readCommand(&def, v) {
		return
	}
	def.Name = r.Name(v)
	def.Timeout = r.Timeout(v.Get("timeout"), timeouts)
	r.Add(def)
}

// keyEnv are variables for a hook.
const keyEnv = "env"

// readEnv reads the variables of a hook; v may be nil. Those that cannot be used
// are left out: a guard must not vanish because of a typo.
func (r *reader) readEnv(def *hook.Definition, v *document.Value) {
	if v == nil {
		return
	}
	if v.Kind != document.Object {
		r.Report(v.Pos, diag.Warnf("bad-env", "env must be an object, not %s; it is ignored", v.Kind).Fixf(`write {"NAME": "value"}`))
		return
	}
	def.Env = slices.Clone(def.Env)
	for _, m := range v.Members {
		text, ok := m.Value.Text()
		if !ok || m.Key == "" || strings.ContainsAny(m.Key, "=\x00") || strings.Contains(text, "\x00") {
			r.Report(m.Pos, diag.Warnf("bad-env", "the variable %q must have a name and be a string; it is ignored", m.Key).Fixf("write a string"))
			continue
		}
		def.Env = append(def.Env, m.Key+"="+text)
	}
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
