package grapnel

import (
	"errors"
	"fmt"
	"slices"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/document"
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

// parts returns hooks of other contracts ready to fire events at.
func (s *System) parts(others []foreignHooks) []joint.Part {
	var list []joint.Part
	for _, other := range others {
		registry := engine.NewRegistry(other.dialect, other.definitions)
		list = append(list, joint.Part{
			Name: other.dialect.Name(), Hooks: engine.New(registry, engine.Options{Session: s.session(), Log: s.options.Logger}),
		})
	}
	return list
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
