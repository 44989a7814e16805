package engine

import (
	"context"
	"log/slog"
	"slices"
	"time"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/diag"
	"github.com/grapnel-hooks/grapnel/internal/base/redact"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/engine/process"
	"github.com/grapnel-hooks/grapnel/internal/jsonx"
)

// Engine fires events. It never fails because of a hook, and never panics:
// whatever goes wrong inside is logged and lets the operation proceed, unless
// the options say otherwise. If the context of an event ends, its hooks are ended
// too, before they could answer: an operation that was to follow is blocked then.
type Engine struct {
	contract     Contract
	name         string // the contract's
	rules        dialect.Rules
	registry     *Registry
	session      hook.Session
	log          *slog.Logger
	observe      func(context.Context, hook.Event, hook.Outcome)
	persistent   []hook.Diagnostic
	onFailure    hook.Decision
	broken       error
	workers      process.Workers
	requirements requirements
	also         func(context.Context, hook.Event, hook.Outcome) hook.Outcome
}

// Options configure an Engine.
type Options struct {
	// Session fills the base fields of payloads.
	Session hook.Session
	// Log gets warnings about hooks that fail, and a debug line for every
	// event, without secrets; it may be nil.
	Log *slog.Logger
	// Observe is told of every event that hooks ran for, with its outcome,
	// possibly from several goroutines at once; it may be nil.
	Observe func(context.Context, hook.Event, hook.Outcome)
	// Persistent diagnostics go into every outcome: they say why hooks that
	// should be there are not.
	Persistent []hook.Diagnostic
	// OnFailure is what a hook that could not do its work means before an
	// operation: to allow it, to deny it or to ask the user. Empty means what
	// the contract says.
	OnFailure hook.Decision
	// Broken is why configured hooks may be missing, or nil. A policy for hooks
	// that fail is for those too.
	Broken error
	// Also asks others about an event that the hooks here have answered, and
	// returns the outcome that they come to together; it may be nil.
	Also func(context.Context, hook.Event, hook.Outcome) hook.Outcome
}

// New returns an engine for the registry's hooks.
func New(r *Registry, o Options) *Engine {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	} else if o.Log.Handler() != slog.DiscardHandler {
		o.Log = slog.New(redact.Handler(o.Log.Handler()))
	}
	return &Engine{
		contract:   r.contract,
		name:       r.contract.Name(),
		rules:      r.contract.Rules(),
		registry:   r,
		session:    o.Session,
		log:        o.Log,
		observe:    o.Observe,
		persistent: slices.Clip(o.Persistent), // appending copies
		onFailure:  o.OnFailure,
		broken:     o.Broken,
		also:       o.Also,
	}
}

// Close ends the workers that hooks have started.
func (e *Engine) Close() { e.workers.Close() }

// Supports reports whether the contract has an event for a moment.
func (e *Engine) Supports(kind hook.Kind) bool { return e.registry.ofKind(kind) != nil }

// WaitsFor reports whether a host is to wait for the hooks of a lifecycle event
// and apply their outcome.
func (e *Engine) WaitsFor(kind hook.Kind) bool { return slices.Contains(e.rules.Awaited, kind) }

// AskNeedsUser reports whether the decision "ask" means no where there is no
// user to ask. Otherwise the operation then proceeds.
func (e *Engine) AskNeedsUser() bool { return e.rules.AskNeedsUser }

// AllowApproves reports whether the decision "allow" is a permission.
func (e *Engine) AllowApproves() bool { return e.rules.AllowApproves }

// HasHooksFor reports whether a hook is configured for a moment of this kind
// about subject. A host asks before it prepares data that only hooks need.
func (e *Engine) HasHooksFor(kind hook.Kind, subject string) bool {
	hooks := e.registry.ofKind(kind)
	return hooks != nil && (e.also != nil || e.plan(hooks, subject) != nil)
}

// plan returns the plan for an event, or nil. It is what every event costs that
// no hook is configured for, so a subject that is known takes a short cut.
func (e *Engine) plan(hooks *eventHooks, subject string) *Plan {
	if plan, known := hooks.known(subject); known {
		return plan
	}
	return e.newPlan(hooks, subject)
}

