package massgen

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/grapnel-hooks/grapnel/internal/base/diag"
	"github.com/grapnel-hooks/grapnel/internal/base/document"
	"github.com/grapnel-hooks/grapnel/internal/base/suggest"
)

// agent is one agent of a configuration.
type agent struct {
	id    string
	hooks eventHooks
}

// agentForm is what an agent looks like.
const agentForm = "{id: …, backend: {hooks: {…}}}"

// readAgents returns the hooks of the agent with an ID, or of the only agent if
// no ID is given. Several agents with the same ID are all meant.
func (r *reader) readAgents(doc *document.Value, id string) ([]eventHooks, error) {
	agents, err := r.allAgents(doc)
	if err != nil {
		return nil, err
	}
	if id == "" && len(agents) == 1 {
		return []eventHooks{agents[0].hooks}, nil
	}
	var own []eventHooks
	var ids []string
	for _, a := range agents {
		if id != "" && a.id == id {
			own = append(own, a.hooks)
			continue
		}
		of := "an agent without an id"
		if a.id != "" {
			ids = append(ids, a.id)
			of = fmt.Sprintf("agent %q", a.id)
		}
		for _, e := range events {
			r.leaveOut(a.hooks[e.Name], "", "it is a hook of "+of)
		}
	}
	switch {
	case id != "" && len(own) == 0 && len(agents) > 0:
		listed, fix := choice(ids)
		r.Report(doc.Pos, diag.Warnf("unknown-agent", "there is no agent %q here (%s); only the hooks for all agents run", id, listed).
			Fixf("%s", cmp.Or(suggest.DidYouMean(id, ids), fix)))
	case len(own) > 1:
		r.Report(doc.Pos, diag.Warnf("duplicate-agent", "there are %d agents %q; the hooks of all of them run", len(own), id).Fixf("give each an id of its own"))
	case id == "" && slices.ContainsFunc(agents, agent.hasHooks):
		r.Report(doc.Pos, diag.Warnf("no-agent", "the file has %d agents and nobody said which one is meant; only the hooks for all agents run", len(agents)).
			Fixf("name it with --agent"))
	}
	return own, nil
}

// choice says which agents there are, and what to do to mean one of them.
func choice(ids []string) (listed, fix string) {
	if len(ids) == 0 {
		return "no agent has an id", "give the agent this id"
	}
	return "there are: " + strings.Join(ids, ", "), "name one of these with --agent"
}

func (a agent) hasHooks() bool {
	for _, list := range a.hooks {
		if list.override || len(list.definitions) > 0 {
			return true
		}
	}
	return false
}

// allAgents reads the agents in the list "agents", and the single "agent".
func (r *reader) allAgents(doc *document.Value) ([]agent, error) {
	var all []agent
	add := func(v *document.Value, path string) error {
		if v.Kind != document.Object {
			r.Report(v.Pos, diag.Errorf("bad-agent", "%s must be a mapping, not %s; its hooks are left out", path, v.Kind).Fixf("write %s", agentForm))
			return nil
		}
		one, err := r.readAgent(v, path)
		all = append(all, one)
		return err
	}
	if v := doc.Get("agent"); v != nil && v.Kind != document.Null {
		if err := add(v, "agent"); err != nil {
			return nil, err
		}
	}
	list := doc.Get("agents")
	if list == nil || list.Kind == document.Null {
		return all, nil
	}
	if list.Kind != document.List {
		r.Report(list.Pos, diag.Errorf("bad-agent", "agents must be a list, not %s; the hooks of agents are left out", list.Kind).Fixf("write [%s]", agentForm))
		return all, nil
	}
	for i, v := range list.Items {
		if err := add(v, fmt.Sprintf("agents[%d]", i)); err != nil {
			return nil, err
		}
	}
	return all, nil
}

func (r *reader) readAgent(v *document.Value, path string) (agent, error) {
	one := agent{id: r.agentID(v, path)}
	if misplaced := v.Get("hooks"); misplaced != nil {
		r.Report(misplaced.Pos, diag.Errorf("bad-agent", "%s.hooks has no effect; an agent's hooks belong below its backend", path).Fixf("write %s.backend.hooks", path))
	}
	backend := v.Get("backend")
	if backend == nil || backend.Kind == document.Null {
		return one, nil
	}
	if backend.Kind != document.Object {
		r.Report(backend.Pos, diag.Errorf("bad-agent", "%s.backend must be a mapping, not %s; its hooks are left out", path, backend.Kind).Fixf("write {hooks: {…}}"))
		return one, nil
	}
	var err error
	one.hooks, err = r.readHooks(backend.Get("hooks"), path+".backend.hooks")
	return one, err
}

// agentID returns an agent's ID.
func (r *reader) agentID(v *document.Value, path string) string {
	id := v.Get("id")
	if id == nil || id.Kind == document.Null {
		return ""
	}
	name, ok := id.Name()
	if !ok {
		r.Report(id.Pos, diag.Errorf("bad-agent", "%s.id must be a string, not %s", path, id.Kind).Fixf("write a string"))
	}
	return name
}
