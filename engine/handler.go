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
	"github.com/grapnel-hooks/grapnel/runner"
)

// Handler fires events. It never fails because of a hook, and never panics:
// whatever goes wrong inside is logged and lets the operation proceed.
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
	workers    runner.Workers
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
		name:       r.dialect.Name(),
		rules:      r.dialect.Rules(),
		registry:   r,
		planner:    NewPlanner(r),
		aggregator: NewAggregator(r.dialect),
		session:    o.Session,
		log:        o.Log,
		observe:    o.Observe,
		standing:   slices.Clip(o.Standing), // appending copies
	}
}

// Close ends the workers that hooks have started.
func (h *Handler) Close() { h.workers.Close() }

// Has reports whether the dialect has an event for a moment.
func (h *Handler) Has(kind hook.Kind) bool { return h.registry.ofKind(kind) != nil }

// Rules returns the dialect's plain choices.
func (h *Handler) Rules() dialect.Rules { return h.rules }

// Wants reports whether any hook would run at a moment of this kind about
// subject. A host asks before it prepares data that only hooks need.
func (h *Handler) Wants(kind hook.Kind, subject string) bool {
	return h.planKind(kind, subject) != nil
}

// planKind returns the plan for a moment, or nil. It is what every event costs
// that no hook is meant for, so it takes the short way for subjects it knows.
func (h *Handler) planKind(kind hook.Kind, subject string) *Plan {
	hooks := h.registry.ofKind(kind)
	if hooks == nil || len(hooks.entries) == 0 {
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

// FireTool fires one of the events about a tool: before, after or failure.
func (h *Handler) FireTool(ctx context.Context, kind hook.Kind, data hook.Data) hook.Outcome {
	return h.fire(ctx, kind, data.Tool, func() hook.Data { return data })
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
	plan := h.planKind(kind, subject)
	if plan == nil {
		return h.nothing(ctx, h.eventName(kind))
	}
	return h.execute(ctx, plan, func() hook.Event {
		return hook.Event{
			Type: plan.Event, Session: h.session, Time: time.Now(),
			Fields: h.dialect.Fields(kind, usable(data())),
		}
	})
}

// eventName is the dialect's name for a moment, "" if it has no event there.
func (h *Handler) eventName(kind hook.Kind) string {
	if hooks := h.registry.ofKind(kind); hooks != nil {
		return hooks.event.Name
	}
	return ""
}

// Fire fires an event whose fields are already under the dialect's names.
// Empty parts of its session are filled in.
func (h *Handler) Fire(ctx context.Context, ev hook.Event) hook.Outcome {
	hooks := h.registry.events[ev.Type.Name]
	if hooks == nil || len(hooks.entries) == 0 {
		return h.nothing(ctx, ev.Type.Name)
	}
	var plan *Plan
	subject, known := ev.Subject()
	if known {
		plan = h.plan(hooks, subject)
	} else {
		plan = h.planWithoutSubject(hooks, ev)
	}
	if plan == nil {
		out := h.nothing(ctx, ev.Type.Name)
		if !known {
			out.Diagnostics = append(out.Diagnostics, noSubject(ev))
		}
		return out
	}
	return h.execute(ctx, plan, func() hook.Event { return h.complete(ev) })
}

func (h *Handler) planWithoutSubject(hooks *eventHooks, ev hook.Event) (plan *Plan) {
	defer h.recoverTo(ev.Type.Name, func(hook.Diagnostic) { plan = nil })
	plan = h.planner.PlanWithoutSubject(hooks.event.Name)
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
func (h *Handler) nothing(ctx context.Context, event string) hook.Outcome {
	if h.log.Enabled(ctx, slog.LevelDebug) {
		h.tellNothing(ctx, event)
	}
	return hook.Outcome{Event: event, Dialect: h.name, Success: true, Diagnostics: h.standing}
}

func (h *Handler) tellNothing(ctx context.Context, event string) {
	defer h.recoverTo(event, func(hook.Diagnostic) {})
	h.log.DebugContext(ctx, "hook event", "event", event, "hooks", 0, "duration", time.Duration(0), "success", true)
}

// execute runs a plan and merges the answers.
func (h *Handler) execute(ctx context.Context, plan *Plan, event func() hook.Event) (out hook.Outcome) {
	defer h.recoverTo(plan.Event.Name, func(d hook.Diagnostic) {
		out = hook.Proceed(plan.Event.Name, h.name)
		out.Diagnostics = append(h.standing, d)
	})
	start := time.Now()
	ev := event()
	plan = plan.applicable(h.dialect, ev, nil)
	if plan == nil {
		return h.nothing(ctx, ev.Type.Name)
	}
	x := newExecution(h.dialect, h.rules, &h.workers, os.Environ(), plan)
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
	h.tell(ctx, ev, &out)
	return out
}

// tell reports an outcome to the log and the observer. They are not ours:
// whatever goes wrong there does not change what hooks have decided.
func (h *Handler) tell(ctx context.Context, ev hook.Event, out *hook.Outcome) {
	defer h.recoverTo(out.Event, func(hook.Diagnostic) {
		out.Diagnostics = append(out.Diagnostics, hook.Errorf("observer-failed", "the log or observer of hooks failed on %s", out.Event))
	})
	h.report(ctx, *out)
	if h.observe != nil {
		h.observe(ctx, ev, *out)
	}
}

// recoverTo turns a panic into a log line and a diagnostic for handle. The
// logger may be what failed, so it gets no second chance.
func (h *Handler) recoverTo(event string, handle func(hook.Diagnostic)) {
	if p := recover(); p != nil {
		handle(hook.Errorf("internal-error", "the hook system failed on %s and no hook had a say: %v", event, p))
		defer func() { _ = recover() }()
		h.log.Warn("hook system failed; the operation proceeds", "event", event, "error", p, "stack", string(debug.Stack()))
	}
}

// report logs how the event went: failures and remarks as warnings, everything
// else for debugging. Of what hooks wrote it knows only the records.
func (h *Handler) report(ctx context.Context, out hook.Outcome) {
	failed := map[string]bool{}
	for _, r := range out.Hooks {
		if code, text := failure(r); code != "" {
			failed[code] = true
			h.log.WarnContext(ctx, text, "event", out.Event, "hook", r.Name, "exitCode", r.ExitCode, "stderr", r.Stderr)
		}
	}
	for _, d := range out.Diagnostics[len(h.standing):] {
		if d.Level != hook.LevelInfo && !failed[d.Code] {
			name := ""
			if 0 <= d.Hook && d.Hook < len(out.Hooks) {
				name = out.Hooks[d.Hook].Name
			}
			h.log.WarnContext(ctx, "hook remark", "event", out.Event, "hook", name, "code", d.Code, "problem", d.Message)
		}
	}
	if !h.log.Enabled(ctx, slog.LevelDebug) {
		return
	}
	if h.rules.Redact { // otherwise records may have secrets
		for _, r := range out.Hooks {
			h.log.LogAttrs(ctx, slog.LevelDebug, "hook", record(out.Event, r)...)
		}
	}
	h.log.DebugContext(ctx, "hook event", "event", out.Event, "hooks", len(out.Hooks),
		"duration", time.Duration(out.DurationMs*float64(time.Millisecond)), "success", out.Success)
}

// record is the log line of one hook.
func record(event string, r hook.Result) []slog.Attr {
	list := []slog.Attr{
		slog.String("event", event), slog.String("command", r.Command), slog.String("source", string(r.Source)),
		slog.String("status", string(r.Status)), slog.Int("exitCode", r.ExitCode), slog.Float64("durationMs", r.DurationMs),
		slog.String("stdout", r.Stdout), slog.String("stderr", r.Stderr),
	}
	if r.Decision != hook.NoDecision {
		list = append(list, slog.String("decision", string(r.Decision)))
	}
	if r.Reason != "" {
		list = append(list, slog.String("reason", r.Reason))
	}
	for _, mark := range []struct {
		name string
		set  bool
	}{{"redacted", r.Redacted}, {"stdoutTruncated", r.StdoutTruncated}, {"stderrTruncated", r.StderrTruncated}} {
		if mark.set {
			list = append(list, slog.Bool(mark.name, true))
		}
	}
	return list
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
