package hooktest

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/grapnel-hooks/grapnel/hook"
)

// denied is an outcome with something in every part.
var denied = hook.Outcome{
	Decision: hook.Deny, Blocked: true, Reason: "not \"this\"\nnor that\n", Stop: true, StopReason: "enough",
	ToolInput: json.RawMessage(`{"a":1.0,"b":{"c":[1,2]},"d":"x"}`),
	Context:   []hook.Context{{Text: "one"}, {Text: "/two/"}},
	Messages:  []hook.Message{{To: hook.ToUser, Kind: hook.SystemMessage, Text: "hello: #1"}},
	Output:    hook.Object{"decision": json.RawMessage(`"deny"`)},
	Hooks: []hook.Result{
		{Name: "first", Status: hook.StatusOK},
		{Name: "second one", Status: hook.StatusBlocked, ExitCode: 2},
		{Name: "third", Status: hook.StatusSkipped, ExitCode: -1},
	},
	DurationMs: 1500,
}

// load reads a file with one test whose expectation is given.
func load(t *testing.T, expect string) *File {
	t.Helper()
	f, problems := parse("t.hooktest.yaml", []byte("tests:\n  - name: x\n    event: E\n    expect: "+expect+"\n"))
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	return f
}

func TestExpectationsThatAreMet(t *testing.T) {
	for _, expect := range []string{
		`{decision: deny}`,
		`{blocked: true, stop: true, suppressOutput: false}`,
		`{reason: "not \"this\"\nnor that"}`, // newlines at the end do not count
		`{reason: /^not.*\n/, stopReason: /eno/}`,
		`{input: {d: x, b: {c: [1, 2]}, a: 1.0}}`,
		`{inputContains: {b: {c: [1, 2]}}}`,
		`{input: {d: /^x$/, b: {c: [1, 2]}, a: 1}, inputContains: {d: "/[xy]/"}}`,
		`{request: null, response: null, toolConfig: null}`,
		`{output: {decision: deny}, outputContains: {decision: /^de/}}`,
		`{context: [one, /two/]}`,
		`{messages: "hello: #1"}`,
		`{messages: [{to: user}]}`,
		`{hooks: [first, /second/, {name: third, status: skipped}]}`,
		`{hooks: [{name: first, exitCode: 0}, {name: second one, status: blocked, exitCode: 2}, {name: /./, status: skipped}]}`,
		`{below: 2s}`,
	} {
		if failures := load(t, expect).Tests[0].check(denied); len(failures) > 0 {
			t.Errorf("%s: %+v", expect, failures)
		}
	}
}

func TestExpectationsThatAreNotMet(t *testing.T) {
	tests := []struct{ expect, want string }{
		{`{decision: none}`, "want  none\ngot   deny"},
		{`{blocked: false}`, "want  false\ngot   true"},
		{`{stopReason: ""}`, "want  \"\"\ngot   enough"},
		{`{stopReason: /^x/}`, "want  (a text that matches) /^x/\ngot   enough"},
		{`{reason: one}`, "--- want\n+++ got\n-one\n+not \"this\"\n+nor that"},
		{`{inputContains: {b: {c: [1, 3]}}}`, "--- want\n+++ got\n   \"b\": {\n     \"c\": [\n       1,\n-      3\n+      2\n     ]\n   }\n }"},
		{`{input: null}`, "-null\n"},
		{`{outputContains: {decision: /allow/}}`, "-  \"decision\": \"/allow/\"\n+  \"decision\": \"deny\""},
		{`{inputContains: {a: /1/}}`, "-  \"a\": \"/1/\"\n+  \"a\": 1"}, // only texts match patterns
		{`{context: [one]}`, "--- want\n+++ got\n - one\n+- /two/"},
		{`{context: [/on/, other, more]}`, "--- want\n+++ got\n - one\n-- other\n-- more\n+- /two/"},
		{`{messages: {to: model, text: hello}}`, "want  - (to model) hello\ngot   - (to user, system) hello: #1"},
		{`{hooks: [first, second one, third]}`, "-- third\n+- third: skipped, exit code -1"},
		{`{below: 1s}`, "want  below 1s\ngot   1.5s"},
	}
	for _, tt := range tests {
		failures := load(t, tt.expect).Tests[0].check(denied)
		if len(failures) != 1 || !strings.Contains(failures[0].Diff(), tt.want) {
			t.Errorf("%s: %+v\nwant %s", tt.expect, failures, tt.want)
			continue
		}
		if !strings.HasPrefix(failures[0].Position, "t.hooktest.yaml:4:") {
			t.Errorf("%s: at %s", tt.expect, failures[0].Position)
		}
	}
}

