//go:build unix

package conformance

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/grapnel-hooks/grapnel"
	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/dialect/llxprt"
	"github.com/grapnel-hooks/grapnel/internal/engine"
)

// TestLLxprtConfiguration shows what scripts cannot: layers that no file has,
// the log, and directory names that no archive can hold.
func TestLLxprtConfiguration(t *testing.T) {
	t.Run("HOOK-119_a_timeout_is_logged_with_its_duration", timeoutIsLogged)
	t.Run("HOOK-187_hooks_are_in_order_of_their_layer", layersInOrder)
	t.Run("HOOK-188_a_directory_name_is_never_code", hostileDirectory)
	t.Run("HOOK-188_an_extension_s_directory_name_is_never_code", hostileExtension)
	t.Run("HOOK-191_discarded_hooks_are_logged_as_warnings", discardedAreLogged)
}

func timeoutIsLogged(t *testing.T) {
	log, lines := logTo(t)
	c := newComponent(t, `{"hooks": {"BeforeTool": [{"hooks": [{"type": "command", "name": "slow", "command": "sleep 300", "timeout": 250}]}]}}`,
		grapnel.Options{Logger: log})
	if out := c.BeforeTool(context.Background(), "write_file", nil); out.Blocked || out.Stop || out.Decision != hook.NoDecision {
		t.Errorf("the operation does not proceed: %+v", out)
	}
	if !slices.ContainsFunc(lines(), func(l logLine) bool {
		return l.Level == "WARN" && l.Hook == "slow" && strings.Contains(l.Msg, "250ms")
	}) {
		t.Errorf("no warning with the timeout in %+v", lines())
	}
}

// layersInOrder has two hooks of each layer, mixed: the registry sorts by layer
// and leaves the order within one as it is.
func layersInOrder(t *testing.T) {
	var definitions []hook.Definition
	for _, command := range []string{"extensions 1", "user 1", "project 1", "system 1", "extensions 2", "system 2", "project 2", "user 2"} {
		source, _, _ := strings.Cut(command, " ")
		definitions = append(definitions, hook.Definition{
			Event: llxprt.BeforeTool, Type: "command", Command: command, Source: hook.Source(source),
		})
	}
	registry := engine.NewRegistry(llxprt.Code, definitions)
	want := []string{"project 1", "project 2", "user 1", "user 2", "system 1", "system 2", "extensions 1", "extensions 2"}
	if got := commandsOf(registry.Hooks(llxprt.BeforeTool)); !slices.Equal(got, want) {
		t.Errorf("registry: %v", got)
	}
	plan := engine.PlanFor(registry, llxprt.BeforeTool, "write_file")
	if got := commandsOf(plan.Hooks()); !slices.Equal(got, want) {
		t.Errorf("plan: %v", got)
	}
}

func commandsOf(definitions []hook.Definition) []string {
	var commands []string
	for _, d := range definitions {
		commands = append(commands, d.Command)
	}
	return commands
}

// hostileName is a directory name in which everything that a shell could
// misunderstand has its place.
const hostileName = "a \"b\" $(touch x);`touch y`\n 'c'  * ~ \\ & ${HOME} #é"

// arguments is a shell function that writes the number of its arguments, and
// then each of them, to the file $OUT.
const arguments = `arguments() { printf '%s\0' $# "$@" > "$OUT"; }; `

