package family

import (
	"cmp"
	"fmt"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/diag"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/dialect/kit"
)

// ExitBlock is the exit code with which hooks of the family say no.
const ExitBlock = 2

// Read understands a hook's answer: by the JSON object on standard output if
// there is one, and by the exit code. A hook that did not end by itself is
// ignored, whatever it printed before, unless its failure is to block.
func (d Dialect) Read(ev hook.Event, def hook.Definition, run dialect.Exit) dialect.Answer {
	said := dialect.Answer{Status: run.Status}
	if run.Status == hook.StatusOK || run.Status == hook.StatusFailed {
		said = d.readEnded(ev, run)
	}
	failed := run.Status != hook.StatusOK && run.ExitCode != ExitBlock
	closed := def.FailClosed && d.Contract.Form.FailureKey != ""
	if closed && failed && said.Status != hook.StatusBlocked && d.Contract.Traits(ev.Type.Name).failureBlocks() {
		no := d.failedClosed(ev, def, run)
		no.Diagnostics = said.Diagnostics
		return no
	}
	return said
}

// failureBlocks reports whether a hook can be told to block if it fails. At the
// end of a turn that would make the agent go on.
func (t Traits) failureBlocks() bool {
	return t.Blocks && t.StopBlocks && t.Permission != BehaviorDecision
}

// failedClosed makes a no of a failure.
func (d Dialect) failedClosed(ev hook.Event, def hook.Definition, run dialect.Exit) dialect.Answer {
	why := cmp.Or(run.Error, fmt.Sprintf("exit code %d", run.ExitCode))
	reason := fmt.Sprintf("Hook %s failed: %s", def.DisplayName(), why)
	no := d.no(ev, reason)
	no.Status, no.Decision, no.Reason = run.Status, hook.Deny, reason
	return no
}

// readEnded reads what a hook left that ended by itself.
func (d Dialect) readEnded(ev hook.Event, run dialect.Exit) dialect.Answer {
	found := d.findAnswer(ev, run)
	if found.object == nil {
		if len(found.diagnostics) > 0 && run.ExitCode == ExitBlock {
			run.Stdout = nil // what is wrong with it has been said
		}
		said := d.readExitCode(ev, run, found.broken)
		said.Diagnostics = append(found.diagnostics, said.Diagnostics...)
		return said
	}
	said := d.readAnswer(ev, run, found)
	if d.Contract.ExitDenies && run.ExitCode == ExitBlock && said.Status != hook.StatusBlocked && d.exitCounts(ev) {
		return d.deniedByExit(ev, said, run)
	}
	return said
}

// deniedByExit is a JSON answer to which the exit code adds a no.
func (d Dialect) deniedByExit(ev hook.Event, said dialect.Answer, run dialect.Exit) dialect.Answer {
	run.Stdout = nil // it has been read
	no := d.blockedBy(ev, run)
	no.Diagnostics = append(said.Diagnostics, no.Diagnostics...)
	if meaning, ok := said.Meaning.(*answer); ok {
		denied, reason := *meaning, no.Meaning.(*answer).reason
		denied.decision, denied.reason, denied.deferred = hook.Deny, reason, false
		no.Output, no.Meaning = said.Output.Overlay(no.Output), &denied
	}
	return no
}

// exitCounts reports whether exit code 2 says no on an event.
func (d Dialect) exitCounts(ev hook.Event) bool {
	return !d.Contract.Traits(ev.Type.Name).ExitIgnored
}

// readExitCode is the simple way to answer. broken says that stdout was meant
// to be JSON and cannot be used even as text.
func (d Dialect) readExitCode(ev hook.Event, run dialect.Exit, broken bool) dialect.Answer {
	traits := d.Contract.Traits(ev.Type.Name)
	switch {
	case run.ExitCode == ExitBlock && d.exitCounts(ev):
		return d.blockedBy(ev, run)
	case run.Status == hook.StatusFailed:
		return dialect.Answer{Status: hook.StatusFailed} // Merge shows the user its stderr
	case broken:
		return dialect.Answer{Status: hook.StatusBadOutput}
	case !traits.TextCounts:
		return dialect.Answer{Status: hook.StatusOK, Diagnostics: unusedText(ev, traits, run.Stdout)}
	}
	text, diagnostics := kit.Text("stdout", run.Stdout)
	if text == "" {
		return dialect.Answer{Status: hook.StatusOK}
	}
	output := specificOutput(ev, "additionalContext", text)
	return dialect.Answer{Status: hook.StatusOK, Output: output, Diagnostics: diagnostics, Meaning: &answer{context: text}}
}

// blockedBy is the answer of exit code 2: no, with stderr as the reason.
func (d Dialect) blockedBy(ev hook.Event, run dialect.Exit) dialect.Answer {
	reason, diagnostics := kit.Text("stderr", run.Stderr)
	no := d.no(ev, cmp.Or(reason, defaultReason))
	no.Diagnostics = append(diagnostics, kit.LostReason(run)...)
	return no
}

// no is an answer that says no.
func (d Dialect) no(ev hook.Event, reason string) dialect.Answer {
	traits := d.Contract.Traits(ev.Type.Name)
	output := noOutput(ev, traits, reason)
	meaning := &answer{decision: hook.Deny, reason: reason}
	if traits.DenyStops {
		meaning.stop, meaning.stopReason = true, reason
	}
	return dialect.Answer{Status: hook.StatusBlocked, Output: output, Meaning: meaning}
}

// noOutput writes a no the way that hooks for an event do.
func noOutput(ev hook.Event, traits Traits, reason string) hook.Object {
	switch traits.Permission {
	case PermissionDecision:
		return specificOutput(ev, "permissionDecision", "deny", "permissionDecisionReason", reason)
	case BehaviorDecision:
		specific := hook.Object{}
		specific.Set("hookEventName", ev.Type.Name)
		specific["decision"] = behavior(hook.Deny, reason, nil).Raw()
		return hook.Object{"hookSpecificOutput": specific.Raw()}
	}
	output := hook.Object{}
	output.Set("decision", "block")
	output.Set("reason", reason)
	return output
}

// specificOutput returns an answer with these members, given as keys and
// values, in its hookSpecificOutput.
func specificOutput(ev hook.Event, members ...string) hook.Object {
	specific := hook.Object{}
	specific.Set("hookEventName", ev.Type.Name)
	for i := 0; i+1 < len(members); i += 2 {
		specific.Set(members[i], members[i+1])
	}
	return hook.Object{"hookSpecificOutput": specific.Raw()}
}

// unusedText notices context that will not arrive: few events take it from plain
// text.
func unusedText(ev hook.Event, traits Traits, stdout []byte) []hook.Diagnostic {
	if traits.Context == "" || len(kit.Trim(stdout)) == 0 {
		return nil
	}
	return []hook.Diagnostic{diag.Infof("unused-output",
		"text on stdout is not context on %s; print {\"hookSpecificOutput\": {\"hookEventName\": %[1]q, \"additionalContext\": \"…\"}}", ev.Type.Name)}
}
