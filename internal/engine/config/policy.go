package config

import (
	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
)

// policies are what the files of each layer say, the strictest of each.
type policies [dialect.Layers]dialect.Policy

func (p *policies) add(layer dialect.Layer, policy dialect.Policy) {
	p[layer] = stricter(p[layer], policy)
}

// stricter returns the stricter of two policies, word by word.
func stricter(a, b dialect.Policy) dialect.Policy {
	for class := range a.OnFailure {
		a.OnFailure[class] = strictest(a.OnFailure[class], b.OnFailure[class])
	}
	a.Unparsed = strictest(a.Unparsed, b.Unparsed)
	return a
}

func strictest(a, b hook.Decision) hook.Decision {
	if b.Outranks(a) {
		return b
	}
	return a
}

// apply tells every definition what its failures and doubts mean. What the user
// says goes before the contract's choice, and the other layers can only make it
// stricter. What a hook says for itself is bound by more trusted layers alone.
func (p *policies) apply(set *Set, otherwise dialect.Policy, layers map[string]dialect.Layer) {
	if otherwise == (dialect.Policy{}) {
		return // the contract has no policy
	}
	for i := range set.Definitions {
		def := &set.Definitions[i]
		layer := layers[def.Origin.File]
		if def.Rule != nil {
			rule := *def.Rule
			rule.Unparsed = p.meaning(hook.NoDecision, otherwise.Unparsed, layer, func(q dialect.Policy) hook.Decision { return q.Unparsed })
			def.Rule = &rule
			continue
		}
		for class := range def.OnFailure {
			usual := hook.Allow
			if def.Guard {
				usual = otherwise.OnFailure[class]
			}
			def.OnFailure[class] = p.meaning(def.OnFailure[class], usual, layer, func(q dialect.Policy) hook.Decision { return q.OnFailure[class] })
		}
	}
}

// meaning is one word of the policy for a definition of a layer.
func (p *policies) meaning(own, otherwise hook.Decision, layer dialect.Layer, word func(dialect.Policy) hook.Decision) hook.Decision {
	decision := own
	if own == hook.NoDecision {
		if decision = word(p[dialect.UserLayer]); decision == hook.NoDecision {
			decision = otherwise
		}
	}
	for other := range p {
		if own == hook.NoDecision || dialect.Layer(other) > layer {
			decision = strictest(decision, word(p[other]))
		}
	}
	return decision
}
