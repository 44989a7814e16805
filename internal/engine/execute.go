package engine

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf16"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/diag"
	"github.com/grapnel-hooks/grapnel/internal/base/redact"
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

// execution is the run of one plan.
type execution struct {
	dialect dialect.Dialect
	rules   dialect.Rules
	workers *process.Workers
	parent  []string // environment of this process
	begun   time.Time
	planned []*entry
	entries []*entry // those that apply
	results []hook.Result
	meaning []any               // of each hook's answer, as the dialect understood it
	remarks [][]hook.Diagnostic // for each hook
}

func (h *Handler) newExecution(plan *Plan, begun time.Time) *execution {
	return &execution{
		dialect: h.dialect,
		rules:   h.rules,
		workers: &h.workers,
		parent:  os.Environ(),
		begun:   begun,
		planned: plan.entries,
		entries: make([]*entry, 0, len(plan.entries)),
		results: make([]hook.Result, 0, len(plan.entries)),
		meaning: make([]any, 0, len(plan.entries)),
		remarks: make([][]hook.Diagnostic, 0, len(plan.entries)),
	}
}

// add makes room for the result of a hook, if the hook is meant for an event
// with this content.
func (x *execution) add(e *entry, ev hook.Event) bool {
	if !x.dialect.MatchesContent(ev, e.def) {
		return false
	}
	x.entries = append(x.entries, e)
	x.results = append(x.results, e.notRun)
	x.meaning = append(x.meaning, nil)
	x.remarks = append(x.remarks, nil)
	return true
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
// before it have changed it, if it is meant for what they have made of it.
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
		stopped = x.ends(ev.Type.Kind, x.results[i])
		if meaning := x.meaning[i]; meaning != nil && !stopped && n+1 < len(x.planned) {
			ev = x.dialect.NextEvent(ev, meaning)
			in = x.input(ev)
		}
	}
}

// ends reports whether a result ends the chain.
func (x *execution) ends(kind hook.Kind, r hook.Result) bool {
	denied := r.Status == hook.StatusBlocked || r.Decision == hook.Deny
	return denied && slices.Contains(x.rules.StopAtBlock, kind)
}

// input is what hooks are given; it is encoded once for all that share it.
type input struct {
	stdin []byte
	env   []string
	dir   string
}

func (x *execution) input(ev hook.Event) input {
	stdin, env := x.dialect.Input(ev)
	return input{stdin: stdin, env: environment(x.parent, env), dir: ev.Session.Dir}
}

// run runs one hook and puts its result in place. A panic in the reading of an
// answer is a failure of that hook alone.
func (x *execution) run(ctx context.Context, i int, ev hook.Event, in input) {
	result := &x.results[i]
	result.Status, result.StartMs = hook.StatusSpawnError, milliseconds(time.Since(x.begun))
	defer func() {
		if p := recover(); p != nil {
			result.Status, result.Error = hook.StatusBadOutput, fmt.Sprintf("internal error: %v", p)
			x.remarks[i] = append(x.remarks[i], diag.Errorf("internal-error", "reading the answer of hook %q: %v", result.Name, p).Of(i))
		}
	}()
	e := x.entries[i]
	run := dialect.Exit{Status: hook.StatusSpawnError, ExitCode: -1}
	if program, err := e.prepare(x.dialect, in.dir); err != nil {
		result.Error = err.Error()
	} else {
		run = x.record(i, e.def, x.start(ctx, program, process.Command{
			Argv:      program.Argv,
			Env:       environment(in.env, e.def.Env),
			Dir:       in.dir,
			Stdin:     in.stdin,
			Timeout:   e.def.Timeout,
			MaxOutput: maxAnswer,
		}))
	}
	run.Error = result.Error
	answer := x.dialect.Read(ev, e.def, run)
	result.Status, result.Output, result.Decision = answer.Status, answer.Output, answer.Decision
	x.meaning[i] = answer.Meaning
	result.Reason, _ = x.text(i, "the reason", []byte(answer.Reason))
	for _, d := range answer.Diagnostics {
		x.remarks[i] = append(x.remarks[i], d.Of(i))
	}
}

// readings returns the results with what the dialect understood of them.
func (x *execution) readings() []dialect.Reading {
	list := make([]dialect.Reading, len(x.results))
	for i := range list {
		list[i] = dialect.Reading{Result: &x.results[i], Meaning: x.meaning[i]}
	}
	return list
}

// start runs a process of the hook's own, or calls a worker.
func (x *execution) start(ctx context.Context, program dialect.Program, c process.Command) process.Result {
	if program.Handler != "" {
		return x.workers.Call(ctx, program.Handler, c)
	}
	return process.Run(ctx, c)
}

// record writes down how the process went, and returns what the dialect needs
// to know of it.
func (x *execution) record(i int, def hook.Definition, done process.Result) dialect.Exit {
	r := &x.results[i]
	r.DurationMs = milliseconds(done.Duration)
	r.Stdout, r.StdoutTruncated = x.text(i, "stdout", done.Stdout)
	r.Stderr, r.StderrTruncated = x.text(i, "stderr", done.Stderr)
	switch done.Ending {
	case process.Exited:
		r.ExitCode, r.Success, r.Status = done.ExitCode, done.ExitCode == 0, hook.StatusFailed
		if r.Success {
			r.Status = hook.StatusOK
		}
	case process.Signaled:
		r.ExitCode, r.Signal, r.Status = x.rules.SignalExitCode, done.Signal, hook.StatusKilled
		r.Error = "killed by " + done.Signal
	case process.TimedOut:
		r.Status, r.Error = hook.StatusTimeout, fmt.Sprintf("timed out after %v", def.Timeout)
	case process.Canceled:
		r.Status, r.Error = hook.StatusKilled, "canceled"
	default:
		r.Error = done.Err.Error()
	}
	return dialect.Exit{
		Status: r.Status, ExitCode: r.ExitCode,
		Stdout: done.Stdout, Stderr: done.Stderr, CutOff: done.StdoutDropped > 0,
	}
}

// text is what a result shows of a text, without secrets where the dialect
// wants that, and whether it is only the beginning.
func (x *execution) text(i int, stream string, raw []byte) (shown string, cut bool) {
	if x.rules.Redact {
		clean := redact.Secrets(string(raw))
		x.results[i].Redacted = x.results[i].Redacted || clean != string(raw)
		raw = []byte(clean)
	}
	if limit := x.rules.RecordLimit; limit > 0 {
		return cutCharacters(strings.ToValidUTF8(string(raw), "\ufffd"), limit)
	}
	if len(raw) <= maxRecord {
		return strings.ToValidUTF8(string(raw), "\ufffd"), false
	}
	x.remarks[i] = append(x.remarks[i], diag.Infof("record-cut", "%s is longer than 1 MiB; the record shows only its beginning", stream).Of(i))
	return strings.ToValidUTF8(string(raw[:maxRecord]), "") + recordMark, true
}

// cutCharacters keeps the first characters of a text, counted as JavaScript
// does, and marks the cut.
func cutCharacters(text string, limit int) (kept string, cut bool) {
	units := 0
	for i, r := range text {
		units += utf16.RuneLen(r)
		if units > limit {
			return text[:i] + "\n...[truncated]", true
		}
	}
	return text, false
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
