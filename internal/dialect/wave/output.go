package wave

import (
	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/diag"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/dialect/kit"
)

const (
	exitBlock     = 2
	defaultReason = "Blocked by hook"
	defaultError  = "Hook execution failed"
)

// Read understands a hook's answer: by the JSON object on standard output if
// there is one, else by the exit code. A hook that did not end by itself has
// no say, whatever it printed before.
func (Dialect) Read(ev hook.Event, _ hook.Definition, run dialect.Exit) dialect.Answer {
	if run.Status != hook.StatusOK && run.Status != hook.StatusFailed {
		return dialect.Answer{Status: run.Status}
	}
	found := findAnswer(ev, run)
	if found.object != nil {
		return readAnswer(ev, run, found)
	}
	answer := readExitCode(ev, run, found.broken)
	answer.Diagnostics = append(found.remarks, answer.Diagnostics...)
	return answer
}

// readExitCode is the simple way to answer. broken says that stdout was meant
// to be JSON and is too long to be used even as text.
func readExitCode(ev hook.Event, run dialect.Exit, broken bool) dialect.Answer {
	switch {
	case run.ExitCode == exitBlock:
		return blockedBy(ev, run.Stderr)
	case run.Status == hook.StatusFailed:
		return dialect.Answer{Status: hook.StatusFailed} // Merge shows the user its stderr
	case broken:
		return dialect.Answer{Status: hook.StatusBadOutput}
	case !traitsOf[ev.Type.Name].textCounts:
		return dialect.Answer{Status: hook.StatusOK, Diagnostics: unusedText(ev, run.Stdout)}
	}
	text, remarks := kit.Text("stdout", run.Stdout)
	if text == "" {
		return dialect.Answer{Status: hook.StatusOK}
	}
	output := specificOutput(ev, "additionalContext", text)
	return dialect.Answer{Status: hook.StatusOK, Output: output, Diagnostics: remarks}
}

// blockedBy is the answer of exit code 2: no, with stderr as the reason.
func blockedBy(ev hook.Event, stderr []byte) dialect.Answer {
	reason, remarks := kit.Text("stderr", stderr)
	if reason == "" {
		reason = defaultReason
	}
	var output hook.Object
	if traitsOf[ev.Type.Name].permission {
		output = specificOutput(ev, "permissionDecision", "deny", "permissionDecisionReason", reason)
	} else {
		output = hook.Object{}
		output.Set("decision", "block")
		output.Set("reason", reason)
	}
	return dialect.Answer{Status: hook.StatusBlocked, Output: output, Diagnostics: remarks}
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

// unusedText notices context that will not arrive: only one event takes it
// from plain text.
func unusedText(ev hook.Event, stdout []byte) []hook.Diagnostic {
	if traitsOf[ev.Type.Name].context == "" || len(kit.Trim(stdout)) == 0 {
		return nil
	}
	return []hook.Diagnostic{diag.Infof("unused-output",
		"text on stdout is context on %s alone; on %s print {\"hookSpecificOutput\": {\"additionalContext\": \"…\"}}", UserPromptSubmit, ev.Type.Name)}
}
