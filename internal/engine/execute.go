package engine

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/diag"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/dialect/kit"
	"github.com/grapnel-hooks/grapnel/internal/engine/process"
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
	planned []*entry

	// What follows has an element for each hook that matches the content.
	entries     []*entry
	results     []hook.Result
	diagnostics [][]hook.Diagnostic
	skip        []bool // because of a requirement that is not met

	missing []hook.Diagnostic // about the hooks to skip
}

func (e *Engine) newExecution(plan *Plan, begun time.Time) *execution {
	n := len(plan.entries)
	return &execution{
		engine:      e,
		parent:      os.Environ(),
		running:     os.Getenv(runningVariable),
		begun:       begun,
		planned:     plan.entries,
		entries:     make([]*entry, 0, n),
		results:     make([]hook.Result, 0, n),
		diagnostics: make([][]hook.Diagnostic, 0, n),
		skip:        make([]bool, 0, n),
	}
}

// add makes room for the result of a hook, if the hook is for an event with
// this content.
func (x *execution) add(e *entry, ev hook.Event) bool {
	if !x.engine.contract.MatchesContent(ev, e.def) {
		return false
	}
	x.entries = append(x.entries, e)
	x.results = append(x.results, e.notRun)
	x.diagnostics = append(x.diagnostics, nil)
	x.skip = append(x.skip, false)
	return true
}

// report adds a diagnostic about hook i.
func (x *execution) report(i int, d hook.Diagnostic) {
	x.diagnostics[i] = append(x.diagnostics[i], d)
}

// allDiagnostics returns the diagnostics about all hooks, in plan order.
func (x *execution) allDiagnostics() []hook.Diagnostic {
	var list []hook.Diagnostic
	for i, own := range x.diagnostics {
		for _, d := range own {
			list = append(list, d.Of(i))
		}
	}
	return list
}

// removeMissing removes the hooks that did not run because of a requirement,
// and notes what to report about them.
func (x *execution) removeMissing() {
	kept := 0
	for i, skip := range x.skip {
		if skip {
			x.missing = append(x.missing, x.diagnostics[i]...)
			continue
		}
		x.results[kept], x.diagnostics[kept] = x.results[i], x.diagnostics[i]
		kept++
	}
	x.results, x.diagnostics = x.results[:kept], x.diagnostics[:kept]
}

// parallel runs all hooks at once on the same input.
func (x *execution) parallel(ctx context.Context, ev hook.Event) {
	for _, e := range x.planned {
		x.add(e, ev)
	}
	in := x.input(ev)
	if len(x.results) == 1 {
		x.run(ctx, 0, ev, in)
		return
	}
	slots := make(chan struct{}, maxParallel)
	var all sync.WaitGroup
	for i := range x.results {
		slots <- struct{}{}
		all.Go(func() {
			defer func() { <-slots }()
			x.run(ctx, i, ev, in)
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
		if !x.add(e, ev) {
			continue
		}
		i := len(x.results) - 1
		if stopped {
			x.results[i].Status = hook.StatusSkipped
			continue
		}
		x.run(ctx, i, ev, in)
		r := x.results[i]
		stopped = x.ends(ev.Type.Kind, r)
		if len(r.Output) > 0 && !stopped && n+1 < len(x.planned) {
			ev = x.engine.contract.NextEvent(ev, r.Output)
			in = x.input(ev)
		}
	}
}

// ends reports whether a result ends the chain.
func (x *execution) ends(kind hook.Kind, r hook.Result) bool {
	denied := r.Status == hook.StatusBlocked || r.Decision == hook.Deny
	return denied && slices.Contains(x.engine.rules.StopAtBlock, kind)
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

// run runs one hook and puts its result in place.
func (x *execution) run(ctx context.Context, i int, ev hook.Event, in input) {
	x.attempt(ctx, i, ev, in)
	x.applyPolicy(i, ev)
}

// attempt is run without regard to the policy for failures. A panic in the
// reading of an answer is a failure of that hook alone.
func (x *execution) attempt(ctx context.Context, i int, ev hook.Event, in input) {
	result := &x.results[i]
	result.Status, result.StartMs = hook.StatusSpawnError, milliseconds(time.Since(x.begun))
	defer func() {
		if p := recover(); p != nil {
			result.Status, result.Error = hook.StatusBadOutput, fmt.Sprintf("internal error: %v", p)
			x.report(i, diag.Errorf("internal-error", "reading the answer of hook %q: %v", result.Name, p))
		}
	}()
	e := x.entries[i]
	program, err := e.prepare(x.engine.contract, in.dir)
	if !x.engine.requirements.isMet(ctx, program.Requires) {
		x.skip[i] = true
		x.report(i, program.Requires.Missing)
		return
	}
	exit := dialect.Exit{Status: hook.StatusSpawnError, ExitCode: -1}
	switch {
	case err != nil:
		result.Error = err.Error()
	case x.running != "" && strings.Contains(x.running, markOf(e.def)):
		result.Error = "it is running already, and has fired the event again"
		x.report(i, diag.Errorf(CallsItself, "hook %q runs grapnel, which would run that hook again", result.Name).
			Fixf("name other configuration there, with --config").At(e.def.Origin))
	default:
		exit = x.record(i, e.def, x.start(ctx, program, x.command(program, e.def, in)))
	}
	exit.Error = result.Error
	x.understand(i, x.engine.contract.Read(ev, e.def, exit))
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
func (x *execution) understand(i int, answer dialect.Answer) {
	result := &x.results[i]
	result.Status, result.Output, result.Decision = answer.Status, answer.Output, answer.Decision
	result.Reason, _ = x.text(i, "the reason", []byte(answer.Reason))
	for _, d := range answer.Diagnostics {
		x.report(i, d)
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
func (x *execution) record(i int, def hook.Definition, done process.Result) dialect.Exit {
	r := &x.results[i]
	r.DurationMs = milliseconds(done.Duration)
	done.Stdout, done.Stderr = decoded(done.Stdout), decoded(done.Stderr)
	r.Stdout, r.StdoutTruncated = x.text(i, "stdout", done.Stdout)
	r.Stderr, r.StderrTruncated = x.text(i, "stderr", done.Stderr)
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
		r.Status, r.Error = hook.StatusTimeout, fmt.Sprintf("timed out after %v", def.Timeout)
	case process.Canceled:
		r.Status, r.Error = hook.StatusKilled, Canceled
	default:
		r.Error = done.Err.Error()
		if done.Machine {
			x.report(i, diag.Errorf(MachineError, "a hook could not be started: %v", done.Err))
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