func TestAHookThatFailsIsAFailureUnlessItIsExpected(t *testing.T) {
	for _, status := range []hook.Status{hook.StatusFailed, hook.StatusTimeout, hook.StatusKilled, hook.StatusSpawnError, hook.StatusBadOutput} {
		out := hook.Outcome{Hooks: []hook.Result{{Name: "a", Status: status, ExitCode: 1}}}
		for expect, good := range map[string]bool{
			`{decision: none}`: false,
			`{hooks: [a]}`:     false,
			`{hooks: [{name: a, status: ` + string(status) + `}]}`: true,
			`{hooks: [{name: a, exitCode: 1}]}`:                    true,
		} {
			if failures := load(t, expect).Tests[0].check(out); (len(failures) == 0) != good {
				t.Errorf("%s, %s: %+v", status, expect, failures)
			}
		}
	}
}

// TestUpdateSaysEverything writes all there is about an outcome and reads it
// back: rewrite verifies that the test then passes.
func TestUpdateSaysEverything(t *testing.T) {
	const all = `{decision: none, blocked: false, reason: x, stop: false, stopReason: x, suppressOutput: true, input: {},
      inputContains: {d: y, z: 1}, request: {}, response: {}, toolConfig: {}, output: {}, outputContains: {decision: x}, context: [], messages: [], hooks: []}`
	for name, text := range map[string]string{
		"nothing":    "tests:\n- name: x\n  event: E\n",
		"null":       "tests:\n- name: x\n  expect: # here\n  event: E\n",
		"empty":      "tests:\n- name: x\n  event: E\n  expect: {}\n",
		"flow":       "tests:\n  - name: x\n    event: E\n    expect: " + all + "\n",
		"first key":  "tests:\n  - expect: {decision: none}\n    name: x\n    event: E\n",
		"line ends":  "tests:\r\n  - name: x\r\n    event: E\r\n    expect:\r\n      decision: none\r\n      hooks: []\r\n  - name: y\r\n    event: E\r\n",
		"no newline": "tests:\n  - name: x\n    event: E",
	} {
		t.Run(name, func(t *testing.T) {
			f, problems := parse("t.hooktest.yaml", []byte(text))
			if len(problems) > 0 {
				t.Fatal(problems)
			}
			changed, err := f.rewrite(f.text, &Result{Name: "x", Outcome: &denied, test: f.Tests[0]})
			if err != nil {
				t.Fatalf("%v\n%s", err, changed)
			}
			if strings.Count(string(changed), "\r") > 0 && strings.Count(string(changed), "\r") != strings.Count(string(changed), "\n") {
				t.Errorf("mixed line ends in %q", changed)
			}
		})
	}
}

func TestTheDirectoryIsCalledProject(t *testing.T) {
	const dir = `/tmp/a "strange\" name`
	raw := intoProject(json.RawMessage(`{"a":"$PROJECT/x","b":"$PROJECTS"}`), dir)
	var value map[string]string
	if err := json.Unmarshal(raw, &value); err != nil || value["a"] != dir+"/x" || value["b"] != "$PROJECTS" {
		t.Fatalf("%s, %v", raw, err)
	}
	out, err := outOfProject(hook.Outcome{Reason: "in " + dir, ToolInput: raw, Output: hook.Object{"a": raw}}, dir)
	if err != nil || out.Reason != "in $PROJECT" || !strings.Contains(string(out.ToolInput), `"$PROJECT/x"`) {
		t.Errorf("%+v, %v", out, err)
	}
}

func TestSnapshotsShowChanges(t *testing.T) {
	before := Snapshot{"same": {size: 1}, "gone": {size: 1}, "longer": {size: 1}}
	after := Snapshot{"same": {size: 1}, "longer": {size: 2}, "new": {}}
	if got := strings.Join(before.Changed(after), " "); got != "gone longer new" {
		t.Error(got)
	}
}

