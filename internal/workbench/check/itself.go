package check

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/grapnel-hooks/grapnel/hook"
)

// callsItself notices hooks that fire their own event with the configuration that
// they are in.
func callsItself(c *Config) []Finding {
	var found []Finding
	for _, def := range c.Set.Definitions {
		if slices.ContainsFunc(c.uses(def).calls, func(argv call) bool { return c.firesAgain(def, argv) }) {
			found = append(found, warnf(c.atCommand(def), "this hook runs grapnel fire, which finds this hook and would run it again").
				fixf("name other configuration there, with --config"))
		}
	}
	return found
}

// firesAgain reports whether a program that a hook starts would run that hook.
func (c *Config) firesAgain(def hook.Definition, argv call) bool {
	if len(argv) < 2 || filepath.Base(argv[0]) != "grapnel" || argv[1] != "fire" {
		return false
	}
	event := c.event(def.Event)
	if !slices.Contains(argv, event.Name) && !slices.Contains(argv, event.Kind.String()) {
		return false
	}
	named := false
	for i, word := range argv {
		file, joined := strings.CutPrefix(word, "--config=")
		if word == "--config" && i+1 < len(argv) {
			file, joined = argv[i+1], true
		}
		if joined {
			named = true
			if path, _ := c.path(usage{}, file); path == def.Origin.File {
				return true
			}
		}
	}
	return !named && len(c.Env.Files) == 0
}
