//go:build unix

package genaihooks_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"

	"google.golang.org/genai"

	genaihooks "github.com/grapnel-hooks/grapnel/adapters/genai"
	"github.com/grapnel-hooks/grapnel/adapters/genai/internal/fakegemini"
	"github.com/grapnel-hooks/grapnel/host"
	"github.com/grapnel-hooks/grapnel/internal/jsonx"
)

// config is a configuration with a tool and settings that hooks do not see.
func config() *genai.GenerateContentConfig {
	return &genai.GenerateContentConfig{
		Temperature:     genai.Ptr[float32](0.7),
		MaxOutputTokens: 100,
		SafetySettings:  []*genai.SafetySetting{{Category: genai.HarmCategoryHarassment, Threshold: genai.HarmBlockThresholdOff}},
		Tools:           []*genai.Tool{{FunctionDeclarations: []*genai.FunctionDeclaration{{Name: "add"}, {Name: "sub"}}}},
	}
}

// conversation has a part of each important kind.
func conversation() []*genai.Content {
	return []*genai.Content{
		genai.NewContentFromText("hello", genai.RoleUser),
		{Role: genai.RoleModel, Parts: []*genai.Part{{
			FunctionCall:     &genai.FunctionCall{ID: "c1", Name: "add", Args: map[string]any{"n": int64(1234567890123456789)}},
			ThoughtSignature: []byte{1, 2, 250},
		}}},
		{Role: genai.RoleUser, Parts: []*genai.Part{
			{FunctionResponse: &genai.FunctionResponse{ID: "c1", Name: "add", Response: map[string]any{"output": "3"}}},
			{InlineData: &genai.Blob{MIMEType: "image/png", Data: []byte("png")}},
		}},
	}
}

// both calls the model once without and once with streaming, each with a server
// and hooks of its own, and gives the check what came of it.
func both(t *testing.T, commands map[string]string, reply fakegemini.Reply, check func(t *testing.T, r result)) {
	t.Helper()
	for _, name := range []string{"GenerateContent", "GenerateContentStream"} {
		t.Run(name, func(t *testing.T) {
			server := fakegemini.Start(t, reply)
			system, seen := hooks(t, commands)
			r := result{server: server, seen: seen}
			models := genaihooks.New(client(t, server), system)
			models.OnReply = func(reply host.Reply) { r.reply = &reply }
			if name == "GenerateContent" {
				response, err := models.GenerateContent(t.Context(), "m", conversation(), config())
				r.err = err
				if response != nil {
					r.responses = append(r.responses, response)
				}
			} else {
				for response, err := range models.GenerateContentStream(t.Context(), "m", conversation(), config()) {
					r.err = err
					if response != nil {
						r.responses = append(r.responses, response)
					}
				}
			}
			check(t, r)
		})
	}
}

type result struct {
	server    *fakegemini.Server
	seen      string
	responses []*genai.GenerateContentResponse
	err       error
	reply     *host.Reply
}

func (r result) text() string {
	var b strings.Builder
	for _, response := range r.responses {
		b.WriteString(response.Text())
	}
	return b.String()
}

func TestModelsWithoutChangesSendWhatTheSDKSends(t *testing.T) {
	plain := fakegemini.Start(t, fakegemini.Text("ok"))
	if _, err := client(t, plain).Models.GenerateContent(t.Context(), "m", conversation(), config()); err != nil {
		t.Fatal(err)
	}
	both(t, map[string]string{"BeforeModel": watch, "AfterModel": watch, "BeforeToolSelection": watch}, fakegemini.Text("ok"), func(t *testing.T, r result) {
		wantJSON(t, "body", sent(t, r.server).Raw(), string(sent(t, plain).Raw()))
		if r.err != nil || r.text() != "ok" || r.responses[0].ModelVersion != "fake-1" || r.responses[0].SDKHTTPResponse == nil {
			t.Errorf("got %+v, error %v", r.responses, r.err)
		}
		order := []string{`"BeforeToolSelection"`, `"BeforeModel"`, `"AfterModel"`}
		events := lines(t, r.seen)
		if len(events) != len(order) {
			t.Fatalf("%d hooks ran, want %d", len(events), len(order))
		}
		for i, event := range events {
			if !strings.Contains(event, order[i]) {
				t.Errorf("event %d is not %s: %s", i, order[i], event)
			}
		}
		if !strings.Contains(events[1], `"temperature":0.7`) {
			t.Errorf("the hook did not see the temperature: %s", events[1])
		}
	})
}

