package hooktest

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/document"
	"github.com/grapnel-hooks/grapnel/internal/base/lookpath"
	"github.com/grapnel-hooks/grapnel/internal/engine"
)

// Status is how a test ended.
type Status string

// The statuses of tests. Broken is a test file that could not be read.
const (
	OK      Status = "ok"
	Failed  Status = "failed"
	Skipped Status = "skipped"
	Updated Status = "updated"
	Broken  Status = "broken"
)

// Result is the result of a test.
type Result struct {
	File       string        `json:"file"`
	Name       string        `json:"name,omitempty"`
	Position   string        `json:"position,omitempty"`
	Status     Status        `json:"status"`
	Reason     string        `json:"reason,omitempty"` // why it was skipped
	DurationMs float64       `json:"durationMs"`
	Failures   []Failure     `json:"failures,omitempty"`
	Outcome    *hook.Outcome `json:"outcome,omitempty"` // nil if the event was not fired

	test *Test
}

// NewBroken returns the result of a file that could not be read.
func NewBroken(path string, problems []error) Result {
	r := Result{File: path, Status: Broken}
	for _, err := range problems {
		r.Failures = append(r.Failures, problem(err, hook.Position{File: path}))
	}
	return r
}

// problem is a failure that has no expectation: something could not be done.
func problem(err error, at hook.Position) Failure {
	if located, ok := err.(*document.Error); ok {
		return Failure{Position: located.Pos.String(), Message: located.Message()}
	}
	return Failure{Position: at.String(), Message: err.Error()}
}

// Run runs a test.
func (t *Test) Run(ctx context.Context) Result {
	r := Result{File: t.File.Path, Name: t.Name, Position: t.Pos.String(), Status: OK, test: t}
	if r.Reason = t.skipped(); r.Reason != "" {
		r.Status = Skipped
		return r
	}
	start := time.Now()
	out, err := t.outcome(ctx)
	r.DurationMs = float64(time.Since(start).Microseconds()) / 1000
	switch {
	case ctx.Err() != nil:
		r.Failures = []Failure{problem(errors.New("interrupted"), t.Pos)}
	case err != nil:
		r.Failures = []Failure{problem(err, t.Pos)}
	default:
		r.Outcome = &out
		r.Failures = t.check(out)
	}
	if len(r.Failures) > 0 {
		r.Status = Failed
	}
	return r
}

// skipped says why the test cannot or should not run, or "".
func (t *Test) skipped() string {
	if t.setup.skip != "" {
		return t.setup.skip
	}
	var missing []string
	for _, name := range t.setup.needs {
		if _, err := lookpath.Find(name); err != nil {
			missing = append(missing, name)
		}
	}
	if len(missing) > 0 {
		return fmt.Sprintf("needs %s, not found in PATH", strings.Join(missing, " and "))
	}
	return ""
}

// outcome fires the test's event in a directory of its own. It does without
// the journal and the trust of a System: running tests is consent, and a test is
// not something that happened.
func (t *Test) outcome(ctx context.Context) (hook.Outcome, error) {
	w, err := newWorkspace(t)
	if err != nil {
		return hook.Outcome{}, err
	}
	defer w.remove()
	d, set, err := t.configuration(w)
	if err != nil {
		return hook.Outcome{}, w.visible(err)
	}
	ev, err := t.fire(d, w.dir)
	if err != nil {
		return hook.Outcome{}, err
	}
	e := engine.New(engine.NewRegistry(d, set.Definitions), engine.Options{
		Session: hook.Session{ID: "grapnel-test", Dir: w.dir, Agent: t.agent},
	})
	defer e.Close()
	out := e.Fire(ctx, ev)
	out.Diagnostics = append(append([]hook.Diagnostic(nil), set.Diagnostics...), out.Diagnostics...)
	return outOfProject(out, w.dir)
}

// visible names the files of the project, rather than their copies, in an
// error.
func (w *workspace) visible(err error) error {
	name := w.project
	if name == "" {
		name = placeholder
	}
	return errors.New(strings.ReplaceAll(err.Error(), w.dir, name))
}
