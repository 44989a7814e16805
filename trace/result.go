package trace

import (
	"strings"

	"github.com/grapnel-hooks/grapnel/hook"
)

// result is what a record keeps of a hook.
func result(r hook.Result) hook.Result {
	c := cleaner{redacted: r.Redacted}
	if r.Decision == hook.NoDecision {
		r.Decision = decision(r)
	}
	if r.Reason == "" {
		r.Reason, _ = r.Output.String("reason")
	}
	r.Output = nil
	stdout, stderr := c.text(r.Stdout), c.text(r.Stderr)
	r.StdoutTruncated = r.StdoutTruncated || len(stdout) < len(r.Stdout) && strings.HasSuffix(stdout, cutMark)
	r.StderrTruncated = r.StderrTruncated || len(stderr) < len(r.Stderr) && strings.HasSuffix(stderr, cutMark)
	r.Stdout, r.Stderr = stdout, stderr
	if r.Command == r.Name {
		r.Command = ""
	}
	r.Name, r.Command = c.text(r.Name), c.text(r.Command)
	r.Reason, r.Error, r.Origin = c.text(r.Reason), c.text(r.Error), cut(r.Origin)
	r.Redacted = c.redacted
	return r
}

// decision is what a hook decided, as far as its answer says so itself.
func decision(r hook.Result) hook.Decision {
	word, _ := r.Output.String("decision")
	switch {
	case r.Status == hook.StatusBlocked || word == "deny" || word == "block":
		return hook.Deny
	case word == "allow" || word == "approve":
		return hook.Allow
	case word == "ask":
		return hook.Ask
	}
	return hook.NoDecision
}
