//go:build unix

package conformance

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/grapnel-hooks/grapnel"
	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/jsonx"
	"github.com/grapnel-hooks/grapnel/llm"
)

// TestLLxprtAPI shows the requirements that are about the Go API: when a
// System comes to life, what it costs while nobody needs it, and what it logs.
// A nil System is what the specification calls an undefined hook system.
func TestLLxprtAPI(t *testing.T) {
	t.Run("HOOK-001_a_system_reads_nothing_until_it_is_needed", readsNothingEarly)
	t.Run("HOOK-002_no_system_while_hooks_are_disabled", noSystemWhileDisabled)
	t.Run("HOOK-003_many_events_at_once_initialize_only_once", initializesOnce)
	t.Run("HOOK-004_second_initialization_does_nothing", secondInitialization)
	t.Run("HOOK-005_parts_are_refused_before_initialization", partsBeforeInitialization)
	t.Run("HOOK-006_parts_are_shared_by_all_events_and_the_inner_ones_stay_hidden", sharedParts)
	t.Run("HOOK-007_triggers_use_what_the_system_has", triggersBuildNothing)
	t.Run("HOOK-008_the_first_event_initializes", firstEventInitializes)
	t.Run("HOOK-009_status_tells_initialized_and_number_of_hooks", statusCounts)
	t.Run("HOOK-010_switched_off_means_no_process_and_no_infrastructure", switchedOff)
	t.Run("HOOK-011_event_without_hooks_builds_no_payload", noHooksNoPayload)
	t.Run("HOOK-012_event_without_matching_hooks_starts_nothing", noMatchNoProcess)
	t.Run("HOOK-013_deciding_that_no_hook_is_meant_allocates_and_reads_nothing", fastPath)
	t.Run("HOOK-015_a_payload_cannot_rename_the_event_or_double_a_field", baseFieldsStandOnce)
	t.Run("HOOK-023_failed_hooks_before_a_tool_are_logged_with_exit_code_and_stderr", func(t *testing.T) {
		failuresAreLogged(t, "BeforeTool")
	})
	t.Run("HOOK-031_failed_hooks_after_a_tool_are_logged_with_exit_code_and_stderr", func(t *testing.T) {
		failuresAreLogged(t, "AfterTool")
	})
	t.Run("HOOK-062_options_fill_the_base_fields_of_every_event", optionsFillBaseFields)
}

// lifecycleDir makes a project directory with the given settings, far from the
// settings of whoever runs the tests. Without settings there is no file.
func lifecycleDir(t *testing.T, settings string) string {
	t.Helper()
	base, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("HOME", filepath.Join(base, "home"))
	t.Setenv("LLXPRT_SYSTEM_SETTINGS_PATH", filepath.Join(base, "system", "settings.json"))
	dir := filepath.Join(base, "project")
	if err := os.MkdirAll(filepath.Join(dir, ".llxprt"), 0o755); err != nil {
		t.Fatal(err)
	}
	if settings != "" {
		lifecycleSettings(t, dir, settings)
	}
	return dir
}

func lifecycleSettings(t *testing.T, dir, settings string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, ".llxprt", "settings.json"), []byte(settings), 0o644); err != nil {
		t.Fatal(err)
	}
}

func removeSettings(t *testing.T, dir string) {
	t.Helper()
	if err := os.Remove(filepath.Join(dir, ".llxprt", "settings.json")); err != nil {
		t.Fatal(err)
	}
}

// marking is settings text with a hook for each event that adds the event's
// name to the file "ran" of the project.
func marking(enable string, events ...string) string {
	var groups []string
	for _, event := range events {
		groups = append(groups, fmt.Sprintf(
			`%q: [{"hooks": [{"type": "command", "command": "echo %s >> $LLXPRT_PROJECT_DIR/ran"}]}]`, event, event))
	}
	return "{" + enable + `"hooks": {` + strings.Join(groups, ", ") + "}}"
}

const switchedOn = `"enableHooks": true, `

