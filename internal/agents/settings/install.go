package settings

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/agents"
	"github.com/grapnel-hooks/grapnel/internal/jsonx"
)

// Scope is whose settings are meant.
type Scope uint8

// The scopes.
const (
	User Scope = iota
	Project
)

// backupSuffix is behind the name of the copy of settings as they were before
// Grapnel came.
const backupSuffix = ".before-grapnel"

// places returns the files that may hold an agent's hooks in a scope: those of
// settings, or, with agents that have files of hooks, those that would be
// Grapnel's.
func places(a agents.Agent, scope Scope, place agents.Place) ([]string, error) {
	base, candidates := place.Home, a.Settings.User
	if scope == Project {
		base, candidates = place.Project, a.Settings.Project
	}
	if info, err := os.Stat(base); err != nil || !info.IsDir() {
		return nil, fmt.Errorf("find the settings of %s: there is no directory %q", a.Product, base)
	}
	if a.Settings.Own == nil {
		return candidates(place), nil
	}
	own, err := a.Settings.Own(agents.Registration{Events: a.Events})
	if err != nil {
		return nil, err
	}
	var files []string
	for _, file := range own {
		files = append(files, filepath.Join(candidates(place)[0], file.Name))
	}
	return files, nil
}

// Files returns the files that Install would write for all of an agent's events.
func Files(a agents.Agent, scope Scope, place agents.Place) ([]string, error) {
	files, err := places(a, scope, place)
	if err != nil || a.Settings.Own != nil {
		return files, err
	}
	return []string{choose(files)}, nil
}

// choose returns the first of several files that exists, else the last. TOML
// counts only if hooks are written there already: it is not just for hooks.
func choose(candidates []string) string {
	for _, file := range candidates {
		text, err := os.ReadFile(file)
		if err == nil && (!isTOML(file) || hasTOMLHooks(text)) {
			return file
		}
	}
	return candidates[len(candidates)-1]
}

func isTOML(file string) bool { return filepath.Ext(file) == ".toml" }

func formatOf(a agents.Agent, file string) format {
	if isTOML(file) {
		return tomlFormat{}
	}
	return jsonFormat{ours: func(command string) bool { return agents.IsCommand(a.Name, command) }}
}

// Install returns the changes that register Grapnel with an agent, here and
// nowhere else in the scope. Those that are nothing say that it is registered
// like this already.
func Install(a agents.Agent, scope Scope, place agents.Place, r agents.Registration) ([]Change, error) {
	files, err := places(a, scope, place)
	if err != nil {
		return nil, err
	}
	if a.Settings.Own != nil {
		return installOwn(a, files, r)
	}
	chosen := choose(files)
	c, err := open(chosen)
	if err != nil {
		return nil, err
	}
	if c, err = register(a, c, Entries(a, r)); err != nil {
		return nil, err
	}
	elsewhere, err := uninstall(a, slices.DeleteFunc(files, func(file string) bool { return file == chosen }))
	if err != nil {
		return nil, err
	}
	return checked(append([]Change{c}, elsewhere...))
}

// Entries are the hooks to register in a file of settings.
func Entries(a agents.Agent, r agents.Registration) []Entry {
	var list []Entry
	for _, event := range r.Events {
		one := hook.Object{}
		one.Set("type", "command")
		one.Set("command", r.Command(a, event))
		one.Set("timeout", timeout(a.Settings.Groups, r.Timeout))
		if a.Settings.Groups.Named {
			one.Set("name", "grapnel")
		}
		if key := a.Settings.Groups.BlockKey; key != "" && r.Closes(event) {
			one.Set(key, "block")
		}
		group := hook.Object{}
		group.Set("hooks", []hook.Object{one})
		list = append(list, Entry{event.Name, group.Raw()})
	}
	return list
}

// timeout counts a time in the agent's unit, rounded up.
func timeout(g agents.Groups, limit time.Duration) int64 {
	if g.MaxTimeout > 0 {
		limit = min(limit, g.MaxTimeout)
	}
	return int64((limit + g.TimeoutUnit - 1) / g.TimeoutUnit)
}

// register changes settings to those with these hooks of Grapnel and no others.
func register(a agents.Agent, c Change, entries []Entry) (Change, error) {
	there, err := present(a, c)
	if err != nil {
		return c, err
	}
	if len(entries) == 0 {
		return c, nil
	}
	if slices.EqualFunc(there, entries, sameEntry) {
		c.After, err = switched(a, c.File, c.Before)
		return c, err
	}
	// From what was there before Grapnel came, so that installing again and
	// again does not add up to changes that an uninstall cannot undo.
	base := c
	if len(there) > 0 {
		if base, err = unregister(a, c, there); err != nil {
			return c, err
		}
	} else if c.Before != nil {
		c.Backup = c.File + backupSuffix
	}
	c.After, err = added(a, c.File, base.After, entries)
	return c, err
}

