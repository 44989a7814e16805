package answer

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/agents"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/dialect/all"
	"github.com/grapnel-hooks/grapnel/internal/engine/config"
	"github.com/grapnel-hooks/grapnel/internal/engine/trust"
)

// Configuration is the hooks of all contracts at a place.
type Configuration struct {
	Environment dialect.Environment // with the root of the project
	Sets        []Set               // of contracts that have hooks there
	Files       []string            // that were read
	Diagnostics []hook.Diagnostic
	Err         error // joins what keeps hooks from being known
}

// Set is the hooks of one contract.
type Set struct {
	Dialect dialect.Dialect
	Hooks   []hook.Definition
	// fromProject are the files that belong to the project: their hooks need
	// the user's approval.
	fromProject map[string]bool
}

// Load reads the configuration of all contracts at a place. own may leave files
// out, by the name of the contract and their path; it may be nil. Files that the
// environment names are read instead of what would be found, each by the contract
// that it is written for.
func Load(env dialect.Environment, own func(contract, path string) bool) Configuration {
	c := Configuration{Environment: env}
	if len(env.Files) == 0 {
		c.Environment.Project = root(env)
	}
	read := map[string]bool{} // two contracts may look at the same place
	for _, d := range all.Dialects() {
		at := c.Environment
		at.Files = filesFor(d, env)
		if len(env.Files) > 0 && len(at.Files) == 0 {
			continue
		}
		c.add(d, at, func(l dialect.Location) bool {
			return l.Fallback || read[l.Path] || own != nil && own(d.Name(), l.Path)
		})
		for _, file := range c.Files {
			read[file] = true
		}
	}
	return c
}

// filesFor returns those of the files that were named that are written for a
// contract.
func filesFor(d dialect.Dialect, env dialect.Environment) []string {
	var files []string
	for _, file := range env.Files {
		one := env
		one.Files = []string{file}
		if config.Detect(all.Dialects(), one, "").Dialect.Name() == d.Name() {
			files = append(files, file)
		}
	}
	return files
}

// add adds the configuration of one contract.
func (c *Configuration) add(d dialect.Dialect, env dialect.Environment, skip func(dialect.Location) bool) {
	source := &partial{Source: d, skip: skip}
	loaded := config.Load(source, env)
	c.Files = append(c.Files, loaded.Files...)
	c.Err = errors.Join(c.Err, loaded.Err)
	for _, diagnostic := range loaded.Diagnostics {
		if diagnostic.Code == config.Disabled {
			c.Err = errors.Join(c.Err, errors.New(diagnostic.String()))
		}
		if diagnostic.Level != hook.LevelInfo {
			c.Diagnostics = append(c.Diagnostics, diagnostic)
		}
	}
	if hooks := slices.DeleteFunc(loaded.Active(), isOurs); len(hooks) > 0 {
		c.Sets = append(c.Sets, Set{Dialect: d, Hooks: hooks, fromProject: source.fromProject(env)})
	}
}

// isOurs recognizes what `grapnel install` registers with agents: those whose
// files are read here for another agent must not have Grapnel call itself.
func isOurs(def hook.Definition) bool {
	return agents.IsAnyCommand(def.Command)
}

// partial is a contract without some of the places where it looks for hooks.
type partial struct {
	config.Source
	skip      func(dialect.Location) bool
	locations []dialect.Location
}

// Locations lists the places that are left.
func (p *partial) Locations(env dialect.Environment) ([]dialect.Location, []hook.Diagnostic) {
	list, diagnostics := p.Source.Locations(env)
	p.locations = slices.DeleteFunc(list, p.skip)
	return p.locations, diagnostics
}

// fromProject returns the files that belong to the project. Naming a file is
// consent, and what is in the home directory or a variable is the user's.
func (p *partial) fromProject(env dialect.Environment) map[string]bool {
	files := map[string]bool{}
	for _, l := range p.locations {
		if isProjects(l, env) {
			files[l.Path] = true
		}
	}
	return files
}

// isProjects reports whether a file belongs to the project. An agent may work in
// the home directory, or above it: that does not make the user's own files the
// project's.
func isProjects(l dialect.Location, env dialect.Environment) bool {
	if l.Layer != dialect.ProjectLayer || len(env.Files) > 0 || l.Text != nil || env.Project == env.Home {
		return false
	}
	users := env.Home != "" && isBelow(env.Home, l.Path) && !isBelow(env.Home, env.Project)
	return isBelow(env.Project, l.Path) && !users
}

func isBelow(dir, path string) bool {
	rel, err := filepath.Rel(dir, path)
	return err == nil && filepath.IsLocal(rel)
}

// root is the directory that a project's hooks are configured in: the nearest
// one from the working directory up to the root of its repository that has any.
// An agent that goes into a subdirectory does not leave its guards behind.
func root(env dialect.Environment) string {
	top := repository(env.Project, env.Home)
	at := env
	for {
		if hasHooks(at) {
			return at.Project
		}
		if at.Project == top {
			return env.Project
		}
		at.Project = filepath.Dir(at.Project)
	}
}

// repository is the root of the repository that a directory is in; the directory
// itself if it is in none, or in one that has all of the user's home.
func repository(start, home string) string {
	for dir := start; dir != home; dir = filepath.Dir(dir) {
		if _, err := os.Lstat(filepath.Join(dir, ".git")); err == nil {
			return dir
		}
		if dir == filepath.Dir(dir) {
			break
		}
	}
	return start
}

// hasHooks reports whether some contract has a file in the project directory.
func hasHooks(env dialect.Environment) bool {
	for _, d := range all.Dialects() {
		locations, _ := d.Locations(env)
		for _, l := range locations {
			if !isProjects(l, env) {
				continue
			}
			if _, err := os.Lstat(l.Path); err == nil {
				return true
			}
		}
	}
	return false
}

// ProjectHooks returns the hooks that need the user's approval.
func (c Configuration) ProjectHooks() []trust.Hook {
	var list []trust.Hook
	for _, set := range c.Sets {
		for _, def := range set.Hooks {
			if set.fromProject[def.Origin.File] {
				list = append(list, trust.Hook{Dialect: set.Dialect.Name(), Definition: def})
			}
		}
	}
	return list
}

// Kinds returns the moments that some hook is for.
func (c Configuration) Kinds() []hook.Kind {
	var kinds []hook.Kind
	for _, set := range c.Sets {
		for _, def := range set.Hooks {
			if t, ok := dialect.Event(set.Dialect, def.Event); ok && !slices.Contains(kinds, t.Kind) {
				kinds = append(kinds, t.Kind)
			}
		}
	}
	slices.Sort(kinds)
	return kinds
}

// Timeout returns how long the hooks of one event may take at most: contracts
// are asked one after the other.
func (c Configuration) Timeout() time.Duration {
	var total time.Duration
	for _, set := range c.Sets {
		total += set.timeout()
	}
	return total
}

// timeout is how long the hooks of one event may take. They run at the same time,
// or one after the other.
func (s Set) timeout() (longest time.Duration) {
	sequential := s.Dialect.Rules().Sequential
	taken := map[string]time.Duration{}
	for _, def := range s.Hooks {
		if sequential || def.Sequential {
			taken[def.Event] += def.Timeout
		} else {
			taken[def.Event] = max(taken[def.Event], def.Timeout)
		}
		longest = max(longest, taken[def.Event])
	}
	return longest
}

// waiting is a hook that does not run because the user has not approved it as it
// is.
type waiting struct {
	name, why string
	changed   bool
}

// String says what waits, and why.
func (w waiting) String() string { return fmt.Sprintf("the hook %q does not run: %s", w.name, w.why) }