// ran returns the events whose hooks ran, in the order they did.
func ran(t *testing.T, dir string) []string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, "ran"))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	return strings.Fields(string(text))
}

// Data for events. They live here so that tests which count allocations count
// only those of the hook system.
var (
	lifecycleInput    = json.RawMessage(`{"path":"a.txt"}`)
	lifecycleResponse = json.RawMessage(`{"llmContent":"done","returnDisplay":"done"}`)
	lifecycleRequest  = &llm.Request{Model: "gemini-2.5-pro"}
	lifecycleAnswer   = &llm.Response{}
)

// trigger is one way for a host to fire an event.
type trigger struct {
	event string
	fire  func(*grapnel.System) hook.Outcome
}

func lifecycle(event string, kind hook.Kind) trigger {
	return trigger{event, func(s *grapnel.System) hook.Outcome {
		return s.Lifecycle(context.Background(), kind, hook.Data{})
	}}
}

var triggers = []trigger{
	{"BeforeTool", func(s *grapnel.System) hook.Outcome {
		return s.BeforeTool(context.Background(), "write_file", lifecycleInput)
	}},
	{"AfterTool", func(s *grapnel.System) hook.Outcome {
		return s.AfterTool(context.Background(), "write_file", lifecycleInput, lifecycleResponse)
	}},
	{"BeforeModel", func(s *grapnel.System) hook.Outcome {
		return s.BeforeModel(context.Background(), lifecycleRequest)
	}},
	{"AfterModel", func(s *grapnel.System) hook.Outcome {
		return s.AfterModel(context.Background(), lifecycleRequest, lifecycleAnswer)
	}},
	{"BeforeToolSelection", func(s *grapnel.System) hook.Outcome {
		return s.BeforeToolSelection(context.Background(), lifecycleRequest)
	}},
	lifecycle("BeforeAgent", hook.PromptSubmit),
	lifecycle("AfterAgent", hook.AgentStop),
	lifecycle("SessionStart", hook.SessionStart),
	lifecycle("SessionEnd", hook.SessionEnd),
	lifecycle("PreCompress", hook.CompactBefore),
	lifecycle("Notification", hook.Notification),
}

func eventNames() []string {
	var names []string
	for _, tr := range triggers {
		names = append(names, tr.event)
	}
	return names
}

// mustProceed fails unless the outcome is that of an event without hooks.
func mustProceed(t *testing.T, event string, out hook.Outcome) {
	t.Helper()
	if out.Blocked || out.Stop || out.Decision != hook.NoDecision || !out.Success ||
		len(out.Hooks)+len(out.Messages)+len(out.Context)+len(out.Diagnostics) > 0 {
		t.Errorf("%s: a hook or a problem shows in the outcome: %+v", event, out)
	}
}

// mustBeFree fails if firing allocates. Opening a file, starting a process,
// starting a goroutine with data and building a payload all would.
func mustBeFree(t *testing.T, tr trigger, s *grapnel.System) {
	t.Helper()
	if n := testing.AllocsPerRun(200, func() { tr.fire(s) }); n != 0 {
		t.Errorf("%s: %v allocations, want none", tr.event, n)
	}
}

func parts(t *testing.T, s *grapnel.System) (*grapnel.Registry, *grapnel.Handler) {
	t.Helper()
	registry, err := s.Registry()
	if err != nil {
		t.Fatalf("Registry: %v", err)
	}
	handler, err := s.Handler()
	if err != nil {
		t.Fatalf("Handler: %v", err)
	}
	return registry, handler
}

