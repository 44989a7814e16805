// Package check finds what is wrong or suspicious in the configuration of hooks:
// what reading it already shows, and what only a look at tools, commands and
// scripts does. It runs no hook.
package check

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/grapnel-hooks/grapnel/hook"
)

// Finding is one thing that is wrong or suspicious.
type Finding struct {
	Level    hook.Level    `json:"level"`
	Check    string        `json:"check"`
	Message  string        `json:"message"`
	Fix      string        `json:"fix,omitempty"` // what to do
	Position hook.Position `json:"-"`
	Edit     Edit          `json:"edit,omitzero"` // the fix, if it is certain

	instead string // see hook.Diagnostic
}

// checks look at a configuration for one kind of mistake each.
var checks = []struct {
	name string
	run  func(*Config) []Finding
}{
	{"hooks-off", hooksOff},
	{"permission-rule", permissionRules},
	{"timeout-unit", timeoutUnits},
	{"bad-matcher", badMatchers},
	{"matcher-kind", matcherKinds},
	{"unknown-tool", unknownTools},
	{"never-matches", neverMatching},
	{"unused-matcher", unusedMatchers},
	{"duplicate-hook", duplicateHooks},
	{"foreign-variable", foreignVariables},
	{"bad-command", badCommands},
	{"script", badScripts},
	{"syntax", syntaxErrors},
	{"bash", bashUnderSh},
	{"python", pythonMistakes},
	{"block-without-effect", uselessBlocks},
	{"exit-code", failuresForNo},
	{"lost-reason", lostReasons},
	{"calls-itself", callsItself},
	{"context-not-awaited", unheardContext},
}

// Run returns everything there is to say about a configuration, in the order in
// which it is there.
func Run(c *Config) []Finding {
	found := c.reading()
	for _, check := range checks {
		for _, f := range check.run(c) {
			f.Check = check.name
			found = append(found, f)
		}
	}
	slices.SortStableFunc(found, func(a, b Finding) int {
		return cmp.Or(
			c.rank(a.Position.File)-c.rank(b.Position.File),
			cmp.Compare(a.Position.File, b.Position.File),
			a.Position.Line-b.Position.Line,
			a.Position.Column-b.Position.Column,
		)
	})
	found = unique(found)
	for i := range found {
		c.setEdit(&found[i])
	}
	return found
}

// unique removes repetitions: several hooks may share a matcher or a
// script.
func unique(found []Finding) []Finding {
	seen := make(map[Finding]bool, len(found))
	return slices.DeleteFunc(found, func(f Finding) bool {
		twice := seen[f]
		seen[f] = true
		return twice
	})
}

func errorf(at hook.Position, format string, args ...any) Finding {
	return Finding{Level: hook.LevelError, Position: at, Message: fmt.Sprintf(format, args...)}
}

func warnf(at hook.Position, format string, args ...any) Finding {
	return Finding{Level: hook.LevelWarn, Position: at, Message: fmt.Sprintf(format, args...)}
}

// replace returns the finding with the JSON that belongs at its place.
func (f Finding) replace(text string) Finding {
	f.instead = text
	return f
}

// fixf returns the finding with what to do about it.
func (f Finding) fixf(format string, args ...any) Finding {
	f.Fix = fmt.Sprintf(format, args...)
	return f
}
