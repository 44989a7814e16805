//go:build unix

// Package docs_test follows the pages that say what to type, literally: it
// creates their files, runs their commands and compares what they print.
package docs_test

import (
	"bytes"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/testscript"

	"github.com/grapnel-hooks/grapnel/internal/cli"
)

var update = flag.Bool("update", false, "write what commands print into the pages")

// home is what the pages call the directory that they start in.
const home = "/home/me"

// TestMain makes the test binary serve as the grapnel command.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"grapnel": func() { os.Exit(cli.Main(os.Args[1:])) },
	})
}

func TestPages(t *testing.T) {
	for _, name := range []string{"first-hook.md", "hooks.md", "my-agent.md", "native.md", "protect.md", "troubleshooting.md"} {
		t.Run(name, func(t *testing.T) { follow(t, name) })
	}
}

// follow does what a page says.
func follow(t *testing.T, name string) {
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	page := parse(string(text))
	if len(page.steps) == 0 {
		t.Fatal("the page says nothing to do")
	}
	p := newPlace(t)
	for i, s := range page.steps {
		for _, program := range s.needs {
			if _, err := exec.LookPath(program); err != nil {
				t.Skipf("line %d needs %s; the rest of the page is not followed", s.line, program)
			}
		}
		if s.file != "" {
			p.write(t, s.file, s.text)
			continue
		}
		printed := p.run(t, s.text)
		if plain(printed) == plain(s.output) {
			continue
		}
		page.steps[i].output = printed
		if !*update {
			t.Errorf("%s:%d: these commands print something else; go test ./docs -update shows it\n%s(-page +now)\n%s",
				name, s.line, s.text, cmp.Diff(plain(s.output), plain(printed)))
		}
	}
	if *update && !t.Failed() {
		if err := os.WriteFile(name, []byte(page.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// TestAgentPrograms builds and runs the agents of agents.md.
func TestAgentPrograms(t *testing.T) {
	text, err := os.ReadFile("agents.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, agent := range []struct{ name, begins, settings, prints string }{
		{"caller", "A tool call with everything", "guards.json", "the program says"},
		{"session", "A complete agent:", "settings.json", "it prints"},
	} {
		t.Run(agent.name, func(t *testing.T) {
			_, section, _ := strings.Cut(string(text), agent.begins)
			p := newPlace(t)
			p.write(t, "main.go", block(section, "go"))
			p.write(t, agent.settings, block(section, "json"))
			p.build(t)
			_, printed, _ := strings.Cut(section, agent.prints)
			if diff := cmp.Diff(block(printed, ""), p.run(t, "./agent")); diff != "" {
				t.Errorf("the agent prints something else (-page +now):\n%s", diff)
			}
		})
	}
}

// TestAgentInPython runs the functions of agents.md with hooks that ask, stop
// and add context.
func TestAgentInPython(t *testing.T) {
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("there is no python3")
	}
	text, err := os.ReadFile("agents.md")
	if err != nil {
		t.Fatal(err)
	}
	p := newPlace(t)
	_, section, _ := strings.Cut(string(text), "With these hooks in `guards.json`")
	p.write(t, ".llxprt/settings.json", strings.Replace(block(section, "json"), "{", `{"enableHooks": true,`, 1))
	p.write(t, "agent.py", block(string(text), "python")+`
def write_file(path):
    return "wrote " + path

for path in ["a.txt", "prod.env", "/etc/passwd"]:
    turn = call_tool({"write_file": write_file}, "write_file", {"path": path}, "s", lambda reason: reason != "That is production.")
    print(repr(turn.result), turn.next, turn.user, turn.stop)
`)
	want := `'wrote a.txt\n\nFormatted.' [] [] False
'The user said no.' [] [] False
'Hands off.' [] ['stopped: Hands off.'] True
`
	if diff := cmp.Diff(want, p.run(t, "python3 agent.py")); diff != "" {
		t.Errorf("the agent prints something else (-want +got):\n%s", diff)
	}
}

// TestReadmeProgram builds the agent of README.md and runs it without hooks.
func TestReadmeProgram(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	p := newPlace(t)
	p.write(t, "main.go", block(string(text), "go"))
	p.build(t)
	if got, want := p.run(t, "./agent"), "for the model: written\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// block returns the first block of a language in a text.
func block(text, language string) string {
	_, rest, _ := strings.Cut(text, "```"+language+"\n")
	body, _, _ := strings.Cut(rest, "```")
	return body
}

// place is where a page is followed: a home directory of its own.
type place struct{ home, dir string }

func newPlace(t *testing.T) *place {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return &place{home: dir, dir: dir}
}

func (p *place) write(t *testing.T, name, text string) {
	path := filepath.Join(p.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	mode := os.FileMode(0o644)
	if strings.HasPrefix(text, "#!") {
		mode = 0o755
	}
	if err := os.WriteFile(path, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
}

// build makes the program agent of main.go.
func (p *place) build(t *testing.T) {
	t.Helper()
	build := exec.Command("go", "build", "-o", filepath.Join(p.dir, "agent"), filepath.Join(p.dir, "main.go"))
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}

// run runs commands where the ones before them have ended up, and returns what
// they print.
func (p *place) run(t *testing.T, commands string) string {
	last := filepath.Join(p.home, ".pwd")
	cmd := exec.Command("bash", "-c", commands+"\npwd -P > '"+last+"'")
	cmd.Dir = p.dir
	cmd.Env = append(os.Environ(), "HOME="+p.home, "XDG_STATE_HOME="+filepath.Join(p.home, ".state"), "TZ=UTC", "LC_ALL=C.UTF-8", "NO_COLOR=1")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", commands, err, out)
	}
	dir, err := os.ReadFile(last)
	if err != nil {
		t.Fatal(err)
	}
	p.dir = string(bytes.TrimSpace(dir))
	return strings.ReplaceAll(string(out), p.home, home)
}

// changing is what is different every time.
var changing = []struct {
	pattern *regexp.Regexp
	name    string
}{
	{regexp.MustCompile(`\b\d+(\.\d+)? (ms|s)\b`), "DURATION"},
	{regexp.MustCompile(`\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?(Z| [+-]\d{4})?`), "TIME"},
	{regexp.MustCompile(`\b1[0-9a-z]{13}\b`), "ID"},
	{regexp.MustCompile(`[█▏▎▍▌▋▊▉·]+`), "BAR"},
	{regexp.MustCompile(`(unexpected end of file) from [^;\n]*`), "$1"}, // as bash says it since 5.3
	{regexp.MustCompile(` +`), " "},                                     // columns are as wide as that makes them
}

// plain returns a text without what is different every time.
func plain(text string) string {
	for _, c := range changing {
		text = c.pattern.ReplaceAllString(text, c.name)
	}
	return strings.TrimSpace(text)
}
