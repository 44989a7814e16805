package grapnel

import (
	"cmp"
	"fmt"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/diag"
	"github.com/grapnel-hooks/grapnel/internal/base/lazyregexp"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/dialect/kit"
)

// Exit codes that mean something.
const (
	exitDeny          = 2
	exitNotExecutable = 126
	exitNotFound      = 127
)

// Read understands a hook's answer. A hook that could not do its work has not
// answered; what that means, its policy says.
func (Dialect) Read(ev hook.Event, def hook.Definition, run dialect.Exit) dialect.Answer {
	class, why := failure(def, run)
	switch {
	case why != "":
		return failed(ev, def, run.Status, class, why)
	case run.ExitCode == exitDeny:
		return denied(def, run)
	}
	answer, why := readStdout(ev, run)
	if why != "" {
		return failed(ev, def, hook.StatusBadOutput, hook.FailedOutput, why)
	}
	return answer
}

// failure says how a hook's process failed, or returns "" for why.
func failure(def hook.Definition, run dialect.Exit) (class hook.FailureClass, why string) {
	switch run.Status {
	case hook.StatusOK:
		return 0, ""
	case hook.StatusTimeout:
		return hook.FailedTimeout, run.Error
	case hook.StatusKilled:
		return hook.FailedCrash, run.Error
	case hook.StatusSpawnError:
		return hook.FailedSpawn, run.Error
	}
	if why := notStarted(def, run); why != "" {
		return hook.FailedSpawn, why
	}
	if run.ExitCode == exitDeny {
		return 0, ""
	}
	return hook.FailedExit, fmt.Sprintf("exit code %d", run.ExitCode)
}

// notStarted says why a hook did not get as far as doing its work although a
// process ran: the shell or interpreter failed. Some of them end with exit code
// 2 then, which must not be taken for an answer.
func notStarted(def hook.Definition, run dialect.Exit) string {
	switch {
	case run.ExitCode == exitNotFound:
		return "command not found"
	case run.ExitCode == exitNotExecutable:
		return "found, but cannot be executed"
	case len(def.Argv) == 0 && !parses(def.Command):
		return "the shell cannot parse the command"
	case run.ExitCode == exitDeny:
		if line := interpreterError().Find(run.Stderr); line != nil {
			return "exit code 2 is not its answer: " + kit.Excerpt(line)
		}
	}
	return ""
}

func parses(command string) bool {
	_, err := syntax.NewParser(syntax.Variant(syntax.LangPOSIX)).Parse(strings.NewReader(command), "")
	return err == nil
}

// interpreterError is how shells and interpreters say that they cannot read or
// understand a script, with exit code 2.
var interpreterError = lazyregexp.New(`(?m)^\S+: (?:line )?\d+: [Ss]yntax error.*$|^\S+: -c: line \d+: .*syntax error.*$|^\S+: 0: [Cc](?:annot|an't) open .*$|^\S+: can't open file .*$`)

// failed is the answer of a hook that could not do its work.
func failed(ev hook.Event, def hook.Definition, status hook.Status, class hook.FailureClass, why string) dialect.Answer {
	means := meaning(ev.Type.Kind, def, class)
	answer := dialect.Answer{Status: status, Diagnostics: []hook.Diagnostic{
		diag.Warnf("failure-policy", "hook %q failed with class %s (%s); that means %s", def.DisplayName(), class, why, means).At(def.Origin),
	}}
	answer.Output = hook.Object{}
	answer.Output.Set("failure", class.String())
	answer.Meaning = answer.Output
	if means == hook.Allow {
		return answer
	}
	reason := fmt.Sprintf("The hook %s could not do its work (%s: %s).", def.DisplayName(), class, why)
	decide(&answer, means, reason)
	return answer
}

// meaning is what a failure means: what the policy says, which the configuration
// was read with.
func meaning(kind hook.Kind, def hook.Definition, class hook.FailureClass) hook.Decision {
	otherwise := hook.Allow
	if isGuarded(kind) {
		otherwise = Dialect{}.Rules().Policy.OnFailure[class]
	}
	return cmp.Or(def.OnFailure[class], otherwise)
}

func decide(answer *dialect.Answer, decision hook.Decision, reason string) {
	answer.Decision, answer.Reason = decision, reason
	answer.Output.Set("decision", string(decision))
	answer.Output.Set("reason", reason)
}

// denied is the answer of exit code 2: no, with stderr as the reason.
func denied(def hook.Definition, run dialect.Exit) dialect.Answer {
	reason, diagnostics := kit.Text("stderr", run.Stderr)
	answer := dialect.Answer{Status: hook.StatusBlocked, Output: hook.Object{}, Diagnostics: diagnostics}
	answer.Meaning = answer.Output
	decide(&answer, hook.Deny, cmp.Or(reason, "Denied by the hook "+def.DisplayName()+"."))
	return answer
}
