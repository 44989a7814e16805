package grapnel

import (
	"encoding/json"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/diag"
)

// checkOverlap finds rules that can never change anything, because another one
// with the same conditions decides the same or something stronger.
func (r *reader) checkOverlap() {
	strongest := map[string]hook.Definition{}
	var rules []hook.Definition
	for _, def := range r.Config.Definitions {
		if def.Rule == nil || !decides(def.Rule.Effect) || def.Observe {
			continue
		}
		rules = append(rules, def)
		key := conditionsKey(def)
		if first, ok := strongest[key]; !ok || decision(def).Outranks(decision(first)) {
			strongest[key] = def
		}
	}
	for _, def := range rules {
		by := strongest[conditionsKey(def)]
		if by.Name != def.Name {
			r.Report(def.Origin, diag.Warnf("useless-rule", "rule %q never changes anything on %s: rule %q at line %d has the same conditions and says %s",
				def.Name, def.Event, by.Name, by.Origin.Line, by.Rule.Effect).Fixf("remove one of the two"))
		}
	}
}

func decides(e hook.Effect) bool {
	return e == hook.EffectDeny || e == hook.EffectAsk || e == hook.EffectAllow
}

func decision(def hook.Definition) hook.Decision { return hook.Decision(def.Rule.Effect) }

// conditionsKey is the same for definitions for the same events, wherever their
// conditions are written.
func conditionsKey(def hook.Definition) string {
	text, err := json.Marshal(withoutPlaces(def.Conditions))
	if err != nil {
		return def.Name // they are texts, which can always be encoded
	}
	return def.Event + "\x00" + string(text)
}

// withoutPlaces returns a copy of conditions without positions.
func withoutPlaces(c *hook.Conditions) *hook.Conditions {
	if c == nil {
		return nil
	}
	texts := func(list []hook.Pattern) []hook.Pattern {
		var plain []hook.Pattern
		for _, p := range list {
			plain = append(plain, hook.Pattern{Text: p.Text})
		}
		return plain
	}
	plain := &hook.Conditions{
		Tool: texts(c.Tool), Command: texts(c.Command), Path: texts(c.Path), Content: texts(c.Content),
		Prompt: texts(c.Prompt), Agent: texts(c.Agent), Unless: withoutPlaces(c.Unless),
	}
	for _, in := range c.Input {
		plain.Input = append(plain.Input, hook.InputCondition{Key: in.Key, Patterns: texts(in.Patterns)})
	}
	if c.When != nil {
		plain.When = &hook.Pattern{Text: c.When.Text}
	}
	return plain
}