func readsNothingEarly(t *testing.T) {
	dir := lifecycleDir(t, "this is no JSON, and reading it would be logged")
	var log bytes.Buffer
	s := grapnel.New(grapnel.Options{Dir: dir, Logger: slog.New(slog.NewJSONHandler(&log, nil))})
	if s == nil {
		t.Fatal("no system although hooks are not disabled")
	}
	if got := s.Status(); got != (grapnel.Status{}) {
		t.Errorf("status of a new system: %+v, want not initialized", got)
	}
	if log.Len() > 0 {
		t.Errorf("the settings were read by New: %s", &log)
	}
	// What counts are the settings at the first use, not those at creation.
	lifecycleSettings(t, dir, marking(switchedOn, "BeforeTool"))
	out := s.BeforeTool(context.Background(), "write_file", lifecycleInput)
	if len(out.Hooks) != 1 || !slices.Equal(ran(t, dir), []string{"BeforeTool"}) {
		t.Errorf("hooks in the outcome: %+v, ran: %v", out.Hooks, ran(t, dir))
	}
}

func noSystemWhileDisabled(t *testing.T) {
	dir := lifecycleDir(t, marking(switchedOn, eventNames()...))
	s := grapnel.New(grapnel.Options{Dir: dir, Disabled: true})
	if s != nil {
		t.Fatal("a disabled system is not nil")
	}
	// A host need not ask whether it has a system.
	if err := errors.Join(s.Initialize(), s.Reload()); err != nil {
		t.Errorf("initialize without a system: %v", err)
	}
	for _, tr := range triggers {
		mustProceed(t, tr.event, tr.fire(s))
	}
	mustProceed(t, "Fire", s.Fire(context.Background(), hook.Event{}))
	if got := s.Status(); got != (grapnel.Status{}) {
		t.Errorf("status without a system: %+v", got)
	}
	if got := ran(t, dir); len(got) > 0 {
		t.Errorf("hooks ran: %v", got)
	}
}

func initializesOnce(t *testing.T) {
	// The second hook is broken, which is logged whenever settings are read.
	dir := lifecycleDir(t, `{"enableHooks": true, "hooks": {"BeforeTool": [{"hooks": [
		{"type": "command", "command": "echo BeforeTool >> $LLXPRT_PROJECT_DIR/ran"},
		{"type": "command"}]}]}}`)
	var log bytes.Buffer
	s := grapnel.New(grapnel.Options{Dir: dir, Logger: slog.New(slog.NewJSONHandler(&log, nil))})
	const hosts = 12
	start := make(chan struct{})
	var all sync.WaitGroup
	for range hosts {
		all.Go(func() {
			<-start
			s.BeforeTool(context.Background(), "write_file", lifecycleInput)
		})
	}
	close(start)
	all.Wait()
	if got := len(ran(t, dir)); got != hosts {
		t.Errorf("%d hooks ran for %d events", got, hosts)
	}
	if got := strings.Count(log.String(), "bad-command"); got != 1 {
		t.Errorf("the settings were read %d times, want once:\n%s", got, &log)
	}
}

func secondInitialization(t *testing.T) {
	dir := lifecycleDir(t, marking(switchedOn, "BeforeTool"))
	s := grapnel.New(grapnel.Options{Dir: dir})
	if err := s.Initialize(); err != nil {
		t.Fatal(err)
	}
	registry, handler := parts(t, s)
	for _, settings := range []string{
		marking(switchedOn, "BeforeTool", "AfterTool", "BeforeModel"),
		"broken now",
	} {
		lifecycleSettings(t, dir, settings)
		if err := s.Initialize(); err != nil {
			t.Errorf("it read the settings again: %v", err)
		}
		r, h := parts(t, s)
		if r != registry || h != handler || s.Status().TotalHooks != 1 {
			t.Errorf("it set up the hooks again, there are now %d", s.Status().TotalHooks)
		}
	}
}

func partsBeforeInitialization(t *testing.T) {
	dir := lifecycleDir(t, marking(switchedOn, "BeforeTool"))
	s := grapnel.New(grapnel.Options{Dir: dir})
	registry, err := s.Registry()
	if registry != nil || !errors.Is(err, grapnel.ErrNotInitialized) {
		t.Errorf("Registry: %v, %v; want ErrNotInitialized", registry, err)
	}
	handler, err := s.Handler()
	if handler != nil || !errors.Is(err, grapnel.ErrNotInitialized) {
		t.Errorf("Handler: %v, %v; want ErrNotInitialized", handler, err)
	}
	if s.Status().Initialized {
		t.Error("asking for a part initialized the system")
	}
	if err := s.Initialize(); err != nil {
		t.Fatal(err)
	}
	if registry, handler := parts(t, s); registry == nil || handler == nil {
		t.Error("a part is missing after initialization")
	}
}

