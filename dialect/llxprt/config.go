package llxprt

import (
	"fmt"
	"math"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/grapnel-hooks/grapnel/dialect"
	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/source"
	"github.com/grapnel-hooks/grapnel/internal/suggest"
)

const (
	defaultTimeout = 60 * time.Second
	maxTimeout     = math.MaxInt32 * time.Millisecond // what JavaScript timers can do
)

// Locations lists project, user and system settings, then active extensions.
// Hooks from all settings files count as the project's (the file they came
// from is kept in their origin).
func (Dialect) Locations(place dialect.Place) ([]dialect.Location, []hook.Diagnostic) {
	if len(place.Files) > 0 {
		return dialect.Named(place.Files, dialect.JSON, hook.SourceProject), nil
	}
	paths := []string{filepath.Join(place.Project, ".llxprt", "settings.json")}
	if place.Home != "" && place.Home != place.Project {
		paths = append(paths, filepath.Join(place.Home, ".llxprt", "settings.json"))
	}
	paths = append(paths, systemSettings(place.Getenv))

	var found []dialect.Location
	for _, path := range paths {
		found = append(found, dialect.Location{Path: path, Source: hook.SourceProject})
	}
	fromExtensions, problems := extensions(place)
	return append(found, fromExtensions...), problems
}

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

// Recognizes reports whether the document has hooks for an event of LLxprt.
func (Dialect) Recognizes(doc *source.Value) bool {
	hooks := doc.Get("hooks")
	if hooks == nil {
		return doc.Get("enableHooks") != nil
	}
	return slices.ContainsFunc(hooks.Members, func(m source.Member) bool { return isEvent(m.Key) })
}

func isEvent(name string) bool {
	return slices.ContainsFunc(events, func(e hook.EventType) bool { return e.Name == name })
}

// ReadConfig reads a settings.json, an extension's manifest or its hooks.json.
func (Dialect) ReadConfig(doc *source.Value, from dialect.Location, _ dialect.Place) (dialect.Config, error) {
	if doc.Kind != source.Object {
		return dialect.Config{}, &source.Error{Pos: doc.Pos, Err: fmt.Errorf("settings must be an object, not %s", doc.Kind)}
	}
	r := &reader{from: from}
	r.reportDuplicates(doc)
	r.readSwitch(doc)
	if hooks := doc.Get("hooks"); hooks != nil {
		if hooks.Kind != source.Object {
			return dialect.Config{}, &source.Error{Pos: hooks.Pos, Err: fmt.Errorf("\"hooks\" must be an object that maps event names to lists, not %s", hooks.Kind)}
		}
		r.readEvents(hooks)
	}
	return r.config, nil
}

// reader collects what one file says.
type reader struct {
	from   dialect.Location
	config dialect.Config
}

func (r *reader) errorf(at hook.Position, code, format string, args ...any) {
	r.config.Diagnostics = append(r.config.Diagnostics, hook.Errorf(code, format, args...).At(at))
}

func (r *reader) warnf(at hook.Position, code, format string, args ...any) {
	r.config.Diagnostics = append(r.config.Diagnostics, hook.Warnf(code, format, args...).At(at))
}

func (r *reader) reportDuplicates(v *source.Value) {
	for _, hidden := range v.Duplicates() {
		r.errorf(hidden.Pos, "duplicate-key", "%q stands again further down, which hides this one; join the two", hidden.Key)
	}
}

// readSwitch reads enableHooks, or its older place below tools. It is the
// user's switch, not an extension's.
func (r *reader) readSwitch(doc *source.Value) {
	if r.from.Source == hook.SourceExtensions {
		return
	}
	if v := doc.Get("enableHooks"); v != nil {
		r.config.Enabled = r.truth(v, "enableHooks")
	}
	tools := doc.Get("tools")
	if r.config.Enabled != nil || tools == nil {
		return
	}
	if v := tools.Get("enableHooks"); v != nil {
		r.config.Enabled = r.truth(v, "tools.enableHooks")
	}
}

