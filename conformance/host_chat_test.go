//go:build unix

package conformance

import (
	"context"
	"encoding/json"
	"errors"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/grapnel-hooks/grapnel/host"
	"github.com/grapnel-hooks/grapnel/host/scripted"
	"github.com/grapnel-hooks/grapnel/llm"
)

// counting is a model that keeps the requests it was sent: one for each stream
// that was opened, read or not.
type counting struct {
	host.Model
	requests []*llm.Request
}

func (m *counting) Generate(ctx context.Context, request *llm.Request) iter.Seq2[*llm.Response, error] {
	m.requests = append(m.requests, request)
	return m.Model.Generate(ctx, request)
}

func hostChat(t *testing.T) {
	t.Run("HOOK-138_HOOK-174_a_blocked_call_opens_no_stream", blockedOpensNoStream)
	t.Run("HOOK-202_a_call_blocked_without_a_response_gives_an_empty_one", emptyResponse)
	t.Run("HOOK-033_HOOK-139_HOOK-140_hooks_before_the_model_read_the_whole_request_and_the_model_gets_theirs", assembledRequest)
	t.Run("HOOK-053_tool_selection_is_for_requests_with_tools", onlyWithTools)
	t.Run("HOOK-050_HOOK-172_the_hook_after_the_model_runs_once_on_the_complete_answer", onceOnComplete)
	t.Run("HOOK-173_what_was_shown_while_streaming_stays_and_what_is_kept_changes", storedVersion)
	t.Run("HOOK-207_an_answer_that_broke_off_is_not_for_hooks", brokenOff)
	t.Run("HOOK-159_a_system_message_waits_until_the_model_is_called", messageWaits)
	t.Run("the_model_is_not_called_when_its_guard_was_interrupted", interruptedModelGuard)
}

func hello() *llm.Request {
	return &llm.Request{Model: "m", Contents: []llm.Content{{Role: llm.RoleUser, Parts: []llm.Part{llm.TextPart("hello")}}}}
}

func blockedOpensNoStream(t *testing.T) {
	for name, tt := range map[string]struct{ command, shown string }{
		"block with a response": {effects["block with a response"], "instead"},
		"block":                 {effects["block"], ""},
		"exit code 2":           {effects["exit code 2"], ""},
		"stop":                  {effects["stop"], ""},
	} {
		t.Run(name, func(t *testing.T) {
			c := hooked(t, map[string]string{"BeforeModel": tt.command, "AfterModel": "touch after"})
			model := &counting{Model: scripted.New(scripted.Turn{Text: "from the model"})}
			var shown strings.Builder
			chat := host.Chat{Hooks: c.System, Model: model, Show: func(text string) { shown.WriteString(text) }, Live: true}
			reply, err := chat.Send(t.Context(), hello())
			if err != nil || !reply.Blocked || reply.Sent != nil || len(model.requests) != 0 {
				t.Errorf("reply %+v, error %v, %d streams", reply, err, len(model.requests))
			}
			wantEqual(t, "shown", shown.String(), tt.shown)
			wantEqual(t, "the response", reply.Response.Text(), tt.shown)
			if _, err := os.Stat(filepath.Join(c.dir, "after")); err == nil {
				t.Error("the hook after the model ran without an answer of it")
			}
		})
	}
}

func emptyResponse(t *testing.T) {
	for name, command := range map[string]string{
		"no response":      effects["block"],
		"useless response": says(`{"decision":"deny","hookSpecificOutput":{"llm_response":{"candidates":[]}}}`),
		"stop":             effects["stop"],
	} {
		t.Run(name, func(t *testing.T) {
			chat := host.Chat{Hooks: hooked(t, map[string]string{"BeforeModel": command}).System, Model: scripted.New()}
			reply, err := chat.Send(t.Context(), hello())
			if err != nil || reply.Response == nil || len(reply.Response.Candidates) != 0 || !reply.Blocked {
				t.Errorf("reply %+v, error %v", reply, err)
			}
		})
	}
}

