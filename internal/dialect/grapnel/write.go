package grapnel

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/document"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
)

func number(text string) *document.Value {
	return &document.Value{Kind: document.Number, Scalar: json.RawMessage(text)}
}

// freeName is a name that no other hook of the file has.
func freeName(name string, taken map[string]bool) string {
	free := name
	for n := 2; taken[free]; n++ {
		free = fmt.Sprintf("%s-%d", name, n)
	}
	taken[free] = true
	return free
}

// writeHook writes one hook.
func writeHook(h dialect.DraftHook) *document.Value {
	one := document.NewObject()
	one.Comment = slices.Concat(h.EventComment, h.GroupComment, h.Comment)
	one.Add("name", document.NewText(h.Name))
	one.Add("on", document.NewText(h.Event))
	if h.Matcher != "" {
		tools := document.NewList()
		for name := range strings.SplitSeq(h.Matcher, "|") {
			tools.Items = append(tools.Items, document.NewText(name))
		}
		one.Add("tool", tools)
	}
	one.Add("run", document.NewText(h.Command))
	if h.Speaks != "" {
		one.Add("speaks", document.NewText(h.Speaks))
	}
	if h.Timeout != 0 && h.Timeout != defaultTimeout {
		one.Add("timeout", document.NewText(h.Timeout.String()))
	}
	if h.Sequential {
		one.Add("sequential", document.NewBool(true))
	}
	if h.FailClosed {
		one.Add("on_failure", document.NewText(string(hook.Deny)))
	}
	return one
}
