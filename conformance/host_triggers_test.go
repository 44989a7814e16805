//go:build unix

package conformance

import (
	"context"
	"encoding/json"
	"reflect"
	"slices"
	"testing"

	"github.com/grapnel-hooks/grapnel"
	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/host"
	"github.com/grapnel-hooks/grapnel/host/scripted"
	"github.com/grapnel-hooks/grapnel/llm"
)

func hostTriggers(t *testing.T) {
	t.Run("HOOK-135_HOOK-152_HOOK-176_the_trigger_before_the_model_returns_block_answer_and_request", triggerBeforeModel)
	t.Run("HOOK-136_HOOK-153_HOOK-176_the_trigger_after_the_model_returns_the_response_to_use", triggerAfterModel)
	t.Run("HOOK-137_HOOK-154_HOOK-176_the_trigger_of_tool_selection_returns_the_tool_configuration", triggerToolSelection)
	t.Run("HOOK-116_a_failure_before_the_model_is_no_block", failureBeforeModel)
	t.Run("HOOK-184_a_stop_before_the_model_counts_as_a_block", stopIsBlock)
	t.Run("HOOK-217_the_caller_s_request_and_response_stay_as_they_are", modelDataStays)
	t.Run("HOOK-141_callers_never_see_the_format_of_hooks", noHookFormat)
}

// The triggers of the model take and return what callers have.
var (
	_ func(context.Context, *grapnel.System, *llm.Request) host.BeforeModelResult               = host.BeforeModel
	_ func(context.Context, *grapnel.System, *llm.Request, *llm.Response) host.AfterModelResult = host.AfterModel
	_ func(context.Context, *grapnel.System, *llm.Request) host.BeforeToolSelectionResult       = host.BeforeToolSelection
	_                                                                                           = host.BeforeModelResult{Blocked: true, Reason: "", SyntheticResponse: &llm.Response{}, ModifiedRequest: &llm.Request{}}
	_                                                                                           = host.AfterModelResult{Response: &llm.Response{}}
	_                                                                                           = host.BeforeToolSelectionResult{ToolConfig: &llm.ToolChoice{}, Tools: json.RawMessage{}}
)

func triggerBeforeModel(t *testing.T) {
	request := modelRequest(t, fullModelRequest)
	c := hooked(t, map[string]string{"BeforeModel": "cat > got.json; " +
		says(`{"decision":"deny","reason":"cached","hookSpecificOutput":{"llm_response":{"text":"as before"}}}`)})
	result := host.BeforeModel(t.Context(), c.System, request)
	wantJSON(t, "llm_request", json.RawMessage(c.outputMember(t, "got.json", "llm_request")), encoded(llm.ToHookRequest(request)))
	wantEqual(t, "blocked and reason", []any{result.Blocked, result.Reason}, []any{true, "cached"})
	wantEqual(t, "the response", result.SyntheticResponse.Text(), "as before")

	c = hooked(t, map[string]string{"BeforeModel": says(`{"hookSpecificOutput":{"llm_request":{"model":"other-model"}}}`)})
	result = host.BeforeModel(t.Context(), c.System, request)
	edited := request.Clone()
	edited.Model = "other-model"
	wantJSON(t, "the request", result.ModifiedRequest, string(asJSON(t, edited)))
	if result.Blocked || result.SyntheticResponse != nil {
		t.Errorf("a changed request: %+v", result)
	}

	result = host.BeforeModel(t.Context(), hooked(t, nil).System, request)
	if result.Blocked || result.Reason != "" || result.SyntheticResponse != nil || result.ModifiedRequest != request || result.Stop.Stopped {
		t.Errorf("without hooks: %+v", result)
	}
}

