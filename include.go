package grapnel

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/document"
	"github.com/grapnel-hooks/grapnel/internal/base/tools"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/dialect/all"
	"github.com/grapnel-hooks/grapnel/internal/engine"
	"github.com/grapnel-hooks/grapnel/internal/engine/config"
	"github.com/grapnel-hooks/grapnel/internal/engine/joint"
)

// foreignHooks are hooks of another contract than the System's.
type foreignHooks struct {
	dialect     dialect.Dialect
	definitions []hook.Definition
}

// neutral is a contract that can say what an event is about in neutral words, so
// that hooks of other contracts can be told of it, and what an outcome would be
// as an answer of its own.
type neutral interface {
	Data(hook.Event) hook.Data
	Answer(hook.Outcome) hook.Object
}

// also returns what asks hooks of other contracts about an event, or nil if
// there are none.
func (s *System) also(d dialect.Dialect, others []foreignHooks) func(context.Context, hook.Event, hook.Outcome) hook.Outcome {
	contract, ok := d.(neutral)
	if !ok || len(others) == 0 {
		return nil
	}
	var parts []joint.Part
	for _, other := range others {
		registry := engine.NewRegistry(other.dialect, other.definitions)
		parts = append(parts, joint.Part{
			Contract: other.dialect,
			Engine:   engine.New(registry, engine.Options{Session: s.session(), Log: s.options.Logger, OnFailure: s.options.OnFailure}),
		})
	}
	return func(ctx context.Context, ev hook.Event, own hook.Outcome) hook.Outcome {
		data := contract.Data(ev)
		e := joint.Event{Name: ev.Type.Name, Kind: ev.Type.Kind, Agent: ev.Session.Agent, Session: ev.Session, Data: data}
		if known := tools.Knowing(e.Agent, data.Tool); len(known) > 0 {
			e.Tools = known[0]
		}
		out := joint.Continue(ctx, own, parts, e)
		out.Output = contract.Answer(out)
		return out
	}
}

// foreign returns the hooks of other contracts that a configuration has: those
// of included files, and those whose programs speak another contract. What is
// left of the configuration has only its own.
func (s *System) foreign(set *config.Set) []foreignHooks {
	var others []foreignHooks
	for _, include := range set.Includes {
		other, err := s.included(include)
		if err != nil {
			set.Err = errors.Join(set.Err, err)
			continue
		}
		others = append(others, other)
	}
	speaking, err := speaking(set)
	set.Err = errors.Join(set.Err, err)
	return append(speaking, others...)
}

// included reads an included file.
func (s *System) included(include dialect.Include) (foreignHooks, error) {
	env := s.options.environment()
	env.Files = []string{include.File}
	d := config.Detect(all.Dialects(), env, "").Dialect
	if include.Dialect != "" {
		var err error
		if d, err = all.ByName(include.Dialect); err != nil {
			return foreignHooks{}, document.Errorf(include.At, "%w", err)
		}
	}
	set := config.Load(d, env)
	if set.Err == nil && len(set.Includes) > 0 {
		set.Err = document.Errorf(include.At, "%s includes files itself", include.File).Fixf("include them here")
	}
	return foreignHooks{d, set.Active()}, set.Err
}

// speaking takes the hooks that speak another contract out of a configuration,
// and returns them with theirs.
func speaking(set *config.Set) (others []foreignHooks, err error) {
	byContract := map[string][]hook.Definition{}
	var names []string
	set.Definitions = slices.DeleteFunc(set.Definitions, func(def hook.Definition) bool {
		if def.Speaks == "" {
			return false
		}
		if byContract[def.Speaks] == nil {
			names = append(names, def.Speaks)
		}
		byContract[def.Speaks] = append(byContract[def.Speaks], def)
		return true
	})
	for _, name := range names {
		d, unknown := all.ByName(name)
		if unknown != nil {
			err = errors.Join(err, document.Errorf(byContract[name][0].Origin, "%w", unknown))
			continue
		}
		definitions, problem := translated(d, byContract[name])
		err = errors.Join(err, problem)
		others = append(others, foreignHooks{d, definitions})
	}
	return others, err
}

// translated gives definitions the names that a contract has for their events.
func translated(d dialect.Dialect, definitions []hook.Definition) (list []hook.Definition, err error) {
	for _, def := range definitions {
		events := d.Events()
		i := slices.IndexFunc(events, func(e hook.EventType) bool { return e.Kind.String() == def.Event })
		if i < 0 {
			err = errors.Join(err, fmt.Errorf("%s: %s has no event for %s", def.Origin, d.Name(), def.Event))
			continue
		}
		def.Event, def.Matcher, def.Speaks = events[i].Name, "", ""
		list = append(list, def)
	}
	return list, err
}
