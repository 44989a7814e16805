package pi

import (
	"cmp"
	"strings"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/diag"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/dialect/kit"
)

const exitBlock = 2

// What a block without a reason says.
const (
	blockedText = "Tool call blocked by hook"
	failureText = "Tool call blocked by hook failure"
)

// Read understands a hook's answer: JSON on stdout at any exit code, exit code
// 2 before a tool, and otherwise the text of both streams.
func (Dialect) Read(ev hook.Event, def hook.Definition, run dialect.Exit) dialect.Answer {
	r := &reading{Checker: kit.Checker{Discreet: true}, ev: ev, def: def, run: run, status: run.Status}
	r.readStdout()
	if r.Object != nil {
		r.check()
	}
	r.decide()
	r.addContext()
	if def.Source != SourceClaude { // whose timeouts are in seconds
		r.Diagnostics = append(r.Diagnostics, timeouts.Short(def, run)...)
	}

	answer := dialect.Answer{Status: r.status, Output: r.Object, Diagnostics: r.Diagnostics}
	if len(r.Object) == 0 {
		answer.Output = nil
	}
	said := newAnswer(r.Object)
	answer.Decision, answer.Reason, answer.Meaning = said.decision, said.reason, said
	return answer
}

// reading is the work on one answer. Object is the answer as far as it can be
// used, and nil if there is none.
type reading struct {
	kit.Checker
	ev     hook.Event
	def    hook.Definition
	run    dialect.Exit
	status hook.Status
	isJSON bool // stdout was a JSON object and not text
	unread bool // stdout began like one but was too long
}

// failed reports whether the hook did not do its work.
func (r *reading) failed() bool { return r.run.Status != hook.StatusOK || r.unread }

// decide sets the decision that the answer amounts to. Before a tool, an exit
// code may decide; a failure does so only if the hook must not fail.
func (r *reading) decide() {
	before := r.ev.Type.Kind == hook.ToolBefore
	said, _ := r.Object.String("decision")
	exit2 := r.run.Status == hook.StatusFailed && r.run.ExitCode == exitBlock
	switch {
	case said == "deny" || before && exit2:
		r.status = hook.StatusBlocked
		r.deny(blockedText)
	case before && r.failed() && r.def.FailClosed:
		r.deny(failureText)
	case said != "" && r.failed():
		r.Warnf("no-effect", "decision %q of a hook that failed does not count", said)
		delete(r.Object, "decision")
	case said == "ask" && before:
		r.Warnf("ask-allowed", "the hook wants the user to be asked; where nobody can be, the tool call is allowed")
	case said == "ask":
		r.Warnf("ask-allowed", "the hook wants the user to be asked; the tool has already run")
	}
}

// deny puts a decision to deny in the answer, with a reason: the hook's own,
// unless that is why it would allow, else what it wrote, else the text given.
func (r *reading) deny(otherwise string) {
	if r.Object == nil {
		r.Object = hook.Object{}
	}
	if said, _ := r.Object.String("decision"); said == "allow" {
		delete(r.Object, "reason")
	}
	r.Object.Set("decision", "deny")
	if reason, _ := r.Object.String("reason"); kit.IsBlank(reason) {
		r.Object.Set("reason", cmp.Or(r.explanation(), otherwise))
	}
}

// addContext makes what the hook adds to the conversation a member of its own:
// additionalContext at either of its places, else, on events with a tradition
// of that, what the hook wrote to stdout.
func (r *reading) addContext() {
	kind := r.ev.Type.Kind
	if kind == hook.CompactBefore {
		r.NoEffect(r.ev.Type.Name, "additionalContext")
		return
	}
	if r.isJSON || r.unread || kind == hook.ToolBefore {
		return
	}
	if text := r.context(); text != "" {
		if r.Object == nil {
			r.Object = hook.Object{}
		}
		r.Object.Set("additionalContext", text)
	}
}

// readStdout reads stdout as JSON if it begins like an object. What then is
// none is reported, and counts as text.
func (r *reading) readStdout() {
	text := kit.Trim(r.run.Stdout)
	if len(text) == 0 || text[0] != '{' {
		r.Diagnostics = append(r.Diagnostics, kit.Hidden(text, "decision", "additionalContext", "updatedInput")...)
		return
	}
	if kit.IsTooLong(r.run, text) {
		r.unread = true
		if r.status == hook.StatusOK {
			r.status = hook.StatusBadOutput
		}
		r.Diagnostics = append(r.Diagnostics, diag.Errorf("bad-output", "the JSON answer is longer than 16 MiB and was not read"))
		return
	}
	object, duplicates, err := kit.Parse(text)
	if err != nil {
		r.Warnf("invalid-json", "stdout looks like JSON but is not valid, and counts as text: %v", err)
		return
	}
	r.Object, r.isJSON = object, true
	r.Duplicates(duplicates)
}

// context is what a hook that gave no JSON answer adds to the conversation: what
// it wrote to stdout. Stderr is for the record.
func (r *reading) context() string { return r.read("stdout", r.run.Stdout) }

// explanation is what a hook wrote that denies without saying why: stdout, unless
// it was a JSON answer, and below it stderr.
func (r *reading) explanation() string {
	var parts []string
	if !r.isJSON && !r.unread {
		parts = append(parts, r.read("stdout", r.run.Stdout))
	}
	parts = append(parts, r.read("stderr", r.run.Stderr))
	return strings.TrimSpace(strings.Join(parts, "\n"))
}

// read returns a stream as text, with diagnostics about what is odd in it.
func (r *reading) read(stream string, raw []byte) string {
	text, diagnostics := kit.Text(stream, raw)
	r.Diagnostics = append(r.Diagnostics, diagnostics...)
	return text
}
