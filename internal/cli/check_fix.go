package cli

import (
	"bytes"
	"fmt"
	"path/filepath"

	"github.com/rogpeppe/go-internal/diff"
	"github.com/spf13/cobra"

	agentsettings "github.com/grapnel-hooks/grapnel/internal/agents/settings"
	"github.com/grapnel-hooks/grapnel/internal/workbench/check"
)

// maxRounds bounds how often files are put right: what one fix uncovers, the
// next round finds.
const maxRounds = 5

// repair puts right what is certain, showing it first, and returns what is left.
func (f *checkFlags) repair(cmd *cobra.Command, files []string, parts []checked) ([]checked, error) {
	for range maxRounds {
		changes, err := changesOf(parts)
		if err != nil || len(changes) == 0 {
			return parts, err
		}
		for _, c := range changes {
			showDiff(stderrPrinter(cmd), c)
		}
		if f.diff {
			return parts, nil
		}
		for _, c := range changes {
			if err := writeChange(c); err != nil {
				return nil, err
			}
		}
		if parts, err = f.parts(cmd.Context(), files); err != nil {
			return nil, err
		}
	}
	return parts, nil
}

// changesOf returns what becomes of the files, each of which changes once: the
// same script may belong to several configurations.
func changesOf(parts []checked) ([]check.Change, error) {
	var all []check.Change
	seen := map[string]bool{}
	for _, part := range parts {
		if part.config == nil {
			continue
		}
		changes, err := part.config.Fix(part.findings)
		if err != nil {
			return nil, err
		}
		for _, c := range changes {
			if !seen[c.File] {
				all = append(all, c)
			}
			seen[c.File] = true
		}
	}
	return all, nil
}

// showDiff prints a change. Findings may be meant for a program, so it goes to
// standard error.
func showDiff(p printer, c check.Change) {
	name := relative(c.File)
	_, text, _ := bytes.Cut(diff.Diff(name, c.Before, name+" (fixed)", c.After), []byte("\n")) // the names follow
	for line := range bytes.Lines(text) {
		line = bytes.TrimRight(line, "\n")
		switch {
		case bytes.HasPrefix(line, []byte("-")):
			p.linef("%s", p.paint(red, string(line)))
		case bytes.HasPrefix(line, []byte("+")):
			p.linef("%s", p.paint(green, string(line)))
		default:
			p.linef("%s", string(line))
		}
	}
}

// writeChange replaces a file as a whole. What a link leads to changes, the link
// stays.
func writeChange(c check.Change) error {
	file, err := filepath.EvalSymlinks(c.File)
	if err != nil {
		return fmt.Errorf("fix %s: %w", c.File, err)
	}
	if err := (agentsettings.Change{File: file, Before: c.Before, After: c.After}).Apply(); err != nil {
		return fmt.Errorf("fix %s: %w", c.File, err)
	}
	return nil
}
