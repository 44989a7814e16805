package rules_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/engine/rules"
	"github.com/grapnel-hooks/grapnel/internal/engine/rules/shell"
	"github.com/grapnel-hooks/grapnel/internal/engine/rules/ternary"
	"github.com/grapnel-hooks/grapnel/internal/jsonx"
)

func patterns(texts ...string) []hook.Pattern {
	var list []hook.Pattern
	for _, text := range texts {
		list = append(list, hook.Pattern{Text: text})
	}
	return list
}

func rule(effect hook.Effect, c hook.Conditions) hook.Definition {
	return hook.Definition{Name: "r", Event: "tool.before", Conditions: &c, Rule: &hook.Rule{Effect: effect, Text: "no", Unparsed: hook.Ask}}
}

func shellCall(command string) rules.Event {
	input, _ := jsonx.Marshal(map[string]string{"command": command})
	return rules.Event{Kind: hook.ToolBefore, Tool: "Bash", Input: input, Session: hook.Session{Dir: os.TempDir()}}
}

func decide(ev rules.Event, definitions ...hook.Definition) ternary.Value {
	verdicts := rules.New(definitions).Decide(ev)
	if len(verdicts) == 0 {
		return ternary.No
	}
	return verdicts[0].Applies
}

func TestExceptionsAreForEachCommandAndPathAlone(t *testing.T) {
	c := hook.Conditions{
		Command: patterns("git push **"),
		Unless:  &hook.Conditions{Command: patterns("git push --dry-run **")},
	}
	paths := hook.Conditions{
		Path:   patterns("*.env"),
		Unless: &hook.Conditions{Path: patterns("test.env")},
	}
	both := hook.Conditions{
		Command: patterns("cp **"), Path: patterns("*.env"),
		Unless: &hook.Conditions{Command: patterns("cp -n **"), Path: patterns("test.env")},
	}
	shellOnly := hook.Conditions{Tool: patterns("shell"), Unless: &hook.Conditions{Command: patterns("git **", "ls **")}}
	for _, tt := range []struct {
		name, command string
		conditions    hook.Conditions
		want          ternary.Value
	}{
		{"the exception alone", "git push --dry-run", c, ternary.No},
		{"both", "git push --dry-run && git push", c, ternary.Yes},
		{"neither", "git status", c, ternary.No},
		{"an option that is only known at run time", "git push $x", c, ternary.Undecided},
		{"the path of the exception", "cat test.env", paths, ternary.No},
		{"another path beside it", "cat test.env a.env", paths, ternary.Yes},
		{"command and path of the exception", "cp -n test.env x", both, ternary.No},
		{"only the command of the exception", "cp -n a.env x", both, ternary.Yes},
		{"only the path of the exception", "cp test.env x", both, ternary.Yes},
		{"all commands are exceptions", "git status; ls", shellOnly, ternary.No},
		{"one is not", "git status; rm x", shellOnly, ternary.Yes},
		{"there is no command", "", shellOnly, ternary.Yes},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := decide(shellCall(tt.command), rule(hook.EffectDeny, tt.conditions)); got != tt.want {
				t.Errorf("%v, want %v", got, tt.want)
			}
		})
	}
}

func TestWhatPermitsMustHoldForAllOfIt(t *testing.T) {
	command := rule(hook.EffectAllow, hook.Conditions{Command: patterns("git status **", "ls **")})
	path := rule(hook.EffectAllow, hook.Conditions{Tool: patterns("shell"), Path: patterns("*.txt")})
	for _, tt := range []struct {
		name, command string
		rule          hook.Definition
		want          ternary.Value
	}{
		{"one command", "git status", command, ternary.Yes},
		{"two that are permitted", "git status; ls -l", command, ternary.Yes},
		{"one that is not", "git status; curl x", command, ternary.No},
		{"a wrapper that is not", "sudo ls", command, ternary.No},
		{"a redirection", "ls > /etc/passwd", command, ternary.No},
		{"a redirection to nowhere", "ls > /dev/null", command, ternary.Yes},
		{"all paths", "cat a.txt b.txt", path, ternary.Yes},
		{"not all paths", "cat a.txt b.go", path, ternary.No},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := decide(shellCall(tt.command), tt.rule); got != tt.want {
				t.Errorf("%v, want %v", got, tt.want)
			}
		})
	}
}

