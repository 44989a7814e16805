package grapnel

import (
	"slices"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/diag"
	"github.com/grapnel-hooks/grapnel/internal/base/document"
)

// checkRule finds effects that cannot do anything, and conditions that can never
// hold.
func (r *reader) checkRule(v *document.Value, def hook.Definition, kinds []hook.Kind) {
	c := def.Conditions
	r.checkTools(c)
	if def.Rule.Effect == hook.EffectRedact && (c == nil || len(c.Content) == 0) {
		r.mistake(v.Pos, "write content: secret", "redact needs content, which says what to remove")
	}
	for _, kind := range kinds {
		if why := useless(def.Rule.Effect, kind); why != "" {
			r.Report(v.Pos, diag.Warnf("no-effect", "rule %q can do nothing on %s: %s", def.Name, kind, why).Fixf("use another event or another effect"))
		}
		if condition := impossible(c, kind); condition != "" {
			r.Report(v.Pos, diag.Warnf("never-matches", "rule %q can never apply to %s, which has no %s", def.Name, kind, condition).
				Fixf("use another event, or remove %s", condition))
		}
	}
}

// useless says why an effect can do nothing on an event, or "".
func useless(effect hook.Effect, kind hook.Kind) string {
	switch effect {
	case hook.EffectDeny, hook.EffectAsk, hook.EffectAllow:
		if !isGuarded(kind) && kind != hook.AgentStop {
			return "there is nothing to decide"
		}
	case hook.EffectRewrite:
		if kind != hook.ToolBefore {
			return "only the input of a tool can be rewritten, before it runs"
		}
	case hook.EffectRedact:
		if !slices.Contains([]hook.Kind{hook.ToolBefore, hook.ToolAfter, hook.ToolFailure, hook.ModelAfter}, kind) {
			return "there is no content"
		}
	}
	return ""
}

// impossible returns a condition that an event of a kind can never meet, or "".
func impossible(c *hook.Conditions, kind hook.Kind) string {
	if c == nil {
		return ""
	}
	tool := isAboutTool(kind)
	switch {
	case len(c.Tool) > 0 && !tool:
		return "tool"
	case len(c.Command) > 0 && !tool:
		return "command"
	case len(c.Path) > 0 && !tool:
		return "path"
	case len(c.Input) > 0 && !tool:
		return "input"
	case len(c.Content) > 0 && !tool && kind != hook.ModelAfter:
		return "content"
	case len(c.Prompt) > 0 && kind != hook.PromptSubmit:
		return "prompt"
	}
	return ""
}