func sharedParts(t *testing.T) {
	dir := lifecycleDir(t, marking(switchedOn, eventNames()...))
	s := grapnel.New(grapnel.Options{Dir: dir})
	if err := s.Initialize(); err != nil {
		t.Fatal(err)
	}
	registry, handler := parts(t, s)
	for _, tr := range triggers {
		tr.fire(s)
		if r, h := parts(t, s); r != registry || h != handler {
			t.Errorf("%s: another registry or handler than before", tr.event)
		}
	}
	// The handler a host gets is the one that triggers use, with hooks behind it.
	before := len(ran(t, dir))
	if out := handler.FireBeforeTool(context.Background(), "write_file", lifecycleInput); len(out.Hooks) != 1 {
		t.Errorf("the handler has %d hooks for BeforeTool, want 1", len(out.Hooks))
	}
	if len(ran(t, dir)) != before+1 {
		t.Error("the handler did not run the hook")
	}
	for _, owner := range []any{s, handler} {
		mustNotExpose(t, reflect.TypeOf(owner), reflect.TypeOf(registry), reflect.TypeOf(handler))
	}
}

// mustNotExpose fails if a method or an exported field gives access to an
// internal type, such as a plan, that is not allowed.
func mustNotExpose(t *testing.T, owner reflect.Type, allowed ...reflect.Type) {
	t.Helper()
	isHidden := func(what reflect.Type) bool {
		named := what
		if what.Kind() == reflect.Pointer {
			named = what.Elem()
		}
		return strings.Contains(named.PkgPath(), "/internal/") && !slices.Contains(allowed, what)
	}
	for i := range owner.NumMethod() {
		method := owner.Method(i)
		for j := range method.Type.NumOut() {
			if isHidden(method.Type.Out(j)) {
				t.Errorf("%v.%s returns %v", owner, method.Name, method.Type.Out(j))
			}
		}
	}
	for i := range owner.Elem().NumField() {
		if field := owner.Elem().Field(i); field.IsExported() && isHidden(field.Type) {
			t.Errorf("%v has the exported field %s", owner, field.Name)
		}
	}
}

func triggersBuildNothing(t *testing.T) {
	dir := lifecycleDir(t, marking(switchedOn, eventNames()...))
	s := grapnel.New(grapnel.Options{Dir: dir})
	if err := s.Initialize(); err != nil {
		t.Fatal(err)
	}
	// A trigger that built its own registry would find no hooks from here on.
	removeSettings(t, dir)
	for _, tr := range triggers {
		if out := tr.fire(s); len(out.Hooks) != 1 || out.Hooks[0].Status != hook.StatusOK {
			t.Errorf("%s: hooks %+v", tr.event, out.Hooks)
		}
	}
	if got := ran(t, dir); !slices.Equal(got, eventNames()) {
		t.Errorf("hooks that ran: %v, want %v", got, eventNames())
	}
}

func firstEventInitializes(t *testing.T) {
	for _, tr := range triggers {
		dir := lifecycleDir(t, marking(switchedOn, tr.event))
		s := grapnel.New(grapnel.Options{Dir: dir})
		if s.Status().Initialized {
			t.Fatalf("%s: initialized before any event", tr.event)
		}
		out := tr.fire(s)
		if got := s.Status(); got != (grapnel.Status{Initialized: true, TotalHooks: 1}) {
			t.Errorf("%s: status after the event %+v", tr.event, got)
		}
		if out.Event != tr.event || !slices.Equal(ran(t, dir), []string{tr.event}) {
			t.Errorf("%s: the first event (%q) ran %v", tr.event, out.Event, ran(t, dir))
		}
	}
}

