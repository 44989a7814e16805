package hooktest

import (
	"fmt"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/document"
)

// expectation is what a test says must come out. What it does not mention is
// not checked, except that no hook may fail.
type expectation struct {
	member document.Member // the key "expect" with its value
	checks []check         // in file order
}

// check is one key of an expectation.
type check struct {
	member document.Member
	aspect aspect
}

// aspect is one side of an outcome that a test can have an expectation about.
type aspect interface {
	// compare returns what is wanted and what came out, as texts that differ
	// just where the outcome is not as it should be.
	compare(hook.Outcome) (want, got string)
	// present is the value to write into the test for what came out; nil if
	// there is no such value.
	present(hook.Outcome) any
}

// Failure is one thing that is not as a test wants it.
type Failure struct {
	Position string `json:"position"`
	Key      string `json:"key,omitempty"` // of the expectation
	Want     string `json:"want,omitempty"`
	Got      string `json:"got,omitempty"`
	Message  string `json:"message,omitempty"` // if it is not about a key
}

// aspects lists the keys of an expectation with how to read their values.
var aspects = []struct {
	key  string
	read func(r *reader, key string, v *document.Value) aspect
}{
	{"decision", readDecision},
	{"blocked", truth(func(out hook.Outcome) bool { return out.Blocked })},
	{"reason", text(func(out hook.Outcome) string { return out.Reason })},
	{"stop", truth(func(out hook.Outcome) bool { return out.Stop })},
	{"stopReason", text(func(out hook.Outcome) string { return out.StopReason })},
	{"suppressOutput", truth(func(out hook.Outcome) bool { return out.SuppressOutput })},
	{"input", object(toolInput)},
	{"inputContains", part(toolInput)},
	{"request", object(llmRequest)},
	{"requestContains", part(llmRequest)},
	{"response", object(llmResponse)},
	{"responseContains", part(llmResponse)},
	{"toolConfig", object(toolConfig)},
	{"output", object(output)},
	{"outputContains", part(output)},
	{"context", readContext},
	{"messages", readMessages},
	{"hooks", readHooks},
	{"below", readBelow},
}

func aspectKeys() []string {
	keys := make([]string, len(aspects))
	for i, a := range aspects {
		keys[i] = a.key
	}
	return keys
}

func (r *reader) expectation(m document.Member) *expectation {
	if !r.object(m.Value, "expect", aspectKeys()) {
		return nil
	}
	e := &expectation{member: m}
	for _, key := range m.Value.Members {
		for _, a := range aspects {
			if a.key == key.Key {
				e.checks = append(e.checks, check{key, a.read(r, key.Key, key.Value)})
			}
		}
	}
	return e
}

// check returns what of an outcome is not as the test wants it.
func (t *Test) check(out hook.Outcome) []Failure {
	if t.expect == nil || len(t.expect.checks) == 0 {
		return []Failure{{Position: t.Pos.String(), Message: "the test expects nothing yet; `grapnel test --update` writes the actual outcome into it"}}
	}
	var failures []Failure
	for _, c := range t.expect.checks {
		if want, got := c.aspect.compare(out); want != got {
			failures = append(failures, Failure{Position: c.member.Value.Pos.String(), Key: c.member.Key, Want: want, Got: got})
		}
	}
	for i, r := range out.Hooks {
		if isFailure(r.Status) && !t.expect.mentions(i) {
			failures = append(failures, Failure{Position: t.Pos.String(), Message: fmt.Sprintf(
				"hook %q did not run well (%s); if that is right, expect it: hooks: [{name: …, status: %s}]", r.Name, ending(r), r.Status)})
		}
	}
	return failures
}

// isFailure reports whether a hook that ended so is ignored because it is
// broken, which a test should not overlook.
func isFailure(s hook.Status) bool {
	switch s {
	case hook.StatusOK, hook.StatusBlocked, hook.StatusSkipped:
		return false
	}
	return true
}

// mentions reports whether the expectation says how a hook must end.
func (e *expectation) mentions(index int) bool {
	for _, c := range e.checks {
		if list, ok := c.aspect.(hookList); ok && index < len(list) {
			return list[index].status != "" || list[index].exitCode != nil
		}
	}
	return false
}

// ending says how a hook ended.
func ending(r hook.Result) string {
	switch {
	case r.Error != "":
		return string(r.Status) + ": " + r.Error
	case r.Status == hook.StatusFailed:
		return fmt.Sprintf("exit code %d", r.ExitCode)
	}
	return string(r.Status)
}