func TestALinkGainsNoException(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "secret.env"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("secret.env", filepath.Join(dir, "test.env")); err != nil {
		t.Skip(err)
	}
	ev := shellCall("cat test.env")
	ev.Session.Dir = dir
	c := hook.Conditions{Path: patterns("*.env"), Unless: &hook.Conditions{Path: patterns("test.env")}}
	if got := decide(ev, rule(hook.EffectDeny, c)); got != ternary.Yes {
		t.Errorf("%v", got)
	}
}

func TestExpressions(t *testing.T) {
	ev := shellCall("git push -f && ls")
	ev.Agent, ev.Session.ID = "claude", "s1"
	for expression, want := range map[string]ternary.Value{
		`event == "tool.before" and tool == "Bash"`:                ternary.Yes,
		`matches("push.*-f", input["command"])`:                    ternary.Yes,
		`glob("git*", input["command"])`:                           ternary.Yes,
		`glob("git", input["command"])`:                            ternary.No,
		`commands(input["command"])[0] == ["git", "push", "-f"]`:   ternary.Yes,
		`len([c for c in commands("a; b") if c[0] == "b"]) == 1`:   ternary.Yes,
		`inside("x/y", project) and not inside("/etc", project)`:   ternary.Yes,
		`agent == "claude" and session["id"] == "s1"`:              ternary.Yes,
		`result.get("a", 1) == 1`:                                  ternary.Yes,
		`len([1 for a in range(10000) for b in range(10000)]) > 1`: ternary.Yes, // too many steps
		`matches("(", "x")`:                                        ternary.Yes, // it fails
	} {
		c := hook.Conditions{When: &hook.Pattern{Text: expression}}
		if got := decide(ev, rule(hook.EffectDeny, c)); got != want {
			t.Errorf("%s: %v", expression, got)
		}
	}
}

func TestExpressionsCannotUseMuchMemory(t *testing.T) {
	for _, expression := range []string{
		`"x" * 1000000000`, `(lambda x: x + x)("a")`, `"%s%s" % (prompt, prompt)`, `"".join([prompt])`,
		`[c for a in [1] for b in [a for a in [b for b in [c for c in [1]]]]]`, "1" + strings.Repeat("+1", 40), `open("x")`, `load("x")`,
	} {
		c := hook.Conditions{When: &hook.Pattern{Text: expression}}
		found := rules.Check([]hook.Definition{rule(hook.EffectDeny, c)})
		if len(found) != 1 || found[0].Level != hook.LevelError {
			t.Errorf("%s: %v", expression, found)
		}
	}
}

// generated is a rule that could be in anybody's file.
func generated(t *rapid.T, name string) hook.Definition {
	command := rapid.SampledFrom([]string{"rm -rf **", "git push **", "git *", "ls **", "* **"}).Draw(t, "command")
	c := hook.Conditions{Command: patterns(command)}
	switch rapid.IntRange(0, 4).Draw(t, "more") {
	case 0:
		c.Unless = &hook.Conditions{Command: patterns(rapid.SampledFrom([]string{"git push --dry-run **", "ls **", "rm -rf x"}).Draw(t, "unless"))}
	case 1:
		c = hook.Conditions{Path: patterns(rapid.SampledFrom([]string{"*.env", "x", "outside-project"}).Draw(t, "path"))}
	case 2:
		c.When = &hook.Pattern{Text: rapid.SampledFrom([]string{"True", `"x" in input["command"]`, `input["none"]`}).Draw(t, "when")}
	}
	effect := rapid.SampledFrom([]hook.Effect{
		hook.EffectDeny, hook.EffectAsk, hook.EffectAllow, hook.EffectWarn, hook.EffectStop, hook.EffectRewrite,
	}).Draw(t, "effect")
	def := rule(effect, c)
	def.Name = name
	if effect == hook.EffectRewrite {
		def.Rule.Rewrite = []hook.Rewriting{{Key: "command", Value: json.RawMessage(`"ls"`)}}
	}
	return def
}