func statusCounts(t *testing.T) {
	for _, c := range []struct {
		name, settings string
		total          int
		problem        string
	}{
		{"no settings", "", 0, ""},
		{"three hooks", marking(switchedOn, "BeforeTool", "AfterTool", "SessionEnd"), 3, ""},
		{"switched off", marking(`"enableHooks": false, `, "BeforeTool"), 0, ""},
		{"one of two is broken", `{"enableHooks": true, "hooks": {"BeforeTool": [{"hooks": [
			{"type": "command"}, {"type": "command", "command": "true"}]}]}}`, 1, "has no command"},
	} {
		s := grapnel.New(grapnel.Options{Dir: lifecycleDir(t, c.settings)})
		if got := s.Status(); got != (grapnel.Status{}) {
			t.Errorf("%s: before initialization %+v", c.name, got)
		}
		if err := s.Initialize(); (err != nil) != (c.problem != "") || err != nil && !strings.Contains(err.Error(), c.problem) {
			t.Fatalf("%s: %v", c.name, err)
		}
		got := s.Status()
		if !got.Initialized || got.TotalHooks != c.total || (got.Err != nil) != (c.problem != "") {
			t.Errorf("%s: %+v, want %d hooks", c.name, got, c.total)
		}
	}
}

func switchedOff(t *testing.T) {
	for _, c := range []struct {
		name, enable string
		options      grapnel.Options
	}{
		{"by the host", switchedOn, grapnel.Options{Disabled: true}},
		{"by the settings", `"enableHooks": false, `, grapnel.Options{}},
		{"by saying nothing", "", grapnel.Options{}},
	} {
		c.options.Dir = lifecycleDir(t, marking(c.enable, eventNames()...))
		s := grapnel.New(c.options)
		if c.options.Disabled != (s == nil) {
			t.Errorf("%s: system %v", c.name, s)
		}
		for _, tr := range triggers {
			mustProceed(t, c.name+": "+tr.event, tr.fire(s))
			mustBeFree(t, tr, s)
		}
		if got := s.Status().TotalHooks; got != 0 {
			t.Errorf("%s: %d hooks were set up", c.name, got)
		}
		if got := ran(t, c.options.Dir); len(got) > 0 {
			t.Errorf("%s: hooks ran: %v", c.name, got)
		}
	}
}

func noHooksNoPayload(t *testing.T) {
	for _, tr := range triggers {
		others := slices.DeleteFunc(eventNames(), func(name string) bool { return name == tr.event })
		dir := lifecycleDir(t, marking(switchedOn, others...))
		s := grapnel.New(grapnel.Options{Dir: dir})
		mustProceed(t, tr.event, tr.fire(s))
		mustBeFree(t, tr, s)
		if got := ran(t, dir); len(got) > 0 {
			t.Errorf("%s: hooks of other events ran: %v", tr.event, got)
		}
		if got := s.Status().TotalHooks; got != len(others) {
			t.Errorf("%s: %d hooks for the other events, want %d", tr.event, got, len(others))
		}
	}
	// There is nothing to make a payload of here, and nobody tries.
	s := grapnel.New(grapnel.Options{Dir: lifecycleDir(t, marking(switchedOn, "BeforeTool"))})
	mustProceed(t, "BeforeModel without a request", s.BeforeModel(context.Background(), nil))
	mustProceed(t, "AfterModel without a response", s.AfterModel(context.Background(), nil, nil))
}

// noMatch has hooks for both tool events, none of them for write_file.
const noMatch = `{"enableHooks": true, "hooks": {
	"BeforeTool": [{"matcher": "^read_", "hooks": [{"type": "command", "command": "echo no >> $LLXPRT_PROJECT_DIR/ran"}]},
	               {"matcher": "edit|shell", "hooks": [{"type": "command", "command": "echo no no >> $LLXPRT_PROJECT_DIR/ran"}]}],
	"AfterTool":  [{"matcher": "^write$", "hooks": [{"type": "command", "command": "echo no >> $LLXPRT_PROJECT_DIR/ran"}]}]}}`

