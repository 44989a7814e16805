package engine

import (
	"context"
	"encoding/json"
	"log/slog"
	"slices"
	"time"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/diag"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/engine/process"
)

// Handler fires events. It never fails because of a hook, and never panics:
// whatever goes wrong inside is logged and lets the operation proceed. If the
// context of an event ends, so do its hooks, before they had their say: the
// outcome is then no consent.
type Handler struct {
	dialect    dialect.Dialect
	name       string // the dialect's
	rules      dialect.Rules
	registry   *Registry
	planner    *Planner
	aggregator *Aggregator
	session    hook.Session
	log        *slog.Logger
	observe    Observer
	standing   []hook.Diagnostic
	workers    process.Workers
}

// Observer is told of every event that hooks ran for, with what came of it. It
// may be called from several goroutines at once.
type Observer func(context.Context, hook.Event, hook.Outcome)

// Options configure a Handler.
type Options struct {
	Session hook.Session // fills the base fields of payloads
	Log     *slog.Logger // gets warnings about hooks that fail, and a debug line for every event; may be nil
	Observe Observer     // may be nil
	// Persistent diagnostics go into every outcome: they say why hooks that
	// should be there are not.
	Persistent []hook.Diagnostic
}

// NewHandler returns a handler for the registry's hooks.
func NewHandler(r *Registry, o Options) *Handler {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return &Handler{
		dialect:    r.dialect,
		name:       r.dialect.Name(),
		rules:      r.dialect.Rules(),
		registry:   r,
		planner:    NewPlanner(r),
		aggregator: NewAggregator(r.dialect),
		session:    o.Session,
		log:        o.Log,
		observe:    o.Observe,
		standing:   slices.Clip(o.Persistent), // appending copies
	}
}

// Close ends the workers that hooks have started.
func (h *Handler) Close() { h.workers.Close() }

// Supports reports whether the dialect has an event for a moment.
func (h *Handler) Supports(kind hook.Kind) bool { return h.registry.ofKind(kind) != nil }

// Rules returns the dialect's plain choices.
func (h *Handler) Rules() dialect.Rules { return h.rules }

// HasHooksFor reports whether any hook would run at a moment of this kind about
// subject. A host asks before it prepares data that only hooks need.
func (h *Handler) HasHooksFor(kind hook.Kind, subject string) bool {
	hooks := h.registry.ofKind(kind)
	return hooks != nil && h.planFor(hooks, subject) != nil
}

// planFor returns the plan for an event, or nil. It is what every event costs
// that no hook is meant for, so it takes the short way for subjects it knows.
func (h *Handler) planFor(hooks *eventHooks, subject string) *Plan {
	if len(hooks.entries) == 0 {
		return nil
	}
	if hooks.event.Subject == "" {
		subject = ""
	}
	if plan, known := hooks.plans.get(subject); known {
		return plan
	}
	return h.plan(hooks, subject)
}

// fire fires the event of a kind. The data is only built if a hook wants it:
// an event without hooks costs a look-up and no allocation.
func (h *Handler) fire(ctx context.Context, kind hook.Kind, subject string, data func() hook.Data) hook.Outcome {
	hooks := h.registry.ofKind(kind)
	if hooks == nil {
		return h.nothing(ctx, "", nil)
	}
	plan := h.planFor(hooks, subject)
	if plan == nil {
		return h.nothing(ctx, hooks.event.Name, hooks.remarks)
	}
	return h.execute(ctx, plan, func() hook.Event {
		return hook.Event{
			Type: plan.Event, Session: h.session, Time: time.Now(),
			Fields: h.dialect.Fields(kind, quoteInvalidJSON(data())),
		}
	})
}

