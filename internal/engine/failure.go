package engine

import (
	"fmt"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
)

// Canceled is the reason of an operation that must not happen because its event
// was canceled before all hooks had answered.
const Canceled = "canceled"

// block keeps an operation from happening, unless hooks have already done so.
func block(out *hook.Outcome, kind hook.Kind, reason string) {
	if kind.PrecedesOperation() && !out.Blocked {
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
func (x *execution) applyPolicy(c *call, ev hook.Event) {
	r := &c.result
	if !ev.Type.Kind.PrecedesOperation() || !couldNotWork(r.Status) || r.Error == Canceled || c.missing {
		return
	}
	switch policy := x.engine.onFailure; {
	case policy == hook.NoDecision || policy == r.Decision:
	case policy != hook.Allow:
		x.answerFor(c, ev, policy)
	case r.Decision == hook.Deny:
		r.Output, r.Decision, r.Reason, c.meaning = nil, hook.NoDecision, "", nil
	}
}

// answerFor says for a hook what a hook of this contract says that denies or
// asks, so that it has all the effects of that.
func (x *execution) answerFor(c *call, ev hook.Event, policy hook.Decision) {
	r := &c.result
	reason := fmt.Sprintf("hook %q %s, which counts as %q", r.Name, howItFailed(*r), policy)
	said, ok := x.engine.contract.AskUser(ev, reason)
	if policy == hook.Deny || !ok {
		policy = hook.Deny // also where nobody can be asked
		if said, ok = x.engine.contract.Refuse(ev, reason); !ok {
			return // hooks cannot block this event
		}
	}
	answer := x.engine.contract.Read(ev, c.def, exitOf(said))
	r.Output, r.Decision, r.Reason, c.meaning = answer.Output, policy, reason, answer.Meaning
}

// exitOf is how a process ends that leaves this behind.
func exitOf(said dialect.ProcessResult) dialect.Exit {
	exit := dialect.Exit{Status: hook.StatusOK, ExitCode: said.ExitCode, Stdout: []byte(said.Stdout), Stderr: []byte(said.Stderr)}
	if exit.ExitCode != 0 {
		exit.Status = hook.StatusFailed
	}
	return exit
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
