package grapnel

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/document"
	"github.com/grapnel-hooks/grapnel/internal/base/lazyregexp"
	"github.com/grapnel-hooks/grapnel/internal/base/suggest"
)

func effectKeys() []string {
	return []string{"deny", "ask", "stop", "allow", "warn", "context", "rewrite", "redact"}
}

// readRule reads one rule, which becomes a definition for each of its events.
func (r *reader) readRule(v *document.Value) {
	known := slices.Concat([]string{"name", "on", "mode", "unless"}, conditionKeys(), effectKeys())
	r.keys(v, "a rule", known...)
	def := hook.Definition{
		Name: r.name(v, "rule"), Type: typeRule, Source: r.From.Source, Origin: v.Pos,
		Conditions: r.readConditions(v), Matcher: r.matcher(v), Rule: r.readEffect(v), Observe: r.observes(v),
	}
	kinds := r.readEvents(v)
	if def.Rule != nil {
		r.checkRule(v, def, kinds)
	}
	r.addFor(kinds, def)
}

// addFor adds a definition for each of some events.
func (r *reader) addFor(kinds []hook.Kind, def hook.Definition) {
	for _, kind := range kinds {
		def.Event, def.Guard = kind.String(), isGuarded(kind)
		r.Add(def)
	}
}

// readEvents reads the events that a rule or hook is for.
func (r *reader) readEvents(v *document.Value) []hook.Kind {
	on := v.Get("on")
	if on == nil {
		return []hook.Kind{hook.ToolBefore}
	}
	var found []hook.Kind
	for _, item := range list(on) {
		name, _ := item.Name()
		i := slices.IndexFunc(kinds(), func(k hook.Kind) bool { return k.String() == name })
		if i < 0 {
			d := Dialect{}.UnknownEvent(name)
			r.mistake(item.Pos, d.Fix, "%s", d.Problem)
			continue
		}
		if !slices.Contains(found, hook.Kind(i)) {
			found = append(found, hook.Kind(i))
		}
	}
	return found
}

func (r *reader) observes(v *document.Value) bool {
	mode := v.Get("mode")
	return mode != nil && r.word(mode, "mode", "observe", "enforce") == "observe"
}

// readEffect reads the one effect of a rule.
func (r *reader) readEffect(v *document.Value) *hook.Rule {
	var given []document.Member
	for _, m := range v.Visible() {
		if slices.Contains(effectKeys(), m.Key) {
			given = append(given, m)
		}
	}
	switch len(given) {
	case 0:
		r.mistake(v.Pos, "write one of "+strings.Join(effectKeys(), ", "), "the rule has no effect")
		return nil
	case 1:
		return r.readGiven(given[0])
	}
	r.mistake(given[1].Pos, "make two rules of it", "the rule has more than one effect: %s and %s", given[0].Key, given[1].Key)
	return nil
}

func (r *reader) readGiven(m document.Member) *hook.Rule {
	rule := &hook.Rule{Effect: hook.Effect(m.Key)}
	switch rule.Effect {
	case hook.EffectRewrite:
		rule.Rewrite = r.readRewrite(m.Value)
	case hook.EffectRedact:
		if on, ok := m.Value.Bool(); !ok || !on {
			r.mistake(m.Value.Pos, "write redact: true", "redact can only be true")
		}
	default:
		rule.Text = r.text(m.Value, m.Key)
		r.checkPlaceholders(m.Value, rule.Text)
	}
	return rule
}

func (r *reader) readRewrite(v *document.Value) []hook.Rewriting {
	if v.Kind != document.Object || len(v.Members) == 0 {
		r.mistake(v.Pos, "write rewrite: {timeout: 60}", "rewrite must be a mapping of members of the input to values, not %s", v.Kind)
		return nil
	}
	var rewritings []hook.Rewriting
	for _, m := range v.Visible() {
		rewritings = append(rewritings, hook.Rewriting{Key: m.Key, Value: rawValue(m.Value)})
	}
	return rewritings
}

// rawValue is a value of a document as JSON.
func rawValue(v *document.Value) json.RawMessage {
	switch v.Kind {
	case document.List:
		out := json.RawMessage{'['}
		for i, item := range v.Items {
			if i > 0 {
				out = append(out, ',')
			}
			out = append(out, rawValue(item)...)
		}
		return append(out, ']')
	case document.Object:
		object := hook.Object{}
		for _, m := range v.Visible() {
			object[m.Key] = rawValue(m.Value)
		}
		return object.Raw()
	}
	return v.Scalar
}

// placeholders are what texts of rules may contain, without braces.
func placeholders() []string { return []string{"tool", "command", "path", "what", "agent", "rule"} }

var placeholder = lazyregexp.New(`\{([A-Za-z_]+)\}`)

// checkPlaceholders finds names in braces that stand for nothing.
func (r *reader) checkPlaceholders(v *document.Value, text string) {
	if !strings.Contains(text, "{") {
		return
	}
	for _, match := range placeholder().FindAllStringSubmatch(text, -1) {
		if name := match[1]; !slices.Contains(placeholders(), name) {
			fix := cmp.Or(suggest.DidYouMean(name, placeholders()), "there are {"+strings.Join(placeholders(), "} {")+"}")
			r.mistake(v.Pos, fix, "{%s} stands for nothing", name)
		}
	}
}