func TestModelsSendWhatHooksChanged(t *testing.T) {
	edit := say(`{"hookSpecificOutput":{"llm_request":{"model":"other","messages":[{"role":"user","content":"hi"},{"role":"system","content":"be kind"}],"config":{"temperature":0.1,"maxOutputTokens":null,"novelty":1}}}}`)
	choose := say(`{"hookSpecificOutput":{"toolConfig":{"mode":"AUTO","allowedFunctionNames":["add"]}}}`)
	both(t, map[string]string{"BeforeModel": edit, "BeforeToolSelection": choose}, fakegemini.Text("ok"), func(t *testing.T, r result) {
		if r.err != nil {
			t.Fatal(r.err)
		}
		body := sent(t, r.server)
		if path := r.server.Requests()[0].Path; !strings.Contains(path, "/models/other:") {
			t.Errorf("sent to %s", path)
		}
		wantJSON(t, "generationConfig", body["generationConfig"], `{"temperature":0.1,"novelty":1}`)
		wantJSON(t, "systemInstruction", body["systemInstruction"], `{"parts":[{"text":"be kind"}]}`)
		wantJSON(t, "toolConfig", body["toolConfig"], `{"functionCallingConfig":{"mode":"VALIDATED","allowedFunctionNames":["add"]}}`)
		wantJSON(t, "safetySettings", body["safetySettings"], `[{"category":"HARM_CATEGORY_HARASSMENT","threshold":"OFF"}]`)
		wantJSON(t, "tools", body["tools"], `[{"functionDeclarations":[{"name":"add"},{"name":"sub"}]}]`)
		for _, kept := range []string{`"text":"hi"`, `"n":1234567890123456789`, `"thoughtSignature":"AQL6"`, `"data":"cG5n"`, `"output":"3"`} {
			if !strings.Contains(string(body["contents"]), kept) {
				t.Errorf("the contents lack %s: %s", kept, body["contents"])
			}
		}
		if r.reply == nil || !r.reply.Allows("add") || r.reply.Allows("sub") {
			t.Errorf("reply %+v", r.reply)
		}
	})
}

func TestModelsHooksAreObeyed(t *testing.T) {
	stopped := func(reason string) func(error) bool {
		return func(err error) bool {
			var stop *genaihooks.StopError
			return errors.As(err, &stop) && stop.Reason == reason && stop.Response != nil
		}
	}
	noError := func(err error) bool { return err == nil }
	tests := []struct {
		name, event, answer string
		requests            int
		text                string
		err                 func(error) bool
	}{
		{"a block with a response answers", "BeforeModel", `{"decision":"deny","hookSpecificOutput":{"llm_response":{"text":"cached"}}}`, 0, "cached", noError},
		{"a block without a response gives no candidates", "BeforeModel", `{"decision":"deny","reason":"over budget"}`, 0, "", noError},
		{"a stop before the model", "BeforeModel", `{"continue":false,"stopReason":"night"}`, 0, "", stopped("night")},
		{"a stop at tool selection", "BeforeToolSelection", `{"continue":false,"stopReason":"no tools"}`, 0, "", stopped("no tools")},
		{"a stop after the model", "AfterModel", `{"continue":false,"stopReason":"seen"}`, 1, "", stopped("seen")},
		{"a changed response", "AfterModel", `{"hookSpecificOutput":{"llm_response":{"text":"redacted","usageMetadata":{"totalTokenCount":1.5}}}}`, 1, "redacted", noError},
		{"a hidden response", "AfterModel", `{"suppressOutput":true}`, 1, "secret", noError},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			both(t, map[string]string{tt.event: say(tt.answer)}, fakegemini.Text("secret"), func(t *testing.T, r result) {
				if len(r.server.Requests()) != tt.requests || r.text() != tt.text || !tt.err(r.err) {
					t.Errorf("%d requests, text %q, error %v", len(r.server.Requests()), r.text(), r.err)
				}
				if ran(t, r.seen) != 1 {
					t.Errorf("the hook ran %d times", ran(t, r.seen))
				}
				if strings.Contains(tt.answer, "suppress") != r.reply.Suppressed {
					t.Errorf("suppressed: %v", r.reply.Suppressed)
				}
				if tt.text == "redacted" && (r.responses[0].ModelVersion != "fake-1" || r.responses[0].SDKHTTPResponse == nil) {
					t.Errorf("what the API said beside its answer is lost: %+v", r.responses[0])
				}
				if tt.text == "" && r.err == nil {
					if len(r.responses) != 1 || len(r.responses[0].Candidates) != 0 || r.responses[0].PromptFeedback.BlockReasonMessage != "over budget" {
						t.Errorf("got %+v", r.responses)
					}
				}
			})
		})
	}
}