func triggerAfterModel(t *testing.T) {
	request, response := modelRequest(t, fullModelRequest), modelResponse(t, fullModelResponse)
	c := hooked(t, map[string]string{"AfterModel": "cat > got.json; " + says(`{"hookSpecificOutput":{"llm_response":{"text":"edited"}}}`)})
	result := host.AfterModel(t.Context(), c.System, request, response)
	wantJSON(t, "llm_request", json.RawMessage(c.outputMember(t, "got.json", "llm_request")), encoded(llm.ToHookRequest(request)))
	wantJSON(t, "llm_response", json.RawMessage(c.outputMember(t, "got.json", "llm_response")), encoded(llm.ToHookResponse(response)))
	wantEqual(t, "the response", []any{result.Response.Text(), result.Modified}, []any{"edited", true})

	for name, system := range map[string]*grapnel.System{
		"without hooks":        hooked(t, nil).System,
		"with a silent hook":   hooked(t, map[string]string{"AfterModel": "true"}).System,
		"with a failed hook":   hooked(t, map[string]string{"AfterModel": says(`{"hookSpecificOutput":{"llm_response":{"text":"x"}}}`) + "; exit 1"}).System,
		"with a useless reply": hooked(t, map[string]string{"AfterModel": says(`{"hookSpecificOutput":{"llm_response":{}}}`)}).System,
	} {
		if result := host.AfterModel(t.Context(), system, request, response); result.Response != response || result.Modified {
			t.Errorf("%s: %+v", name, result)
		}
	}
}

func triggerToolSelection(t *testing.T) {
	request := modelRequest(t, fullModelRequest)
	c := hooked(t, map[string]string{"BeforeToolSelection": "cat > got.json; " + says(`{"hookSpecificOutput":{"toolConfig":{"mode":"ANY","allowedFunctionNames":["b","a"]}}}`)})
	result := host.BeforeToolSelection(t.Context(), c.System, request)
	wantJSON(t, "llm_request", json.RawMessage(c.outputMember(t, "got.json", "llm_request")), encoded(llm.ToHookRequest(request)))
	wantEqual(t, "the tools", []any{result.ToolConfig.Mode, result.ToolConfig.AllowedFunctionNames}, []any{"ANY", []string{"a", "b"}})
	wantEqual(t, "the definitions", string(result.Tools), string(request.Tools))

	result = host.BeforeToolSelection(t.Context(), hooked(t, nil).System, request)
	if result.ToolConfig != nil || string(result.Tools) != string(request.Tools) || result.Stop.Stopped {
		t.Errorf("without hooks: %+v", result)
	}
}

func failureBeforeModel(t *testing.T) {
	deny := settingsFile(t, "BeforeModel", "exit 2")
	broken := &llm.Request{Config: map[string]json.RawMessage{"temperature": json.RawMessage(`{`)}}
	for name, tt := range map[string]struct {
		options grapnel.Options
		request *llm.Request
	}{
		"request that cannot be encoded": {grapnel.Options{ConfigFiles: []string{deny}}, broken},
		"no request":                     {grapnel.Options{ConfigFiles: []string{deny}}, nil},
		"unknown dialect":                {grapnel.Options{Dialect: "klingon", ConfigFiles: []string{deny}}, &llm.Request{}},
		"no working directory":           {grapnel.Options{Dir: "/no/such/dir", ConfigFiles: []string{deny}}, &llm.Request{}},
		"observer that panics":           {grapnel.Options{ConfigFiles: []string{settingsFile(t, "BeforeModel", "true")}, Observe: func(context.Context, hook.Event, hook.Outcome) { panic("oh") }}, &llm.Request{}},
	} {
		t.Run(name, func(t *testing.T) {
			result := host.BeforeModel(t.Context(), grapnel.New(tt.options), tt.request)
			if result.Blocked || result.Stop.Stopped || result.SyntheticResponse != nil || result.ModifiedRequest != tt.request {
				t.Errorf("result %+v", result)
			}
		})
	}
}

func stopIsBlock(t *testing.T) {
	for answer, want := range map[string]host.BeforeModelResult{
		`{"continue":false,"stopReason":"enough"}`:                       {Blocked: true, Stop: host.Stop{Stopped: true, Reason: "enough"}},
		`{"continue":false,"decision":"allow"}`:                          {Blocked: true, Stop: host.Stop{Stopped: true}},
		`{"decision":"block","reason":"no"}`:                             {Blocked: true, Reason: "no"},
		`{"decision":"allow","continue":true,"stopReason":"not at all"}`: {},
	} {
		request := &llm.Request{Model: "m"}
		c := hooked(t, map[string]string{"BeforeModel": says(answer)})
		got := host.BeforeModel(t.Context(), c.System, request)
		want.ModifiedRequest = request
		wantEqual(t, answer, got, want)
	}
}

