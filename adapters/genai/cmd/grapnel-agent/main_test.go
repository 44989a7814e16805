//go:build unix

package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"github.com/grapnel-hooks/grapnel/adapters/genai/internal/fakegemini"
)

// asAgent makes the test binary the agent itself, so that tests run the real
// program as a process.
const asAgent = "GRAPNEL_AGENT_UNDER_TEST"

func TestMain(m *testing.M) {
	if os.Getenv(asAgent) != "" {
		main()
	}
	goleak.VerifyTestMain(m,
		goleak.IgnoreAnyFunction("github.com/dlclark/regexp2.runClock"),
		goleak.IgnoreAnyFunction("go.opencensus.io/stats/view.(*worker).start"),
	)
}

// project is a directory with files and hooks in it.
type project struct {
	dir, config string
}

func newProject(t *testing.T, commands map[string]string) project {
	t.Helper()
	dir := t.TempDir()
	p := project{dir: filepath.Join(dir, "work"), config: filepath.Join(dir, "hooks.json")}
	if err := os.Mkdir(p.dir, 0o755); err != nil {
		t.Fatal(err)
	}
	events := map[string]any{}
	for event, command := range commands {
		events[event] = []any{map[string]any{"hooks": []any{map[string]any{"type": "command", "command": command}}}}
	}
	settings, err := json.Marshal(map[string]any{"hooks": events})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(p.config, settings, 0o644); err != nil {
		t.Fatal(err)
	}
	return p
}

func (p project) args(server *fakegemini.Server, more ...string) []string {
	return append([]string{"--base-url", server.URL, "--dir", p.dir, "--config", p.config}, more...)
}

// command is the agent as a process of its own.
func command(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Args[0], args...)
	cmd.Env = append(os.Environ(), asAgent+"=1", "GEMINI_API_KEY=test-key")
	return cmd
}

// execute runs the agent to its end.
func execute(t *testing.T, cmd *exec.Cmd) (stdout, stderr string, code int) {
	t.Helper()
	var out, errors bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errors
	if err := cmd.Run(); err != nil {
		if _, exited := err.(*exec.ExitError); !exited {
			t.Fatal(err)
		}
	}
	return out.String(), errors.String(), cmd.ProcessState.ExitCode()
}

// guard blocks dangerous shell commands, as a user would write it.
const guard = `grep -q 'rm -rf' && { echo "no rm -rf here" >&2; exit 2; }; exit 0`

