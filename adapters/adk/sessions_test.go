//go:build unix

package adk

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/session"

	"github.com/grapnel-hooks/grapnel"
	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/apply"
)

// invocation is as much of an invocation as a run needs.
type invocation struct {
	agent.Context
	context context.Context
	id      string
	session session.Session
	live    bool
}

func (i invocation) RunConfig() *agent.RunConfig {
	if i.live {
		return nil
	}
	return &agent.RunConfig{}
}

// AppName, UserID and SessionID are the session's.
func (i invocation) AppName() string   { return i.session.AppName() }
func (i invocation) UserID() string    { return i.session.UserID() }
func (i invocation) SessionID() string { return i.session.ID() }

func (i invocation) Done() <-chan struct{}       { return i.context.Done() }
func (i invocation) Err() error                  { return i.context.Err() }
func (i invocation) Value(key any) any           { return i.context.Value(key) }
func (i invocation) InvocationID() string        { return i.id }
func (i invocation) Session() session.Session    { return i.session }
func (i invocation) Deadline() (time.Time, bool) { return i.context.Deadline() }

func invoke(t *testing.T, ctx context.Context, id string) invocation {
	t.Helper()
	created, err := session.InMemoryService().Create(ctx, &session.CreateRequest{AppName: "app", UserID: "user", SessionID: "session"})
	if err != nil {
		t.Fatal(err)
	}
	return invocation{context: ctx, id: id, session: created.Session}
}

// TestRunsEnd has nothing be kept of runs that are over, however they end.
func TestRunsEnd(t *testing.T) {
	h := &hooked{sessions: sessions{hooks: grapnel.New(grapnel.Options{Dir: t.TempDir()})}}
	ctx, cancel := context.WithCancel(t.Context())
	i := invoke(t, ctx, "a")
	h.begin(i)
	h.run(i).hide("call")
	if !h.run(i).isHidden("call") {
		t.Error("a run under way forgot something")
	}
	c := h.run(i).conversation
	h.begin(i) // with the same ID
	if h.run(i).isHidden("call") || c.runs != 1 {
		t.Errorf("a run knows about another; the session has %d", c.runs)
	}
	h.end("a", h.run(i))
	h.run(i).hide("call")
	if len(h.runs.byID) != 0 || c.runs != 0 || h.run(i).isHidden("call") {
		t.Error("a run that is over was kept")
	}

	i.live = true
	h.begin(i)
	beside := apply.Said{InResult: "\n\nA", Beside: []hook.Context{{Text: "B", Placement: hook.InNextTurn}}}
	if text := h.run(i).pass(i, beside); text != "\n\nA\n\nB" || len(c.additions.waiting) != 0 {
		t.Errorf("%q is said in the result, %v waits for a request that never comes", text, c.additions.waiting)
	}
	cancel()
	for h.runs.find("a") != nil {
		time.Sleep(time.Millisecond)
	}
	h.sessions.close()
	if c.runs != 0 {
		t.Errorf("the session has %d runs", c.runs)
	}
}

// TestSessionsAreBounded has the session end that was idle the longest, but none
// that is in use.
func TestSessionsAreBounded(t *testing.T) {
	dir := t.TempDir()
	record := []any{map[string]any{"hooks": []any{map[string]any{"type": "command", "command": "cat >> events"}}}}
	settings, err := json.Marshal(map[string]any{"hooks": map[string]any{"SessionEnd": record}})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "settings.json")
	if err := os.WriteFile(file, settings, 0o644); err != nil {
		t.Fatal(err)
	}
	ss := sessions{hooks: grapnel.New(grapnel.Options{Dir: dir, ConfigFiles: []string{file}}), drain: time.Minute}
	busy := ss.hold(sessionKey{id: "busy"})
	for i := range maxIdle + 1 {
		c := ss.get(sessionKey{id: fmt.Sprint("idle-", i)})
		if _, err := ss.start(t.Context(), c, true); err != nil {
			t.Fatal(err)
		}
	}
	ss.ending.Wait()
	if len(ss.byKey) != maxIdle+1 || ss.get(sessionKey{id: "busy"}) != busy {
		t.Errorf("%d sessions were kept", len(ss.byKey))
	}
	events, err := os.ReadFile(filepath.Join(dir, "events"))
	if err != nil || strings.Count(string(events), "SessionEnd") != 1 || !strings.Contains(string(events), `"session_id":"idle-0"`) {
		t.Errorf("events %s, error %v", events, err)
	}
	ss.release(busy)
	if len(ss.byKey) != maxIdle {
		t.Errorf("%d sessions were kept", len(ss.byKey))
	}
	ss.hooks = nil // what is closed needs none
	ss.close()
	if c := ss.get(sessionKey{id: "late"}); len(ss.byKey) != 0 || c == nil {
		t.Error("a session was kept after the end")
	}
}