func noMatchNoProcess(t *testing.T) {
	dir := lifecycleDir(t, noMatch)
	s := grapnel.New(grapnel.Options{Dir: dir})
	for _, tr := range triggers[:2] {
		mustProceed(t, tr.event, tr.fire(s))
	}
	if got := ran(t, dir); len(got) > 0 {
		t.Errorf("hooks for other tools ran: %v", got)
	}
	// The same hooks do run for their own tools.
	s.BeforeTool(context.Background(), "read_file", lifecycleInput)
	s.AfterTool(context.Background(), "write", lifecycleInput, lifecycleResponse)
	if got := ran(t, dir); len(got) != 2 {
		t.Errorf("%d hooks ran for tools that match, want 2", len(got))
	}
}

func fastPath(t *testing.T) {
	dir := lifecycleDir(t, noMatch)
	disabled := grapnel.New(grapnel.Options{Dir: dir, Disabled: true})
	unmatched := grapnel.New(grapnel.Options{Dir: dir})
	if err := unmatched.Initialize(); err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(dir); err != nil { // nothing is looked up there any more
		t.Fatal(err)
	}
	for _, tr := range triggers {
		mustProceed(t, tr.event, tr.fire(disabled))
		mustBeFree(t, tr, disabled)
		mustProceed(t, tr.event, tr.fire(unmatched))
		mustBeFree(t, tr, unmatched)
	}
	if _, err := os.Stat(dir); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the project directory is back: %v", err)
	}
}

func baseFieldsStandOnce(t *testing.T) {
	dir := lifecycleDir(t, `{"enableHooks": true, "hooks": {"BeforeTool": [{"hooks": [{"type": "command", "command": "cat > got.json"}]}]}}`)
	s := grapnel.New(grapnel.Options{Dir: dir, SessionID: "session-7"})
	fields, _, err := jsonx.ParseObject([]byte(`{"tool_name": "write_file", "tool_input": {},
		"hook_event_name": "AfterTool", "session_id": "session-8", "cwd": "/elsewhere", "transcript_path": "/t.json"}`))
	if err != nil {
		t.Fatal(err)
	}
	s.Fire(context.Background(), hook.Event{
		Type:   hook.EventType{Name: "BeforeTool", Kind: hook.ToolBefore, Subject: "tool_name"},
		Fields: fields,
	})
	text, err := os.ReadFile(filepath.Join(dir, "got.json"))
	if err != nil {
		t.Fatal(err)
	}
	got, twice, err := jsonx.ParseObject(text)
	if err != nil || len(twice) > 0 {
		t.Errorf("the hook read an object with %q twice (%v): %s", twice, err, text)
	}
	if name, _ := jsonx.String(got["hook_event_name"]); name != "BeforeTool" {
		t.Errorf("the hook was told it is %q", name)
	}
}

// warning is a line of the log.
type warning struct {
	Level    string `json:"level"`
	Event    string `json:"event"`
	Hook     string `json:"hook"`
	ExitCode *int   `json:"exitCode"`
	Stderr   string `json:"stderr"`
}

