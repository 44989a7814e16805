//go:build unix

package host_test

import (
	"context"
	"errors"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/grapnel-hooks/grapnel"
	"github.com/grapnel-hooks/grapnel/host"
	"github.com/grapnel-hooks/grapnel/host/scripted"
	"github.com/grapnel-hooks/grapnel/llm"
)

// countAfter returns a system with an AfterModel hook that keeps what it read,
// a line each time, and a function that returns those lines.
func countAfter(t *testing.T) (*grapnel.System, func() []string) {
	t.Helper()
	log := filepath.Join(t.TempDir(), "log")
	system := hooks(t, map[string][]string{"AfterModel": {"cat >> " + log}})
	return system, func() []string {
		text, _ := os.ReadFile(log)
		return strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	}
}

func request() *llm.Request {
	return &llm.Request{Model: "m", Contents: []llm.Content{{Role: llm.RoleUser, Parts: []llm.Part{llm.TextPart("hello")}}}}
}

func TestAfterModelFiresOnceOnTheCompleteAnswer(t *testing.T) {
	system, seen := countAfter(t)
	chat := host.Chat{Hooks: system, Model: scripted.New(scripted.Turn{Text: "one two three"})}
	if _, err := chat.Send(t.Context(), request()); err != nil {
		t.Fatal(err)
	}
	if lines := seen(); len(lines) != 1 {
		t.Fatalf("the hook ran %d times", len(lines))
	}
	wantContains(t, "stdin", seen()[0], `"text":"one two three"`)
	wantContains(t, "stdin", seen()[0], `"llm_request":{"model":"m","messages":[{"role":"user","content":"hello"}]}`)
}

func TestAfterModelDoesNotFireForAnAnswerThatBrokeOff(t *testing.T) {
	text := func(s string) *llm.Response {
		return &llm.Response{Candidates: []llm.Candidate{{Content: llm.Content{Parts: []llm.Part{llm.TextPart(s)}}}}}
	}
	tests := []struct {
		name string
		turn scripted.Turn
		want error
	}{
		{"error in the middle", scripted.Turn{Text: "one two", Error: "connection reset"}, nil},
		{"error at once", scripted.Turn{Error: "overloaded"}, nil},
		{"stream that ends early", scripted.Turn{Chunks: []*llm.Response{text("one")}}, host.ErrIncomplete},
		{"stream without chunks", scripted.Turn{Chunks: []*llm.Response{}}, host.ErrIncomplete},
		{"chunks without candidates", scripted.Turn{Chunks: []*llm.Response{{}, nil, {}}}, host.ErrIncomplete},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			system, seen := countAfter(t)
			chat := host.Chat{Hooks: system, Model: scripted.New(tt.turn)}
			_, err := chat.Send(t.Context(), request())
			if err == nil || tt.want != nil && !errors.Is(err, tt.want) {
				t.Errorf("error %v", err)
			}
			if lines := seen(); lines[0] != "" {
				t.Errorf("the hook read %q", lines)
			}
		})
	}
}

// canceling is a model whose caller gives up in the middle of the stream.
type canceling struct{ cancel context.CancelFunc }

func (m canceling) Generate(context.Context, *llm.Request) iter.Seq2[*llm.Response, error] {
	return func(yield func(*llm.Response, error) bool) {
		m.cancel()
		yield(&llm.Response{Candidates: []llm.Candidate{{FinishReason: "STOP"}}}, nil)
	}
}

func TestAfterModelDoesNotFireAfterCancellation(t *testing.T) {
	system, seen := countAfter(t)
	ctx, cancel := context.WithCancel(t.Context())
	chat := host.Chat{Hooks: system, Model: canceling{cancel}}
	if _, err := chat.Send(ctx, request()); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	if lines := seen(); lines[0] != "" {
		t.Errorf("the hook read %q", lines)
	}
}

func TestLiveTextIsNotTakenBack(t *testing.T) {
	var shown strings.Builder
	chat := host.Chat{
		Hooks: hooks(t, map[string][]string{"AfterModel": {say(`{"hookSpecificOutput":{"llm_response":{"text":"redacted"}}}`)}}),
		Model: scripted.New(scripted.Turn{Text: "the secret"}),
		Show:  func(text string) { shown.WriteString(text) },
		Live:  true,
	}
	reply, err := chat.Send(t.Context(), request())
	if err != nil {
		t.Fatal(err)
	}
	if shown.String() != "the secret" || reply.Response.Text() != "redacted" {
		t.Errorf("shown %q, stored %q", shown.String(), reply.Response.Text())
	}
}

func TestBlockedCallOpensNoStream(t *testing.T) {
	model := scripted.New(done())
	chat := host.Chat{Hooks: hooks(t, map[string][]string{"BeforeModel": {"exit 2"}}), Model: model}
	reply, err := chat.Send(t.Context(), request())
	if err != nil {
		t.Fatal(err)
	}
	if model.Calls() != 0 || reply.Sent != nil || !reply.Blocked || reply.Reason != "Blocked by hook" {
		t.Errorf("reply %+v after %d calls", reply, model.Calls())
	}
	if reply.Response == nil || len(reply.Response.Candidates) != 0 {
		t.Errorf("response %+v", reply.Response)
	}
}