func TestAgent(t *testing.T) {
	tests := []struct {
		name     string
		hooks    map[string]string
		replies  []fakegemini.Reply
		args     []string
		stdin    string
		code     int
		out, err string // parts of what the user sees
		request  string // part of the last request
		file     string // of the project: name and content
		noFile   string
	}{
		{
			name:    "a tool writes a file",
			replies: []fakegemini.Reply{fakegemini.Call("write_file", `{"file_path":"a.txt","content":"hi"}`), fakegemini.Text("All done.")},
			args:    []string{"--prompt", "go"},
			out:     "All done.\n", err: "[write_file] Wrote 2 bytes to a.txt", request: `"output":"Wrote 2 bytes to a.txt."`, file: "a.txt=hi",
		},
		{
			name:    "the prompt comes from a pipe",
			replies: []fakegemini.Reply{fakegemini.Text("ok")},
			stdin:   "piped prompt\n", out: "ok\n", request: `"text":"piped prompt"`,
		},
		{
			name:    "a hook blocks a command",
			hooks:   map[string]string{"BeforeTool": guard},
			replies: []fakegemini.Reply{fakegemini.Call("run_shell_command", `{"command":"touch ran; rm -rf x"}`), fakegemini.Text("I may not.")},
			args:    []string{"--prompt", "go", "--yes"},
			out:     "I may not.", err: "no rm -rf here", request: `"error":"no rm -rf here"`, noFile: "ran",
		},
		{
			name:    "a hook rewrites a command",
			hooks:   map[string]string{"BeforeTool": `echo '{"hookSpecificOutput":{"tool_input":{"command":"echo safe > ran"}}}'`},
			replies: []fakegemini.Reply{fakegemini.Call("run_shell_command", `{"command":"echo unsafe > ran"}`), fakegemini.Text("ok")},
			args:    []string{"--prompt", "go", "--yes"},
			out:     "ok", request: "Exit code: 0", file: "ran=safe\n",
		},
		{
			name:    "a hook stops the agent",
			hooks:   map[string]string{"AfterTool": `echo '{"continue":false,"stopReason":"enough for today"}'`},
			replies: []fakegemini.Reply{fakegemini.Call("list_directory", `{"path":"."}`)},
			args:    []string{"--prompt", "go"},
			code:    3, err: "Stopped by a hook: enough for today",
		},
		{
			name:  "a hook blocks the model call",
			hooks: map[string]string{"BeforeModel": "echo over budget >&2; exit 2"},
			args:  []string{"--prompt", "go"},
			code:  3, err: "over budget",
		},
		{
			name:    "a hook changes the request and the answer",
			hooks:   map[string]string{"BeforeModel": `echo '{"hookSpecificOutput":{"llm_request":{"config":{"temperature":0.2}}}}'`, "AfterModel": `echo '{"hookSpecificOutput":{"llm_response":{"text":"redacted"}}}'`},
			replies: []fakegemini.Reply{fakegemini.Text("secret")},
			args:    []string{"--prompt", "go"},
			out:     "redacted\n", request: `"temperature":0.2`,
		},
		{
			name:    "without a conversation commands are refused",
			replies: []fakegemini.Reply{fakegemini.Call("run_shell_command", `{"command":"touch ran"}`), fakegemini.Text("no")},
			args:    []string{"--prompt", "go"},
			out:     "no", err: "--yes", request: "nobody is asked", noFile: "ran",
		},
		{
			name:    "commands do not see the key",
			replies: []fakegemini.Reply{fakegemini.Call("run_shell_command", `{"command":"echo key=$GEMINI_API_KEY."}`), fakegemini.Text("ok")},
			args:    []string{"--prompt", "go", "--yes"},
			out:     "ok", err: "key=.",
		},
		{
			name:    "the turn limit",
			replies: []fakegemini.Reply{fakegemini.Call("list_directory", `{"path":"."}`)},
			args:    []string{"--prompt", "go", "--max-turns", "1"},
			code:    1, err: "Stopped after 1 turns.",
		},
		{
			name:    "the API fails",
			replies: []fakegemini.Reply{{Status: 400, Chunks: []string{`{"error":{"code":400,"message":"API key not valid","status":"INVALID_ARGUMENT"}}`}}},
			args:    []string{"--prompt", "go"},
			code:    1, err: "API key not valid",
		},
		{
			name:    "the model has nothing to say",
			replies: []fakegemini.Reply{{Chunks: []string{`{"candidates":[{"finishReason":"MALFORMED_FUNCTION_CALL"}]}`}}},
			args:    []string{"--prompt", "go"}, err: "The model gave no answer.",
		},
		{name: "no prompt", code: 2, err: "there is no prompt"},
		{name: "a turn limit of none", args: []string{"--prompt", "go", "--max-turns", "0"}, code: 2, err: "--max-turns is 0"},
		{name: "an argument too many", args: []string{"go"}, code: 2, err: "--prompt"},
		{name: "a hook file that is not there", args: []string{"--prompt", "go", "--config", "missing.json"}, code: 1, err: "missing.json"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			server := fakegemini.Start(t, tt.replies...)
			p := newProject(t, tt.hooks)
			cmd := command(t, p.args(server, tt.args...)...)
			cmd.Stdin = strings.NewReader(tt.stdin)
			out, errors, code := execute(t, cmd)
			if code != tt.code || !strings.Contains(out, tt.out) || !strings.Contains(errors, tt.err) {
				t.Errorf("exit code %d, want %d\nstdout %q, want %q\nstderr %q, want %q", code, tt.code, out, tt.out, errors, tt.err)
			}
			requests := server.Requests()
			if len(requests) != len(tt.replies) {
				t.Fatalf("%d requests, want %d", len(requests), len(tt.replies))
			}
			if len(requests) > 0 && !strings.Contains(string(requests[len(requests)-1].Body), tt.request) {
				t.Errorf("the request lacks %q: %s", tt.request, requests[len(requests)-1].Body)
			}
			if name, want, ok := strings.Cut(tt.file, "="); ok {
				if got, err := os.ReadFile(filepath.Join(p.dir, name)); err != nil || string(got) != want {
					t.Errorf("%s has %q, error %v", name, got, err)
				}
			}
			if _, err := os.Stat(filepath.Join(p.dir, tt.noFile)); tt.noFile != "" && err == nil {
				t.Errorf("there is a file %s", tt.noFile)
			}
		})
	}
}

func TestAgentWithoutKey(t *testing.T) {
	cmd := command(t, "--prompt", "go")
	cmd.Env = append(cmd.Env, "GEMINI_API_KEY=")
	if _, errors, code := execute(t, cmd); code != 1 || !strings.Contains(errors, "GEMINI_API_KEY is not set") {
		t.Errorf("exit code %d, stderr %q", code, errors)
	}
}

func TestAgentIsInterrupted(t *testing.T) {
	server := fakegemini.Start(t, fakegemini.Reply{Chunks: []string{fakegemini.Chunk("", `{"text":"well"}`)}, Hold: true})
	p := newProject(t, nil)
	cmd := command(t, p.args(server, "--prompt", "go")...)
	var errors bytes.Buffer
	cmd.Stderr = &errors
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	<-server.Held
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait() // what it says is checked through the state
	if code := cmd.ProcessState.ExitCode(); code != 130 || !strings.Contains(errors.String(), "Cancelled.") {
		t.Errorf("exit code %d, stderr %q", code, errors.String())
	}
}
