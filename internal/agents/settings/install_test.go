package settings_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/agents"
	"github.com/grapnel-hooks/grapnel/internal/agents/all"
	"github.com/grapnel-hooks/grapnel/internal/agents/settings"
)

// newPlace is a machine with an empty home and an empty project.
func newPlace(t *testing.T) agents.Place {
	t.Helper()
	return agents.Place{Home: t.TempDir(), Project: t.TempDir(), Getenv: func(string) string { return "" }}
}

func named(t *testing.T, name string) agents.Agent {
	t.Helper()
	a, err := all.Named(name)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func registration(a agents.Agent) agents.Registration {
	return agents.Registration{
		Binary: "/opt/my tools/grapnel", Timeout: 90 * time.Second,
		Events: a.EventsFor([]hook.Kind{hook.ToolBefore, hook.ToolAfter, hook.AgentStop}),
	}
}

func install(t *testing.T, a agents.Agent, scope settings.Scope, place agents.Place, r agents.Registration) []settings.Change {
	t.Helper()
	changes, err := settings.Install(a, scope, place, r)
	if err != nil {
		t.Fatal(err)
	}
	applyAll(t, changes)
	return changes
}

func uninstall(t *testing.T, a agents.Agent, scope settings.Scope, place agents.Place) []settings.Change {
	t.Helper()
	changes, err := settings.Uninstall(a, scope, place)
	if err != nil {
		t.Fatal(err)
	}
	applyAll(t, changes)
	return changes
}

func applyAll(t *testing.T, changes []settings.Change) {
	t.Helper()
	for _, c := range changes {
		if err := c.Apply(); err != nil {
			t.Fatal(err)
		}
	}
}

// tree returns all files below directories, with mode and content.
func tree(t *testing.T, dirs ...string) string {
	t.Helper()
	var b strings.Builder
	for _, dir := range dirs {
		err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return err
			}
			info, err := entry.Info()
			if err != nil {
				return err
			}
			content, err := os.ReadFile(path)
			fmt.Fprintf(&b, "%s %s\n%s\n", info.Mode(), path, content)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return b.String()
}

func write(t *testing.T, file, content string, mode fs.FileMode) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(content), mode); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(file, mode); err != nil {
		t.Fatal(err)
	}
}

func TestInstallAndUninstallLeaveNothingBehind(t *testing.T) {
	for _, a := range all.Agents() {
		for scope, name := range map[settings.Scope]string{settings.User: "user", settings.Project: "project"} {
			t.Run(a.Name+" for the "+name, func(t *testing.T) {
				place := newPlace(t)
				install(t, a, scope, place, registration(a))
				once := tree(t, place.Home, place.Project)
				if !strings.Contains(once, "hook") {
					t.Fatalf("nothing is installed: %s", once)
				}
				for _, c := range install(t, a, scope, place, registration(a)) {
					if !c.IsNothing() {
						t.Errorf("a second install changes %s", c.File)
					}
				}
				if twice := tree(t, place.Home, place.Project); twice != once {
					t.Errorf("a second install changed\n%s\nto\n%s", once, twice)
				}
				uninstall(t, a, scope, place)
				if left := tree(t, place.Home, place.Project); left != "" {
					t.Errorf("left behind: %s", left)
				}
			})
		}
	}
}

func TestSettingsAreRestoredToTheByte(t *testing.T) {
	for _, a := range all.Agents() {
		if a.Settings.Own != nil {
			continue
		}
		for _, text := range []string{
			"{}", "{ }\n", "{\n}\n", "{\n\t\"a\": 1, // one\n}\r\n", "\ufeff{\"hooks\":{}}", "{\"hooks\": {\"PreToolUse\": [], \"BeforeTool\": [ ]}, \"z\": 1e400}",
		} {
			t.Run(fmt.Sprintf("%s %q", a.Name, text), func(t *testing.T) {
				place := newPlace(t)
				files, err := settings.Files(a, settings.User, place)
				if err != nil {
					t.Fatal(err)
				}
				write(t, files[0], text, 0o600)
				before := tree(t, place.Home)
				install(t, a, settings.User, place, registration(a))
				r := registration(a)
				r.Binary, r.OnFailure, r.Timeout = "/elsewhere/grapnel", "allow", time.Hour
				install(t, a, settings.User, place, r) // an upgrade keeps the first copy
				uninstall(t, a, settings.User, place)
				if after := tree(t, place.Home); after != before {
					t.Errorf("was\n%s\nis\n%s", before, after)
				}
			})
		}
	}
}

