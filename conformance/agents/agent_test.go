//go:build agents

package agents

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/grapnel-hooks/grapnel/hook"
)

// agent is how a real agent is started headless, against our model.
type agent struct {
	name    string
	files   func(w world) map[string]string // settings, by their place below HOME
	env     func(w world) []string
	command func(w world) []string
	before  func(w world) []string // a command that has to run first; nil if none has to
	// neighbour adds another hook before a tool, which allows everything; nil
	// if the agent has no other hooks.
	neighbour func(w world)
	// headless are the moments at which the agent fires no event, or drops the
	// answer, if nobody sits at it.
	headless []hook.Kind

	shell func(command string) call
	write func(path, content string) call
}

// world is where one run of an agent takes place.
type world struct {
	t       *testing.T
	cache   string // where the agents are installed
	home    string
	project string
	url     string // of the model
}

// installed is a file of an agent's package.
func (w world) installed(path ...string) string {
	return filepath.Join(append([]string{w.cache}, path...)...)
}

// node runs a script with the Node that came with the agents.
func (w world) node(path ...string) []string {
	return []string{w.installed("node", "node_modules", ".bin", "node"), w.installed(path...)}
}

const prompt = "Do what the script says."

// newWorld returns empty directories, and skips the test where the agents are
// not installed.
func newWorld(t *testing.T, m *model) world {
	cache := os.Getenv("GRAPNEL_AGENTS")
	if cache == "" {
		t.Skip("GRAPNEL_AGENTS does not say where the agents are; run make agents")
	}
	root := t.TempDir()
	w := world{t: t, cache: cache, home: filepath.Join(root, "home"), project: filepath.Join(root, "project"), url: m.URL}
	for _, dir := range []string{w.home, w.project} {
		if err := os.Mkdir(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(w.endStrays)
	return w
}

// put writes a file below a directory.
func (w world) put(dir, name, text string) {
	path := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		w.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		w.t.Fatal(err)
	}
}

// run starts the agent and waits for its end.
func (a agent) run(w world) (output string) {
	if a.before != nil {
		a.start(w, a.before(w))
	}
	return a.start(w, a.command(w))
}

// prepare writes the settings that the agent needs to speak with our model.
func (a agent) prepare(w world) {
	for name, text := range a.files(w) {
		if _, err := os.Stat(filepath.Join(w.home, name)); err == nil {
			continue
		}
		w.put(w.home, name, text)
	}
}

func (a agent) start(w world, command []string) string {
	ctx, cancel := context.WithTimeout(w.t.Context(), 3*time.Minute) // it does not hang
	defer cancel()
	cmd := exec.CommandContext(ctx, command[0], command[1:]...)
	cmd.Dir = w.project
	cmd.Env = a.environment(w)
	var output bytes.Buffer
	cmd.Stdout, cmd.Stderr = &output, &output
	cmd.WaitDelay = 5 * time.Second
	err := cmd.Run()
	if ctx.Err() != nil {
		w.t.Fatalf("%s did not end:\n%s", a.name, output.String())
	}
	if err != nil {
		fmt.Fprintf(&output, "\n%s: %v\n", a.name, err)
	}
	return output.String()
}

// environment is that of the agent, which has nothing of this machine's user.
func (a agent) environment(w world) []string {
	return append([]string{
		"HOME=" + w.home, "PATH=" + os.Getenv("PATH"), "TERM=dumb", "CI=1", "NO_COLOR=1",
		"XDG_CONFIG_HOME=" + filepath.Join(w.home, ".config"), "XDG_STATE_HOME=" + filepath.Join(w.home, ".local/state"),
	}, a.env(w)...)
}

func (a agent) addNeighbour(w world) {
	if a.neighbour != nil {
		a.neighbour(w)
	}
}

// file is the absolute path of a file of the project.
func (w world) file(name string) string { return filepath.Join(w.project, name) }

// wrote reports whether a file of the project is there.
func (w world) wrote(name string) bool {
	_, err := os.Stat(filepath.Join(w.project, name))
	return err == nil
}

// TestAgentsRunWithoutHooks shows that the stage is right: what the model wants
// happens, and the model is told.
func TestAgentsRunWithoutHooks(t *testing.T) {
	for _, a := range allAgents() {
		t.Run(a.name, func(t *testing.T) {
			m := newModel(t)
			w := newWorld(t, m)
			m.script = []call{a.shell("echo one > one.txt && echo MARK_ONE"), a.write(w.file("two.txt"), "two\n")}
			a.prepare(w)
			output := a.run(w)
			if !w.wrote("one.txt") || !w.wrote("two.txt") || !strings.Contains(m.received(), "MARK_ONE") {
				t.Errorf("one.txt %v, two.txt %v:\n%s\nmodel: %.3000s", w.wrote("one.txt"), w.wrote("two.txt"), output, m.received())
			}
		})
	}
}

// endStrays ends what an agent has left behind, such as Cline's daemon: programs
// that were started with a directory of this test.
func (w world) endStrays() {
	lines, _ := filepath.Glob("/proc/[0-9]*/cmdline") // the pattern is valid
	for _, file := range lines {
		text, err := os.ReadFile(file)
		if err != nil || !bytes.Contains(text, []byte(w.project)) {
			continue
		}
		pid, err := strconv.Atoi(filepath.Base(filepath.Dir(file)))
		if err != nil || pid == os.Getpid() {
			continue
		}
		if process, err := os.FindProcess(pid); err == nil {
			_ = process.Kill() // it may have ended by now
		}
	}
}
