package llxprt

import (
	"bytes"
	"errors"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/dialect/kit"
	"github.com/grapnel-hooks/grapnel/internal/jsonx"
)

const (
	exitBlock     = 2
	defaultReason = "Blocked by hook"
)

// Read understands a hook's answer by its exit code first: stdout counts only
// with exit code 0, stderr only without it, unless the contract has
// [Contract.AnyExitCode].
func (d Dialect) Read(ev hook.Event, def hook.Definition, run dialect.Exit) dialect.Answer {
	answer := d.readExit(ev, run)
	answer.Diagnostics = append(answer.Diagnostics, timeouts.Short(def, run)...)
	if answer.Output == nil {
		return answer
	}
	said := newMeaning(ev.Type.Name, answer.Output)
	if answer.Meaning = said; answer.Status == hook.StatusOK && said.IsBlocking() {
		answer.Status = hook.StatusBlocked
	}
	return answer
}

func (d Dialect) readExit(ev hook.Event, run dialect.Exit) dialect.Answer {
	switch {
	case run.Status == hook.StatusTimeout || run.Status == hook.StatusSpawnError:
		return dialect.Answer{Status: run.Status}
	case d.Contract.AnyExitCode:
		return d.readAnyExit(ev, run)
	case run.Status == hook.StatusOK:
		said, _ := d.readStdout(ev, run)
		return said
	case run.Status == hook.StatusFailed && run.ExitCode == exitBlock:
		return blockedBy(run)
	}
	return failed(run)
}

// blockedBy is the answer of exit code 2: deny, with stderr as the reason.
func blockedBy(run dialect.Exit) dialect.Answer {
	reason, diagnostics := kit.Text("stderr", run.Stderr)
	if reason == "" {
		reason = defaultReason
	}
	output := hook.Object{}
	output.Set("decision", "deny")
	output.Set("reason", reason)
	diagnostics = append(diagnostics, kit.LostReason(run)...)
	return dialect.Answer{Status: hook.StatusBlocked, Output: output, Diagnostics: diagnostics}
}

// failed is the answer of any other exit code and of a signal: the operation
// goes on, and the model is warned with what was on stderr.
func failed(run dialect.Exit) dialect.Answer {
	text, diagnostics := kit.Text("stderr", run.Stderr)
	var output hook.Object
	if text != "" {
		output = hook.Object{}
		output.Set("decision", "allow")
		output.Set("systemMessage", "Warning: "+text)
	}
	return dialect.Answer{Status: run.Status, Output: output, Diagnostics: diagnostics}
}

// readStdout reads JSON first and takes anything else as text.
func (d Dialect) readStdout(ev hook.Event, run dialect.Exit) (said dialect.Answer, isText bool) {
	text := kit.Trim(run.Stdout)
	switch {
	case run.CutOff && len(text) == 0, kit.IsTooLong(run, text) && looksLikeJSON(text):
		return kit.Bad("the answer is longer than 16 MiB and was not read"), false
	case len(text) == 0:
		return dialect.Answer{Status: hook.StatusOK}, false
	case kit.IsTooLong(run, text):
		return plainText(run.Stdout), true
	}
	object, duplicates, err := kit.Parse(text)
	if errors.Is(err, jsonx.ErrNotObject) && text[0] == '"' {
		// A string may hold the object, encoded twice.
		if inner, ok := jsonx.String(text); ok {
			object, duplicates, err = jsonx.ParseObject([]byte(inner))
		}
	}
	switch {
	case errors.Is(err, jsonx.ErrNotObject):
		return kit.Bad("the JSON answer must be an object"), false
	case errors.Is(err, jsonx.ErrTooDeep):
		return kit.Bad("the JSON answer is nested too deeply and was not read"), false
	case err != nil:
		return plainText(run.Stdout), true
	}
	return d.checked(ev, object, duplicates), false
}

// looksLikeJSON reports whether a text too long to parse begins like an answer,
// possibly encoded twice.
func looksLikeJSON(text []byte) bool {
	return text[0] == '{' || bytes.HasPrefix(text, []byte(`"{`))
}

func plainText(stdout []byte) dialect.Answer {
	text, diagnostics := kit.Text("stdout", stdout)
	output := hook.Object{}
	output.Set("decision", "allow")
	output.Set("systemMessage", text)
	diagnostics = append(diagnostics, kit.Hidden(stdout, "decision", "continue", "hookSpecificOutput")...)
	return dialect.Answer{Status: hook.StatusOK, Output: output, Diagnostics: diagnostics}
}
