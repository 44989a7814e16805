//go:build unix

package main

import (
	"bytes"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/grapnel-hooks/grapnel/adapters/genai/internal/fakegemini"
)

// desk is a user at a terminal who reads before he types.
type desk struct {
	t    *testing.T
	keys *io.PipeWriter
	exit chan int
	stop chan os.Signal

	mu      sync.Mutex
	changed *sync.Cond
	seen    bytes.Buffer
	read    int
}

// Write is what the agent shows.
func (d *desk) Write(p []byte) (int, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.changed.Broadcast()
	return d.seen.Write(p)
}

// await waits until the agent has shown a text that was not read before.
func (d *desk) await(text string) {
	d.t.Helper()
	d.mu.Lock()
	defer d.mu.Unlock()
	for {
		if at := strings.Index(d.seen.String()[d.read:], text); at >= 0 {
			d.read += at + len(text)
			return
		}
		d.changed.Wait()
	}
}

func (d *desk) enter(line string) {
	d.t.Helper()
	if _, err := io.WriteString(d.keys, line+"\n"); err != nil {
		d.t.Fatal(err)
	}
}

// sit starts the agent on a terminal.
func sit(t *testing.T, p project, server *fakegemini.Server) *desk {
	in, keys := io.Pipe()
	d := &desk{t: t, keys: keys, exit: make(chan int, 1), stop: make(chan os.Signal, 1)}
	d.changed = sync.NewCond(&d.mu)
	environ := append(os.Environ(), "GEMINI_API_KEY=test-key")
	go func() {
		d.exit <- run(t.Context(), p.args(server), console{in: in, out: d, err: d, terminal: true, interrupts: d.stop, environ: environ})
	}()
	t.Cleanup(func() { keys.Close() })
	return d
}

// leave types Ctrl-D.
func (d *desk) leave() {
	d.t.Helper()
	d.keys.Close()
	if code := <-d.exit; code != exitDone {
		d.t.Errorf("exit code %d\n%s", code, d.seen.String())
	}
}

func TestConversation(t *testing.T) {
	server := fakegemini.Start(t,
		fakegemini.Call("run_shell_command", `{"command":"touch one \u001b[2K"}`), fakegemini.Text("first done"),
		fakegemini.Call("run_shell_command", `{"command":"touch two"}`), fakegemini.Text("second done"),
	)
	p := newProject(t, map[string]string{"Notification": "touch asked"})
	d := sit(t, p, server)
	d.await("> ")
	d.enter("")
	d.await("> ")
	d.enter("do one")
	d.await("Run this command?\n  touch one \uFFFD[2K\n[y/N] ")
	d.enter("n")
	d.await("first done\n> ")
	d.enter("do two")
	d.await("touch two\n[y/N] ")
	d.enter("yes")
	d.await("second done\n> ")
	d.leave()
	if _, err := os.Stat(filepath.Join(p.dir, "one")); err == nil {
		t.Error("the refused command ran")
	}
	for _, name := range []string{"two", "asked"} {
		if _, err := os.Stat(filepath.Join(p.dir, name)); err != nil {
			t.Error(err)
		}
	}
	last := string(server.Requests()[3].Body)
	for _, part := range []string{"do one", "does not want it", "first done", "do two"} {
		if !strings.Contains(last, part) {
			t.Errorf("the last request lacks %q", part)
		}
	}
}

func TestInterruptCancelsThePromptOnly(t *testing.T) {
	server := fakegemini.Start(t,
		fakegemini.Reply{Chunks: []string{fakegemini.Chunk("", `{"text":"well"}`)}, Hold: true},
		fakegemini.Text("here again"),
	)
	d := sit(t, newProject(t, nil), server)
	d.await("> ")
	d.stop <- os.Interrupt
	d.await("Ctrl-D ends the session.\n> ")
	d.enter("think")
	<-server.Held
	d.stop <- os.Interrupt
	d.await("Cancelled.\n> ")
	d.enter("still there?")
	d.await("here again\n> ")
	d.leave()
}

func TestInterruptedHookReleasesNothing(t *testing.T) {
	server := fakegemini.Start(t, fakegemini.Text("the secret"), fakegemini.Text("here again"))
	p := newProject(t, map[string]string{"AfterModel": `[ -e once ] && exit; touch once; kill -USR1 $PPID; exec sleep 60`})
	looking := make(chan os.Signal, 1)
	signal.Notify(looking, syscall.SIGUSR1)
	defer signal.Stop(looking)
	d := sit(t, p, server)
	d.await("> ")
	d.enter("tell me")
	<-looking
	d.stop <- os.Interrupt
	d.await("Cancelled.\n> ")
	d.enter("still there?")
	d.await("here again\n> ")
	d.leave()
	if strings.Contains(d.seen.String(), "secret") || strings.Contains(string(server.Requests()[1].Body), "secret") {
		t.Errorf("the answer was released:\n%s\n%s", d.seen.String(), server.Requests()[1].Body)
	}
}

func TestWhatWasTypedBeforeAQuestionIsNoAnswer(t *testing.T) {
	keys := &keyboard{lines: make(chan string, 2)}
	keys.lines <- "yes"
	answer, err := keys.answer(t.Context(), func() { keys.lines <- "no" })
	if err != nil || answer != "no" {
		t.Errorf("got %q, error %v", answer, err)
	}
	close(keys.lines)
	if _, err := keys.answer(t.Context(), func() { t.Error("asked") }); err == nil {
		t.Error("somebody answered though nobody is there")
	}
}