func (r *reader) truth(v *source.Value, name string) *bool {
	value, ok := v.Truth()
	if !ok {
		r.errorf(v.Pos, "bad-switch", "%s must be true or false, not %s; it counts as not set", name, v.Kind)
		return nil
	}
	return &value
}

func (r *reader) readEvents(hooks *source.Value) {
	r.reportDuplicates(hooks)
	for _, m := range hooks.Members {
		if hooks.Get(m.Key) != m.Value {
			continue // hidden by a duplicate
		}
		if !isEvent(m.Key) {
			r.errorf(m.Pos, "unknown-event", "%s", unknownEvent(m.Key))
			continue
		}
		if m.Value.Kind != source.List {
			r.errorf(m.Value.Pos, "bad-event", "hooks.%s must be a list of groups [{\"matcher\": …, \"hooks\": […]}], not %s", m.Key, m.Value.Kind)
			continue
		}
		for _, group := range m.Value.Items {
			r.readGroup(m.Key, group)
		}
	}
}

func (r *reader) readGroup(event string, group *source.Value) {
	if group.Kind != source.Object {
		r.errorf(group.Pos, "bad-group", "a hook group must be an object {\"matcher\": …, \"hooks\": […]}, not %s", group.Kind)
		return
	}
	r.reportDuplicates(group)
	r.reportUnknown(group, "matcher", "sequential", "hooks", "description")

	base := hook.Definition{Event: event, Source: r.from.Source, Env: r.from.Env}
	if v := group.Get("matcher"); v != nil {
		text, ok := v.Text()
		if !ok {
			r.errorf(v.Pos, "bad-matcher", "matcher must be a string, not %s; its hooks are left out", v.Kind)
			return
		}
		base.Matcher = text
	}
	if v := group.Get("sequential"); v != nil {
		sequential := r.truth(v, "sequential")
		base.Sequential = sequential != nil && *sequential
	}
	list := group.Get("hooks")
	switch {
	case list == nil && group.Get("command") != nil:
		r.errorf(group.Pos, "bad-group", "a command stands directly in the group; write {\"hooks\": [{\"type\": \"command\", \"command\": …}]}")
	case list == nil:
		r.errorf(group.Pos, "bad-group", "the group has no \"hooks\" list")
	case list.Kind != source.List:
		r.errorf(list.Pos, "bad-group", "\"hooks\" of a group must be a list, not %s", list.Kind)
	default:
		for _, item := range list.Items {
			r.readHook(base, item)
		}
	}
}

func (r *reader) readHook(def hook.Definition, v *source.Value) {
	if v.Kind != source.Object {
		r.errorf(v.Pos, "bad-hook", "a hook must be an object {\"type\": \"command\", \"command\": …}, not %s", v.Kind)
		return
	}
	r.reportDuplicates(v)
	r.reportUnknown(v, "type", "command", "timeout", "name", "description")
	def.Origin = v.Pos
	if !r.readType(&def, v) || !r.readCommand(&def, v) {
		return
	}
	if name := v.Get("name"); name != nil {
		text, ok := name.Text()
		if !ok {
			r.warnf(name.Pos, "bad-name", "name must be a string, not %s; it is ignored", name.Kind)
		}
		def.Name = text
	}
	def.Timeout = r.timeout(v.Get("timeout"))
	r.config.Definitions = append(r.config.Definitions, def)
}

func (r *reader) readType(def *hook.Definition, v *source.Value) bool {
	t := v.Get("type")
	if t == nil {
		r.errorf(v.Pos, "bad-type", "the hook has no type; add \"type\": \"command\"")
		return false
	}
	text, ok := t.Text()
	switch {
	case !ok:
		r.errorf(t.Pos, "bad-type", "type must be \"command\", not %s", t.Kind)
	case text == "command" || text == "plugin":
		def.Type = text
		return true
	case strings.EqualFold(strings.TrimSpace(text), "command"):
		r.errorf(t.Pos, "bad-type", "type %q is not known; write \"command\", in lower case", text)
	default:
		r.errorf(t.Pos, "bad-type", "type %q is not known; write \"command\"", text)
	}
	return false
}

