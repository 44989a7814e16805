package engine

import (
	"context"
	"encoding/json"
	"log/slog"
	"os"
	"runtime/debug"
	"slices"
	"time"

	"github.com/grapnel-hooks/grapnel/dialect"
	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/llm"
)

// Handler fires events. It never fails because of a hook, and never panics:
// whatever goes wrong inside is logged and lets the operation proceed.
type Handler struct {
	dialect    dialect.Dialect
	registry   *Registry
	planner    *Planner
	aggregator *Aggregator
	session    hook.Session
	log        *slog.Logger
	observe    Observer
	standing   []hook.Diagnostic
}

// Observer is told of every event that hooks ran for, with what came of it. It
// may be called from several goroutines at once.
type Observer func(context.Context, hook.Event, hook.Outcome)

// Options configure a Handler.
type Options struct {
	Session hook.Session // fills the base fields of payloads
	Log     *slog.Logger // gets warnings about hooks that fail, and a debug line for every event
	Observe Observer     // may be nil
	// Standing diagnostics go into every outcome: they say why hooks that
	// should be there are not.
	Standing []hook.Diagnostic
}

// NewHandler returns a handler for the registry's hooks.
func NewHandler(r *Registry, o Options) *Handler {
	return &Handler{
		dialect:    r.dialect,
		registry:   r,
		planner:    NewPlanner(r),
		aggregator: NewAggregator(r.dialect),
		session:    o.Session,
		log:        o.Log,
		observe:    o.Observe,
		standing:   slices.Clip(o.Standing), // appending copies
	}
}

// Wants reports whether any hook would run at a moment of this kind about
// subject. A host asks before it prepares data that only hooks need.
func (h *Handler) Wants(kind hook.Kind, subject string) bool {
	event, ok := h.registry.types[kind]
	if !ok {
		return false
	}
	if event.Subject == "" {
		subject = ""
	}
	return h.plan(context.Background(), event.Name, subject) != nil
}

// FireBeforeTool fires the event before a tool runs. input is a JSON object.
func (h *Handler) FireBeforeTool(ctx context.Context, tool string, input json.RawMessage) hook.Outcome {
	return h.fire(ctx, hook.ToolBefore, tool, func() hook.Data {
		return hook.Data{Tool: tool, ToolInput: input}
	})
}

// FireAfterTool fires the event after a tool ran. response is a JSON object
// with llmContent, returnDisplay, metadata and error.
func (h *Handler) FireAfterTool(ctx context.Context, tool string, input, response json.RawMessage) hook.Outcome {
	return h.fire(ctx, hook.ToolAfter, tool, func() hook.Data {
		return hook.Data{Tool: tool, ToolInput: input, ToolResponse: response}
	})
}

// FireBeforeModel fires the event before the model is called. Hooks see the
// request in the stable format.
func (h *Handler) FireBeforeModel(ctx context.Context, request *llm.Request) hook.Outcome {
	return h.fire(ctx, hook.ModelBefore, "", func() hook.Data {
		return hook.Data{LLMRequest: encode(llm.ToHookRequest(request))}
	})
}

// FireAfterModel fires the event after the model has answered completely.
func (h *Handler) FireAfterModel(ctx context.Context, request *llm.Request, response *llm.Response) hook.Outcome {
	return h.fire(ctx, hook.ModelAfter, "", func() hook.Data {
		return hook.Data{
			LLMRequest:  encode(llm.ToHookRequest(request)),
			LLMResponse: encode(llm.ToHookResponse(response)),
		}
	})
}

// FireBeforeToolSelection fires the event before the model chooses tools.
func (h *Handler) FireBeforeToolSelection(ctx context.Context, request *llm.Request) hook.Outcome {
	return h.fire(ctx, hook.ToolSelection, "", func() hook.Data {
		return hook.Data{LLMRequest: encode(llm.ToHookRequest(request))}
	})
}

// FireLifecycle fires one of the other events: session start and end, prompt
// submission, agent stop, compaction, notification.
func (h *Handler) FireLifecycle(ctx context.Context, kind hook.Kind, data hook.Data) hook.Outcome {
	subject := data.Source
	switch kind {
	case hook.SessionEnd:
		subject = data.Reason
	case hook.CompactBefore:
		subject = data.Trigger
	}
	return h.fire(ctx, kind, subject, func() hook.Data { return data })
}

// fire fires the event of a kind. The data is only built if a hook wants it:
// an event without hooks costs a look-up and no allocation.
func (h *Handler) fire(ctx context.Context, kind hook.Kind, subject string, data func() hook.Data) hook.Outcome {
	event, ok := h.registry.types[kind]
	if !ok { // this dialect has no hooks at that moment
		return h.nothing(ctx, hook.EventType{})
	}
	if event.Subject == "" {
		subject = ""
	}
	plan := h.plan(ctx, event.Name, subject)
	if plan == nil {
		return h.nothing(ctx, event)
	}
	return h.execute(ctx, plan, func() hook.Event {
		return hook.Event{
			Type: event, Session: h.session, Time: time.Now(),
			Fields: h.dialect.Fields(kind, usable(data())),
		}
	})
}

