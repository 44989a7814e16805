package massgen

import (
	"fmt"
	"slices"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/diag"
	"github.com/grapnel-hooks/grapnel/internal/base/document"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/dialect/kit"
)

// Locations lists the files that the user named. MassGen's configuration has no
// place of its own to be looked for in.
func (Dialect) Locations(env dialect.Environment) ([]dialect.Location, []hook.Diagnostic) {
	if len(env.Files) == 0 {
		return nil, []hook.Diagnostic{diag.Warnf("no-config",
			"there are no hooks: MassGen's configuration is not looked for").Fixf("name the YAML file with --config")}
	}
	return dialect.Named(env.Files, dialect.YAML, hook.SourceProject), nil
}

// Detect looks for MassGen's agents, or for hooks the way MassGen has them.
func (Dialect) Detect(doc *document.Value) (sign string) {
	if agents := doc.Get("agents"); agents != nil && agents.Kind == document.List {
		return "it has a list of agents"
	}
	if agent := doc.Get("agent"); agent != nil && agent.Get("backend") != nil {
		return "it has an agent with a backend"
	}
	hooks := doc.Get("hooks")
	if hooks == nil {
		return ""
	}
	hasHandler := func(v *document.Value) bool { return v.Get("handler") != nil }
	for _, m := range hooks.Members {
		list := m.Value
		if list.Kind == document.Object {
			list = list.Get("hooks")
		}
		if dialect.HasEvent(Dialect{}, m.Key) && list != nil && slices.ContainsFunc(list.Items, hasHandler) {
			return "it has hooks with a handler for " + m.Key
		}
	}
	return ""
}

// ReadConfig reads a MassGen configuration: the hooks for all agents, and those
// of the agent that is meant. The other agents' hooks are only checked. null is
// what is left of a document when all of it is taken out.
func (Dialect) ReadConfig(doc *document.Value, from dialect.Location, env dialect.Environment) (dialect.Config, error) {
	if doc.Kind != document.Object && doc.Kind != document.Null {
		return dialect.Config{}, document.Errorf(doc.Pos, "the configuration must be a mapping, not %s", doc.Kind).Fixf("write {hooks: {…}}")
	}
	r := &reader{kit.Reader{From: from}}
	globals, err := r.readHooks(doc.Get("hooks"), "hooks")
	if err != nil {
		return dialect.Config{}, err
	}
	r.rejectOverrides(globals)
	own, err := r.readAgents(doc, env.Agent)
	if err != nil {
		return dialect.Config{}, err
	}
	for _, e := range events {
		if overrides(own, e.Name) {
			r.leaveOut(globals[e.Name], "override", "the agent's own hooks for "+e.Name+" override those for all agents")
		} else {
			r.Config.Definitions = append(r.Config.Definitions, globals[e.Name].definitions...)
		}
		for _, hooks := range own {
			r.Config.Definitions = append(r.Config.Definitions, hooks[e.Name].definitions...)
		}
	}
	return r.Config, nil
}

func (r *reader) leaveOut(hooks hookList, reason, why string) {
	for _, def := range hooks.definitions {
		r.Config.Skipped = append(r.Config.Skipped, dialect.Skipped{Definition: def, Reason: reason, Why: why})
	}
}

// overrides reports whether an agent's hooks for an event replace those
// for all agents.
func overrides(own []eventHooks, event string) bool {
	return slices.ContainsFunc(own, func(hooks eventHooks) bool { return hooks[event].override })
}

// eventHooks is what a "hooks" mapping says about each event.
type eventHooks map[string]hookList

type hookList struct {
	definitions []hook.Definition
	override    bool
	at          hook.Position // of override
}

// reader collects what one file says.
type reader struct{ kit.Reader }

// readHooks reads a "hooks" mapping. A key without a value is what is left of a
// list when all of it is commented out.
func (r *reader) readHooks(v *document.Value, path string) (eventHooks, error) {
	hooks := eventHooks{}
	if v == nil || v.Kind == document.Null {
		return hooks, nil
	}
	if v.Kind != document.Object {
		return nil, document.Errorf(v.Pos, "%s must be a mapping of event names to lists of hooks, not %s", path, v.Kind).Fixf("write {PreToolUse: [%s]}", hookForm)
	}
	for _, m := range v.Members {
		switch {
		case dialect.HasEvent(Dialect{}, m.Key):
			hooks[m.Key] = r.readEvent(m.Key, m.Value, path)
		case m.Key == "override":
			r.Report(m.Pos, diag.Warnf("no-effect", "override has no effect here").Fixf("put it below the event: PreToolUse: {override: true, hooks: […]}"))
		default:
			r.Report(m.Pos, Dialect{}.UnknownEvent(m.Key))
		}
	}
	return hooks, nil
}

// readEvent reads the hooks of one event: a list, or a mapping that also says
// whether it replaces the hooks for all agents.
func (r *reader) readEvent(event string, v *document.Value, path string) (list hookList) {
	path += "." + event
	switch v.Kind {
	case document.Null:
		return list
	case document.Object:
		if v.Get("handler") != nil {
			r.Report(v.Pos, diag.Errorf("bad-event", "%s must be a list of hooks", path).Fixf("put a dash before the handler"))
			return list
		}
		r.ReportUnknown(v, "override", "hooks")
		if o := v.Get("override"); o != nil {
			list.override = r.truth(o, path+".override", false)
			list.at = o.Pos
		}
		if v = v.Get("hooks"); v == nil || v.Kind == document.Null {
			return list
		}
		path += ".hooks"
	}
	if v.Kind != document.List {
		r.Report(v.Pos, diag.Errorf("bad-event", "%s must be a list of hooks, not %s", path, v.Kind).Fixf("write [%s]", hookForm))
		return list
	}
	for i, item := range v.Items {
		if def, ok := r.readHook(event, item, fmt.Sprintf("%s[%d]", path, i)); ok {
			list.definitions = append(list.definitions, def)
		}
	}
	return list
}

// rejectOverrides warns about overrides of hooks for all agents, which have
// nothing to override.
func (r *reader) rejectOverrides(globals eventHooks) {
	for _, e := range events {
		if list := globals[e.Name]; list.override {
			r.Report(list.at, diag.Warnf("no-effect", "override has no effect on hooks for all agents").Fixf("put it below an agent's backend.hooks"))
		}
	}
}
