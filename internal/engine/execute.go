package engine

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/diag"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/dialect/kit"
	"github.com/grapnel-hooks/grapnel/internal/engine/process"
	"github.com/grapnel-hooks/grapnel/internal/engine/rules"
)

const (
	maxParallel = 100             // hooks of one event that run at the same time
	maxAnswer   = kit.MaxJSON + 1 // bytes read of stdout and stderr; one more than an answer may have
	maxRecord   = 1 << 20         // bytes of each that a result shows
	recordMark  = "\n[cut at 1 MiB]"
)

// MachineError is the code of the diagnostic that a hook could not run for a
// reason that is not its own. A guard that did not run has not agreed, so the
// user must be told in any case.
const MachineError = "machine-error"

// execution is the run of one plan.
type execution struct {
	engine  *Engine
	parent  []string // environment of this process
	running string   // the marks of the hooks that have started it
	begun   time.Time
	rules   *rules.Set // the conditions of the plan; nil if there are none
	all     []*entry   // of the plan
	planned []*entry   // those that are to run
	calls   []*call    // of the hooks that match the content, in plan order
}

// call is the run of one hook.
type call struct {
	*entry
	result      hook.Result
	meaning     any // what the contract understood of the answer; nil if nothing
	diagnostics []hook.Diagnostic
	missing     bool // something that the hook requires, so it did not run
	rule        int  // the index in the plan, if it is a rule
}

func (c *call) report(d hook.Diagnostic) { c.diagnostics = append(c.diagnostics, d) }

func (e *Engine) newExecution(plan *Plan, begun time.Time) *execution {
	return &execution{
		engine:  e,
		parent:  os.Environ(),
		running: os.Getenv(runningVariable),
		begun:   begun,
		rules:   plan.conditions(),
		all:     plan.entries,
		planned: plan.entries,
		calls:   make([]*call, 0, len(plan.entries)),
	}
}

// add adds the call of a hook, or returns nil if the hook is not for an event
// with this content.
func (x *execution) add(e *entry, ev hook.Event) *call {
	if !x.engine.contract.MatchesContent(ev, e.def) {
		return nil
	}
	c := &call{entry: e, result: e.notRun}
	x.calls = append(x.calls, c)
	return c
}

// removeMissing removes the calls of hooks that did not run because of a
// requirement, and returns what to report about them.
func (x *execution) removeMissing() (missing []hook.Diagnostic) {
	x.calls = slices.DeleteFunc(x.calls, func(c *call) bool {
		if c.missing {
			missing = append(missing, c.diagnostics...)
		}
		return c.missing
	})
	return missing
}

// results returns the results of all calls, and the diagnostics about them.
func (x *execution) results() (results []hook.Result, diagnostics []hook.Diagnostic) {
	results = make([]hook.Result, len(x.calls))
	for i, c := range x.calls {
		results[i] = c.result
		for _, d := range c.diagnostics {
			diagnostics = append(diagnostics, d.Of(i))
		}
	}
	return results, diagnostics
}

// execute decides the rules and runs the hooks that are for the event.
func (x *execution) execute(ctx context.Context, ev hook.Event, sequential bool) {
	ev = x.decide(ev)
	if len(x.planned) == 0 {
		return
	}
	ev = WithFacts(x.engine.contract, ev)
	if sequential {
		x.sequential(ctx, ev)
	} else {
		x.parallel(ctx, ev)
	}
}

// readings returns the results with what the contract understood of them.
func (x *execution) readings(results []hook.Result) []dialect.Reading {
	list := make([]dialect.Reading, len(results))
	for i := range list {
		list[i] = dialect.Reading{Result: &results[i], Meaning: x.calls[i].meaning}
	}
	return list
}

// parallel runs all hooks at once on the same input.
func (x *execution) parallel(ctx context.Context, ev hook.Event) {
	var calls []*call
	for _, e := range x.planned {
		if c := x.add(e, ev); c != nil {
			calls = append(calls, c)
		}
	}
	if len(calls) == 0 {
		return
	}
	in := x.input(ev)
	if len(calls) == 1 {
		x.run(ctx, calls[0], ev, in)
		return
	}
	slots := make(chan struct{}, maxParallel)
	var all sync.WaitGroup
	for _, c := range calls {
		slots <- struct{}{}
		all.Go(func() {
			defer func() { <-slots }()
			x.run(ctx, c, ev, in)
		})
	}
	all.Wait()
}

// sequential runs one hook after the other, each on the event as the hooks
// before it have changed it, if it is for an event with that content.
func (x *execution) sequential(ctx context.Context, ev hook.Event) {
	in := x.input(ev)
	stopped := false
	for n, e := range x.planned {
		c := x.add(e, ev)
		if c == nil {
			continue
		}
		if stopped {
			c.result.Status = hook.StatusSkipped
			continue
		}
		x.run(ctx, c, ev, in)
		stopped = x.ends(ev.Type.Kind, c.result)
		if c.meaning != nil && !c.def.Observe && !stopped && n+1 < len(x.planned) {
			ev = x.engine.contract.NextEvent(ev, c.meaning)
			in = x.input(ev)
		}
	}
}

// ends reports whether a result ends the chain.
func (x *execution) ends(kind hook.Kind, r hook.Result) bool {
	denied := r.Status == hook.StatusBlocked || r.Decision == hook.Deny
	return denied && !r.Observed && slices.Contains(x.engine.rules.StopAtBlock, kind)
}

// input is what hooks are given; it is encoded once for all that share it.
type input struct {
	stdin []byte
	env   []string
	dir   string
}

func (x *execution) input(ev hook.Event) input {
	stdin, env := x.engine.contract.Input(ev)
	return input{stdin: stdin, env: environment(x.parent, env), dir: ev.Session.Dir}
}

