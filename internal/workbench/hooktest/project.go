package hooktest

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/dialect/all"
	"github.com/grapnel-hooks/grapnel/internal/engine/config"
)

// locate finds the project of a test file in dir: what the file says, else the
// directory that the configuration belongs to, else the nearest directory
// upwards that has hooks.
func (f *File) locate(dir string) error {
	f.dir = dir
	if f.archive != nil {
		return nil
	}
	for i, path := range f.config {
		f.config[i] = f.absolute(path)
	}
	switch {
	case f.Project != "":
		f.Project = f.absolute(f.Project)
	case len(f.config) > 0:
		f.Project = filepath.Dir(f.config[0])
		if strings.HasPrefix(filepath.Base(f.Project), ".") { // such as .llxprt
			f.Project = filepath.Dir(f.Project)
		}
	default:
		f.Project = f.search()
		if f.Project == "" {
			return errors.New("no hook configuration in its directory or above; name one with \"config: path\"")
		}
	}
	if info, err := os.Stat(f.Project); err != nil || !info.IsDir() {
		return fmt.Errorf("the project %s is not a directory", f.Project)
	}
	return nil
}

// absolute returns a path of the test file as an absolute one.
func (f *File) absolute(path string) string {
	path = filepath.FromSlash(path)
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(f.dir, path)
}

// search looks upwards for a directory with hooks. It stays within the
// repository and below the home directory, whose hooks are the user's own.
func (f *File) search() string {
	home, _ := os.UserHomeDir() // without one there is nothing to stay below
	for dir := f.dir; dir != home; dir = filepath.Dir(dir) {
		if len(f.configured(dir, f.common.env)) > 0 {
			return dir
		}
		_, err := os.Stat(filepath.Join(dir, ".git"))
		if err == nil || dir == filepath.Dir(dir) {
			break
		}
	}
	return ""
}

// configured returns the dialects that a directory has configuration for.
func (f *File) configured(dir string, env []string) []config.Candidate[dialect.Dialect] {
	found := config.Configured(all.Dialects(), dialect.Environment{Project: dir, Getenv: inProject{env: env}.getenv})
	return slices.DeleteFunc(found, func(c config.Candidate[dialect.Dialect]) bool {
		return !c.InProject || f.dialect != "" && f.dialect != c.Dialect.Name()
	})
}

// inProject is the configuration of a dialect for tests: its hooks come from the
// project alone, and are on unless a file says otherwise. Whoever runs the tests
// of hooks wants them to run, and what else is installed on a machine must not
// change the result.
type inProject struct {
	config.Source
	env []string // variables that the test sets
}

func (p inProject) Rules() dialect.Rules {
	rules := p.Source.Rules()
	rules.OnByDefault = true
	return rules
}

func (p inProject) Locations(place dialect.Environment) ([]dialect.Location, []hook.Diagnostic) {
	place.Home = ""
	place.Getenv = p.getenv
	found, problems := p.Source.Locations(place)
	if len(place.Files) > 0 {
		return found, problems
	}
	var inside []dialect.Location
	for _, l := range found {
		if l.Text != nil || isBelow(l.Path, place.Project) {
			l.Untrusted = ""
			inside = append(inside, l)
		}
	}
	return inside, problems
}

func (p inProject) getenv(name string) string {
	value := ""
	for _, variable := range p.env {
		if rest, ok := strings.CutPrefix(variable, name+"="); ok {
			value = rest
		}
	}
	return value
}

func isBelow(path, dir string) bool {
	rel, err := filepath.Rel(dir, path)
	return err == nil && filepath.IsLocal(rel)
}

// configuration reads the hooks of a test in its workspace.
func (t *Test) configuration(w *workspace) (dialect.Dialect, config.Set, error) {
	place := dialect.Environment{Project: w.dir, Agent: t.agent}
	for _, path := range t.File.config {
		place.Files = append(place.Files, w.inside(path))
	}
	env := t.variables(w.dir)
	d, err := t.dialect(place, env)
	if err != nil {
		return nil, config.Set{}, err
	}
	test := inProject{d, env}
	place.Getenv = func(name string) string {
		if value := test.getenv(name); value != "" {
			return value
		}
		return os.Getenv(name)
	}
	place.Home, _ = os.UserHomeDir() // what the configuration may speak of
	set := config.Load(test, place)
	switch {
	case set.Err != nil:
		return d, set, set.Err
	case set.IsDisabled():
		return d, set, errors.New(set.Diagnostics[0].String())
	case len(set.Files) == 0:
		return d, set, errNoConfig
	case !set.Enabled:
		return d, set, fmt.Errorf("hooks are switched off in %s", strings.Join(set.Files, ", "))
	}
	for i := range set.Definitions {
		own := &set.Definitions[i].Env
		*own = append(append([]string(nil), *own...), env...)
	}
	return d, set, nil
}

// dialect is the one that the file names, else that of its configuration; where
// the project has several, the one in which the event would be fired.
func (t *Test) dialect(place dialect.Environment, env []string) (dialect.Dialect, error) {
	switch {
	case t.File.dialect != "":
		return all.ByName(t.File.dialect)
	case len(place.Files) > 0:
		return config.Detect(all.Dialects(), place, "").Dialect, nil
	}
	found := t.File.configured(place.Project, env)
	if len(found) == 0 {
		return nil, errNoConfig
	}
	event, _ := t.event.Value.Text()
	return config.Choose(found, event).Dialect, nil
}

var errNoConfig = errors.New("the project has no hook configuration")

// variables returns the test's variables for hooks in a directory.
func (t *Test) variables(dir string) []string {
	var list []string
	for _, variable := range t.setup.env {
		list = append(list, projectName().ReplaceAllLiteralString(variable, dir))
	}
	return list
}
