package dialect

import (
	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/document"
)

// WriteGroups writes a draft the way that several dialects share: an object
// "hooks" that maps events to groups of hooks with a matcher.
func WriteGroups(d Draft, form Form, events []hook.EventType) *document.Value {
	doc := document.NewObject()
	doc.Comment = d.Comment
	if d.Enabled != nil {
		doc.Add(form.SwitchKey, document.NewBool(*d.Enabled))
	}
	doc.Add("hooks", d.byEvent(events, func(hooks []DraftHook) []*document.Value {
		var groups []*document.Value
		for _, group := range grouped(hooks) {
			groups = append(groups, writeGroup(group, form))
		}
		return groups
	}))
	return doc
}

// grouped returns hooks in groups: neighbours with the same matcher.
func grouped(hooks []DraftHook) [][]DraftHook {
	var groups [][]DraftHook
	for i, h := range hooks {
		if i > 0 && len(h.GroupComment) == 0 && h.Matcher == hooks[i-1].Matcher && h.Sequential == hooks[i-1].Sequential {
			last := len(groups) - 1
			groups[last] = append(groups[last], h)
			continue
		}
		groups = append(groups, []DraftHook{h})
	}
	return groups
}

func writeGroup(hooks []DraftHook, form Form) *document.Value {
	group := document.NewObject()
	group.Comment = hooks[0].GroupComment
	if hooks[0].Matcher != "" {
		group.Add("matcher", document.NewText(hooks[0].Matcher))
	}
	if hooks[0].Sequential && form.Sequential {
		group.Add("sequential", document.NewBool(true))
	}
	list := document.NewList()
	for _, h := range hooks {
		one := document.NewObject()
		one.Comment = h.Comment
		one.Add("type", document.NewText(h.Type))
		if h.Name != "" {
			one.Add("name", document.NewText(h.Name))
		}
		if h.Description != "" {
			one.Add("description", document.NewText(h.Description))
		}
		one.Add("command", document.NewText(h.Command))
		if h.If != "" && form.Conditions {
			one.Add("if", document.NewText(h.If))
		}
		form.AddTimeout(one, h.Event, h.Timeout)
		if h.FailClosed && form.FailureKey != "" {
			one.Add(form.FailureKey, document.NewText(form.FailureWord))
		}
		list.Items = append(list.Items, one)
	}
	group.Add("hooks", list)
	return group
}
