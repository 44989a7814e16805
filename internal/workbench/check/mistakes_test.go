//go:build unix

package check

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/grapnel-hooks/grapnel"
	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/lookpath"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/dialect/all"
	"github.com/grapnel-hooks/grapnel/internal/engine/config"
)

// mistake is something that people do to a guard that works, and what check has
// to say about it.
type mistake struct {
	name  string
	guard string // which of the guards in testdata/guards
	// spoil is pairs of texts: the first becomes the second, wherever in the
	// files of the guard it is. A pair that begins with > is a new file.
	spoil []string
	check string // the name of the check that has to notice
	at    string // what is at the place of the finding
	// mend is what the fix says, in pairs; nil if the finding has an edit, which
	// must then do.
	mend []string
	// others is how many findings there may be beside this one, because the
	// mistake really is several.
	others int
}

// project is a guard in a directory.
type project struct {
	t       *testing.T
	dir     string
	dialect string
	tool    string
	named   []string          // configuration that is not found by itself
	files   map[string]string // by name
}

// newProject writes one of the guards down.
func newProject(t *testing.T, guard string) *project {
	t.Helper()
	archive, err := txtar.ParseFile(filepath.Join("testdata", "guards", guard+".txtar"))
	if err != nil {
		t.Fatal(err)
	}
	p := &project{t: t, dir: t.TempDir(), files: map[string]string{}}
	for line := range strings.Lines(string(archive.Comment)) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
		switch key {
		case "dialect":
			p.dialect = value
		case "tool":
			p.tool = value
		case "needs":
			if _, err := lookpath.Find(value); err != nil {
				t.Skipf("there is no %s", value)
			}
		case "named":
			p.named = []string{filepath.Join(p.dir, value)}
		}
	}
	for _, f := range archive.Files {
		p.files[f.Name] = string(f.Data)
	}
	p.write()
	return p
}

func (p *project) write() {
	p.t.Helper()
	for name, text := range p.files {
		path, mode := filepath.Join(p.dir, name), os.FileMode(0o644)
		if strings.HasPrefix(text, "#!") {
			mode = 0o755
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			p.t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), mode); err != nil {
			p.t.Fatal(err)
		}
		if err := os.Chmod(path, mode); err != nil { // of a file that there was
			p.t.Fatal(err)
		}
	}
}

// change makes pairs of changes.
func (p *project) change(pairs []string) {
	p.t.Helper()
	for i := 0; i+1 < len(pairs); i += 2 {
		before, after := pairs[i], pairs[i+1]
		if name, isNew := strings.CutPrefix(before, ">"); isNew {
			p.files[name] = after
			continue
		}
		names := slices.Sorted(maps.Keys(p.files))
		n := slices.IndexFunc(names, func(name string) bool { return strings.Contains(p.files[name], before) })
		if n < 0 {
			p.t.Fatalf("no file has %q", before)
		}
		p.files[names[n]] = strings.Replace(p.files[names[n]], before, after, 1)
	}
	p.write()
}

// check returns the findings that are no mere information.
func (p *project) check() (*Config, []Finding) {
	env := dialect.Environment{
		Project: p.dir, Home: "/no/home", Files: p.named,
		Getenv: func(string) string { return "" },
	}
	d, err := all.ByName(p.dialect)
	if err != nil {
		p.t.Fatal(err)
	}
	if len(p.named) > 0 { // the dialect is to be found out
		d = config.Detect(all.Dialects(), env, "").Dialect
	}
	c := Load(p.t.Context(), d, env)
	return c, slices.DeleteFunc(Run(c), func(f Finding) bool { return f.Level == hook.LevelInfo })
}

// blocks reports whether the guard does what it is for, and says why.
func (p *project) blocks() {
	p.t.Helper()
	system := grapnel.New(grapnel.Options{Dialect: p.dialect, Dir: p.dir, ConfigFiles: p.named})
	defer system.Close()
	out := system.BeforeTool(p.t.Context(), p.tool, json.RawMessage(`{"command": "git push"}`))
	if !out.Blocked || !strings.Contains(out.Reason, "no pushing") {
		p.t.Errorf("the guard does not block: %+v", out)
	}
	if out := system.BeforeTool(p.t.Context(), p.tool, json.RawMessage(`{"command": "ls"}`)); out.Blocked {
		p.t.Errorf("the guard blocks everything: %s", out.Reason)
	}
}

// TestGuardsAreFine makes sure that what the mistakes are made in is good.
func TestGuardsAreFine(t *testing.T) {
	t.Setenv("HOME", t.TempDir())
	guards, err := filepath.Glob(filepath.Join("testdata", "guards", "*.txtar"))
	if err != nil || len(guards) == 0 {
		t.Fatal("no guards", err)
	}
	for _, path := range guards {
		name := strings.TrimSuffix(filepath.Base(path), ".txtar")
		t.Run(name, func(t *testing.T) {
			p := newProject(t, name)
			if c, found := p.check(); len(found) > 0 {
				t.Errorf("findings: %s", strings.Join(show(c, found), "\n"))
			}
			p.blocks()
		})
	}
}

// TestMistakes makes each mistake in a guard that works. Check has to notice it
// at its place, once; and when the fix is applied, nothing is left to say and
// the guard works again.
func TestMistakes(t *testing.T) {
	t.Setenv("HOME", t.TempDir())
	list := mistakes()
	if len(list) < 108 {
		t.Errorf("%d mistakes", len(list))
	}
	for _, m := range list {
		t.Run(m.guard+"/"+m.name, func(t *testing.T) { m.test(t) })
	}
}

func (m mistake) test(t *testing.T) {
	p := newProject(t, m.guard)
	p.change(m.spoil)
	c, found := p.check()
	i := slices.IndexFunc(found, func(f Finding) bool { return f.Check == m.check })
	if i < 0 || len(found) != 1+m.others {
		t.Fatalf("findings, of which one is to be %s:\n%s", m.check, strings.Join(show(c, found), "\n"))
	}
	f := found[i]
	if text := c.textAt(f.Position); !strings.HasPrefix(text, m.at) {
		t.Errorf("the finding is at %q, want %q: %s", cut(text), m.at, f.Message)
	}
	if f.Fix == "" {
		t.Errorf("nothing to do about it: %s", f.Message)
	}
	if m.mend != nil {
		p.change(m.mend)
	} else {
		p.fix(c, found)
	}
	if c, found := p.check(); len(found) > 0 {
		t.Fatalf("after mending (%s):\n%s", f.Fix, strings.Join(show(c, found), "\n"))
	}
	p.blocks()
}

// fix applies the edits of findings.
func (p *project) fix(c *Config, found []Finding) {
	p.t.Helper()
	changes, err := c.Fix(found)
	if err != nil || len(changes) == 0 {
		p.t.Fatalf("no edit (%v): %s", err, strings.Join(show(c, found), "\n"))
	}
	for _, change := range changes {
		name, err := filepath.Rel(p.dir, change.File)
		if err != nil || bytes.Equal(change.Before, change.After) {
			p.t.Fatal("nothing changes", err)
		}
		p.files[name] = string(change.After)
	}
	p.write()
}