func TestWhatOthersChangedSinceStays(t *testing.T) {
	a, place := named(t, "claude"), newPlace(t)
	file := filepath.Join(place.Home, ".claude", "settings.json")
	write(t, file, "{\n  \"a\": 1\n}\n", 0o644)
	install(t, a, settings.User, place, registration(a))
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	write(t, file, strings.Replace(string(text), `"a": 1`, `"a": 2, "b": 3`, 1), 0o644)
	uninstall(t, a, settings.User, place)
	if got, _ := os.ReadFile(file); string(got) != "{\n  \"a\": 2, \"b\": 3\n}\n" {
		t.Errorf("got %s", got)
	}
	if _, err := os.Stat(file + ".before-grapnel"); err != nil {
		t.Errorf("the copy of what was there before is gone: %v", err)
	}
}

func TestEntriesAreInTheAgentsOwnUnits(t *testing.T) {
	for name, want := range map[string]string{
		"claude": `"onFailure":"block","timeout":90,"type":"command"`,
		"codex":  `"timeout":90,"type":"command"`,
		"droid":  `"timeout":90,"type":"command"`,
		"qwen":   `"name":"grapnel","timeout":90,"type":"command"`,
		"gemini": `"name":"grapnel","timeout":90000,"type":"command"`,
		"llxprt": `"name":"grapnel","timeout":90000,"type":"command"`,
	} {
		a := named(t, name)
		r := registration(a)
		first := string(settings.Entries(a, r)[0].Group)
		if !strings.HasSuffix(first, want+"}]}") {
			t.Errorf("%s: got %s", name, first)
		}
		r.Timeout = time.Hour // Qwen would take 3600 for milliseconds
		if group := string(settings.Entries(a, r)[0].Group); name == "qwen" && !strings.Contains(group, `"timeout":999,`) {
			t.Errorf("qwen: got %s", group)
		}
	}
}

func TestCodexHooksGoWhereTheUserHasHooks(t *testing.T) {
	a, place := named(t, "codex"), newPlace(t)
	config := filepath.Join(place.Home, ".codex", "config.toml")
	write(t, config, "model = \"x\"\n", 0o600)
	install(t, a, settings.User, place, registration(a))
	if _, err := os.Stat(filepath.Join(place.Home, ".codex", "hooks.json")); err != nil {
		t.Errorf("without hooks in config.toml: %v", err)
	}
	uninstall(t, a, settings.User, place)
	write(t, config, "model = \"x\"\n[[hooks.Stop]]\n[[hooks.Stop.hooks]]\ntype = \"command\"\ncommand = \"mine\"\n", 0o600)
	before := tree(t, place.Home)
	install(t, a, settings.User, place, registration(a))
	if text, _ := os.ReadFile(config); !strings.Contains(string(text), "hook --host codex --event PreToolUse") {
		t.Errorf("with hooks in config.toml: %s", text)
	}
	write(t, filepath.Join(place.Home, ".codex", "hooks.json"), "{}", 0o600)
	install(t, a, settings.User, place, registration(a)) // now there is a better place, and only one
	if text, _ := os.ReadFile(config); strings.Contains(string(text), "--host") {
		t.Errorf("registered twice: %s", text)
	}
	uninstall(t, a, settings.User, place)
	if err := os.Remove(filepath.Join(place.Home, ".codex", "hooks.json")); err != nil {
		t.Fatal(err)
	}
	if after := tree(t, place.Home); after != before {
		t.Errorf("was\n%s\nis\n%s", before, after)
	}
}

func TestAFileThatNeedNotChangeMayBeReadOnly(t *testing.T) {
	a, place := named(t, "codex"), newPlace(t)
	write(t, filepath.Join(place.Home, ".codex", "config.toml"), "model = \"x\"\n", 0o444)
	install(t, a, settings.User, place, registration(a))
	uninstall(t, a, settings.User, place)
}