func failuresAreLogged(t *testing.T, event string) {
	dir := lifecycleDir(t, strings.ReplaceAll(`{"enableHooks": true, "hooks": {"EVENT": [
		{"matcher": "write_file", "hooks": [
			{"name": "exits", "type": "command", "command": "echo cannot read the rules >&2; exit 3"},
			{"name": "crashes", "type": "command", "command": "echo bad pointer >&2; kill -SEGV $$"},
			{"name": "hangs", "type": "command", "command": "echo still thinking >&2; exec sleep 600", "timeout": 2000},
			{"name": "fine", "type": "command", "command": "echo just talking >&2"}]},
		{"matcher": "secret", "hooks": [{"name": "denies", "type": "command", "command": "echo no >&2; exit 2"}]}]}}`,
		"EVENT", event))
	var log bytes.Buffer
	s := grapnel.New(grapnel.Options{Dir: dir, Logger: slog.New(slog.NewJSONHandler(&log, nil))})
	fire := func(tool string) hook.Outcome {
		if event == "BeforeTool" {
			return s.BeforeTool(context.Background(), tool, lifecycleInput)
		}
		return s.AfterTool(context.Background(), tool, lifecycleInput, lifecycleResponse)
	}
	start := time.Now()
	out := fire("write_file")
	if out.Blocked || out.Stop || out.Decision != hook.NoDecision || out.SuppressOutput || out.ToolInput != nil || len(out.Context) > 0 {
		t.Errorf("failed hooks had a say: %+v", out)
	}
	if took := time.Since(start); took > time.Minute {
		t.Errorf("the hanging hook held the tool up for %v", took)
	}
	want := map[string]warning{
		"exits":   {ExitCode: new(3), Stderr: "cannot read the rules"},
		"crashes": {ExitCode: new(0), Stderr: "bad pointer"},
		"hangs":   {ExitCode: new(-1), Stderr: "still thinking"},
	}
	for _, w := range warnings(t, &log) {
		expected, ok := want[w.Hook]
		if !ok {
			t.Errorf("unexpected warning: %+v", w)
			continue
		}
		delete(want, w.Hook)
		if w.Event != event || w.ExitCode == nil || *w.ExitCode != *expected.ExitCode || strings.TrimSpace(w.Stderr) != expected.Stderr {
			t.Errorf("warning about %q: event %q, exit code %v, stderr %q", w.Hook, w.Event, w.ExitCode, w.Stderr)
		}
	}
	for name := range want {
		t.Errorf("no warning about the hook that %s:\n%s", name, &log)
	}
	// A deny is a decision and no failure.
	log.Reset()
	if out := fire("secret"); out.Decision != hook.Deny {
		t.Errorf("exit code 2: %+v", out)
	}
	if list := warnings(t, &log); len(list) > 0 {
		t.Errorf("warnings about a hook that denied: %+v", list)
	}
}

func warnings(t *testing.T, log *bytes.Buffer) []warning {
	t.Helper()
	var list []warning
	for line := range strings.Lines(log.String()) {
		var w warning
		if err := json.Unmarshal([]byte(line), &w); err != nil {
			t.Fatalf("log line %q: %v", line, err)
		}
		if w.Level == "WARN" {
			list = append(list, w)
		}
	}
	return list
}

func optionsFillBaseFields(t *testing.T) {
	for _, tr := range triggers {
		dir := lifecycleDir(t, fmt.Sprintf(
			`{"enableHooks": true, "hooks": {%q: [{"hooks": [{"type": "command", "command": "cat > got.json"}]}]}}`, tr.event))
		s := grapnel.New(grapnel.Options{Dir: dir, SessionID: "session-7", TranscriptPath: "/tmp/session-7.json"})
		earliest := time.Now().Truncate(time.Millisecond)
		tr.fire(s)
		text, err := os.ReadFile(filepath.Join(dir, "got.json"))
		if err != nil {
			t.Fatalf("%s: %v", tr.event, err)
		}
		var got map[string]any
		if err := json.Unmarshal(text, &got); err != nil {
			t.Fatalf("%s: %v in %s", tr.event, err, text)
		}
		for key, want := range map[string]string{
			"session_id": "session-7", "transcript_path": "/tmp/session-7.json",
			"cwd": dir, "hook_event_name": tr.event,
		} {
			if got[key] != want {
				t.Errorf("%s: %s is %v, want %q", tr.event, key, got[key], want)
			}
		}
		stamp, _ := got["timestamp"].(string)
		at, err := time.Parse(time.RFC3339, stamp)
		if err != nil || at.Before(earliest) || at.After(time.Now()) {
			t.Errorf("%s: timestamp %q is not the time of the event (%v)", tr.event, stamp, err)
		}
	}
}
