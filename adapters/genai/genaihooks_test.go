//go:build unix

package genaihooks_test

import (
	"context"
	"encoding/json"
	"io"
	"log"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"go.uber.org/goleak"
	"google.golang.org/genai"

	"github.com/grapnel-hooks/grapnel"
	"github.com/grapnel-hooks/grapnel/adapters/genai/internal/fakegemini"
	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/jsonx"
)

func TestMain(m *testing.M) {
	log.SetOutput(io.Discard) // the SDK logs broken streams
	goleak.VerifyTestMain(m,
		// The regular expression engine keeps a clock running between matches,
		// and a dependency of the SDK a worker from the start.
		goleak.IgnoreAnyFunction("github.com/dlclark/regexp2.runClock"),
		goleak.IgnoreAnyFunction("go.opencensus.io/stats/view.(*worker).start"),
	)
}

// hooks returns a system with one command per event. Commands find the path of
// the file "seen" in $SEEN.
func hooks(t *testing.T, commands map[string]string) (system *grapnel.System, seen string) {
	t.Helper()
	dir := t.TempDir()
	seen = filepath.Join(dir, "seen")
	events := map[string]any{}
	for event, command := range commands {
		events[event] = []any{map[string]any{"hooks": []any{
			map[string]any{"type": "command", "command": "SEEN='" + seen + "'; " + command},
		}}}
	}
	settings, err := json.Marshal(map[string]any{"hooks": events})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "settings.json")
	if err := os.WriteFile(file, settings, 0o644); err != nil {
		t.Fatal(err)
	}
	return grapnel.New(grapnel.Options{Dir: dir, ConfigFiles: []string{file}}), seen
}

// say is a hook that answers with this JSON.
func say(answer string) string { return "cat >> $SEEN; echo '" + answer + "'" }

// giveUp returns a context that is canceled as soon as the command that comes
// with it runs. The command never gets to an answer.
func giveUp(t *testing.T) (ctx context.Context, command string) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	name := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(name, 0o600); err != nil {
		t.Fatal(err)
	}
	pipe, err := os.OpenFile(name, os.O_RDWR, 0) // opening one end only would wait for the other
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { pipe.Close() })
	go func() {
		defer cancel()
		_, _ = pipe.Read(make([]byte, 1))
	}()
	return ctx, "echo > " + name + "; exec sleep 60"
}

// watch is a hook that only writes down what it sees.
const watch = "cat >> $SEEN"

// lines returns the lines of a file, none if it does not exist.
func lines(t *testing.T, file string) []string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSpace(string(data)), "\n")
}

func ran(t *testing.T, seen string) int {
	t.Helper()
	if _, err := os.Stat(seen); err != nil {
		return 0
	}
	return len(lines(t, seen))
}

func client(t *testing.T, server *fakegemini.Server) *genai.Client {
	t.Helper()
	c, err := genai.NewClient(t.Context(), &genai.ClientConfig{
		APIKey: "test-key", Backend: genai.BackendGeminiAPI,
		HTTPClient: server.Client(), HTTPOptions: genai.HTTPOptions{BaseURL: server.URL},
	})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// sent returns the only request that arrived.
func sent(t *testing.T, server *fakegemini.Server) hook.Object {
	t.Helper()
	requests := server.Requests()
	if len(requests) != 1 {
		t.Fatalf("%d requests arrived, want 1", len(requests))
	}
	body, _, err := jsonx.ParseObject(requests[0].Body)
	if err != nil {
		t.Fatal(err)
	}
	return body
}

func wantJSON(t *testing.T, what string, got json.RawMessage, want string) {
	t.Helper()
	if !jsonx.Equal(got, json.RawMessage(want)) {
		t.Errorf("%s:\n got %s\nwant %s", what, got, want)
	}
}
