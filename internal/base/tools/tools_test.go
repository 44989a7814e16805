package tools

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/jsonx"
)

const patch = "*** Begin Patch\n*** Add File: a.txt\n+hello\n*** Update File: b.txt\n@@ func\n ctx\n-one\n+uno\n*** Delete File: c.txt\n*** End Patch\n"

func input(pairs ...string) json.RawMessage {
	object := hook.Object{}
	for i := 0; i < len(pairs); i += 2 {
		object.Set(pairs[i], pairs[i+1])
	}
	return object.Raw()
}

func TestACallIsShownInTheWordsOfAnotherAgent(t *testing.T) {
	tests := []struct {
		name, from, to string
		call           Call
		want           []string
	}{
		{"Droid's Execute is Claude's Bash", "droid", "claude", Call{"Execute", json.RawMessage(`{"command":"ls","riskLevel":"low"}`)}, []string{`Bash {"command":"ls","riskLevel":"low"}`}},
		{"Qwen's run_shell_command is Claude's Bash", "qwen", "claude", Call{"run_shell_command", json.RawMessage(`{"command":"ls"}`)}, []string{`Bash {"command":"ls"}`}},
		{"Codex's exec_command is Claude's Bash", "codex", "claude", Call{"exec_command", json.RawMessage(`{"cmd":"ls"}`)}, []string{`Bash {"command":"ls"}`}},
		{"each command of Cline is one Bash", "cline", "claude", Call{"run_commands", json.RawMessage(`{"commands":["a",{"command":"b","args":["c d"]}]}`)}, []string{`Bash {"command":"a"}`, `Bash {"command":"b 'c d'"}`}},
		{"Cline's other spellings", "cline", "claude", Call{"run_commands", json.RawMessage(`{"cmd":"a"}`)}, []string{`Bash {"command":"a"}`}},
		{"Cline's bare list", "cline", "claude", Call{"run_commands", json.RawMessage(`["a","b"]`)}, []string{`Bash {"command":"a"}`, `Bash {"command":"b"}`}},
		{"Cline's editor creates", "cline", "claude", Call{"editor", json.RawMessage(`{"path":"p","new_text":"x"}`)}, []string{`Write {"content":"x","file_path":"p"}`}},
		{"Cline's editor edits", "cline", "claude", Call{"editor", json.RawMessage(`{"path":"p","old_text":"o","new_text":"x"}`)}, []string{`Edit {"file_path":"p","new_string":"x","old_string":"o"}`}},
		{"each file of a patch", "codex", "claude", Call{"apply_patch", input("command", patch)}, []string{
			`Write {"content":"hello\n","file_path":"a.txt"}`,
			`Edit {"file_path":"b.txt","new_string":"ctx\nuno\n","old_string":"ctx\none\n"}`,
			`Edit {"file_path":"c.txt","new_string":"","old_string":""}`,
		}},
		{"both places of a file that moves", "codex", "claude", Call{"apply_patch", input("command", "*** Begin Patch\n*** Update File: a\n*** Move to: b\n@@\n-x\n+y\n*** End Patch")}, []string{
			`Edit {"file_path":"a","new_string":"y\n","old_string":"x\n"}`,
			`Edit {"file_path":"b","new_string":"y\n","old_string":"x\n"}`,
		}},
		{"what is no patch is still an edit", "codex", "claude", Call{"apply_patch", input("command", "rm -rf")}, []string{`Edit {"file_path":"","new_string":"rm -rf"}`}},
		{"what is no list is still a command", "cline", "claude", Call{"run_commands", json.RawMessage(`{"commands":7}`)}, []string{`Bash {"command":"{\"commands\":7}"}`}},
		{"Claude's Write is a patch for Codex", "claude", "codex", Call{"Write", input("file_path", "a", "content", "x\ny\n")}, []string{`apply_patch {"command":"*** Begin Patch\n*** Add File: a\n+x\n+y\n*** End Patch\n"}`}},
		{"Claude's Bash is a list for Cline", "claude", "cline", Call{"Bash", input("command", "ls")}, []string{`run_commands {"commands":["ls"]}`}},
		{"Claude's Edit is a list for pi", "claude", "pi", Call{"Edit", input("file_path", "a", "old_string", "o", "new_string", "n")}, []string{`edit {"edits":[{"newText":"n","oldText":"o"}],"path":"a"}`}},
		{"what has no counterpart keeps its name", "claude", "codex", Call{"ExitPlanMode", json.RawMessage(`{"plan":1}`)}, []string{`ExitPlanMode {"plan":1}`}},
		{"a tool of an MCP server", "claude", "gemini", Call{"mcp__git__push", json.RawMessage(`{}`)}, []string{`mcp_git_push {}`}},
		{"an input that is no object", "claude", "gemini", Call{"Bash", json.RawMessage(`"ls"`)}, []string{`run_shell_command {"command":"ls"}`}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, c := range Of(tt.to).Show(Of(tt.from), tt.call) {
				got = append(got, c.Name+" "+string(c.Input))
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("got  %s\nwant %s", strings.Join(got, "\n     "), strings.Join(tt.want, "\n     "))
			}
		})
	}
}