func TestModelsFailures(t *testing.T) {
	piece := fakegemini.Chunk("", `{"text":"par"}`)
	tests := []struct {
		name  string
		reply fakegemini.Reply
	}{
		{"an error status", fakegemini.Reply{Status: 400, Chunks: []string{`{"error":{"code":400,"message":"bad","status":"INVALID_ARGUMENT"}}`}}},
		{"a broken connection", fakegemini.Reply{Chunks: []string{piece}, Cut: true}},
		{"arguments that are no object", fakegemini.Call("add", `"seven"`)},
		{"no JSON", fakegemini.Reply{Chunks: []string{`{"candidates":[`}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			both(t, map[string]string{"AfterModel": watch}, tt.reply, func(t *testing.T, r result) {
				if r.err == nil || len(r.responses) > 0 || ran(t, r.seen) != 0 || r.reply != nil {
					t.Errorf("error %v, %d responses, the hook ran %d times", r.err, len(r.responses), ran(t, r.seen))
				}
			})
		})
	}
}

func TestModelsRefusedPromptIsPassedOn(t *testing.T) {
	for _, commands := range []map[string]string{nil, {"AfterModel": watch}} {
		refused := fakegemini.Reply{Chunks: []string{`{"promptFeedback":{"blockReason":"SAFETY"}}`}}
		both(t, commands, refused, func(t *testing.T, r result) {
			if r.err != nil || len(r.responses) != 1 || r.responses[0].PromptFeedback.BlockReason != genai.BlockedReasonSafety {
				t.Errorf("got %+v, error %v", r.responses, r.err)
			}
			if ran(t, r.seen) != 0 {
				t.Error("the AfterModel hook ran")
			}
		})
	}
}

// TestModelsAfterModelHookCutShort gives up while a hook is still looking at the
// answer: it might have redacted it.
func TestModelsAfterModelHookCutShort(t *testing.T) {
	for _, stream := range []bool{false, true} {
		t.Run(fmt.Sprintf("stream %v", stream), func(t *testing.T) {
			server := fakegemini.Start(t, fakegemini.Text("secret"))
			ctx, command := giveUp(t)
			system, _ := hooks(t, map[string]string{"AfterModel": command})
			models := genaihooks.New(client(t, server), system)
			models.OnReply = func(host.Reply) { t.Error("the call counts as complete") }
			var texts []string
			var failed error
			if stream {
				for chunk, err := range models.GenerateContentStream(ctx, "m", genai.Text("hi"), nil) {
					if failed = err; err == nil {
						texts = append(texts, chunk.Text())
					}
				}
			} else {
				_, failed = models.GenerateContent(ctx, "m", genai.Text("hi"), nil)
			}
			if !errors.Is(failed, context.Canceled) || len(texts) > 0 {
				t.Errorf("got %q, error %v", texts, failed)
			}
		})
	}
}

func TestModelsAnswerWithoutFinishReason(t *testing.T) {
	unfinished := fakegemini.Reply{Chunks: []string{fakegemini.Chunk("", `{"text":"par"}`)}}
	both(t, map[string]string{"AfterModel": watch}, unfinished, func(t *testing.T, r result) {
		if strings.HasSuffix(r.server.Requests()[0].Path, ":generateContent") {
			if r.err != nil || r.text() != "par" || r.responses[0].Candidates[0].FinishReason != "" || ran(t, r.seen) != 1 {
				t.Errorf("got %q, error %v, the hook ran %d times", r.text(), r.err, ran(t, r.seen))
			}
		} else if !errors.Is(r.err, host.ErrIncomplete) || len(r.responses) > 0 || ran(t, r.seen) != 0 {
			t.Errorf("got %q, error %v, the hook ran %d times", r.text(), r.err, ran(t, r.seen))
		}
	})
}

func TestModelsStreamIsLiveWithoutAfterModelHooks(t *testing.T) {
	server := fakegemini.Start(t, fakegemini.Reply{Chunks: []string{fakegemini.Chunk("", `{"text":"first"}`)}, Hold: true})
	system, _ := hooks(t, map[string]string{"BeforeModel": watch})
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var texts []string
	var failed error
	for chunk, err := range genaihooks.New(client(t, server), system).GenerateContentStream(ctx, "m", genai.Text("hi"), nil) {
		if failed = err; err == nil {
			texts = append(texts, chunk.Text()) // although the answer is not complete
			cancel()
		}
	}
	if len(texts) != 1 || texts[0] != "first" || !errors.Is(failed, context.Canceled) {
		t.Errorf("got %q, error %v", texts, failed)
	}
}

func TestModelsStreamChunksStayAsTheyWere(t *testing.T) {
	chunks := []string{fakegemini.Chunk("", `{"text":"one "}`), fakegemini.Chunk("STOP", `{"text":"two"}`)}
	for name, commands := range map[string]map[string]string{"live": nil, "held back": {"AfterModel": watch}} {
		t.Run(name, func(t *testing.T) {
			server := fakegemini.Start(t, fakegemini.Reply{Chunks: chunks})
			system, seen := hooks(t, commands)
			var texts []string
			for chunk, err := range genaihooks.New(client(t, server), system).GenerateContentStream(t.Context(), "m", genai.Text("hi"), nil) {
				if err != nil {
					t.Fatal(err)
				}
				texts = append(texts, chunk.Text())
			}
			if strings.Join(texts, "|") != "one |two" || ran(t, seen) != len(commands) {
				t.Errorf("got %q, hooks ran %d times", texts, ran(t, seen))
			}
		})
	}
}

