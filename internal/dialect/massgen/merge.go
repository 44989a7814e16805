package massgen

import (
	"cmp"
	"encoding/json"
	"strings"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/jsonx"
)

// Merge turns the answers of a chain into one outcome. Any deny wins, then ask.
// Only before a tool does a deny block; there it also undoes a rewritten input.
func (Dialect) Merge(ev hook.Event, _ bool, results []hook.Result) hook.Outcome {
	var out hook.Outcome
	decide(&out, results)
	out.Blocked = out.Decision == hook.Deny && ev.Type.Kind == hook.ToolBefore
	if ev.Type.Kind == hook.ToolBefore {
		addReason(&out, results)
		rewrite(&out, ev, results)
	} else {
		inject(&out, results)
	}
	out.Output = merged(out)
	return out
}

// decide sets decision and reason. The first deny counts, which is also the
// last answer of a chain, else the latest ask. Of several that allow, the latest
// reason is kept.
func decide(out *hook.Outcome, results []hook.Result) {
	for _, r := range results {
		switch v := verdict(r.Output); {
		case out.Decision == hook.Deny:
		case v == hook.Deny, v == hook.Ask:
			out.Decision, out.Reason = v, reasonOf(r.Output, r.Name)
		case v == hook.Allow && out.Decision != hook.Ask:
			out.Decision, out.Reason = v, cmp.Or(reasonOf(r.Output, r.Name), out.Reason)
		}
	}
}

// addReason tells the model why its tool did not run, or the user what there
// is to confirm.
func addReason(out *hook.Outcome, results []hook.Result) {
	for i, r := range results {
		v := verdict(r.Output)
		if v != out.Decision || v != hook.Deny && v != hook.Ask || reasonOf(r.Output, r.Name) == "" {
			continue
		}
		to := hook.ToModel
		if v == hook.Ask {
			to = hook.ToUser
		}
		out.Messages = append(out.Messages, hook.Message{To: to, Kind: hook.ReasonMessage, Text: reasonOf(r.Output, r.Name), Hook: i})
	}
}

// rewrite sets the input that the tool is to get, if hooks have changed it. The
// last rewrite counts: its author has seen those before.
func rewrite(out *hook.Outcome, ev hook.Event, results []hook.Result) {
	var input json.RawMessage
	for _, r := range results {
		if changed, ok := rewrittenInput(r.Output); ok {
			input = changed
		}
	}
	if input != nil && !out.Blocked && !jsonx.Equal(input, toolInput(ev.Fields)) {
		out.ToolInput = input
	}
}

// inject adds every hook's text, each where its own strategy puts it.
func inject(out *hook.Outcome, results []hook.Result) {
	for i, r := range results {
		if text, strategy := injection(r.Output); text != "" {
			out.Context = append(out.Context, hook.Context{Text: text, Placement: placement(strategy), Hook: i})
		}
	}
}

func placement(strategy string) hook.Placement {
	if strategy == strategyUserMessage {
		return hook.InUserMessage
	}
	return hook.InToolResult
}

// merged says the outcome in one answer of MassGen's. That has only one
// injection: the texts of all, where the last one goes.
func merged(out hook.Outcome) hook.Object {
	answer := hook.Object{}
	answer.SetText("decision", string(out.Decision))
	answer.SetText("reason", out.Reason)
	if out.ToolInput != nil {
		answer["updated_input"] = out.ToolInput
	}
	var texts []string
	strategy := strategyToolResult
	for _, c := range out.Context {
		texts = append(texts, c.Text)
		strategy = string(c.Placement)
	}
	if len(texts) > 0 {
		inject := hook.Object{}
		inject.Set("content", strings.Join(texts, "\n"))
		inject.Set("strategy", strategy)
		answer["inject"] = inject.Raw()
	}
	return answer
}