// Fire fires an event whose fields are already under the dialect's names. Of
// its type the name is enough. Empty parts of its session are filled in.
func (h *Handler) Fire(ctx context.Context, ev hook.Event) hook.Outcome {
	hooks := h.registry.events[ev.Type.Name]
	if hooks == nil || len(hooks.entries) == 0 {
		return h.nothing(ctx, ev.Type.Name, nil)
	}
	ev.Type = hooks.event
	var plan *Plan
	var remarks []hook.Diagnostic
	if subject, known := ev.Subject(); known {
		plan = h.plan(hooks, subject)
		remarks = hooks.remarks
	} else {
		plan, remarks = h.planWithoutSubject(hooks, ev)
	}
	if plan == nil {
		return h.nothing(ctx, ev.Type.Name, remarks)
	}
	return h.execute(ctx, plan, func() hook.Event { return h.complete(ev) })
}

// planWithoutSubject plans an event that lacks what matchers are tested
// against. The remarks, which the plan has too, say so if that keeps a hook from
// running.
func (h *Handler) planWithoutSubject(hooks *eventHooks, ev hook.Event) (plan *Plan, remarks []hook.Diagnostic) {
	defer h.recoverTo(ev.Type.Name, func(hook.Diagnostic) { plan = nil })
	missed := false
	plan = h.planner.planWithoutSubject(hooks, func(_ *entry, why Reason, _ *entry) { missed = missed || why == ByMatcher })
	remarks = hooks.remarks
	if missed {
		remarks = append(remarks, diag.Warnf("no-subject",
			"the payload has no %s, so hooks with a matcher do not run", ev.Type.Subject))
	}
	if plan != nil {
		plan.diagnostics = remarks
	}
	return plan, remarks
}

func (h *Handler) complete(ev hook.Event) hook.Event {
	fill := func(field *string, value string) {
		if *field == "" {
			*field = value
		}
	}
	if ev.Session.ID == "" {
		ev.Session.ID, ev.Session.Unnamed = h.session.ID, h.session.Unnamed
	}
	fill(&ev.Session.Dir, h.session.Dir)
	fill(&ev.Session.TranscriptPath, h.session.TranscriptPath)
	fill(&ev.Session.Agent, h.session.Agent)
	if ev.Time.IsZero() {
		ev.Time = time.Now()
	}
	for key, raw := range ev.Fields {
		if !json.Valid(raw) {
			ev.Fields = ev.Fields.Overlay(hook.Object{key: hook.AppendString(nil, string(raw))})
		}
	}
	return ev
}

func (h *Handler) plan(hooks *eventHooks, subject string) (plan *Plan) {
	defer h.recoverTo(hooks.event.Name, func(hook.Diagnostic) { plan = nil })
	return h.planner.plan(hooks, subject)
}

// nothing is the outcome of an event that no hook is meant for.
func (h *Handler) nothing(ctx context.Context, event string, remarks []hook.Diagnostic) hook.Outcome {
	if h.log.Enabled(ctx, slog.LevelDebug) {
		h.tellNothing(ctx, event)
	}
	return hook.Outcome{Event: event, Dialect: h.name, Success: true, Diagnostics: append(h.standing, remarks...)}
}

// execute runs a plan and merges the answers.
func (h *Handler) execute(ctx context.Context, plan *Plan, event func() hook.Event) (out hook.Outcome) {
	defer h.recoverTo(plan.Event.Name, func(d hook.Diagnostic) {
		out = hook.Proceed(plan.Event.Name, h.name)
		out.Diagnostics = append(h.standing, d)
	})
	start := time.Now()
	ev := event()
	x := h.newExecution(plan, start)
	if plan.Sequential {
		x.sequential(ctx, ev)
	} else {
		x.parallel(ctx, ev)
	}
	if len(x.results) == 0 {
		return h.nothing(ctx, ev.Type.Name, plan.diagnostics)
	}
	out = h.aggregator.Aggregate(ev, plan, x.results, x.readings(), time.Since(start))
	out.Diagnostics = append(h.standing, out.Diagnostics...)
	for _, remarks := range x.remarks {
		out.Diagnostics = append(out.Diagnostics, remarks...)
	}
	h.tell(ctx, ev, &out)
	return out
}