// assembledRequest looks at the one request from three sides: as the hook
// before the model reads it, as the model gets it, and as the hook after it is
// told.
func assembledRequest(t *testing.T) {
	c := hooked(t, map[string]string{
		"BeforeToolSelection": says(`{"systemMessage":"choose well","hookSpecificOutput":{"toolConfig":{"allowedFunctionNames":["read_file"]}}}`),
		"BeforeModel":         "cat > before.json; " + says(`{"hookSpecificOutput":{"llm_request":{"config":{"temperature":0}}}}`),
		"AfterModel":          "cat > after.json",
	})
	model := &counting{Model: scripted.New(scripted.Turn{Text: "done"})}
	chat := host.Chat{Hooks: c.System, Model: model}
	request := hello()
	request.Config = map[string]json.RawMessage{"topK": json.RawMessage("5")}
	request.Tools = json.RawMessage(`[{"functionDeclarations":[{"name":"read_file"},{"name":"write_file"}]}]`)
	request.SystemInstruction = &llm.Content{Parts: []llm.Part{llm.TextPart("be brief")}}
	reply, err := chat.Send(t.Context(), request)
	if err != nil {
		t.Fatal(err)
	}
	const asRead = `"model":"m","messages":[{"role":"user","content":"hello"},{"role":"user","content":"[System] choose well"}],
		"toolConfig":{"mode":"AUTO","allowedFunctionNames":["read_file"]}`
	wantJSON(t, "read before", json.RawMessage(c.outputMember(t, "before.json", "llm_request")), `{`+asRead+`,"config":{"topK":5}}`)
	wantJSON(t, "sent", model.requests[0], `{"model":"m",
		"contents":[{"role":"user","parts":[{"text":"hello"}]},{"role":"user","parts":[{"text":"[System] choose well"}]}],
		"systemInstruction":{"parts":[{"text":"be brief"}]}, "generationConfig":{"topK":5,"temperature":0},
		"tools":[{"functionDeclarations":[{"name":"read_file"},{"name":"write_file"}]}],
		"toolConfig":{"functionCallingConfig":{"mode":"AUTO","allowedFunctionNames":["read_file"]}}}`)
	wantJSON(t, "read after", json.RawMessage(c.outputMember(t, "after.json", "llm_request")), `{`+asRead+`,"config":{"topK":5,"temperature":0}}`)
	if !reply.Allows("read_file") || reply.Allows("write_file") {
		t.Error("the reply allows the wrong tools")
	}
}

func onlyWithTools(t *testing.T) {
	c := hooked(t, map[string]string{"BeforeToolSelection": "echo selection >> log", "BeforeModel": "echo model >> log"})
	chat := host.Chat{Hooks: c.System, Model: scripted.New(scripted.Turn{Text: "one"}, scripted.Turn{Text: "two"})}
	request := hello()
	for range 2 {
		if _, err := chat.Send(t.Context(), request); err != nil {
			t.Fatal(err)
		}
		request.Tools = json.RawMessage(declared)
	}
	c.wantLines(t, "log", "model", "selection", "model")
}

func onceOnComplete(t *testing.T) {
	c := hooked(t, map[string]string{"AfterModel": `sed -E 's/.*"llm_response":\{"text":"([^"]*)".*/\1/' >> answers`})
	chat := host.Chat{Hooks: c.System, Model: scripted.New(scripted.Turn{Text: "one two three"}, scripted.Turn{Text: "four five"}, scripted.Turn{Text: "six"})}
	for i := range 3 {
		reply, err := chat.Send(t.Context(), hello())
		if err != nil {
			t.Fatal(err)
		}
		// When the reply is there, so is the hook's work.
		if lines := c.lines(t, "answers"); len(lines) != i+1 || lines[i] != reply.Response.Text() {
			t.Errorf("call %d: the hook has read %q, the reply is %q", i+1, lines, reply.Response.Text())
		}
	}
	c.wantLines(t, "answers", "one two three", "four five", "six")
}

func storedVersion(t *testing.T) {
	for _, tt := range []struct {
		live        bool
		shown, kept string
	}{{true, "the secret", "[removed]"}, {false, "[removed]", "[removed]"}} {
		var shown strings.Builder
		chat := host.Chat{
			Hooks: hooked(t, map[string]string{"AfterModel": says(`{"hookSpecificOutput":{"llm_response":{"text":"[removed]"}}}`)}).System,
			Model: scripted.New(scripted.Turn{Text: "the secret"}), Live: tt.live,
			Show: func(text string) { shown.WriteString(text) },
		}
		reply, err := chat.Send(t.Context(), hello())
		if err != nil {
			t.Fatal(err)
		}
		wantEqual(t, "shown", shown.String(), tt.shown)
		wantEqual(t, "kept", []any{reply.Response.Text(), reply.Modified}, []any{tt.kept, true})
	}
}

// modelFunc is a model that streams as it likes.
type modelFunc func(context.Context, func(*llm.Response, error) bool)