// FuzzFile reads arbitrary test files and updates their tests: what comes out
// is a test file that differs in expectations only, or nothing.
func FuzzFile(f *testing.F) {
	for _, seed := range []string{
		"tests:\n  - name: x\n    event: E\n    tool: t\n    expect:\n      decision: deny # why\n      hooks:\n      - a\n",
		"tests: [{name: x, event: E, expect: {input: {a: 1}}}]",
		"config: a\nenv: {A: 1}\nfiles: {a: b}\nneeds: jq\ntests:\n- name: x\n  event: E\n  payload: {a: [1]}\n  expect: {reason: /(/}\n",
		"comment\n-- a --\nx\n-- test.yaml --\ntests:\n  - expect: {}\n    name: 'x'\n    event: E\n-- b --\n",
		"tests:\n  - {name: x, event: E}\n", "-- test.yaml --\n", "x\n-- --\n", "tests:\n", "\xff", "tests:\n  - ? a\n",
	} {
		f.Add(seed, strings.Contains(seed, "-- "))
	}
	f.Fuzz(func(t *testing.T, text string, archive bool) {
		path := "f.hooktest.yaml"
		if archive {
			path = "f.hooktest.txtar"
		}
		file, problems := parse(path, []byte(text))
		if len(problems) > 0 {
			return
		}
		for _, test := range file.Tests {
			changed, err := file.rewrite(file.text, &Result{Name: test.Name, Outcome: &denied, test: test})
			if err != nil {
				continue
			}
			again, problems := parse(path, changed)
			if len(problems) > 0 || len(again.Tests) != len(file.Tests) || len(again.archive) != len(file.archive) {
				t.Fatalf("%q became %q: %v", text, changed, problems)
			}
		}
	})
}

func TestPatternsThatAreMetAreKept(t *testing.T) {
	f := load(t, `{inputContains: {d: /x|y/, e: old}}`)
	out := hook.Outcome{ToolInput: []byte(`{"d": "x", "e": "/tmp/"}`)}
	changed, err := f.rewrite(f.text, &Result{Name: "x", Outcome: &out, test: f.Tests[0]})
	if err != nil || !strings.Contains(string(changed), `d: "/x|y/"`) || !strings.Contains(string(changed), `e: "/^/tmp/$/"`) {
		t.Errorf("%v\n%s", err, changed)
	}
}

func TestPatternsAreChecked(t *testing.T) {
	_, problems := parse("t.hooktest.yaml", []byte("tests:\n  - name: x\n    event: E\n    expect: {outputContains: {a: [{b: \"/(/\"}]}}\n"))
	if len(problems) != 1 || !strings.Contains(problems[0].Error(), "t.hooktest.yaml:4:39: outputContains: error parsing regexp") {
		t.Errorf("%v", problems)
	}
}

// What the YAML parser says is for those who know its grammar.
func TestMistakesInYAMLAreExplained(t *testing.T) {
	for line, want := range map[string]string{
		`    expect: {reason: "say "no""}`: "4:28: a { or [ is not closed, or a text in it has one of \"'[]{}, in it; put the whole text in quotes",
		`    expect: {reason: /[a-z]{2}/}`: "put the whole text in quotes",
		`    skip: no: really`:             "4:11: a second colon on the line",
		`    skip: 'it's'`:                 "4:15: something follows a text in quotes; put the whole text in quotes",
		"\tskip: x":                        "4:1: the line is indented with a tab; write spaces",
		`    skip: "\d"`:                   "4:13: a backslash means something in double quotes; put the text in single quotes",
		"    skip: `no`":                   "4:11: no text begins with this character; put the text in quotes",
		`    skip: "no`:                    "4:11: the quote is not closed",
	} {
		_, problems := parse("t.hooktest.yaml", []byte("tests:\n  - name: x\n    event: E\n"+line+"\n"))
		if len(problems) != 1 || !strings.Contains(problems[0].Error(), want) {
			t.Errorf("%s: %v", line, problems)
		}
	}
}
