package answer

import (
	"fmt"
	"slices"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/agents"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/engine"
	"github.com/grapnel-hooks/grapnel/internal/engine/joint"
	"github.com/grapnel-hooks/grapnel/internal/engine/trust"
)

// parts returns the hooks that may run at a moment, ready to be fired at, and
// those that wait for the user's approval. onFailure is what a hook means that
// could not do its work.
func (c Configuration) parts(e agents.Event, session hook.Session, onFailure hook.Decision) (parts []joint.Part, wait []waiting, err error) {
	approval, err := c.approval()
	if err != nil {
		return nil, nil, err
	}
	for _, set := range c.Sets {
		t, _ := joint.EventFor(set.Dialect, e.Name, e.Kind)
		hooks := slices.DeleteFunc(slices.Clone(set.Hooks), func(def hook.Definition) bool {
			if def.Event != t.Name {
				return true
			}
			status, why := set.status(approval, def)
			if status != trust.Trusted {
				wait = append(wait, waiting{def.DisplayName(), why, status == trust.Changed})
			}
			return status != trust.Trusted
		})
		if len(hooks) > 0 {
			contract := verified{set.Dialect, func(def hook.Definition) (trust.Status, string) { return set.status(approval, def) }}
			e := engine.New(engine.NewRegistry(contract, hooks), engine.Options{Session: session, OnFailure: onFailure})
			parts = append(parts, joint.Part{Contract: contract, Engine: e})
		}
	}
	return parts, wait, nil
}

// Waiting says which hooks of the project wait for the user's approval, and why.
func (c Configuration) Waiting() []string {
	approval, err := c.approval()
	if err != nil {
		return []string{err.Error()}
	}
	var list []string
	for _, h := range c.ProjectHooks() {
		if status, why := approval.Status(h); status != trust.Trusted && !restricts(h.Definition) {
			list = append(list, waiting{name: h.Definition.DisplayName(), why: why}.String())
		}
	}
	return list
}

// approval is what the user has approved of the project's hooks.
func (c Configuration) approval() (a trust.Approval, err error) {
	if len(c.ProjectHooks()) == 0 {
		return a, nil
	}
	store, err := trust.Default(c.Environment.Home, c.Environment.Getenv)
	if err != nil {
		return a, err
	}
	return store.Load(c.Environment.Project)
}

// status says whether a hook may run now. Rules that only restrict need no
// approval: nothing is run, and whoever wrote them can gain nothing by them.
func (s Set) status(approval trust.Approval, def hook.Definition) (trust.Status, string) {
	if !s.fromProject[def.Origin.File] || restricts(def) {
		return trust.Trusted, ""
	}
	return approval.Status(trust.Hook{Dialect: s.Dialect.Name(), Definition: def})
}

// restricts reports whether a definition is a rule that can do nothing but keep
// an operation from happening, or have the user asked.
func restricts(def hook.Definition) bool { return def.Rule != nil && def.Rule.Effect.Restricts() }

// verified is a contract that looks at a hook once more right before it starts:
// hooks that ran before it may have changed its files.
type verified struct {
	engine.Contract
	status func(hook.Definition) (trust.Status, string)
}

// Program is what to run for a hook that is still what was approved.
func (v verified) Program(def hook.Definition, dir string) (dialect.Program, error) {
	if status, why := v.status(def); status != trust.Trusted {
		return dialect.Program{}, fmt.Errorf("it must not run: %s", why)
	}
	return v.Contract.Program(def, dir)
}