func generatedCommand(t *rapid.T) string {
	parts := rapid.SliceOfN(rapid.SampledFrom([]string{
		"rm -rf x", "git push", "git push --dry-run", "ls a.env", "cat /etc/x", "$X", "echo y > z.env", "cd x", "eval $Y",
	}), 1, 4).Draw(t, "commands")
	return strings.Join(parts, rapid.SampledFrom([]string{"; ", " && ", " | "}).Draw(t, "operator"))
}

// denies reports whether a rule of a set denies.
func denies(ev rules.Event, definitions []hook.Definition) bool {
	set := rules.New(definitions)
	for _, v := range set.Decide(ev) {
		if answer, ok := set.Answer(ev, v); ok && answer.Decision == hook.Deny {
			return true
		}
	}
	return false
}

func TestAddingARuleNeverTurnsADenyIntoAnAllow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var definitions []hook.Definition
		for i := range rapid.IntRange(1, 6).Draw(t, "rules") {
			definitions = append(definitions, generated(t, fmt.Sprint(i)))
		}
		ev := shellCall(generatedCommand(t))
		more := append(definitions[:len(definitions):len(definitions)], generated(t, "more"))
		if denies(ev, definitions) && !denies(ev, more) {
			t.Fatalf("%s is not denied any more", ev.Input)
		}
	})
}

// FuzzRule compiles whatever somebody wrote and compares it with something that
// looks like it.
func FuzzRule(f *testing.F) {
	f.Add("rm -rf **", ".env", "/a/", "len(input) > 1", "rm -rf x")
	f.Add("git {push,pull} *", "**/secrets/**", "secret", "matches('a', tool)", "git push; cat .env")
	f.Fuzz(func(t *testing.T, command, path, content, when, text string) {
		c := hook.Conditions{
			Command: patterns(command), Path: patterns(path), Content: patterns(content), When: &hook.Pattern{Text: when},
			Unless: &hook.Conditions{Prompt: patterns(content), Input: []hook.InputCondition{{Key: command, Patterns: patterns(path)}}},
		}
		def := rule(hook.EffectDeny, c)
		set := rules.New([]hook.Definition{def})
		for _, v := range set.Decide(shellCall(text)) {
			set.Answer(shellCall(text), v)
		}
		rules.Check([]hook.Definition{def})
	})
}

func manyRules(n int) []hook.Definition {
	var list []hook.Definition
	for i := range n {
		def := rule(hook.EffectDeny, hook.Conditions{Command: patterns(fmt.Sprintf("program%d --flag * **", i%200), fmt.Sprintf("git sub%d **", i))})
		def.Name = fmt.Sprint(i)
		list = append(list, def)
	}
	return list
}

const typical = "cd /tmp/project && git add -A && git commit -m 'fix: the thing' && go test ./... 2>&1 | tail -20"

func benchmarkDecide(b *testing.B, n int) {
	set, ev := rules.New(manyRules(n)), shellCall(typical)
	b.ReportAllocs()
	for b.Loop() {
		if len(set.Decide(ev)) != 0 {
			b.Fatal("a rule applies")
		}
	}
}

func BenchmarkTypicalCommand100Rules(b *testing.B)  { benchmarkDecide(b, 100) }
func BenchmarkTypicalCommand1000Rules(b *testing.B) { benchmarkDecide(b, 1000) }

func BenchmarkCheck1000Rules(b *testing.B) {
	list := manyRules(1000)
	for b.Loop() {
		rules.Check(list)
	}
}

func BenchmarkParseAlone(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		shell.Parse(typical)
	}
}
