package convert

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/match"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/dialect/all"
	"github.com/grapnel-hooks/grapnel/internal/engine/config"
)

func named(t testing.TB, name string) dialect.Dialect {
	t.Helper()
	d, err := all.ByName(name)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// converted converts a text and reads the result.
func converted(t testing.TB, from, to, text string) (Result, []hook.Definition) {
	t.Helper()
	dir := t.TempDir()
	file := filepath.Join(dir, "source")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	result, err := Run(Request{From: named(t, from), To: named(t, to), File: file, Dir: dir})
	if err != nil {
		t.Fatalf("%s to %s: %v", from, to, err)
	}
	return result, definitions(t, to, result, dir)
}

// definitions are the hooks of a result.
func definitions(t testing.TB, to string, result Result, dir string) []hook.Definition {
	t.Helper()
	env := dialect.Environment{Project: dir, Files: []string{"result"}, Getenv: func(string) string { return "" }}
	return config.Load(inMemory{named(t, to), result.Text}, env).Definitions
}

// timeouts are those of hooks to the millisecond, in order of their length.
func timeouts(hooks []hook.Definition) []time.Duration {
	var list []time.Duration
	for _, h := range hooks {
		list = append(list, h.Timeout.Round(time.Millisecond))
	}
	slices.Sort(list)
	return list
}

func codes(result Result) []string {
	var list []string
	for _, loss := range result.Losses {
		list = append(list, loss.Code)
	}
	return list
}

// leftOut is the matcher of a hook that the target can only run for every tool.
const leftOut = "left out"

func TestMatchers(t *testing.T) {
	tests := []struct {
		from, matcher, to, want string
		losses                  []string
	}{
		{"llxprt", "^run_shell_command$", "wave", "Bash", nil},
		{"llxprt", "write_file|replace", "wave", "Write|*write_file*|Edit|*replace*", nil},
		{"llxprt", "^write_file", "wave", "Write|write_file*", nil},
		{"llxprt", "write_file|replace", "pi", "write|edit", []string{"matcher", "matcher"}},
		{"llxprt", "^(write_file|replace)$", "pi", "write|edit", nil},
		{"llxprt", "^(?:write_file|replace)$", "pi", "write|edit", nil},
		{"llxprt", "^write_file$|^replace$", "pi", "write|edit", nil},
		{"llxprt", "^mcp__.*__query$", "wave", "mcp__*__query", nil},
		{"llxprt", "mcp__.*", "massgen", "mcp__*", nil},
		{"llxprt", "mcp__.*", "pi", leftOut, []string{"matcher", "matcher"}},
		{"llxprt", "_file$", "wave", "Read|Write|*_file", nil},
		{"llxprt", "^(?!read_)", "pi", "bash|write|edit|find|grep|ls|", []string{"matcher"}},
		{"llxprt", "^mine$", "wave", "mine", []string{"tool"}},
		{"llxprt", "*", "wave", "", nil},
		{"llxprt", "[", "massgen", "[[]", []string{"matcher", "tool"}},
		{"wave", "bash", "llxprt", "^run_shell_command$", nil},
		{"wave", "Edit|Write", "llxprt", "^(?:replace|write_file)$", nil},
		{"wave", "mcp__*", "llxprt", "^mcp__", []string{"matcher"}},
		{"wave", "mcp__[!a]*", "massgen", "mcp__[!a]*", []string{"matcher"}},
		{"wave", "*Edit", "llxprt", "^(?:replace|MultiEdit)$|Edit$", []string{"tool", "matcher"}},
		{"wave", "Bash", "massgen", "Bash", nil},
		{"massgen", "Bash", "llxprt", "^run_shell_command$", nil},
		{"massgen", "Write|Edit", "pi", "write|edit", nil},
		{"massgen", "mcp__fs__*|my?tool", "wave", "mcp__fs__*|my?tool", nil},
		{"massgen", "a(b)", "wave", leftOut, []string{"tool", "matcher", "matcher"}},
		{"massgen", "m.n|x[ab]", "llxprt", `^m\.n$|^x[ab]$`, []string{"tool"}},
		{"claude", "Edit|Write", "llxprt", "^(?:replace|write_file)$", nil},
		{"claude", "Edit, Write", "wave", "Edit|Write", nil},
		{"claude", "^mcp__.*__query$", "wave", "mcp__*__query", nil},
		{"claude", "Notebook.*", "wave", "NotebookEdit|*Notebook*", []string{"tool"}},
		{"claude", "Agent", "wave", "Task", nil},
		{"llxprt", "^run_shell_command$", "claude", "Bash", nil},
		{"wave", "Edit|Write", "claude", "Edit|Write", nil},
		{"wave", "mcp__*", "claude", "^mcp__", []string{"matcher"}},
		{"pi", "bash", "claude", "Bash", nil},
	}
	for _, tt := range tests {
		t.Run(tt.from+" "+tt.matcher+" to "+tt.to, func(t *testing.T) {
			result, got := converted(t, tt.from, tt.to, oneHook(tt.from, tt.matcher))
			if tt.want == leftOut {
				if len(got) > 0 {
					t.Errorf("a guard that would run for every tool is kept: %+v", got)
				}
			} else if len(got) != 1 || !strings.HasPrefix(got[0].Matcher, tt.want) || tt.want == "" && got[0].Matcher != "" {
				t.Errorf("got %+v", got)
			}
			losses := slices.DeleteFunc(codes(result), func(code string) bool { return code != "matcher" && code != "tool" })
			// A tool of its own that the target does not have is reported, too.
			if tt.matcher != "^(?!read_)" && tt.matcher != "_file$" && !slices.Equal(losses, tt.losses) {
				t.Errorf("losses %q in %v", losses, result.Losses)
			}
			for _, loss := range result.Losses {
				if !loss.Position.IsValid() {
					t.Errorf("no env: %+v", loss)
				}
			}
		})
	}
}

// oneHook is a configuration with one hook before tools.
func oneHook(name, matcher string) string {
	switch name {
	case "llxprt":
		return fmt.Sprintf(`{"hooks": {"BeforeTool": [{"matcher": %q, "hooks": [{"type": "command", "command": "x"}]}]}}`, matcher)
	case "wave", "claude":
		return fmt.Sprintf(`{"hooks": {"PreToolUse": [{"matcher": %q, "hooks": [{"type": "command", "command": "x"}]}]}}`, matcher)
	case "massgen":
		return fmt.Sprintf(`{"hooks": {"PreToolUse": [{"handler": "x y", "type": "command", "matcher": %q}]}}`, matcher)
	}
	return fmt.Sprintf(`{"PreToolUse": [{"command": "x", "matcher": {"toolNames": [%q]}}]}`, matcher)
}

func TestCommands(t *testing.T) {
	tests := []struct{ from, command, to, want string }{
		{"llxprt", `$LLXPRT_PROJECT_DIR/a`, "wave", `"$WAVE_PROJECT_DIR"/a`},
		{"llxprt", `"${GEMINI_PROJECT_DIR}/a" --x="$CLAUDE_PROJECT_DIR"`, "wave", `"${WAVE_PROJECT_DIR}/a" --x="$WAVE_PROJECT_DIR"`},
		{"llxprt", `echo '$LLXPRT_PROJECT_DIR' $LLXPRT_PROJECT_DIRX`, "wave", `echo '$LLXPRT_PROJECT_DIR' $LLXPRT_PROJECT_DIRX`},
		{"llxprt", `[[ -f $LLXPRT_PROJECT_DIR/x ]]`, "wave", `bash -c '[[ -f "$WAVE_PROJECT_DIR"/x ]]'`},
		{"llxprt", `$LLXPRT_PROJECT_DIR/a`, "pi", `"$PWD"/a`},
		{"llxprt", `if`, "wave", `if`},
		{"wave", `$WAVE_PROJECT_DIR/a`, "llxprt", `"$LLXPRT_PROJECT_DIR"/a`},
		{"wave", `echo $HOOK_TOOL_NAME`, "massgen", `echo $MASSGEN_TOOL_NAME`},
		{"wave", `echo $HOOK_TOOL_NAME $HOME`, "pi", `echo $HOOK_TOOL_NAME $HOME`},
	}
	for _, tt := range tests {
		t.Run(tt.from+" "+tt.command+" to "+tt.to, func(t *testing.T) {
			event := map[string]string{"llxprt": "BeforeTool", "wave": "PreToolUse"}[tt.from]
			text := fmt.Sprintf(`{"hooks": {%q: [{"hooks": [{"type": "command", "command": %q}]}]}}`, event, tt.command)
			_, got := converted(t, tt.from, tt.to, text)
			if len(got) != 1 || got[0].Command != tt.want {
				t.Errorf("got  %+v\nwant %s", got, tt.want)
			}
		})
	}
}

func TestHandlersOfMassGenBecomeShellCommands(t *testing.T) {
	dir := t.TempDir()
	for name, mode := range map[string]os.FileMode{"a.py": 0o644, "b.sh": 0o644, "c d": 0o755} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"), mode); err != nil {
			t.Fatal(err)
		}
	}
	for handler, want := range map[string]string{"a.py": "python3 a.py", "b.sh": "sh b.sh", "c d": "./'c d'", "echo 1": "echo 1"} {
		got, ok := named(t, "massgen").CommandLine(hook.Definition{Type: "command", Command: handler}, dir)
		if !ok || got != want {
			t.Errorf("%s: got %s, want %s", handler, got, want)
		}
	}
}