func (f modelFunc) Generate(ctx context.Context, _ *llm.Request) iter.Seq2[*llm.Response, error] {
	return func(yield func(*llm.Response, error) bool) { f(ctx, yield) }
}

func piece(text, finish string) *llm.Response {
	return &llm.Response{Candidates: []llm.Candidate{{Content: llm.Content{Role: llm.RoleModel, Parts: []llm.Part{llm.TextPart(text)}}, FinishReason: finish}}}
}

func brokenOff(t *testing.T) {
	reset := errors.New("connection reset")
	for name, tt := range map[string]struct {
		stream func(cancel func(), yield func(*llm.Response, error) bool)
		want   error
	}{
		"error at once": {func(_ func(), yield func(*llm.Response, error) bool) { yield(nil, reset) }, reset},
		"error in the middle": {func(_ func(), yield func(*llm.Response, error) bool) {
			_ = yield(piece("one", ""), nil) && yield(nil, reset)
		}, reset},
		"error after the end": {func(_ func(), yield func(*llm.Response, error) bool) {
			_ = yield(piece("one", "STOP"), nil) && yield(nil, reset)
		}, reset},
		"end without a finish":     {func(_ func(), yield func(*llm.Response, error) bool) { yield(piece("one", ""), nil) }, host.ErrIncomplete},
		"nothing at all":           {func(func(), func(*llm.Response, error) bool) {}, host.ErrIncomplete},
		"canceled in the middle":   {func(cancel func(), yield func(*llm.Response, error) bool) { yield(piece("one", ""), nil); cancel() }, context.Canceled},
		"canceled at the last bit": {func(cancel func(), yield func(*llm.Response, error) bool) { yield(piece("one", "STOP"), nil); cancel() }, context.Canceled},
	} {
		t.Run(name, func(t *testing.T) {
			c := hooked(t, map[string]string{"AfterModel": "echo ran >> log"})
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			chat := host.Chat{Hooks: c.System, Model: modelFunc(func(_ context.Context, yield func(*llm.Response, error) bool) { tt.stream(cancel, yield) })}
			if _, err := chat.Send(ctx, hello()); !errors.Is(err, tt.want) {
				t.Errorf("error %v, want %v", err, tt.want)
			}
			c.wantLines(t, "log")

			// The next answer is complete, and hooks see it.
			chat.Model = scripted.New(scripted.Turn{Text: "whole"})
			if _, err := chat.Send(t.Context(), hello()); err != nil {
				t.Fatal(err)
			}
			c.wantLines(t, "log", "ran")
		})
	}
}

// messageWaits has a message for the model wait through a call that is blocked
// and one that fails.
func messageWaits(t *testing.T) {
	c := hooked(t, map[string]string{
		"BeforeModel": "if [ -e block ]; then rm block; exit 2; fi",
		"AfterModel":  "[ -e said ] || " + says(`{"systemMessage":"mind this"}`) + "; touch said",
	})
	model := &counting{Model: scripted.New(scripted.Turn{Text: "one"}, scripted.Turn{Error: "overloaded"}, scripted.Turn{Text: "two"}, scripted.Turn{Text: "three"})}
	chat := host.Chat{Hooks: c.System, Model: model}
	send := func(wantBlocked bool, wantError string) {
		t.Helper()
		reply, err := chat.Send(t.Context(), hello())
		if reply.Blocked != wantBlocked || (err == nil) != (wantError == "") || err != nil && err.Error() != wantError {
			t.Fatalf("reply %+v, error %v", reply, err)
		}
	}
	send(false, "")
	c.write(t, "block", "")
	send(true, "")
	send(false, "overloaded")
	send(false, "")
	send(false, "")
	var got []string
	for _, request := range model.requests {
		got = append(got, dialogue(request.Contents))
	}
	const with = "user hello | user [System] mind this"
	wantEqual(t, "what the model read", got, []string{"user hello", with, with, "user hello"})
}

// interruptedModelGuard has the user give up while a hook is still deciding
// whether the model may see the request.
func interruptedModelGuard(t *testing.T) {
	c := hooked(t, map[string]string{"BeforeModel": "touch deciding; exec sleep 60"})
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	go cancelWhen(c, "deciding", cancel)
	model := &counting{Model: scripted.New(scripted.Turn{Text: "done"})}
	chat := host.Chat{Hooks: c.System, Model: model}
	if _, err := chat.Send(ctx, hello()); !errors.Is(err, context.Canceled) || len(model.requests) != 0 {
		t.Errorf("error %v, %d streams", err, len(model.requests))
	}
}