func (e *Engine) newPlan(hooks *eventHooks, subject string) (plan *Plan) {
	defer e.recoverTo(hooks.event.Name, func(hook.Diagnostic) { plan = nil })
	return e.registry.plan(hooks, subject)
}

// fire fires the event of a kind. The data is only built if there is a hook for
// it: an event without hooks costs a look-up and no allocation.
func (e *Engine) fire(ctx context.Context, kind hook.Kind, subject string, data func() hook.Data) hook.Outcome {
	hooks := e.registry.ofKind(kind)
	if hooks == nil {
		return e.nothing(ctx, hook.EventType{Kind: kind}, nil)
	}
	if e.also == nil {
		if plan := e.plan(hooks, subject); plan != nil {
			return e.execute(ctx, plan, func() hook.Event { return e.event(plan.Event, data) })
		}
		return e.nothing(ctx, hooks.event, hooks.diagnostics)
	}
	return e.fireAll(ctx, hooks, data)
}

// fireAll fires an event that hooks of other contracts see, too.
func (e *Engine) fireAll(ctx context.Context, hooks *eventHooks, data func() hook.Data) hook.Outcome {
	return e.Fire(ctx, e.event(hooks.event, data))
}

// event builds an event from what a host knows.
func (e *Engine) event(t hook.EventType, data func() hook.Data) hook.Event {
	return hook.Event{
		Type: t, Session: e.session, Time: time.Now(),
		Fields: e.contract.Fields(t.Kind, quoteInvalidJSON(data())),
	}
}

// Fire fires an event whose fields already have the contract's names. Of its
// type the name is enough. Empty parts of its session are filled in.
func (e *Engine) Fire(ctx context.Context, ev hook.Event) hook.Outcome {
	return e.fireEvent(ctx, ev, quoteInvalidFields)
}

// FireValid is Fire for fields that are known to be valid JSON, because they
// were parsed: a large event is not scanned again.
func (e *Engine) FireValid(ctx context.Context, ev hook.Event) hook.Outcome {
	return e.fireEvent(ctx, ev, func(fields hook.Object) hook.Object { return fields })
}

func (e *Engine) fireEvent(ctx context.Context, ev hook.Event, valid func(hook.Object) hook.Object) hook.Outcome {
	if e.also == nil {
		return e.fireOwn(ctx, ev, valid)
	}
	if known, ok := dialect.Event(e.contract, ev.Type.Name); ok {
		ev.Type = known
	}
	ev = e.complete(ev)
	ev.Fields = valid(ev.Fields)
	return e.join(ctx, ev, e.fireOwn(ctx, ev, func(fields hook.Object) hook.Object { return fields }))
}

// fireOwn fires an event at the hooks of the engine's own contract.
func (e *Engine) fireOwn(ctx context.Context, ev hook.Event, valid func(hook.Object) hook.Object) hook.Outcome {
	hooks := e.registry.events[ev.Type.Name]
	if hooks == nil {
		return e.nothing(ctx, ev.Type, nil)
	}
	ev.Type = hooks.event
	if len(hooks.entries) == 0 {
		return e.nothing(ctx, ev.Type, nil)
	}
	var plan *Plan
	var diagnostics []hook.Diagnostic
	if subject, known := ev.Subject(); known {
		plan = e.plan(hooks, subject)
		diagnostics = hooks.diagnostics
	} else {
		plan, diagnostics = e.planWithoutSubject(hooks, ev)
	}
	if plan == nil {
		return e.nothing(ctx, ev.Type, diagnostics)
	}
	return e.execute(ctx, plan, func() hook.Event {
		ev = e.complete(ev)
		ev.Fields = valid(ev.Fields)
		return ev
	})
}

