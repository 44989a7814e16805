package cli

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/grapnel-hooks/grapnel"
	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/diag"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/dialect/all"
	"github.com/grapnel-hooks/grapnel/internal/engine/config"
)

// configFlags say which configuration is meant. All commands that look for one
// have them all, so that what list, check and explain say is true of fire.
type configFlags struct {
	dialect, cwd, agent     string
	config, hooksConfig     []string // two, because a flag's first value replaces what is there
	gastown, claudeSettings bool
}

func (f *configFlags) register(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.dialect, "dialect", "", "contract the hooks are written for")
	flags.StringArrayVar(&f.config, "config", nil, "read exactly this `file`; may be repeated, the first has the highest priority")
	flags.StringVar(&f.cwd, "cwd", "", "project `directory`, if no payload names one (default: the current one)")
	flags.StringVar(&f.agent, "agent", "", "`ID` of the agent, for dialects with hooks per agent")
	flags.StringArrayVar(&f.hooksConfig, "hooks-config", nil, "pi: this `file`, the same as --config")
	flags.BoolVar(&f.gastown, "gastown", false, "pi: the built-in hooks count if nothing else is configured")
	flags.BoolVar(&f.claudeSettings, "claude-settings-hooks", false, "pi: .claude/settings.json counts too")
	completeFlag(cmd, "dialect", all.Names)
}

func (f *configFlags) files() []string { return slices.Concat(f.config, f.hooksConfig) }

func (f *configFlags) options() grapnel.Options {
	return grapnel.Options{Dir: f.cwd, ConfigFiles: f.files(), Agent: f.agent, Switches: f.switches()}
}

func (f *configFlags) switches() map[string]bool {
	return map[string]bool{"gastown": f.gastown, "claude-settings-hooks": f.claudeSettings}
}

// named is the dialect that the flags name, and by which of them; "" if none
// does.
func (f *configFlags) named() (name, why string) {
	switch {
	case f.dialect != "":
		return f.dialect, "--dialect says so"
	case len(f.hooksConfig) > 0:
		return "pi", "only pi has --hooks-config"
	case f.gastown:
		return "pi", "only pi has --gastown"
	case f.claudeSettings:
		return "pi", "only pi has --claude-settings-hooks"
	}
	return "", ""
}

// choose returns the dialect that is meant: the one that the flags name, else
// the one that the configuration at a place is for. event may be empty.
func (f *configFlags) choose(env dialect.Environment, event string) (all.Choice, error) {
	if name, why := f.named(); name != "" {
		d, err := all.ByName(name)
		return all.Choice{Dialect: d, Why: why}, err
	}
	return all.Explain(env, event), nil
}

// chooseFor is choose with the event of that name. If there is none in the
// dialect, files that cannot be read are the better explanation: the dialect
// would have followed from them.
func (f *configFlags) chooseFor(env dialect.Environment, event string) (all.Choice, hook.EventType, error) {
	choice, err := f.choose(env, event)
	if err != nil {
		return choice, hook.EventType{}, err
	}
	t, err := findEvent(choice.Dialect, event)
	if err != nil && len(env.Files) > 0 {
		if unread := config.Load(choice.Dialect, env).Err; unread != nil {
			err = unread
		}
	}
	return choice, t, err
}

// passedOver says which hooks of other dialects do not count. A guard must not
// vanish without a word. hooks is what to call them.
func passedOver(choice all.Choice, hooks string) []hook.Diagnostic {
	var remarks []hook.Diagnostic
	for _, p := range choice.Passed {
		remarks = append(remarks, diag.Infof("other-dialect", "%s in %s are passed over: they are for %s, and the dialect here is %s",
			hooks, p.File, p.Dialect, choice.Dialect.Name()).Fixf("use --dialect %s if you mean those", p.Dialect))
	}
	return remarks
}

// completeEvent lets the shell complete the name of an event: of the dialects
// that are named or configured here, else of all.
func (f *configFlags) completeEvent(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	dialects := all.Dialects()
	env := f.options().Place()
	if name, _ := f.named(); name != "" || len(env.Files) > 0 {
		choice, err := f.choose(env, "")
		if err != nil {
			return nil, cobra.ShellCompDirectiveError
		}
		dialects = []dialect.Dialect{choice.Dialect}
	} else if found := all.Configured(env); len(found) > 0 {
		dialects = nil
		for _, c := range found {
			dialects = append(dialects, c.Dialect)
		}
	}
	var names []string
	for _, d := range dialects {
		for _, e := range d.Events() {
			names = append(names, e.Name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names), cobra.ShellCompDirectiveNoFileComp
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