// Every configuration of the conformance tests becomes one of other dialects that
// can be read, keeps its timeouts, and nothing disappears silently. Each is
// converted to two of them, in turn: that is every pair of dialects many times.
func TestEveryConfigurationConverts(t *testing.T) {
	dir := t.TempDir()
	turn := 0
	for _, from := range all.Names() {
		scripts, err := filepath.Glob("../../../conformance/testdata/" + from + "/*.txtar")
		if err != nil || len(scripts) == 0 {
			t.Fatal("no scripts", err)
		}
		for _, script := range scripts {
			archive, err := txtar.ParseFile(script)
			if err != nil {
				t.Fatal(err)
			}
			for _, file := range archive.Files {
				path := filepath.Join(dir, "source")
				if err := os.WriteFile(path, file.Data, 0o600); err != nil {
					t.Fatal(err)
				}
				others := slices.DeleteFunc(all.Names(), func(to string) bool { return to == from })
				for range 2 {
					convertible(t, from, others[turn%len(others)], filepath.Base(script)+" "+file.Name, path)
					turn++
				}
			}
		}
	}
}

func convertible(t *testing.T, from, to, name, file string) {
	dir := filepath.Dir(file)
	env := dialect.Environment{Project: dir, Files: []string{file}, Getenv: func(string) string { return "" }}
	before := config.Load(named(t, from), env)
	if before.Err != nil || before.IsDisabled() || len(before.Definitions) == 0 {
		return
	}
	result, err := Run(Request{From: named(t, from), To: named(t, to), File: file, Dir: dir})
	if err != nil {
		t.Errorf("%s, %s to %s: %v", name, from, to, err)
		return
	}
	if result.Hooks < len(before.Definitions) && len(result.Losses) == 0 {
		t.Errorf("%s, %s to %s: %d hooks of %d, and no report", name, from, to, result.Hooks, len(before.Definitions))
	}
	if result.Hooks < len(before.Definitions) || slices.Contains(codes(result), "timeout") {
		return
	}
	if want, got := timeouts(before.Definitions), timeouts(definitions(t, to, result, dir)); !slices.Equal(want, got) {
		t.Errorf("%s, %s to %s: timeouts %v in place of %v", name, from, to, got, want)
	}
}

