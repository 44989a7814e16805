//go:build agents

package agents

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/grapnel-hooks/grapnel/hook"
	caller "github.com/grapnel-hooks/grapnel/internal/agents"
	"github.com/grapnel-hooks/grapnel/internal/agents/all"
)

// guards are hooks in Claude Code's dialect, written once for all agents. They
// speak to the model in words that begin with MARK.
const guards = `{"hooks": {
  "PreToolUse": [
    {"matcher": "Bash", "hooks": [{"type": "command", "command": "sh $HOME/guard.sh"}]},
    {"matcher": "Write|Edit", "hooks": [{"type": "command", "command": "grep -q secret.txt || exit 0; echo MARK_SECRET >&2; exit 2"}]}
  ],
  "PostToolUse": [{"hooks": [{"type": "command", "command": "echo '{\"hookSpecificOutput\":{\"hookEventName\":\"PostToolUse\",\"additionalContext\":\"MARK_AFTER\"}}'"}]}],
  "UserPromptSubmit": [{"hooks": [{"type": "command", "command": "echo '{\"hookSpecificOutput\":{\"hookEventName\":\"UserPromptSubmit\",\"additionalContext\":\"MARK_PROMPT\"}}'"}]}],
  "SessionStart": [{"hooks": [{"type": "command", "command": "echo '{\"hookSpecificOutput\":{\"hookEventName\":\"SessionStart\",\"additionalContext\":\"MARK_SESSION\"}}'"}]}]
}}`

// guardScript denies one command and changes another.
const guardScript = `input=$(cat)
case $input in
*denied.txt*) echo MARK_DENY >&2; exit 2 ;;
*old.txt*)
	new=$(printf '%s' "$input" | grep -o '"tool_input":{[^}]*}' | head -n 1 | sed 's/old.txt/new.txt/; s/"tool_input"/"updatedInput"/')
	printf '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow",%s}}' "$new" ;;
esac
`

// crashing is a guard that does not do its work.
const crashing = `{"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "exit 3"}]}]}}`

// stage is an agent with Grapnel as its hook.
type stage struct {
	world
	agent  agent
	model  *model
	binary string
}

// built is the grapnel program.
var built = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "grapnel-agents-")
	if err != nil {
		return "", err
	}
	path := filepath.Join(dir, "grapnel")
	out, err := exec.Command("go", "build", "-o", path, "../../cmd/grapnel").CombinedOutput()
	if err != nil {
		os.Stderr.Write(out)
	}
	return path, err
})

func TestMain(m *testing.M) {
	code := m.Run()
	if path, err := built(); err == nil {
		os.RemoveAll(filepath.Dir(path))
	}
	os.Exit(code)
}

// newStage prepares an agent and, below its home, hooks that are not its own.
func newStage(t *testing.T, a agent, hooks string) *stage {
	m := newModel(t)
	s := &stage{world: newWorld(t, m), agent: a, model: m}
	a.prepare(s.world)
	s.put(s.home, "guard.sh", guardScript)
	s.put(s.home, s.hooksFile(), hooks)
	path, err := built()
	if err != nil {
		t.Fatal(err)
	}
	s.binary = filepath.Join(s.home, "bin", "grapnel") // a copy, which can go
	program, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	s.put(s.home, "bin/grapnel", string(program))
	if err := os.Chmod(s.binary, 0o755); err != nil {
		t.Fatal(err)
	}
	return s
}

// hooksFile is where the user keeps hooks: Claude Code's settings, or for itself
// those of another agent with the same format.
func (s *stage) hooksFile() string {
	if s.agent.name == "claude" {
		return ".wave/settings.json"
	}
	return ".claude/settings.json"
}

// grapnel runs grapnel as the user does.
func (s *stage) grapnel(args ...string) {
	s.t.Helper()
	cmd := exec.Command(s.binary, args...)
	cmd.Dir, cmd.Env = s.project, s.agent.environment(s.world)
	if out, err := cmd.CombinedOutput(); err != nil {
		s.t.Fatalf("grapnel %s: %v\n%s", strings.Join(args, " "), err, out)
	}
}

// play has the model make calls, and returns what the agent printed.
func (s *stage) play(calls ...call) string {
	s.model.script = calls
	return s.agent.run(s.world)
}

// journal is what Grapnel recorded, for messages of tests.
func (s *stage) journal() string {
	cmd := exec.Command(s.binary, "trace", "--json")
	cmd.Dir, cmd.Env = s.project, s.agent.environment(s.world)
	out, _ := cmd.CombinedOutput() // the test has failed already
	return string(out)
}

// want reports that something is not as it should be, with all there is to know.
func (s *stage) want(ok bool, what, output string) {
	s.t.Helper()
	if !ok {
		s.t.Errorf("%s\nagent: %.3000s\njournal: %.6000s", what, output, s.journal())
	}
}

func (s *stage) heard(mark string) bool { return strings.Contains(s.model.received(), mark) }

// each runs a test with every agent.
func each(t *testing.T, test func(t *testing.T, a agent)) {
	for _, a := range allAgents() {
		t.Run(a.name, func(t *testing.T) { test(t, a) })
	}
}