func TestSettingsThatMustNotBeChangedAreAnErrorAndStay(t *testing.T) {
	a := named(t, "claude")
	tests := []struct {
		name, want string
		prepare    func(t *testing.T, file string)
	}{
		{"broken", "settings.json:1:8: ", func(t *testing.T, file string) { write(t, file, `{"a": 1`, 0o644) }},
		{"empty", "settings.json:1:1: the file is empty", func(t *testing.T, file string) { write(t, file, "", 0o644) }},
		{"read-only", "is read-only", func(t *testing.T, file string) { write(t, file, "{}", 0o444) }},
		{"a directory", "is not a regular file", func(t *testing.T, file string) { write(t, filepath.Join(file, "x"), "", 0o644) }},
		{"a link to nowhere", "follow the link", func(t *testing.T, file string) {
			if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.Symlink("nowhere", file)); err != nil {
				t.Fatal(err)
			}
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			place := newPlace(t)
			file := filepath.Join(place.Home, ".claude", "settings.json")
			tt.prepare(t, file)
			_, err := settings.Install(a, settings.User, place, registration(a))
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v", err)
			}
			if entries, _ := os.ReadDir(filepath.Dir(file)); len(entries) != 1 {
				t.Errorf("left behind: %v", entries)
			}
		})
	}
}

func TestAHomeThatIsNotThereIsNotMade(t *testing.T) {
	place := newPlace(t)
	place.Home = filepath.Join(place.Home, "gone")
	for _, a := range all.Agents() {
		if _, err := settings.Install(a, settings.User, place, registration(a)); err == nil || !strings.Contains(err.Error(), "there is no directory") {
			t.Errorf("%s: got %v", a.Name, err)
		}
	}
}

func TestALinkStaysALink(t *testing.T) {
	a, place := named(t, "claude"), newPlace(t)
	target := filepath.Join(t.TempDir(), "dotfiles.json")
	write(t, target, "{}", 0o640)
	file := filepath.Join(place.Home, ".claude", "settings.json")
	if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.Symlink(target, file)); err != nil {
		t.Skip(err)
	}
	install(t, a, settings.User, place, registration(a))
	if link, err := os.Readlink(file); err != nil || link != target {
		t.Errorf("got %q, %v", link, err)
	}
	if info, err := os.Stat(target); err != nil || info.Mode().Perm() != 0o640 || info.Size() < 10 {
		t.Errorf("got %v, %v", info, err)
	}
}

func TestAFileThatChangesMeanwhileIsNotOverwritten(t *testing.T) {
	a, place := named(t, "claude"), newPlace(t)
	file := filepath.Join(place.Home, ".claude", "settings.json")
	write(t, file, "{}", 0o644)
	changes, err := settings.Install(a, settings.User, place, registration(a))
	if err != nil {
		t.Fatal(err)
	}
	write(t, file, `{"new": 1}`, 0o644)
	if err := changes[0].Apply(); err == nil || !strings.Contains(err.Error(), "changed in the meantime") {
		t.Errorf("got %v", err)
	}
	if text, _ := os.ReadFile(file); string(text) != `{"new": 1}` {
		t.Errorf("got %s", text)
	}
}

func TestAHookOfTheUserIsNotReplaced(t *testing.T) {
	a, place := named(t, "cline"), newPlace(t)
	write(t, filepath.Join(place.Home, ".cline", "hooks", "PreToolUse"), "#!/bin/sh\necho mine\n", 0o755)
	if _, err := settings.Install(a, settings.User, place, registration(a)); err == nil || !strings.Contains(err.Error(), "PreToolUse is not Grapnel's") {
		t.Errorf("got %v", err)
	}
}

func TestASwitchThatTheUserTurnedOffIsNamed(t *testing.T) {
	a, place := named(t, "llxprt"), newPlace(t)
	file := filepath.Join(place.Home, ".llxprt", "settings.json")
	write(t, file, "{\n  \"hooksConfig\": {\"enabled\": false}\n}", 0o644)
	_, err := settings.Install(a, settings.User, place, registration(a))
	if err == nil || !strings.Contains(err.Error(), "settings.json:2:30: hooks are switched off here") {
		t.Errorf("got %v", err)
	}
}

// fakeGrapnel is a program that answers with an exit code.
func fakeGrapnel(t *testing.T, script string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "it's grapnel")
	write(t, file, "#!/bin/sh\n"+script+"\n", 0o755)
	return file
}

// run runs a command line as agents do.
func run(t *testing.T, line string) (stdout, stderr string, code int) {
	t.Helper()
	var out, errs bytes.Buffer
	cmd := exec.Command("/bin/sh", "-c", line)
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return out.String(), errs.String(), cmd.ProcessState.ExitCode()
}