// FuzzRegexp compares a regular expression with the globs that it becomes.
func FuzzRegexp(f *testing.F) {
	for _, seed := range []string{"write_file|replace", "^(a|b)$", "^a.*b$|c", "[Bb]ash", "x?y", "[^a]b", "a.+", "(?!x)", "^$", `\w`} {
		f.Add(seed, "write_file")
		f.Add(seed, "Bash")
	}
	f.Fuzz(func(t *testing.T, expression, name string) {
		if strings.ContainsAny(name, "\n\r\u2028\u2029|") || strings.TrimSpace(name) != name || strings.Contains(expression+name, "mcp__") || !isASCII(expression+name) {
			return
		}
		compiled, err := match.Regexp(expression)
		if err != nil {
			return
		}
		list, ok := regexpPatterns(expression)
		if !ok {
			return
		}
		matches := slices.ContainsFunc(list, func(p pattern) bool { return p.matches(name, false) })
		var budget match.Budget
		if want := compiled.Match(name, &budget); matches != want && !budget.Exhausted() {
			t.Errorf("%q on %q: %v, but as %+v: %v", expression, name, want, list, matches)
		}
	})
}

func isASCII(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return r > 126 || r < 32 })
}

// FuzzToRegexp compares globs with the regular expression that they become.
func FuzzToRegexp(f *testing.F) {
	for _, seed := range []string{"W*", "[a-c]?", "[!a]x", "a.b", "*", "[", "[]a]", `\`} {
		f.Add(seed, "Write")
	}
	f.Fuzz(func(t *testing.T, glob, name string) {
		if strings.ContainsAny(glob+name, "\n\r\u2028\u2029|") || strings.TrimSpace(glob) != glob || glob == "" || !isASCII(glob+name) {
			return
		}
		compiled, err := match.Regexp(toRegexp([]pattern{{glob: glob}}))
		if err != nil {
			if strings.Contains(glob, "-") { // a range that is upside down matches nothing in a glob
				return
			}
			t.Fatalf("%q: %v", glob, err)
		}
		var budget match.Budget
		want := match.Glob(glob, match.GlobRules{}).Match(name, &budget)
		if got := compiled.Match(name, &budget); got != want && !budget.Exhausted() {
			t.Errorf("%q on %q: %v, but as %q: %v", glob, name, want, toRegexp([]pattern{{glob: glob}}), got)
		}
	})
}

func TestNothingIsConvertedToItself(t *testing.T) {
	_, err := Run(Request{From: named(t, "wave"), To: named(t, "wave"), File: "settings.json", Dir: t.TempDir()})
	if err == nil || err.Error() != "settings.json is already written for wave; there is nothing to convert" {
		t.Errorf("%v", err)
	}
}

// A hook that is there twice is left out even if the first with its command has
// another matcher.
func TestAllTwinsAreCompared(t *testing.T) {
	result, got := converted(t, "llxprt", "wave", `{"hooks": {"BeforeTool": [
		{"matcher": "^write_file$", "hooks": [{"type": "command", "command": "x"}]},
		{"matcher": "^replace$", "hooks": [{"type": "command", "command": "x"}]},
		{"matcher": "^replace$", "hooks": [{"type": "command", "command": "x"}]}
	]}}`)
	if len(got) != 2 || got[0].Matcher != "Write" || got[1].Matcher != "Edit" {
		t.Errorf("%+v", got)
	}
	if n := len(slices.DeleteFunc(codes(result), func(code string) bool { return code != "duplicate" })); n != 2 {
		t.Errorf("%d diagnostics about duplicates: %v", n, result.Losses)
	}
}

func TestWhatOnlyClaudeCodeCanSayIsReported(t *testing.T) {
	text := `{"hooks": {
		"PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "x", "if": "Bash(git push *)", "onFailure": "block"}]}],
		"SessionStart": [{"matcher": "startup|resume", "hooks": [{"type": "command", "command": "y"}]}, {"matcher": "clear", "hooks": [{"type": "command", "command": "z"}]}],
		"Setup": [{"hooks": [{"type": "command", "command": "s"}]}]}}`
	result, got := converted(t, "claude", "llxprt", text)
	if want := []string{"condition", "matcher", "no-event"}; !slices.Equal(slices.Compact(slices.Sorted(slices.Values(codes(result)))), want) {
		t.Errorf("losses %v", result.Losses)
	}
	if len(got) != 2 || got[0].Matcher != "" || got[1].Matcher != "clear" {
		t.Errorf("hooks %+v", got)
	}
}

func TestAWiderGuardIsKeptIfThatIsAskedFor(t *testing.T) {
	file := filepath.Join(t.TempDir(), "source")
	text := `{"hooks": {"PreToolUse": [
		{"matcher": "Bash", "hooks": [{"type": "command", "command": "x", "if": "Bash(git push *)", "onFailure": "block"}]},
		{"matcher": "mcp__.*", "hooks": [{"type": "command", "command": "y"}]}]}}`
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	for widen, want := range map[bool]int{false: 0, true: 2} {
		result, err := Run(Request{From: named(t, "claude"), To: named(t, "pi"), File: file, Dir: t.TempDir(), Widen: widen})
		if err != nil || result.Hooks != want {
			t.Errorf("widen %v: %d hooks, want %d; %v", widen, result.Hooks, want, err)
		}
	}
}

// A guard whose way to say no is unknown to the target is named, not only that
// the two differ.
func TestHooksThatWouldBlockNothingAreNamed(t *testing.T) {
	guard := `{"hooks": {"BeforeTool": [{"hooks": [
		{"type": "command", "name": "push", "command": "echo no >&2; exit 2"},
		{"type": "command", "name": "fine", "command": "true"}]}]}}`
	result, _ := converted(t, "llxprt", "massgen", guard)
	var unheard []string
	for _, loss := range result.Losses {
		if loss.Code == "no-effect" {
			unheard = append(unheard, loss.Problem)
		}
	}
	if len(unheard) != 1 || !strings.Contains(unheard[0], "says no with exit code 2, which MassGen does not read") {
		t.Errorf("%q", unheard)
	}
	result, _ = converted(t, "llxprt", "wave", guard)
	if slices.Contains(codes(result), "no-effect") {
		t.Errorf("%v", result.Losses)
	}
}

func TestFailClosedHooksStaySoInClaudeCode(t *testing.T) {
	result, got := converted(t, "pi", "claude", `{"PreToolUse": [{"command": "x", "failOpen": false, "timeoutMs": 600000}]}`)
	if len(got) != 1 || !got[0].FailClosed || got[0].Timeout != 600*time.Second {
		t.Errorf("%+v, %v", got, result.Losses)
	}
	_, got = converted(t, "llxprt", "claude", `{"hooks": {"BeforeAgent": [{"hooks": [{"type": "command", "command": "x", "timeout": 600000}]}]}}`)
	if len(got) != 1 || got[0].Timeout != 600*time.Second { // the default there is another
		t.Errorf("%+v", got)
	}
}