func hostileDirectory(t *testing.T) {
	parent := t.TempDir()
	dir := filepath.Join(parent, hostileName)
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("LLXPRT_PROJECT_DIRX", "two words")
	t.Setenv("LLXPRT_PROJECT_DIR", "/not/this")
	tests := []struct {
		name, command string
		want          []string // arguments
	}{
		{"bare", `arguments $LLXPRT_PROJECT_DIR`, []string{dir}},
		{"in quotes", `arguments "$LLXPRT_PROJECT_DIR"`, []string{dir}},
		{"in braces", `arguments ${LLXPRT_PROJECT_DIR}`, []string{dir}},
		{"in braces and quotes", `arguments "${LLXPRT_PROJECT_DIR}"`, []string{dir}},
		{"Gemini's name", `arguments $GEMINI_PROJECT_DIR "$GEMINI_PROJECT_DIR" ${GEMINI_PROJECT_DIR} "${GEMINI_PROJECT_DIR}"`, []string{dir, dir, dir, dir}},
		{"Claude's name", `arguments $CLAUDE_PROJECT_DIR "$CLAUDE_PROJECT_DIR" ${CLAUDE_PROJECT_DIR} "${CLAUDE_PROJECT_DIR}"`, []string{dir, dir, dir, dir}},
		{"with a path behind it", `arguments $LLXPRT_PROJECT_DIR/x/y.sh ${LLXPRT_PROJECT_DIR}x`, []string{dir + "/x/y.sh", dir + "x"}},
		{"with text around it", `arguments --dir=$LLXPRT_PROJECT_DIR:$CLAUDE_PROJECT_DIR "in $LLXPRT_PROJECT_DIR !"`, []string{"--dir=" + dir + ":" + dir, "in " + dir + " !"}},
		{"partly in quotes", `arguments "$LLXPRT_PROJECT_DIR"/x $LLXPRT_PROJECT_DIR"/y"`, []string{dir + "/x", dir + "/y"}},
		{"in single quotes", `arguments '$LLXPRT_PROJECT_DIR' '${LLXPRT_PROJECT_DIR}'`, []string{"$LLXPRT_PROJECT_DIR", "${LLXPRT_PROJECT_DIR}"}},
		{"after a backslash", `arguments \$LLXPRT_PROJECT_DIR "\$LLXPRT_PROJECT_DIR"`, []string{"$LLXPRT_PROJECT_DIR", "$LLXPRT_PROJECT_DIR"}},
		{"a longer name is another variable", `arguments $LLXPRT_PROJECT_DIRX`, []string{"two", "words"}},
		{"another variable stays as it is", `pair="a b"; arguments $pair "$pair" $LLXPRT_PROJECT_DIR`, []string{"a", "b", "a b", dir}},
		{"through an assignment", `d=$LLXPRT_PROJECT_DIR/x; arguments "$d"`, []string{dir + "/x"}},
		{"in a loop", `for d in $LLXPRT_PROJECT_DIR; do arguments "$d" $LLXPRT_PROJECT_DIR; done`, []string{dir, dir}},
		{"in a test", `[ -d $LLXPRT_PROJECT_DIR ] && [[ $LLXPRT_PROJECT_DIR == "$PWD" ]] && arguments yes`, []string{"yes"}},
		{"in a command substitution", `arguments "$(printf %s $LLXPRT_PROJECT_DIR)" "$(printf '%s|' $LLXPRT_PROJECT_DIR)"`, []string{dir, dir + "|"}},
		{"in a default value", `arguments "${unset:-$LLXPRT_PROJECT_DIR}" ${unset:-$LLXPRT_PROJECT_DIR}`, []string{dir, dir}},
		{"in a here-document", "read -r -d '' d <<END\n$LLXPRT_PROJECT_DIR|\nEND\narguments \"$d\"", []string{dir + "|"}},
		{"as the place to work", `cd / && cd $LLXPRT_PROJECT_DIR && arguments "$PWD"`, []string{dir}},
		{"as the place it starts in", `arguments "$PWD"`, []string{dir}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			scratch := t.TempDir()
			t.Setenv("OUT", filepath.Join(scratch, "out"))
			settings := filepath.Join(scratch, "settings.json")
			if err := os.WriteFile(settings, []byte(settingsFor(arguments+tt.command, llxprt.BeforeTool)), 0o644); err != nil {
				t.Fatal(err)
			}
			system := grapnel.New(grapnel.Options{Dir: dir, ConfigFiles: []string{settings}})
			out := system.BeforeTool(context.Background(), "write_file", json.RawMessage(`{}`))
			wantArguments(t, filepath.Join(scratch, "out"), tt.want)
			if t.Failed() {
				t.Logf("outcome: %+v", out)
			}
		})
	}
	// Nothing in the name was executed, there or next to it.
	for path, want := range map[string]int{parent: 1, dir: 0} {
		if entries, err := os.ReadDir(path); err != nil || len(entries) != want {
			t.Errorf("%q contains %v, %v", path, entries, err)
		}
	}
}

func wantArguments(t *testing.T, path string, want []string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	got := strings.Split(strings.TrimSuffix(string(text), "\x00"), "\x00")[1:]
	if !slices.Equal(got, want) {
		t.Errorf("the arguments are\n%q, want\n%q", got, want)
	}
}

func hostileExtension(t *testing.T) {
	base, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("HOME", filepath.Join(base, "home"))
	t.Setenv("LLXPRT_SYSTEM_SETTINGS_PATH", filepath.Join(base, "system.json"))
	t.Setenv("OUT", filepath.Join(base, "out"))
	project := filepath.Join(base, "project", hostileName)
	extension := filepath.Join(project, ".llxprt", "extensions", hostileName)
	if err := os.MkdirAll(extension, 0o755); err != nil {
		t.Fatal(err)
	}
	command := arguments + `arguments ${extensionPath} "${extensionPath}/x" ${workspacePath}/y '${extensionPath}'`
	for path, text := range map[string]string{
		filepath.Join(project, ".llxprt", "settings.json"): `{"enableHooks": true}`,
		filepath.Join(extension, "llxprt-extension.json"):  settingsFor(command, llxprt.BeforeTool),
	} {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	grapnel.New(grapnel.Options{Dir: project}).BeforeTool(context.Background(), "write_file", nil)
	wantArguments(t, filepath.Join(base, "out"), []string{extension, extension + "/x", project + "/y", "${extensionPath}"})
	if entries, err := os.ReadDir(project); err != nil || len(entries) != 1 {
		t.Errorf("the project contains %v, %v", entries, err)
	}
}

// discardedAreLogged shows that a hook which is left out leaves a warning with
// its place in the log, and that the registry does not have it.
func discardedAreLogged(t *testing.T) {
	log, lines := logTo(t)
	c := newComponent(t, `{"hooks": {"BeforeTool": [{"hooks": [
  {"type": "webhook", "command": "touch a"},
  {"type": "command"},
  {"type": "plugin"},
  {"type": "command", "command": "true"}]}]}}`, grapnel.Options{Logger: log})
	if err := c.Initialize(); err == nil || !strings.Contains(err.Error(), "settings.json:2:12") {
		t.Errorf("initialization reports %v", err)
	}
	registry, err := c.Registry()
	if err != nil {
		t.Fatal(err)
	}
	if got := commandsOf(registry.Hooks(llxprt.BeforeTool)); !slices.Equal(got, []string{"", "true"}) || registry.Total() != 2 {
		t.Errorf("the registry has %q", got)
	}
	for place, problem := range map[string]string{
		"settings.json:2:12: ": `"webhook"`,
		"settings.json:3:3: ":  "no command",
	} {
		if !slices.ContainsFunc(lines(), func(l logLine) bool {
			return l.Level == "WARN" && strings.Contains(l.Problem, place) && strings.Contains(l.Problem, problem)
		}) {
			t.Errorf("no warning about %s in %+v", place, lines())
		}
	}
}
