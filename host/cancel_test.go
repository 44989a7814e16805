//go:build unix

package host_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/grapnel-hooks/grapnel"
	"github.com/grapnel-hooks/grapnel/host"
	"github.com/grapnel-hooks/grapnel/host/scripted"
	"github.com/grapnel-hooks/grapnel/llm"
)

// pipe is a named pipe between hooks and tests.
type pipe struct{ *os.File }

func newPipe(t *testing.T) pipe {
	t.Helper()
	name := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(name, 0o600); err != nil {
		t.Fatal(err)
	}
	file, err := os.OpenFile(name, os.O_RDWR, 0) // opening one end only would wait for the other
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { file.Close() })
	if err := file.SetReadDeadline(time.Now().Add(30 * time.Second)); err != nil {
		t.Fatal(err)
	}
	return pipe{file}
}

// await waits for a line from the other side.
func (p pipe) await() { _, _ = p.Read(make([]byte, 1)) }

// giveUp returns a context that is canceled as soon as the command that comes
// with it runs. The command never gets to an answer.
func giveUp(t *testing.T) (ctx context.Context, command string) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	p := newPipe(t)
	go func() {
		defer cancel()
		p.await()
	}()
	return ctx, "echo > " + p.Name() + "; exec sleep 60"
}

func TestHooksThatWereCutShortAgreeToNothing(t *testing.T) {
	llxprt := func(event string) func(*testing.T, string) *grapnel.System {
		return func(t *testing.T, command string) *grapnel.System {
			return hooks(t, map[string][]string{event: {command}})
		}
	}
	waves := func(event string) func(*testing.T, string) *grapnel.System {
		return func(t *testing.T, command string) *grapnel.System { return wave(t, event, command) }
	}
	tests := []struct {
		name    string
		system  func(t *testing.T, command string) *grapnel.System
		turn    scripted.Turn
		notUser string // what the user is not shown
		kept    string // the texts of the conversation
	}{
		{"at tool selection", llxprt("BeforeToolSelection"), scripted.Turn{Text: "the secret"}, "secret", "hello"},
		{"before the model", llxprt("BeforeModel"), scripted.Turn{Text: "the secret"}, "secret", "hello"},
		{"after the model", llxprt("AfterModel"), scripted.Turn{Text: "the secret"}, "secret", "hello"},
		{"before a tool", llxprt("BeforeTool"), callEcho(`{"a":1}`), "shown {", "hello"},
		{"after a tool", llxprt("AfterTool"), callEcho(`{"a":1}`), "shown {", "hello"},
		{"at the start", waves("SessionStart"), done(), "all done", ""},
		{"at the prompt", waves("UserPromptSubmit"), done(), "all done", ""},
		{"at the end", waves("Stop"), done(), "nothing", "hello|all done"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			ctx, command := giveUp(t)
			rec := &recorder{}
			s := newSession(t, host.Options{
				Hooks: tt.system(t, command), Model: scripted.New(tt.turn, done()),
				ToUser: func(n host.Note) { rec.notes = append(rec.notes, n) },
			})
			defer s.Close()
			answer, err := s.Prompt(ctx, "hello")
			if !errors.Is(err, context.Canceled) {
				t.Errorf("answer %+v, error %v", answer, err)
			}
			wantLacks(t, "what the user saw", rec.user(), tt.notUser)
			if kept := texts(s.History()); kept != tt.kept {
				t.Errorf("kept %q, want %q", kept, tt.kept)
			}
		})
	}
}

// texts are the visible texts of a conversation.
func texts(contents []llm.Content) string {
	var list []string
	for _, content := range contents {
		if text := content.Text(); text != "" {
			list = append(list, text)
		}
	}
	return strings.Join(list, "|")
}

func TestSystemMessageOfHooksThatWereCutShortIsForgotten(t *testing.T) {
	ctx, command := giveUp(t)
	model := &recording{scripted.New(done(), done()), nil}
	chat := host.Chat{
		Hooks: hooks(t, map[string][]string{"AfterModel": {`[ -e once ] || { touch once; ` + command + `; }`, say(`{"systemMessage":"mind this"}`)}}),
		Model: model,
	}
	if _, err := chat.Send(ctx, request()); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	if _, err := chat.Send(t.Context(), request()); err != nil {
		t.Fatal(err)
	}
	wantLacks(t, "the request", encode(t, model.requests[1]), "mind this")
}

func TestStartThatWasCutShortIsTriedAgain(t *testing.T) {
	ctx, command := giveUp(t)
	start, err := json.Marshal("[ -e once ] || { touch once; " + command + "; }; echo primed")
	if err != nil {
		t.Fatal(err)
	}
	rec := &recorder{}
	s := newSession(t, host.Options{
		Hooks: configured(t, "pi", "hooks.json", `{"SessionStart":[{"command":`+string(start)+`}]}`), Model: scripted.New(done()),
		ToModel: func(r *llm.Request) { rec.requests = append(rec.requests, r) },
	})
	defer s.Close()
	if _, err := s.Prompt(ctx, "one"); !errors.Is(err, context.Canceled) {
		t.Fatalf("error %v", err)
	}
	if _, err := s.Prompt(t.Context(), "two"); err != nil {
		t.Fatal(err)
	}
	wantContains(t, "the instruction", encode(t, rec.requests[0].SystemInstruction), "primed")
}

func TestCompactionThatWasCutShortDropsNothing(t *testing.T) {
	ctx, command := giveUp(t)
	s := newSession(t, host.Options{
		Hooks: configured(t, "pi", "hooks.json", `{"PreCompact":[{"command":"`+command+`"}]}`),
		Model: scripted.New(done(), done()), MaxHistory: 2,
	})
	defer s.Close()
	if _, err := s.Prompt(t.Context(), "one"); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Prompt(ctx, "two"); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	if kept := texts(s.History()); kept != "one|all done|two" {
		t.Errorf("kept %q", kept)
	}
}