// planWithoutSubject plans an event that lacks what matchers are tested
// against. The diagnostics, which the plan has too, say so if that keeps a hook
// from running.
func (e *Engine) planWithoutSubject(hooks *eventHooks, ev hook.Event) (plan *Plan, diagnostics []hook.Diagnostic) {
	defer e.recoverTo(ev.Type.Name, func(hook.Diagnostic) { plan = nil })
	missed := false
	plan = e.registry.planWithoutSubject(hooks, func(_ *entry, why Reason, _ *entry) { missed = missed || why == ByMatcher })
	diagnostics = hooks.diagnostics
	if missed {
		diagnostics = append(diagnostics, diag.Warnf("no-subject",
			"the payload has no %s, so hooks with a matcher do not run", ev.Type.Subject))
	}
	if plan != nil {
		plan.diagnostics = diagnostics
	}
	return plan, diagnostics
}

// complete fills in what a caller of Fire left empty.
func (e *Engine) complete(ev hook.Event) hook.Event {
	fill := func(field *string, value string) {
		if *field == "" {
			*field = value
		}
	}
	if ev.Session.ID == "" {
		ev.Session.ID, ev.Session.Unnamed = e.session.ID, e.session.Unnamed
	}
	fill(&ev.Session.Dir, e.session.Dir)
	fill(&ev.Session.TranscriptPath, e.session.TranscriptPath)
	fill(&ev.Session.Agent, e.session.Agent)
	if ev.Time.IsZero() {
		ev.Time = time.Now()
	}
	return ev
}

// quoteInvalidFields makes strings of fields that are not JSON.
func quoteInvalidFields(fields hook.Object) hook.Object {
	for key, raw := range fields {
		if !jsonx.Valid(raw) {
			fields = fields.Overlay(hook.Object{key: jsonx.AppendString(nil, string(raw))})
		}
	}
	return fields
}

// nothing is the outcome of an event that no hook is configured for. Most events
// end here, so it makes the outcome in place: copying one costs more than all the
// rest.
func (e *Engine) nothing(ctx context.Context, event hook.EventType, diagnostics []hook.Diagnostic) hook.Outcome {
	if e.log.Enabled(ctx, slog.LevelDebug) {
		e.logNothing(ctx, event.Name)
	}
	if e.broken != nil {
		return e.nothingUsable(event, diagnostics)
	}
	return hook.Outcome{Event: event.Name, Dialect: e.name, Success: true, Diagnostics: append(e.persistent, diagnostics...)}
}

// nothingUsable is the outcome of an event whose hooks may be missing.
func (e *Engine) nothingUsable(event hook.EventType, diagnostics []hook.Diagnostic) hook.Outcome {
	out := hook.Outcome{Event: event.Name, Dialect: e.name, Success: true, Diagnostics: append(e.persistent, diagnostics...)}
	e.blockIfBroken(&out, event.Kind)
	return out
}

// execute runs a plan and merges the answers.
func (e *Engine) execute(ctx context.Context, plan *Plan, event func() hook.Event) (out hook.Outcome) {
	defer e.recoverTo(plan.Event.Name, func(d hook.Diagnostic) {
		out = hook.Proceed(plan.Event.Name, e.name)
		out.Diagnostics = append(e.persistent, d)
		if e.failsClosed() {
			block(&out, plan.Event.Kind, d.Problem)
		}
	})
	start := time.Now()
	ev := event()
	x := e.newExecution(plan, start)
	x.execute(ctx, ev, plan.Sequential)
	missing := x.removeMissing()
	if len(x.calls) == 0 {
		return e.nothing(ctx, ev.Type, append(plan.diagnostics, missing...))
	}
	results, diagnostics := x.results()
	out = merge(e.contract, ev, plan, results, x.readings(results))
	if x.recheckOutcome(ev, out) {
		results, diagnostics = x.results()
		out = merge(e.contract, ev, plan, results, x.readings(results))
	}
	if ctx.Err() != nil {
		block(&out, ev.Type.Kind, Canceled)
	}
	e.blockIfBroken(&out, ev.Type.Kind)
	out.Diagnostics = append(out.Diagnostics, e.unheard(ev.Type, out)...)
	out.DurationMs = milliseconds(time.Since(start))
	out.Diagnostics = slices.Concat(e.persistent, out.Diagnostics, missing, diagnostics)
	if e.also == nil { // otherwise it is not the whole outcome
		e.tell(ctx, ev, &out)
	}
	return out
}