func TestAgentsObeyGuards(t *testing.T) {
	each(t, func(t *testing.T, a agent) {
		s := newStage(t, a, guards)
		a.addNeighbour(s.world)
		s.grapnel("install", a.name)
		output := s.play(
			a.shell("touch denied.txt"),
			a.write(s.file("secret.txt"), "x\n"),
			a.shell("touch old.txt"),
			a.shell("echo ran > ran.txt && echo MARK_RAN"),
			a.write(s.file("fine.txt"), "y\n"),
		)
		s.want(!s.wrote("denied.txt"), "a denied command ran", output)
		s.want(!s.wrote("secret.txt"), "a denied file was written", output)
		s.want(s.heard("MARK_DENY") && s.heard("MARK_SECRET"), "the model does not know why", output)
		s.want(s.wrote("ran.txt") && s.wrote("fine.txt") && s.heard("MARK_RAN"), "what nobody denied did not happen", output)
		s.want(!s.wrote("old.txt"), "the old input ran", output)
		s.effects(output)
	})
}

// effects looks for the effects that the agent is said to have.
func (s *stage) effects(output string) {
	a, err := all.Named(s.agent.name)
	if err != nil {
		s.t.Fatal(err)
	}
	can := func(kind hook.Kind, effect caller.Effect) bool {
		return a.Fires(kind) && a.Can(kind, effect).Level == caller.Exact && !slices.Contains(s.agent.headless, kind)
	}
	if can(hook.ToolBefore, caller.Rewrite) {
		s.want(s.wrote("new.txt"), "the new input did not run", output)
	} else {
		s.want(s.heard("new.txt"), "the model does not know the new input", output)
	}
	for kind, mark := range map[hook.Kind]string{
		hook.ToolAfter: "MARK_AFTER", hook.PromptSubmit: "MARK_PROMPT", hook.SessionStart: "MARK_SESSION",
	} {
		if can(kind, caller.Context) {
			s.want(s.heard(mark), "the model has not read "+mark, output)
		}
	}
}

func TestAGuardThatCrashesFollowsThePolicy(t *testing.T) {
	each(t, func(t *testing.T, a agent) {
		for policy, runs := range map[string]bool{"": true, "deny": false} {
			t.Run("on-failure="+policy, func(t *testing.T) {
				s := newStage(t, a, crashing)
				args := []string{"install", a.name}
				if policy != "" {
					args = append(args, "--on-failure", policy)
				}
				s.grapnel(args...)
				output := s.play(a.shell("touch ran.txt"))
				s.want(s.wrote("ran.txt") == runs, "ran.txt should be there: "+object(runs), output)
			})
		}
	})
}

func TestABrokenHookFileDenies(t *testing.T) {
	each(t, func(t *testing.T, a agent) {
		s := newStage(t, a, "{}")
		s.grapnel("install", a.name)
		s.put(s.home, s.hooksFile(), `{"hooks":`)
		output := s.play(a.shell("touch ran.txt"))
		s.want(!s.wrote("ran.txt"), "the tool ran", output)
		s.want(strings.Contains(s.journal(), `"blocked":true`), "it was not Grapnel that denied", output)
	})
}

func TestAProgramThatIsGoneDenies(t *testing.T) {
	each(t, func(t *testing.T, a agent) {
		s := newStage(t, a, "{}")
		s.grapnel("install", a.name)
		if err := os.Remove(s.binary); err != nil {
			t.Fatal(err)
		}
		output := s.play(a.shell("touch ran.txt"))
		if s.wrote("ran.txt") {
			t.Errorf("the tool ran:\n%s", output)
		}
	})
}

// A repository that nobody approved has hooks in every place that Grapnel would
// look at and the agent does not.
func TestHooksOfAnUntrustedRepositoryDoNotRun(t *testing.T) {
	each(t, func(t *testing.T, a agent) {
		s := newStage(t, a, "{}")
		s.put(s.project, ".wave/settings.json", `{"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "touch hook-ran; exit 2"}]}]}}`)
		s.grapnel("install", a.name)
		output := s.play(a.shell("touch ran.txt"))
		s.want(!s.wrote("hook-ran"), "the repository's hook ran", output)
		s.want(s.wrote("ran.txt"), "the tool did not run", output)
		s.grapnel("trust", "--yes")
		output = s.play(a.shell("touch second.txt"))
		s.want(s.wrote("hook-ran") && !s.wrote("second.txt"), "the hook that was approved did not deny", output)
	})
}

// addHook adds a hook to settings that have groups of hooks.
func (w world) addHook(name, event, command string) {
	settings := map[string]any{}
	if text, err := os.ReadFile(filepath.Join(w.home, name)); err == nil {
		if err := json.Unmarshal(text, &settings); err != nil {
			w.t.Fatal(err)
		}
	}
	settings["hooks"] = fields{event: []any{fields{"hooks": []any{fields{"type": "command", "command": command, "name": "neighbour"}}}}}
	w.put(w.home, name, object(settings))
}