// present returns Grapnel's hooks in settings.
func present(a agents.Agent, c Change) ([]Entry, error) {
	if c.Before == nil {
		return nil, nil
	}
	return formatOf(a, c.File).entries(c.File, c.Before)
}

// added returns settings with hooks, and with what else makes those run.
func added(a agents.Agent, file string, text []byte, entries []Entry) ([]byte, error) {
	if text == nil && !isTOML(file) {
		text = []byte("{}\n")
	}
	text, err := formatOf(a, file).add(file, text, entries)
	if err != nil {
		return nil, err
	}
	return switched(a, file, text)
}

// switched returns settings in which hooks are switched on.
func switched(a agents.Agent, file string, text []byte) ([]byte, error) {
	if keys := a.Settings.Groups.Switch; len(keys) > 0 {
		return switchOn(file, text, keys)
	}
	return text, nil
}

func sameEntry(a, b Entry) bool { return a.Event == b.Event && jsonx.Equal(a.Group, b.Group) }

// Uninstall returns the changes that remove Grapnel from an agent's settings. If
// nobody else changed them since, they are then what they were before, to the
// byte.
func Uninstall(a agents.Agent, scope Scope, place agents.Place) ([]Change, error) {
	files, err := Files(a, scope, place)
	if err != nil {
		return nil, err
	}
	if a.Settings.Own != nil {
		return uninstallOwn(a, files)
	}
	return uninstall(a, files)
}

// uninstall returns the changes that remove Grapnel from files of settings.
func uninstall(a agents.Agent, files []string) ([]Change, error) {
	var changes []Change
	slices.Sort(files)
	for _, file := range slices.Compact(files) {
		c, err := open(file)
		if err != nil {
			return nil, err
		}
		there, err := present(a, c)
		if err != nil {
			return nil, err
		}
		if len(there) == 0 {
			continue
		}
		if c, err = unregister(a, c, there); err != nil {
			return nil, err
		}
		changes = append(changes, c)
	}
	return checked(changes)
}

// unregister changes settings to those without Grapnel's hooks.
func unregister(a agents.Agent, c Change, there []Entry) (Change, error) {
	if restored, ok := restore(a, c, there); ok {
		return restored, nil
	}
	var err error
	c.After, err = formatOf(a, c.File).remove(c.File, c.Before)
	return c, err
}

// restore finds out what the settings were before Grapnel came, and reports
// whether Grapnel's entries are all that came since: adding them to what was
// there gives what is there.
func restore(a agents.Agent, c Change, entries []Entry) (Change, bool) {
	backup := c.File + backupSuffix
	was, err := os.ReadFile(backup)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		was = nil
	case err != nil:
		return c, false
	}
	then, err := added(a, c.File, was, entries)
	if err != nil || !bytes.Equal(then, c.Before) {
		return c, false
	}
	c.After = was
	if was != nil {
		c.Restored = backup
	}
	return c, true
}

// installOwn returns the changes that write files of Grapnel's own.
func installOwn(a agents.Agent, known []string, r agents.Registration) ([]Change, error) {
	dir := filepath.Dir(known[0])
	own, err := a.Settings.Own(r)
	if err != nil {
		return nil, err
	}
	var changes []Change
	for _, file := range own {
		c, err := open(filepath.Join(dir, file.Name))
		if err != nil {
			return nil, err
		}
		if c.Before != nil && !isOwn(a, c.Before) {
			return nil, fmt.Errorf("%s is not Grapnel's; rename it, or call it from a hook of Grapnel", c.File)
		}
		c.After, c.Executable = []byte(file.Content), file.Executable
		changes = append(changes, c)
		known = slices.DeleteFunc(known, func(name string) bool { return filepath.Base(name) == file.Name })
	}
	gone, err := uninstallOwn(a, known) // events that nobody wants any more
	if err != nil {
		return nil, err
	}
	return checked(append(changes, gone...))
}

// uninstallOwn returns the changes that remove those of the files that are
// Grapnel's.
func uninstallOwn(a agents.Agent, files []string) ([]Change, error) {
	var changes []Change
	for _, file := range files {
		c, err := open(file)
		if err != nil {
			return nil, err
		}
		if c.Before != nil && isOwn(a, c.Before) {
			c.After = nil
			changes = append(changes, c)
		}
	}
	return checked(changes)
}

// isOwn recognizes a file that Grapnel wrote.
func isOwn(a agents.Agent, content []byte) bool {
	text := string(content)
	return strings.Contains(text, agents.OwnMark) || agents.IsCommand(a.Name, text)
}