func TestModelsStreamLeftEarly(t *testing.T) {
	server := fakegemini.Start(t, fakegemini.Reply{Chunks: []string{fakegemini.Chunk("", `{"text":"a"}`)}, Hold: true})
	models := genaihooks.New(client(t, server), nil)
	models.OnReply = func(host.Reply) { t.Error("the call counts as complete") }
	for range models.GenerateContentStream(t.Context(), "m", genai.Text("hi"), nil) {
		break // the server only ends if this closes the connection
	}
}

func TestModelsCallerIsNotChanged(t *testing.T) {
	server := fakegemini.Start(t, fakegemini.Text("ok"))
	system, _ := hooks(t, map[string]string{"BeforeModel": say(`{"hookSpecificOutput":{"llm_request":{"config":{"temperature":0}}}}`)})
	own := config()
	provided := false
	own.HTTPOptions = &genai.HTTPOptions{ExtrasRequestProvider: func(body map[string]any) map[string]any {
		provided = true
		body["mine"] = 1
		return body
	}}
	if _, err := genaihooks.New(client(t, server), system).GenerateContent(t.Context(), "m", genai.Text("hi"), own); err != nil {
		t.Fatal(err)
	}
	body := sent(t, server)
	wantJSON(t, "mine", body["mine"], "1")
	wantJSON(t, "generationConfig", body["generationConfig"], `{"temperature":0,"maxOutputTokens":100}`)
	if !provided || *own.Temperature != 0.7 {
		t.Errorf("the caller's configuration was changed: %+v", own)
	}
}

func TestModelsKeepMessagesForTheNextCall(t *testing.T) {
	server := fakegemini.Start(t, fakegemini.Text("one"), fakegemini.Text("two"))
	system, _ := hooks(t, map[string]string{"AfterModel": say(`{"systemMessage":"mind the budget"}`)})
	models := genaihooks.New(client(t, server), system)
	for range 2 {
		if _, err := models.GenerateContent(t.Context(), "m", genai.Text("hi"), nil); err != nil {
			t.Fatal(err)
		}
	}
	requests := server.Requests()
	body, _, err := jsonx.ParseObject(requests[1].Body)
	if err != nil {
		t.Fatal(err)
	}
	wantJSON(t, "contents", body["contents"], `[{"role":"user","parts":[{"text":"hi"}]},{"role":"user","parts":[{"text":"[System] mind the budget"}]}]`)
}

func TestModelsAreSafeForConcurrentUse(t *testing.T) {
	replies := make([]fakegemini.Reply, 8)
	for i := range replies {
		replies[i] = fakegemini.Text("ok")
	}
	server := fakegemini.Start(t, replies...)
	models := genaihooks.New(client(t, server), nil)
	var calls sync.WaitGroup
	for range replies {
		calls.Go(func() {
			if _, err := models.GenerateContent(t.Context(), "m", genai.Text("hi"), config()); err != nil {
				t.Error(err)
			}
		})
	}
	calls.Wait()
}

// TestMessagesOfOverlappingCallsAreAllRead has the hooks of two calls leave a
// system message each while both are under way; the next call has both.
func TestMessagesOfOverlappingCallsAreAllRead(t *testing.T) {
	server := fakegemini.Start(t, fakegemini.Text("ok"), fakegemini.Text("ok"), fakegemini.Text("ok"))
	together := `echo >> $SEEN; for i in $(seq 3000); do [ $(wc -l < $SEEN) -ge 2 ] && break; sleep 0.01; done; ` +
		`[ -e "$SEEN.over" ] && exit; mkdir "$SEEN.one" 2>/dev/null && n=one || n=two; echo "{\"systemMessage\":\"message $n\"}"`
	system, seen := hooks(t, map[string]string{"AfterModel": together})
	models := genaihooks.New(client(t, server), system)
	generate := func() {
		if _, err := models.GenerateContent(t.Context(), "m", conversation(), config()); err != nil {
			t.Error(err)
		}
	}
	var calls sync.WaitGroup
	calls.Go(generate)
	calls.Go(generate)
	calls.Wait()
	if err := os.WriteFile(seen+".over", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	generate()
	last := string(server.Requests()[2].Body)
	for _, message := range []string{"message one", "message two"} {
		if !strings.Contains(last, message) {
			t.Errorf("the next call does not have %q: %s", message, last)
		}
	}
}