func modelDataStays(t *testing.T) {
	request, response := modelRequest(t, fullModelRequest), modelResponse(t, fullModelResponse)
	c := hooked(t, map[string]string{
		"BeforeModel":         says(`{"hookSpecificOutput":{"llm_request":{"model":"x","messages":[],"config":{"temperature":0}}}}`),
		"BeforeToolSelection": says(`{"hookSpecificOutput":{"toolConfig":{"mode":"NONE"}}}`),
		"AfterModel":          says(`{"suppressOutput":true,"systemMessage":"mind","continue":false,"stopReason":"enough"}`),
	})
	host.BeforeToolSelection(t.Context(), c.System, request)
	host.BeforeModel(t.Context(), c.System, request)
	after := host.AfterModel(t.Context(), c.System, request, response)
	wantJSON(t, "the request", request, fullModelRequest)
	wantJSON(t, "the response", response, string(asJSON(t, modelResponse(t, fullModelResponse))))
	wantEqual(t, "the effects", []any{after.SuppressOutput, after.SystemMessages, after.Stop, after.Response.Text()},
		[]any{true, []string{"mind"}, host.Stop{Stopped: true, Reason: "enough"}, "enough"})
}

// noHookFormat walks through everything that the host's callers handle.
func noHookFormat(t *testing.T) {
	hidden := []reflect.Type{
		reflect.TypeFor[llm.HookRequest](), reflect.TypeFor[llm.HookResponse](), reflect.TypeFor[hook.ToolConfig](), reflect.TypeFor[llm.HookMessage](),
		reflect.TypeFor[hook.Outcome](), // has what hooks wrote
	}
	seen := map[reflect.Type]bool{}
	var walk func(path string, what reflect.Type)
	walk = func(path string, what reflect.Type) {
		if slices.Contains(hidden, what) {
			t.Errorf("%s is a %v", path, what)
		}
		if seen[what] || what == reflect.TypeFor[*grapnel.System]() {
			return
		}
		seen[what] = true
		for i := range what.NumMethod() {
			if method := what.Method(i); method.IsExported() {
				walk(path+"."+method.Name, method.Type)
			}
		}
		switch what.Kind() {
		case reflect.Pointer, reflect.Slice, reflect.Map, reflect.Array:
			walk(path, what.Elem())
		case reflect.Struct:
			for i := range what.NumField() {
				if field := what.Field(i); field.IsExported() {
					walk(path+"."+field.Name, field.Type)
				}
			}
		case reflect.Func:
			for i := range what.NumIn() {
				walk(path, what.In(i))
			}
			for i := range what.NumOut() {
				walk(path, what.Out(i))
			}
		}
	}
	for name, what := range map[string]any{
		"BeforeModel": host.BeforeModel, "AfterModel": host.AfterModel, "BeforeToolSelection": host.BeforeToolSelection,
		"Chat": &host.Chat{}, "Session": &host.Session{}, "NewSession": host.NewSession,
		"Scheduler": &host.Scheduler{},
	} {
		walk(name, reflect.TypeOf(what))
	}
	if !seen[reflect.TypeFor[llm.Request]()] || !seen[reflect.TypeFor[host.Model]()] {
		t.Error("the walk did not get anywhere")
	}

	// What hooks cannot see of a request survives a hook that rewrites it.
	model := &counting{Model: scripted.New(scripted.Turn{Text: "done"})}
	c := hooked(t, map[string]string{"BeforeModel": addMessage})
	chat := host.Chat{Hooks: c.System, Model: model}
	request := modelRequest(t, `{"model":"m","contents":[{"role":"user","parts":[{"inlineData":{"mimeType":"image/png","data":"AA=="}},{"text":"look"}]}],"safetySettings":[1]}`)
	if _, err := chat.Send(t.Context(), request); err != nil {
		t.Fatal(err)
	}
	wantJSON(t, "the request", model.requests[0],
		`{"model":"m","contents":[{"role":"user","parts":[{"inlineData":{"mimeType":"image/png","data":"AA=="}},{"text":"look"}]},{"role":"user","parts":[{"text":"on branch main"}]}],"safetySettings":[1]}`)
}