// run runs one hook and keeps its result.
func (x *execution) run(ctx context.Context, c *call, ev hook.Event, in input) {
	x.attempt(ctx, c, ev, in)
	x.applyPolicy(c, ev)
}

// attempt is run without regard to the policy for failures. A panic in the
// reading of an answer is a failure of that hook alone.
func (x *execution) attempt(ctx context.Context, c *call, ev hook.Event, in input) {
	result := &c.result
	result.Status, result.StartMs = hook.StatusSpawnError, milliseconds(time.Since(x.begun))
	defer func() {
		if p := recover(); p != nil {
			result.Status, result.Error = hook.StatusBadOutput, fmt.Sprintf("internal error: %v", p)
			c.report(diag.Errorf("internal-error", "reading the answer of hook %q: %v", result.Name, p))
		}
	}()
	in.dir = c.dirIn(in.dir)
	program, err := c.prepare(x.engine.contract, in.dir)
	if !x.engine.requirements.isMet(ctx, program.Requires) {
		c.missing = true
		c.report(program.Requires.Missing)
		return
	}
	exit := dialect.Exit{Status: hook.StatusSpawnError, ExitCode: -1}
	switch {
	case err != nil:
		result.Error = err.Error()
	case x.running != "" && strings.Contains(x.running, markOf(c.def)):
		result.Error = "it is running already, and has fired the event again"
		c.report(diag.Errorf(CallsItself, "hook %q runs grapnel, which would run that hook again", result.Name).
			Fixf("name other configuration there, with --config").At(c.def.Origin))
	default:
		exit = x.record(c, x.start(ctx, program, x.command(program, c.def, in)))
	}
	exit.Error = result.Error
	x.understand(c, x.engine.contract.Read(ev, c.def, exit))
}

// dirIn is where the hook runs in a session that works in dir.
func (e *entry) dirIn(dir string) string {
	if e.def.Dir == "" || filepath.IsAbs(e.def.Dir) {
		return cmp.Or(e.def.Dir, dir)
	}
	return filepath.Join(dir, e.def.Dir)
}

// command is how a hook is run. A worker is there for many hooks, so that it has
// no mark of one.
func (x *execution) command(program dialect.Program, def hook.Definition, in input) process.Command {
	own := def.Env
	if program.Handler == "" {
		own = append(slices.Clip(own), withMark(x.running, markOf(def)))
	}
	return process.Command{
		Argv:      program.Argv,
		Env:       environment(in.env, own),
		Dir:       in.dir,
		Stdin:     in.stdin,
		Timeout:   def.Timeout,
		MaxOutput: maxAnswer,
	}
}

// understand puts what a hook answered into its result.
func (x *execution) understand(c *call, answer dialect.Answer) {
	c.result.Status, c.result.Output, c.result.Decision = answer.Status, answer.Output, answer.Decision
	c.meaning = answer.Meaning
	c.result.Reason, _ = x.text(c, "the reason", []byte(answer.Reason))
	for _, d := range answer.Diagnostics {
		c.report(d)
	}
}

// start runs a process of the hook's own, or calls a worker.
func (x *execution) start(ctx context.Context, program dialect.Program, c process.Command) process.Result {
	if program.Handler != "" {
		return x.engine.workers.Call(ctx, program.Handler, c)
	}
	return process.Run(ctx, c)
}

// record writes down how the process went, and returns what the contract needs
// to know of it.
func (x *execution) record(c *call, done process.Result) dialect.Exit {
	r := &c.result
	r.DurationMs = milliseconds(done.Duration)
	done.Stdout, done.Stderr = decoded(done.Stdout), decoded(done.Stderr)
	if c.def.Budget > 0 && done.Duration > c.def.Budget {
		c.report(diag.Warnf("over-budget", "hook %q took %v, more than its budget of %v", r.Name, done.Duration.Round(time.Millisecond), c.def.Budget))
	}
	r.Stdout, r.StdoutTruncated = x.text(c, "stdout", done.Stdout)
	r.Stderr, r.StderrTruncated = x.text(c, "stderr", done.Stderr)
	switch done.Ending {
	case process.Exited:
		r.ExitCode, r.Success, r.Status = done.ExitCode, done.ExitCode == 0, hook.StatusFailed
		if r.Success {
			r.Status = hook.StatusOK
		}
	case process.Signaled:
		r.ExitCode, r.Signal, r.Status = x.engine.rules.SignalExitCode, done.Signal, hook.StatusKilled
		r.Error = "killed by " + done.Signal
	case process.TimedOut:
		r.Status, r.Error = hook.StatusTimeout, fmt.Sprintf("timed out after %v", c.def.Timeout)
	case process.Canceled:
		r.Status, r.Error = hook.StatusKilled, Canceled
	default:
		r.Error = done.Err.Error()
		if done.Machine {
			c.report(diag.Errorf(MachineError, "a hook could not be started: %v", done.Err))
		}
	}
	return dialect.Exit{
		Status: r.Status, ExitCode: r.ExitCode,
		Stdout: done.Stdout, Stderr: done.Stderr, CutOff: done.StdoutDropped > 0,
	}
}

// environment returns the parent's variables with others over them.
func environment(parent, over []string) []string {
	if len(over) == 0 {
		return parent
	}
	names := make([]string, len(over))
	for i, variable := range over {
		name, _, _ := strings.Cut(variable, "=")
		names[i] = name + "="
	}
	merged := make([]string, 0, len(parent)+len(over))
	for _, variable := range parent {
		if !slices.ContainsFunc(names, func(name string) bool { return strings.HasPrefix(variable, name) }) {
			merged = append(merged, variable)
		}
	}
	return append(merged, over...)
}
