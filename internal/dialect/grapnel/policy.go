package grapnel

import (
	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/document"
)

// readPolicy reads what failures and doubts mean.
func (r *reader) readPolicy(v *document.Value) {
	if v.Kind == document.Null {
		return
	}
	if v.Kind != document.Object {
		r.mistake(v.Pos, "write policy: {on_failure: deny}", "policy must be a mapping, not %s", v.Kind)
		return
	}
	r.keys(v, "policy", "on_failure", "unparsed", "env", "degrade", "untrusted")
	r.unsupported(v, "degrade", "untrusted")
	if env := v.Get("env"); env != nil && r.word(env, "env", "inherit", "scrub", "minimal") != "inherit" {
		r.mistake(env.Pos, "write inherit, or remove it", "policy.env can only be inherit in this version of grapnel")
	}
	if failure := v.Get("on_failure"); failure != nil {
		r.Config.Policy.OnFailure = r.readOnFailure(failure, "policy.on_failure")
	}
	if unparsed := v.Get("unparsed"); unparsed != nil {
		r.Config.Policy.Unparsed = r.decision(unparsed, "policy.unparsed")
	}
}

func (r *reader) decision(v *document.Value, name string) hook.Decision {
	return hook.Decision(r.word(v, name, string(hook.Allow), string(hook.Deny), string(hook.Ask)))
}

// readOnFailure reads what failures mean: one word for all classes, or a word
// for each.
func (r *reader) readOnFailure(v *document.Value, name string) (policy hook.OnFailure) {
	if v.Kind != document.Object {
		decision := r.decision(v, name)
		for class := range policy {
			policy[class] = decision
		}
		return policy
	}
	var classes []string
	for class := range policy {
		classes = append(classes, hook.FailureClass(class).String())
	}
	r.keys(v, name, classes...)
	for class, word := range classes {
		if value := v.Get(word); value != nil {
			policy[class] = r.decision(value, name+"."+word)
		}
	}
	return policy
}