func (r *reader) readCommand(def *hook.Definition, v *source.Value) bool {
	c := v.Get("command")
	if c == nil {
		if def.Type == "plugin" {
			return true
		}
		r.errorf(v.Pos, "bad-command", "the hook has no command%s", suggest.Key(v, "command"))
		return false
	}
	text, ok := c.Text()
	if !ok {
		r.errorf(c.Pos, "bad-command", "command must be a string, not %s", c.Kind)
		return false
	}
	if strings.TrimSpace(text) == "" {
		r.errorf(c.Pos, "bad-command", "command is empty")
		return false
	}
	if strings.ContainsRune(text, 0) {
		r.errorf(c.Pos, "bad-command", "command contains a NUL character, which no shell can take")
		return false
	}
	def.Command = text
	if r.from.Source == hook.SourceExtensions {
		def.Command = strings.NewReplacer("${/}", "/", "${pathSeparator}", "/").Replace(text)
	}
	return true
}

// timeout reads milliseconds. A hook with a bad timeout still runs, with the
// default: a guard must not vanish because of a typo.
func (r *reader) timeout(v *source.Value) time.Duration {
	if v == nil {
		return defaultTimeout
	}
	ms, ok := v.Float()
	switch {
	case !ok:
		r.warnf(v.Pos, "bad-timeout", "timeout must be a number of milliseconds, not %s; %v is used", v.Kind, defaultTimeout)
	case ms <= 0:
		r.warnf(v.Pos, "bad-timeout", "timeout must be above 0, not %v; %v is used", ms, defaultTimeout)
	case ms > float64(maxTimeout/time.Millisecond):
		r.warnf(v.Pos, "bad-timeout", "timeout is more than %d milliseconds; that is used", maxTimeout/time.Millisecond)
		return maxTimeout
	default:
		return time.Duration(ms * float64(time.Millisecond))
	}
	return defaultTimeout
}

func (r *reader) reportUnknown(v *source.Value, known ...string) {
	for _, m := range v.Members {
		if !slices.Contains(known, m.Key) {
			r.warnf(m.Pos, "unknown-key", "%q is not a key here and has no effect%s", m.Key, suggest.DidYouMean(m.Key, known))
		}
	}
}

// foreignEvents are other agents' names for events that LLxprt has too.
var foreignEvents = map[string]string{
	"PreToolUse":          BeforeTool,
	"PostToolUse":         AfterTool,
	"PostToolUseFailure":  AfterTool,
	"UserPromptSubmit":    BeforeAgent,
	"Stop":                AfterAgent,
	"SubagentStop":        AfterAgent,
	"PreCompact":          PreCompress,
	"beforeSubmitPrompt":  BeforeAgent,
	"preToolUse":          BeforeTool,
	"postToolUse":         AfterTool,
	"tool_call":           BeforeTool,
	"tool_result":         AfterTool,
	"tool.execute.before": BeforeTool,
	"tool.execute.after":  AfterTool,
}

// formerSwitches are settings that other versions keep among the events.
var formerSwitches = []string{"enabled", "disabled", "notifications"}

func unknownEvent(name string) string {
	if ours, ok := foreignEvents[name]; ok {
		return fmt.Sprintf("%s is not an event here: LLxprt calls it %s", name, ours)
	}
	if slices.Contains(formerSwitches, name) {
		return fmt.Sprintf("%q is not an event; hooks are switched on with \"enableHooks\": true at the top of the file", name)
	}
	names := make([]string, len(events))
	for i, e := range events {
		names[i] = e.Name
	}
	if hint := suggest.DidYouMean(name, names); hint != "" {
		return fmt.Sprintf("%s is not an event%s", name, hint)
	}
	return fmt.Sprintf("%s is not an event; the events are %s", name, strings.Join(names, ", "))
}

// UnknownEvent explains an event name that LLxprt does not have.
func (Dialect) UnknownEvent(name string) string { return unknownEvent(name) }
