// Package bench measures what hooks cost. `make bench` prints the table, the
// command in report makes it; here is what must never cost anything.
package bench

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/grapnel-hooks/grapnel"
)

// Quiet is a System that has no hook to run when write_file is about to run.
type Quiet struct {
	Name   string
	System *grapnel.System
}

// QuietSystems returns one System for each reason to be quiet. Their settings
// are written to dir.
func QuietSystems(dir string) ([]Quiet, error) {
	one := []Hook{{Command: "true"}}
	thousand := make([]Hook, 1000)
	for i := range thousand {
		thousand[i] = Hook{Command: fmt.Sprintf("true # %d", i), Matcher: fmt.Sprintf("^tool_%d$", i)}
	}
	list := []Quiet{{"hooks disabled", grapnel.New(grapnel.Options{Disabled: true})}}
	for _, q := range []struct {
		name     string
		settings Settings
	}{
		{"enableHooks is false", Settings{Event: "BeforeTool", Hooks: one, Off: true}},
		{"no hook for the event", Settings{Event: "AfterTool", Hooks: one}},
		{"1,000 hooks, none match", Settings{Event: "BeforeTool", Hooks: thousand}},
	} {
		system, err := q.settings.System(filepath.Join(dir, q.name+".json"))
		if err != nil {
			return nil, err
		}
		list = append(list, Quiet{q.name, system})
	}
	rules, err := ruleSystem(filepath.Join(dir, "grapnel.yaml"))
	return append(list, Quiet{"1,000 rules, none for this tool", rules}), err
}

// ruleSystem returns a System with many rules for shells.
func ruleSystem(path string) (*grapnel.System, error) {
	var text strings.Builder
	text.WriteString("version: 1\nrules:\n")
	for i := range 1000 {
		fmt.Fprintf(&text, "  - {name: rule-%d, tool: read, path: secret-%d, deny: no}\n", i, i)
	}
	if err := os.WriteFile(path, []byte(text.String()), 0o644); err != nil {
		return nil, err
	}
	system := grapnel.New(grapnel.Options{Dialect: grapnel.Native, ConfigFiles: []string{path}, Dir: filepath.Dir(path)})
	return system, system.Initialize()
}

// Settings is a settings file of the LLxprt dialect with hooks for one event.
type Settings struct {
	Event      string
	Hooks      []Hook
	Sequential bool
	Off        bool
}

// Hook is one hook of Settings.
type Hook struct{ Command, Matcher string }

// System writes the settings to a file and returns a System that has read them.
func (s Settings) System(path string) (*grapnel.System, error) {
	if err := s.Write(path); err != nil {
		return nil, err
	}
	system := grapnel.New(grapnel.Options{ConfigFiles: []string{path}, Dir: filepath.Dir(path)})
	return system, system.Initialize()
}

// Write writes the settings to a file.
func (s Settings) Write(path string) error {
	var groups []map[string]any
	for _, h := range s.Hooks {
		groups = append(groups, map[string]any{
			"matcher":    h.Matcher,
			"sequential": s.Sequential,
			"hooks":      []any{map[string]any{"type": "command", "command": h.Command}},
		})
	}
	text, err := json.Marshal(map[string]any{"enableHooks": !s.Off, "hooks": map[string]any{s.Event: groups}})
	if err != nil {
		return fmt.Errorf("encode settings: %w", err)
	}
	return os.WriteFile(path, text, 0o644)
}
