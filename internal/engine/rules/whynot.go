package rules

import "github.com/grapnel-hooks/grapnel/hook"

// WhyNot says which condition of a definition does not hold for an event, for
// people: "command", or "unless" if it is an exception. It is empty if the
// definition applies.
func WhyNot(def hook.Definition, ev Event) (condition string) {
	applies := func(c *hook.Conditions) bool {
		alone := def
		alone.Conditions = c
		return len(New([]hook.Definition{alone}).Decide(ev)) > 0
	}
	if def.Conditions == nil || applies(def.Conditions) {
		return ""
	}
	for _, one := range separate(def.Conditions) {
		if !applies(one.conditions) {
			return one.name
		}
	}
	if def.Conditions.Unless != nil {
		return "unless"
	}
	return "conditions" // each holds, but not together
}

type single struct {
	name       string
	conditions *hook.Conditions
}

// separate returns each of the conditions by itself, without exceptions.
func separate(c *hook.Conditions) []single {
	list := []single{
		{"tool", &hook.Conditions{Tool: c.Tool}},
		{"agent", &hook.Conditions{Agent: c.Agent}},
		{"prompt", &hook.Conditions{Prompt: c.Prompt}},
		{"command", &hook.Conditions{Command: c.Command}},
		{"path", &hook.Conditions{Tool: c.Tool, Path: c.Path}}, // which paths count depends on the tool
		{"content", &hook.Conditions{Content: c.Content}},
		{"when", &hook.Conditions{When: c.When}},
	}
	for _, in := range c.Input {
		list = append(list, single{"input " + in.Key, &hook.Conditions{Input: []hook.InputCondition{in}}})
	}
	return list
}