// Fire fires an event whose fields are already under the dialect's names.
// Empty parts of its session are filled in.
func (h *Handler) Fire(ctx context.Context, ev hook.Event) hook.Outcome {
	subject, known := ev.Subject()
	var plan *Plan
	if known {
		plan = h.plan(ctx, ev.Type.Name, subject)
	} else {
		plan = h.planWithoutSubject(ctx, ev)
	}
	if plan == nil {
		out := h.nothing(ctx, ev.Type)
		if !known && len(h.registry.Hooks(ev.Type.Name)) > 0 {
			out.Diagnostics = append(out.Diagnostics, noSubject(ev))
		}
		return out
	}
	return h.execute(ctx, plan, func() hook.Event { return h.complete(ev) })
}

func (h *Handler) planWithoutSubject(ctx context.Context, ev hook.Event) (plan *Plan) {
	defer h.recoverTo(ctx, ev.Type.Name, func(hook.Diagnostic) { plan = nil })
	plan = h.planner.PlanWithoutSubject(ev.Type.Name)
	if plan != nil {
		plan.diagnostics = append(plan.diagnostics, noSubject(ev))
	}
	return plan
}

func noSubject(ev hook.Event) hook.Diagnostic {
	return hook.Warnf("no-subject", "the payload has no %s, so hooks with a matcher do not run", ev.Type.Subject)
}

func (h *Handler) complete(ev hook.Event) hook.Event {
	fill := func(field *string, value string) {
		if *field == "" {
			*field = value
		}
	}
	fill(&ev.Session.ID, h.session.ID)
	fill(&ev.Session.Dir, h.session.Dir)
	fill(&ev.Session.TranscriptPath, h.session.TranscriptPath)
	fill(&ev.Session.Agent, h.session.Agent)
	if ev.Time.IsZero() {
		ev.Time = time.Now()
	}
	return ev
}

func (h *Handler) plan(ctx context.Context, event, subject string) (plan *Plan) {
	defer h.recoverTo(ctx, event, func(hook.Diagnostic) { plan = nil })
	return h.planner.Plan(event, subject)
}

// nothing is the outcome of an event that no hook is meant for.
func (h *Handler) nothing(ctx context.Context, event hook.EventType) hook.Outcome {
	if h.log.Enabled(ctx, slog.LevelDebug) {
		h.log.DebugContext(ctx, "hook event", "event", event.Name, "hooks", 0, "duration", time.Duration(0), "success", true)
	}
	out := hook.Proceed(event.Name, h.dialect.Name())
	out.Diagnostics = h.standing
	return out
}

// execute runs a plan and merges the answers.
func (h *Handler) execute(ctx context.Context, plan *Plan, event func() hook.Event) (out hook.Outcome) {
	defer h.recoverTo(ctx, plan.Event.Name, func(d hook.Diagnostic) {
		out = hook.Proceed(plan.Event.Name, h.dialect.Name())
		out.Diagnostics = append(out.Diagnostics, d)
	})
	start := time.Now()
	ev := event()
	x := newExecution(h.dialect, os.Environ(), plan)
	if plan.Sequential {
		x.sequential(ctx, ev)
	} else {
		x.parallel(ctx, ev)
	}
	out = h.aggregator.Aggregate(ev, plan, x.results, time.Since(start))
	out.Diagnostics = append(h.standing, out.Diagnostics...)
	for _, remarks := range x.remarks {
		out.Diagnostics = append(out.Diagnostics, remarks...)
	}
	h.report(ctx, out)
	if h.observe != nil {
		h.observe(ctx, ev, out)
	}
	return out
}

// recoverTo turns a panic into a log line and a diagnostic for handle.
func (h *Handler) recoverTo(ctx context.Context, event string, handle func(hook.Diagnostic)) {
	if p := recover(); p != nil {
		h.log.WarnContext(ctx, "hook system failed; the operation proceeds", "event", event, "error", p, "stack", string(debug.Stack()))
		handle(hook.Errorf("internal-error", "the hook system failed on %s and no hook had a say: %v", event, p))
	}
}

// report logs how the event went.
func (h *Handler) report(ctx context.Context, out hook.Outcome) {
	for _, r := range out.Hooks {
		if code, text := failure(r); code != "" {
			h.log.WarnContext(ctx, text, "event", out.Event, "hook", r.Name, "exitCode", r.ExitCode, "stderr", r.Stderr)
		}
	}
	h.log.DebugContext(ctx, "hook event", "event", out.Event, "hooks", len(out.Hooks),
		"duration", time.Duration(out.DurationMs*float64(time.Millisecond)), "success", out.Success)
}

// usable makes sure that what a host passed as JSON is JSON. Models produce
// broken arguments, and a guard should see even those: as a string.
func usable(d hook.Data) hook.Data {
	for _, raw := range []*json.RawMessage{&d.ToolInput, &d.ToolResponse, &d.Details} {
		if len(*raw) > 0 && !json.Valid(*raw) {
			*raw = hook.AppendString(nil, string(*raw))
		}
	}
	return d
}

func encode(v any) json.RawMessage {
	raw, err := hook.Marshal(v)
	if err != nil {
		panic("engine: encode model data: " + err.Error()) // caught by execute
	}
	return raw
}
