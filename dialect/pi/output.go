package pi

import (
	"github.com/grapnel-hooks/grapnel/dialect"
	"github.com/grapnel-hooks/grapnel/hook"
)

const exitBlock = 2

// What a block without a reason says.
const (
	blockedText = "Tool call blocked by hook"
	failureText = "Tool call blocked by hook failure"
)

// Read understands a hook's answer: JSON on stdout at any exit code, exit code
// 2 before a tool, and otherwise the text of both streams.
func (Dialect) Read(ev hook.Event, def hook.Definition, run dialect.Run) dialect.Answer {
	r := &reading{ev: ev, def: def, run: run, status: run.Status}
	r.readStdout()
	if r.object != nil {
		r.check()
	}
	r.decide()
	r.addContext()

	answer := dialect.Answer{Status: r.status, Output: r.object, Diagnostics: r.remarks}
	if len(r.object) == 0 {
		answer.Output = nil
	}
	decision, _ := r.object.String("decision")
	answer.Decision = hook.Decision(decision)
	answer.Reason, _ = r.object.String("reason")
	return answer
}

// reading is the work on one answer.
type reading struct {
	ev      hook.Event
	def     hook.Definition
	run     dialect.Run
	status  hook.Status
	object  hook.Object // the answer, as far as it can be used
	isJSON  bool        // stdout was a JSON object, so that it is no text
	unread  bool        // stdout began like one but was too long
	remarks []hook.Diagnostic
}

func (r *reading) warnf(code, format string, args ...any) {
	r.remarks = append(r.remarks, hook.Warnf(code, format, args...))
}

// failed reports whether the hook did not do its work.
func (r *reading) failed() bool { return r.run.Status != hook.StatusOK || r.unread }

// decide sets the decision that the answer amounts to. Before a tool, an exit
// code may decide; a failure does so only if the hook must not fail.
func (r *reading) decide() {
	before := r.ev.Type.Kind == hook.ToolBefore
	said, _ := r.object.String("decision")
	exit2 := r.run.Status == hook.StatusFailed && r.run.ExitCode == exitBlock
	switch {
	case said == "deny" || before && exit2:
		r.status = hook.StatusBlocked
		r.deny(blockedText)
	case before && r.failed() && r.def.FailClosed:
		r.deny(failureText)
	case said != "" && r.failed():
		r.warnf("no-effect", "decision %q of a hook that failed does not count", said)
		delete(r.object, "decision")
	case said == "ask":
		r.warnf("ask-allowed", "the hook wants the user to be asked, which there is no way to do here: the tool call is allowed")
	}
}

// deny puts a decision to deny in the answer, with a reason: the hook's own,
// else what it wrote, else the text given.
func (r *reading) deny(otherwise string) {
	if r.object == nil {
		r.object = hook.Object{}
	}
	r.object.Set("decision", "deny")
	if reason, _ := r.object.String("reason"); isBlank(reason) {
		reason = r.text()
		if reason == "" {
			reason = otherwise
		}
		r.object.Set("reason", reason)
	}
}

// addContext makes what the hook adds to the conversation a member of its own:
// additionalContext at either of its places, else, on events with a tradition
// of that, whatever the hook wrote.
func (r *reading) addContext() {
	kind := r.ev.Type.Kind
	if kind == hook.CompactBefore {
		if r.object.Has("additionalContext") {
			r.warnf("no-effect", "additionalContext has no effect on %s", r.ev.Type.Name)
			delete(r.object, "additionalContext")
		}
		return
	}
	if r.isJSON || r.unread || kind == hook.ToolBefore {
		return
	}
	if text := r.text(); text != "" {
		if r.object == nil {
			r.object = hook.Object{}
		}
		r.object.Set("additionalContext", text)
	}
}
