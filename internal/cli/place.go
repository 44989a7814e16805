package cli

import (
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/grapnel-hooks/grapnel"
)

// placeFlags say where configuration is looked for, in commands that look at
// hooks without running them.
type placeFlags struct {
	dialect, cwd, agent     string
	gastown, claudeSettings bool
}

func (f *placeFlags) register(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.dialect, "dialect", "", "contract the hooks are written for")
	flags.StringVar(&f.cwd, "cwd", "", "project `directory` (default: the current one)")
	flags.StringVar(&f.agent, "agent", "", "`ID` of the agent, for dialects with hooks per agent")
	flags.BoolVar(&f.gastown, "gastown", false, "pi: the built-in hooks count if nothing else is configured")
	flags.BoolVar(&f.claudeSettings, "claude-settings-hooks", false, "pi: .claude/settings.json counts too")
}

func (f *placeFlags) options(files ...string) grapnel.Options {
	return grapnel.Options{
		Dir: f.cwd, ConfigFiles: files, Agent: f.agent,
		Switches: map[string]bool{"gastown": f.gastown, "claude-settings-hooks": f.claudeSettings},
	}
}

// relative is how people call a file: from the current directory, if it is
// below that.
func relative(path string) string {
	here, err := filepath.Abs(".")
	if err != nil {
		return path
	}
	if rel, err := filepath.Rel(here, path); err == nil && filepath.IsAbs(path) && filepath.IsLocal(rel) {
		return rel
	}
	return path
}

// projectOf is the directory that a configuration file belongs to: the one that
// has the dot-directory it is in. "" means that its path does not tell.
func projectOf(file string) string {
	absolute, err := filepath.Abs(file)
	if err != nil {
		return ""
	}
	dir := filepath.Dir(absolute)
	if strings.HasPrefix(filepath.Base(dir), ".") {
		return filepath.Dir(dir)
	}
	return ""
}
