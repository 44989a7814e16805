package engine

import (
	"fmt"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
)

// Canceled is the reason of an operation that must not happen because its event
// was canceled before all hooks had answered.
const Canceled = "canceled"

// precedes reports whether an event of this kind comes before an operation,
// which can still be kept from happening.
func precedes(kind hook.Kind) bool {
	return kind == hook.ToolBefore || kind == hook.ModelBefore || kind == hook.PromptSubmit
}

// block keeps an operation from happening, unless hooks have already done so.
func block(out *hook.Outcome, kind hook.Kind, reason string) {
	if precedes(kind) && !out.Blocked {
		out.Blocked, out.Reason = true, reason
	}
}

// failsClosed reports whether a failure is not to let operations proceed.
func (e *Engine) failsClosed() bool { return e.onFailure == hook.Deny || e.onFailure == hook.Ask }

// blockIfBroken blocks an operation if hooks for it may be missing.
func (e *Engine) blockIfBroken(out *hook.Outcome, kind hook.Kind) {
	if e.broken != nil && e.failsClosed() {
		block(out, kind, "hooks are missing: "+e.broken.Error())
	}
}

// couldNotWork reports whether a hook with this status has not done its work.
func couldNotWork(s hook.Status) bool {
	switch s {
	case hook.StatusFailed, hook.StatusTimeout, hook.StatusKilled, hook.StatusSpawnError, hook.StatusBadOutput:
		return true
	}
	return false
}

// applyPolicy gives a hook that could not do its work the answer that the user
// wants of such hooks. Without a policy, the contract has decided.
func (x *execution) applyPolicy(i int, ev hook.Event) {
	r := &x.results[i]
	if !precedes(ev.Type.Kind) || !couldNotWork(r.Status) || r.Error == Canceled || x.skip[i] {
		return
	}
	switch policy := x.engine.onFailure; {
	case policy == hook.NoDecision || policy == r.Decision:
	case policy != hook.Allow:
		x.answerFor(i, ev, policy)
	case r.Decision == hook.Deny:
		r.Output, r.Decision, r.Reason = nil, hook.NoDecision, ""
	}
}

// answerFor says for a hook what a hook of this contract says that denies or
// asks, so that it has all the effects of that.
func (x *execution) answerFor(i int, ev hook.Event, policy hook.Decision) {
	r := &x.results[i]
	reason := fmt.Sprintf("hook %q %s, which counts as %q", r.Name, howItFailed(*r), policy)
	exit, ok := x.refusal(ev, reason)
	if policy == hook.Ask && ev.Type.Kind == hook.ToolBefore {
		exit, ok = asking(ev, reason), true
	} else {
		policy = hook.Deny // nobody is asked about other operations
	}
	if !ok {
		return // hooks cannot block this event
	}
	answer := x.engine.contract.Read(ev, x.entries[i].def, exit)
	r.Output, r.Decision, r.Reason = answer.Output, policy, reason
}

// refusal is how a hook of this contract ends that denies.
func (x *execution) refusal(ev hook.Event, reason string) (exit dialect.Exit, ok bool) {
	said, ok := x.engine.contract.Refuse(ev, reason)
	exit = dialect.Exit{
		Status: hook.StatusOK, ExitCode: said.ExitCode, Stdout: []byte(said.Stdout), Stderr: []byte(said.Stderr),
	}
	if exit.ExitCode != 0 {
		exit.Status = hook.StatusFailed
	}
	return exit, ok
}

// asking is how a hook ends that leaves a tool call to the user, in the words of
// all contracts.
func asking(ev hook.Event, reason string) dialect.Exit {
	ask := string(hook.Ask)
	specific, said := hook.Object{}, hook.Object{}
	specific.Set("hookEventName", ev.Type.Name)
	specific.Set("permissionDecision", ask)
	specific.Set("permissionDecisionReason", reason)
	said.Set("decision", ask)
	said.Set("reason", reason)
	said["hookSpecificOutput"] = specific.Raw()
	return dialect.Exit{Status: hook.StatusOK, Stdout: said.Raw()}
}

// howItFailed ends a sentence that begins with the hook.
func howItFailed(r hook.Result) string {
	switch {
	case r.Status == hook.StatusFailed:
		return fmt.Sprintf("exited with code %d%s", r.ExitCode, shellMeaning(r.ExitCode))
	case r.Status == hook.StatusKilled && r.Signal == "":
		return "was canceled"
	case r.Status == hook.StatusKilled:
		return "was killed by " + r.Signal
	case r.Status == hook.StatusSpawnError:
		return "could not be started: " + r.Error
	case r.Status == hook.StatusBadOutput:
		return "gave an answer that cannot be used"
	}
	return r.Error
}