func TestTheCommandLineFailsClosedBeforeAnOperationOnly(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("agents run a POSIX shell elsewhere")
	}
	before, stop := agents.EventName{Name: "PreToolUse", Kind: hook.ToolBefore}, agents.EventName{Name: "Stop", Kind: hook.AgentStop}
	answers := fakeGrapnel(t, `echo "$@"`)
	silent := fakeGrapnel(t, `cat >/dev/null`)
	denies := fakeGrapnel(t, `echo no >&2; exit 2`)
	crashes := fakeGrapnel(t, `echo '{"half'; kill -9 $$`)
	gone := `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"` + agents.GoneText + `"}}` + "\n"
	tests := []struct {
		name           string
		agent          string
		r              agents.Registration
		event          agents.EventName
		stdout, stderr string
		code           int
	}{
		{"an answer", "claude", agents.Registration{Binary: answers, OnFailure: "ask", Configs: []string{"/a b.yaml"}}, before, "hook --host claude --event PreToolUse --on-failure ask --config /a b.yaml\n", "", 0},
		{"no answer is needed", "claude", agents.Registration{Binary: silent}, before, "", "", 0},
		{"a program that is gone", "claude", agents.Registration{Binary: "/nowhere/grapnel"}, before, gone, "", 0},
		{"a crash", "claude", agents.Registration{Binary: crashes}, before, gone, "", 0},
		{"a program that is gone, if that shall not matter", "claude", agents.Registration{Binary: "/nowhere/grapnel", OnFailure: "allow"}, before, "", "", 0},
		{"a program that is gone at the end of a turn", "claude", agents.Registration{Binary: "/nowhere/grapnel"}, stop, "", "", 0},
		{"a deny by exit code", "droid", agents.Registration{Binary: denies}, before, "", "no\n", 2},
		{"a program that is gone, by exit code", "droid", agents.Registration{Binary: "/nowhere/grapnel"}, before, "", agents.GoneText + "\n", 2},
		{"a crash, by exit code", "droid", agents.Registration{Binary: crashes}, before, "{\"half\n", agents.GoneText + "\n", 2},
		{"a deny by exit code at the end of a turn", "droid", agents.Registration{Binary: denies}, stop, "", "no\n", 2},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			stdout, stderr, code := run(t, tt.r.Command(named(t, tt.agent), tt.event))
			// The shell says in its own words what it cannot run.
			if stdout != tt.stdout || !strings.HasSuffix(stderr, tt.stderr) || code != tt.code {
				t.Errorf("got %q, %q, exit %d", stdout, stderr, code)
			}
		})
	}
}

func TestClinesProgramsFailClosedInJSON(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Cline's hooks are shell scripts")
	}
	a := named(t, "cline")
	for binary, want := range map[string]string{
		fakeGrapnel(t, `cat >/dev/null; echo '{"context":"x"}'`): `{"context":"x"}`,
		fakeGrapnel(t, `echo '{"half'; exit 1`):                  `{"cancel":true,"errorMessage":"` + agents.GoneText + `"}`,
		"/nowhere/grapnel":                                       `{"cancel":true,"errorMessage":"` + agents.GoneText + `"}`,
	} {
		place, r := newPlace(t), registration(a)
		r.Binary = binary
		install(t, a, settings.User, place, r)
		stdout, _, _ := run(t, "'"+filepath.Join(place.Home, ".cline", "hooks", "PreToolUse")+"' </dev/null")
		if strings.TrimSpace(stdout) != want || !json.Valid([]byte(stdout)) {
			t.Errorf("%s: got %s", binary, stdout)
		}
	}
}

func TestEventsThatNobodyWantsAnyMoreGo(t *testing.T) {
	a, place := named(t, "cline"), newPlace(t)
	install(t, a, settings.User, place, registration(a))
	r := registration(a)
	r.Events = a.EventsFor([]hook.Kind{hook.ToolBefore})
	install(t, a, settings.User, place, r)
	entries, err := os.ReadDir(filepath.Join(place.Home, ".cline", "hooks"))
	if names := slices.Collect(func(yield func(string) bool) {
		for _, e := range entries {
			yield(e.Name())
		}
	}); err != nil || !slices.Equal(names, []string{"PreToolUse"}) {
		t.Errorf("got %v, %v", names, err)
	}
}
