package grapnel

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/diag"
	"github.com/grapnel-hooks/grapnel/internal/base/suggest"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/dialect/kit"
)

// answerKeys are the members of an answer.
func answerKeys() []string {
	return []string{"decision", "reason", "input", "result", "context", "message", "stop"}
}

// readStdout reads the answer of a hook that ended with exit code 0: nothing, or
// one JSON object that is right in every member. why says what is wrong with it.
func readStdout(ev hook.Event, run dialect.Exit) (answer dialect.Answer, why string) {
	answer.Status = hook.StatusOK
	text := kit.Trim(run.Stdout)
	if len(text) == 0 {
		return answer, ""
	}
	if kit.IsTooLong(run, text) {
		return answer, "the answer is longer than 16 MiB"
	}
	object, duplicates, err := kit.Parse(text)
	switch {
	case err != nil:
		return answer, fmt.Sprintf("stdout is not one JSON object (%v)", err)
	case len(duplicates) > 0:
		return answer, fmt.Sprintf("%q is in the answer twice", duplicates[0])
	}
	if why := wrongMember(object); why != "" {
		return answer, why
	}
	answer.Output, answer.Meaning = object, hook.Object(object)
	decision, _ := object.String("decision")
	answer.Decision = hook.Decision(decision)
	answer.Reason, _ = object.String("reason")
	if answer.Decision == hook.Deny {
		answer.Status = hook.StatusBlocked
	}
	answer.Diagnostics = withoutEffect(ev, object)
	return answer, ""
}

// wrongMember says what is wrong with the members of an answer, or returns "".
func wrongMember(object hook.Object) string {
	for _, key := range object.Keys() {
		value := object[key]
		if !slices.Contains(answerKeys(), key) {
			return fmt.Sprintf("%q is not a member of an answer; %s", key,
				cmp.Or(suggest.DidYouMean(key, answerKeys()), "see grapnel schema"))
		}
		switch key {
		case "decision":
			word, _ := object.String(key)
			if !slices.Contains([]string{"deny", "ask", "allow"}, word) {
				return fmt.Sprintf("decision must be deny, ask or allow, not %s", kit.Excerpt(value))
			}
		case "reason", "context", "message":
			if !kit.IsString(value) {
				return fmt.Sprintf("%s must be a string, not %s", key, kit.Excerpt(value))
			}
		case "input":
			if !kit.IsObject(value) {
				return fmt.Sprintf("input must be an object, not %s", kit.Excerpt(value))
			}
		case "result":
			if !kit.IsObject(value) && !kit.IsString(value) {
				return fmt.Sprintf("result must be an object or a string, not %s", kit.Excerpt(value))
			}
		case "stop":
			if !kit.IsString(value) && !kit.Bool.Is(value) {
				return fmt.Sprintf("stop must be a string or true, not %s", kit.Excerpt(value))
			}
		}
	}
	return ""
}

// withoutEffect warns about members that can do nothing on an event, and removes
// them.
func withoutEffect(ev hook.Event, object hook.Object) (diagnostics []hook.Diagnostic) {
	drop := func(key string) {
		if _, ok := object[key]; ok {
			diagnostics = append(diagnostics, diag.Warnf("no-effect", "%s has no effect on %s", key, ev.Type.Name))
			delete(object, key)
		}
	}
	if ev.Type.Kind != hook.ToolBefore {
		drop("input")
	}
	if resultField(ev.Type.Kind) == "" {
		drop("result")
	}
	return diagnostics
}

// stopReason returns whether an answer ends the agent's loop, and why.
func stopReason(output hook.Object) (reason string, stops bool) {
	if reason, ok := output.String("stop"); ok {
		return reason, true
	}
	on, _ := output.Bool("stop")
	return "", on
}