func TestARewriteIsGivenBackInTheAgentsWords(t *testing.T) {
	tests := []struct {
		name, from, to string
		call           Call
		part           int
		rewritten      string
		want           string
	}{
		{"a renamed member", "copilot", "claude", Call{"Write", json.RawMessage(`{"path":"a","file_text":"x","y":1}`)}, 0, `{"file_path":"b","content":"x","y":1}`, `{"file_text":"x","path":"b","y":1}`},
		{"a member the hook took away", "droid", "claude", Call{"Execute", json.RawMessage(`{"command":"a","riskLevel":"low"}`)}, 0, `{"command":"b"}`, `{"command":"b"}`},
		{"one command of several", "cline", "claude", Call{"run_commands", json.RawMessage(`{"commands":["a","b"],"timeout":5}`)}, 1, `{"command":"c"}`, `{"commands":["a","c"],"timeout":5}`},
		{"one file of a patch", "codex", "claude", Call{"apply_patch", input("command", "*** Begin Patch\n*** Add File: a\n+x\n*** Update File: b\n@@\n-o\n+n\n*** End Patch")}, 1, `{"file_path":"b","old_string":"o\n","new_string":"m\n"}`, `{"command":"*** Begin Patch\n*** Add File: a\n+x\n*** Update File: b\n@@\n-o\n+m\n*** End Patch\n"}`},
		{"through a patch", "claude", "codex", Call{"Write", json.RawMessage(`{"content":"x\n","file_path":"a","mode":7}`)}, 0, `{"command":"*** Begin Patch\n*** Add File: a\n+y\n*** End Patch\n"}`, `{"content":"y\n","file_path":"a","mode":7}`},
		{"one edit of several", "pi", "claude", Call{"edit", json.RawMessage(`{"path":"a","edits":[{"oldText":"1","newText":"2"},{"oldText":"3","newText":"4"}]}`)}, 1, `{"file_path":"a","old_string":"3","new_string":"5"}`, `{"edits":[{"newText":"2","oldText":"1"},{"newText":"5","oldText":"3"}],"path":"a"}`},
		{"what has no counterpart", "claude", "codex", Call{"ExitPlanMode", json.RawMessage(`{"plan":1}`)}, 0, `{"plan":2}`, `{"plan":2}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			seen := Of(tt.to).Show(Of(tt.from), tt.call)
			seen[tt.part].Input = json.RawMessage(tt.rewritten)
			got, err := Of(tt.to).Back(Of(tt.from), tt.call, seen)
			if err != nil || string(got) != tt.want {
				t.Errorf("got  %s, %v\nwant %s", got, err, tt.want)
			}
		})
	}
}

func TestARewriteThatCannotBeGivenBackIsAnError(t *testing.T) {
	call := Call{"apply_patch", input("command", patch)} // it deletes a file, too
	seen := Of("claude").Show(Of("codex"), call)
	seen[0].Input = input("file_path", "a.txt", "content", "changed\n")
	if got, err := Of("claude").Back(Of("codex"), call, seen); !errors.Is(err, ErrNotBack) {
		t.Errorf("got %s, %v", got, err)
	}
	two := Call{"edit", json.RawMessage(`{"path":"a","edits":[{"oldText":"1","newText":"2"},{"oldText":"3","newText":"4"}]}`)}
	seen = Of("claude").Show(Of("pi"), two)
	seen[1].Input = input("file_path", "elsewhere", "old_string", "3", "new_string", "4")
	if got, err := Of("claude").Back(Of("pi"), two, seen); !errors.Is(err, ErrNotBack) {
		t.Errorf("got %s, %v", got, err)
	}
}

// A patch has no way to name such a file, and its guard must see the call all
// the same.
func TestACallThatCannotBeTranslatedKeepsItsJob(t *testing.T) {
	call := Call{"Write", input("file_path", "a\nb", "content", "x")}
	seen := Of("codex").Show(Of("claude"), call)
	if len(seen) != 1 || seen[0].Name != "apply_patch" || string(seen[0].Input) != string(call.Input) {
		t.Errorf("shown as %+v", seen)
	}
}

// Whoever looks at a call, nothing of it changes by being looked at, and a part
// never loses its job.
func TestShowingACallChangesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		from := Of(rapid.SampledFrom(Names()).Draw(t, "from"))
		to := Of(rapid.SampledFrom(Names()).Draw(t, "to"))
		tool := rapid.SampledFrom(from.Tools).Draw(t, "tool")
		call := Call{tool.Name, drawInput(t, tool)}
		seen := to.Show(from, call)
		if got, err := to.Back(from, call, seen); err != nil || got != nil {
			t.Fatalf("%s %s: got %s, %v", call.Name, call.Input, got, err)
		}
		for i, part := range from.Parts(call) {
			if _, has := to.tool(part.Job); has && !slices.Contains(to.Jobs(seen[i].Name), part.Job) {
				t.Fatalf("%s is shown as %s", call.Name, seen[i].Name)
			}
		}
	})
}

func drawInput(t *rapid.T, tool Tool) json.RawMessage {
	fields := hook.Object{}
	for _, names := range [][8][2]string{tool.Members.names(), tool.Inner.names()} {
		for _, name := range names {
			if name[1] != "" && rapid.Bool().Draw(t, "has "+name[1]) {
				fields.Set(name[1], rapid.String().Draw(t, name[1]))
			}
		}
	}
	if tool.Patch != "" {
		fields.Set(tool.Patch, rapid.SampledFrom([]string{patch, "", "x"}).Draw(t, "patch"))
	}
	if tool.List != "" {
		fields.Set(tool.List, rapid.SliceOf(rapid.String()).Draw(t, "list"))
	}
	return fields.Raw()
}

// FuzzParts looks for inputs that a guard would not see: whatever the input, the
// shell tools of all agents stay shell tools in the words of all others.
func FuzzParts(f *testing.F) {
	f.Add([]byte(`{"command":"ls","commands":["a",{"command":"b","args":["c"]}]}`))
	f.Add([]byte(`{"command":` + string(jsonx.AppendString(nil, patch)) + `}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		if !json.Valid(raw) {
			t.Skip()
		}
		for _, from := range Names() {
			for _, tool := range Of(from).Tools {
				call := Call{tool.Name, raw}
				for _, part := range Of(from).Parts(call) {
					if part.Job.Role() == NoRole {
						t.Fatalf("%s %s %s has no role", from, tool.Name, raw)
					}
				}
				for _, shown := range Of("claude").Show(Of(from), call) {
					if !json.Valid(shown.Input) {
						t.Fatalf("%s %s is shown as %s", tool.Name, raw, shown.Input)
					}
				}
			}
		}
	})
}

// The work on an input grows with its size: that of twice as many commands is
// about twice as much.
func TestTakingApartIsLinear(t *testing.T) {
	work := func(n int) float64 {
		var list []string
		for i := range n {
			list = append(list, fmt.Sprint("echo ", i))
		}
		raw, _ := jsonx.Marshal(map[string]any{"commands": list})
		return testing.AllocsPerRun(1, func() { Of("claude").Show(Of("cline"), Call{"run_commands", raw}) })
	}
	if one, two := work(2000), work(4000); two > 2.5*one {
		t.Errorf("%v allocations for one size, %v for twice that", one, two)
	}
}