func TestUselessSyntheticResponseGivesAnEmptyAnswer(t *testing.T) {
	chat := host.Chat{
		Hooks: hooks(t, map[string][]string{"BeforeModel": {say(`{"decision":"deny","hookSpecificOutput":{"llm_response":{"candidates":[]}}}`)}}),
		Model: scripted.New(done()),
	}
	reply, err := chat.Send(t.Context(), request())
	if err != nil || len(reply.Response.Candidates) != 0 || !reply.Blocked {
		t.Errorf("reply %+v, error %v", reply, err)
	}
}

func TestSystemMessageAfterTheModelComesWithTheNextRequest(t *testing.T) {
	model := &recording{scripted.New(done(), done()), nil}
	chat := host.Chat{Hooks: hooks(t, map[string][]string{"AfterModel": {say(`{"systemMessage":"stay polite"}`)}}), Model: model}
	for range 2 {
		if _, err := chat.Send(t.Context(), request()); err != nil {
			t.Fatal(err)
		}
	}
	wantLacks(t, "the first request", encode(t, model.requests[0]), "stay polite")
	wantContains(t, "the second request", encode(t, model.requests[1]), "[System] stay polite")
}

func TestSystemMessagesOfABlockedCallComeWithTheNextRequest(t *testing.T) {
	once := "[ -e once ] && exit; touch once; "
	for name, byEvent := range map[string]map[string][]string{
		"blocked": {
			"BeforeToolSelection": {say(`{"systemMessage":"first"}`)},
			"BeforeModel":         {once + say(`{"decision":"deny","systemMessage":"second"}`)},
		},
		"stopped at tool selection": {"BeforeToolSelection": {once + say(`{"continue":false,"systemMessage":"first"}`)}},
	} {
		t.Run(name, func(t *testing.T) {
			model := &recording{scripted.New(done(), done()), nil}
			chat := host.Chat{Hooks: hooks(t, byEvent), Model: model}
			withTools := request()
			withTools.Tools = []byte(`[{"functionDeclarations":[{"name":"echo"}]}]`)
			for range 3 {
				if _, err := chat.Send(t.Context(), withTools); err != nil {
					t.Fatal(err)
				}
			}
			if len(model.requests) != 2 {
				t.Fatalf("%d requests", len(model.requests))
			}
			want := map[string]string{"blocked": "hello|[System] first\nsecond", "stopped at tool selection": "hello|[System] first"}[name]
			if got := texts(model.requests[0].Contents); !strings.HasPrefix(got, want) {
				t.Errorf("the first request has %q, want %q", got, want)
			}
			wantLacks(t, "the second request", encode(t, model.requests[1]), "second")
		})
	}
}

func TestOnlyTheFirstCandidateIsShown(t *testing.T) {
	piece := func(index int, text, finish string) llm.Candidate {
		return llm.Candidate{Index: index, FinishReason: finish, Content: llm.Content{Parts: []llm.Part{llm.TextPart(text)}}}
	}
	chunks := []*llm.Response{
		{Candidates: []llm.Candidate{piece(1, "other", "")}},
		{Candidates: []llm.Candidate{piece(1, "wise", "STOP"), piece(0, "one ", "")}},
		{Candidates: []llm.Candidate{piece(0, "two", "STOP")}},
	}
	for name, byEvent := range map[string]map[string][]string{"live": nil, "held back": {"AfterModel": {"true"}}} {
		t.Run(name, func(t *testing.T) {
			var shown strings.Builder
			chat := host.Chat{
				Hooks: hooks(t, byEvent), Model: scripted.New(scripted.Turn{Chunks: chunks}),
				Show: func(text string) { shown.WriteString(text) },
			}
			reply, err := chat.Send(t.Context(), request())
			if err != nil || shown.String() != "one two" || reply.Response.Text() != "one two" {
				t.Errorf("shown %q, stored %q, error %v", shown.String(), reply.Response.Text(), err)
			}
		})
	}
}

type recording struct {
	host.Model
	requests []*llm.Request
}

func (r *recording) Generate(ctx context.Context, request *llm.Request) iter.Seq2[*llm.Response, error] {
	r.requests = append(r.requests, request)
	return r.Model.Generate(ctx, request)
}

func TestUnknownPartsSurviveTheStream(t *testing.T) {
	odd := llm.Part(`{"hologram":{"x":1.50}}`)
	chat := host.Chat{Model: scripted.New(scripted.Turn{Chunks: []*llm.Response{
		{Candidates: []llm.Candidate{{Content: llm.Content{Parts: []llm.Part{llm.TextPart("a"), odd}}}}},
		{Candidates: []llm.Candidate{{Content: llm.Content{Parts: []llm.Part{llm.TextPart("b"), llm.TextPart("c")}}, FinishReason: "STOP"}}},
	}})}
	reply, err := chat.Send(t.Context(), request())
	if err != nil {
		t.Fatal(err)
	}
	wantContains(t, "the response", encode(t, reply.Response), `"parts":[{"text":"a"},{"hologram":{"x":1.50}},{"text":"bc"}]`)
}
