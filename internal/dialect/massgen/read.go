package massgen

import (
	"errors"
	"fmt"
	"strings"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/diag"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/dialect/kit"
	"github.com/grapnel-hooks/grapnel/internal/jsonx"
)

// exitImport is the exit code with which the worker says that it has not got as
// far as calling a function.
const exitImport = 78

// Read understands a hook's answer. Stdout counts only with exit code 0; a hook
// that fails is ignored, unless it must fail closed.
func (Dialect) Read(ev hook.Event, def hook.Definition, run dialect.Exit) dialect.Answer {
	var answer dialect.Answer
	switch {
	case run.Status == hook.StatusOK:
		answer = readStdout(ev, def, run)
	case def.Type == typePython && (run.ExitCode == exitImport || run.Status == hook.StatusSpawnError):
		return notImported(def, run)
	default:
		answer = dialect.Answer{Status: run.Status, Diagnostics: failureDiagnostics(def, run)}
	}
	if def.FailClosed && (answer.Status != hook.StatusOK && answer.Status != hook.StatusBlocked) {
		return denying(answer, failureText(def, run, answer))
	}
	return answer
}

// notImported is the answer for a Python hook that could not be called at all:
// a guard that is not there must not be taken for one that agrees.
func notImported(def hook.Definition, run dialect.Exit) dialect.Answer {
	why := text(run.Stdout)
	if run.Status == hook.StatusSpawnError {
		why = run.Error
	}
	problem := diag.Errorf("import-failed", "hook %q cannot be called, so the call is denied: %s", def.DisplayName(), why)
	return denying(dialect.Answer{Status: run.Status, Diagnostics: []hook.Diagnostic{problem}}, "Hook import failed: "+why)
}

// denying makes a failure a deny.
func denying(answer dialect.Answer, reason string) dialect.Answer {
	answer.Output = hook.Object{}
	answer.Output.Set("decision", "deny")
	answer.Output.Set("reason", reason)
	answer.Decision, answer.Reason = hook.Deny, reason
	answer.Meaning = newAnswer(answer.Output, "")
	return answer
}

// failureText says why a hook that fails closed denies.
func failureText(def hook.Definition, run dialect.Exit, answer dialect.Answer) string {
	name := def.DisplayName()
	switch {
	case run.Status == hook.StatusTimeout:
		return fmt.Sprintf("Hook %s timed out", name)
	case answer.Status == hook.StatusBadOutput:
		return fmt.Sprintf("Hook %s failed: its answer cannot be used", name)
	case def.Type == typePython && len(run.Stdout) > 0:
		return fmt.Sprintf("Hook %s failed: %s", name, text(run.Stdout))
	case run.Error != "":
		return fmt.Sprintf("Hook %s failed: %s", name, run.Error)
	}
	return fmt.Sprintf("Hook %s failed: exit code %d", name, run.ExitCode)
}

// failureDiagnostics adds to what the engine reports about a failure: a Python
// hook's exception, and a deny that was meant but does not count.
func failureDiagnostics(def hook.Definition, run dialect.Exit) []hook.Diagnostic {
	if run.Status != hook.StatusFailed {
		return nil
	}
	if def.Type == typePython {
		if why := text(run.Stdout); why != "" {
			return []hook.Diagnostic{diag.Warnf("hook-exception", "Hook %s failed: %s", def.DisplayName(), why)}
		}
		return nil
	}
	object, _, err := jsonx.ParseObject(kit.Trim(run.Stdout))
	if run.ExitCode == 1 || run.ExitCode == 2 || err == nil && hook.Object(object).Has("decision") {
		return []hook.Diagnostic{diag.Warnf("exit-code", "exit code %d is a failure in MassGen and blocks nothing; to deny, print {\"decision\": \"deny\"} and exit with code 0", run.ExitCode)}
	}
	return nil
}

// readStdout reads the answer, which must be one JSON object. Nothing at all is
// an answer too: the hook has no objection.
func readStdout(ev hook.Event, def hook.Definition, run dialect.Exit) dialect.Answer {
	data := kit.Trim(run.Stdout)
	if len(data) == 0 {
		return dialect.Answer{Status: hook.StatusOK}
	}
	if kit.IsTooLong(run, data) {
		return kit.Bad("the answer is longer than 16 MiB and was not read")
	}
	object, duplicates, err := kit.Parse(data)
	switch {
	case errors.Is(err, jsonx.ErrNotObject) && def.Type == typePython:
		return kit.Bad("the function must return a dictionary, a HookResult or None, not %s", kit.Excerpt(data))
	case errors.Is(err, jsonx.ErrNotObject):
		return kit.Bad("the answer must be a JSON object, not %s", kit.Excerpt(data))
	case err != nil:
		return kit.Bad("the answer is not valid JSON (%v); print one JSON object alone, and everything else to stderr", err)
	}
	return checked(ev, def, object, duplicates)
}

// text is what a worker says about a failure, fit to be passed on.
func text(raw []byte) string {
	const limit = 10_000
	t := strings.ToValidUTF8(string(kit.Trim(raw)), "\ufffd")
	if len(t) > limit {
		return strings.ToValidUTF8(t[:limit], "") + "…"
	}
	return t
}
