package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

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
	dialect, cwd, agent string
	config              []string
	special             []*specialFlag
}

// specialFlag is a flag that only one dialect has.
type specialFlag struct {
	dialect.Flag
	owner string   // the dialect's name
	on    bool     // if it is a switch
	files []string // if it names files
}

func (f *specialFlag) isUsed() bool { return f.on || len(f.files) > 0 }

func (f *configFlags) register(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.dialect, "dialect", "", "contract the hooks are written for; with --help it also shows the flags that only this one has")
	flags.StringArrayVar(&f.config, "config", nil, "read exactly this `file`; may be repeated, the first has the highest priority")
	flags.StringVar(&f.cwd, "cwd", "", "project `directory`, if no payload names one (default: the current one)")
	flags.StringVar(&f.agent, "agent", "", "`ID` of the agent, for dialects with hooks per agent")
	completeFlag(cmd, "dialect", all.Names)
	for _, d := range all.Dialects() {
		for _, flag := range d.Describe().Flags {
			special := &specialFlag{Flag: flag, owner: d.Name()}
			f.special = append(f.special, special)
			if help := d.Name() + ": " + flag.Help; flag.File {
				flags.StringArrayVar(&special.files, flag.Name, nil, help)
			} else {
				flags.BoolVar(&special.on, flag.Name, false, help)
			}
			hideFlag(cmd, flag.Name, d.Name())
		}
	}
}

// onlyFor is the annotation of a flag with the dialect that alone has it.
const onlyFor = "grapnel_dialect"

// hideFlag leaves a flag out of the help of those who do not use its dialect.
func hideFlag(cmd *cobra.Command, name, owner string) {
	flag := cmd.Flags().Lookup(name)
	flag.Hidden = true
	flag.Annotations = map[string][]string{onlyFor: {owner}}
}

// showFlagsOf puts the flags of the dialect that --dialect names into the help.
func showFlagsOf(cmd *cobra.Command) {
	named := cmd.Flags().Lookup("dialect")
	if named == nil {
		return
	}
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if slices.Contains(f.Annotations[onlyFor], named.Value.String()) {
			f.Hidden = false
		}
	})
}

// files are the configuration files that the user named.
func (f *configFlags) files() []string {
	files := slices.Clone(f.config)
	for _, flag := range f.special {
		files = append(files, flag.files...)
	}
	return files
}

// switches are the options of particular dialects that are on.
func (f *configFlags) switches() map[string]bool {
	on := map[string]bool{}
	for _, flag := range f.special {
		if flag.on {
			on[flag.Name] = true
		}
	}
	return on
}

// environment is where configuration is looked for. What the user has named must
// exist: a typing error must not mean that there are no guards.
func (f *configFlags) environment() (dialect.Environment, error) {
	env := config.Here(f.cwd)
	env.Files, env.Agent, env.Switches = f.files(), f.agent, f.switches()
	if err := checkDir(f.cwd); err != nil {
		return env, err
	}
	for _, file := range f.config {
		if _, err := os.Stat(file); errors.Is(err, fs.ErrNotExist) {
			return env, fmt.Errorf("read hooks: %s does not exist", file)
		}
	}
	return env, nil
}

// configuredAbove says that there is configuration in a directory above the
// project, where nobody looks for it.
func configuredAbove(env dialect.Environment) []hook.Diagnostic {
	if len(env.Files) > 0 {
		return nil
	}
	dir, file, ok := config.Above(all.Dialects(), env)
	if !ok {
		return nil
	}
	return []hook.Diagnostic{diag.Warnf("config-above", "%s has no configuration of hooks; %s, in a directory above, is not read", env.Project, file).
		Fixf("use --cwd %s if you mean that", dir)}
}

// optionsFor returns the options of a System for a dialect in an environment.
func optionsFor(d dialect.Dialect, env dialect.Environment) grapnel.Options {
	o := grapnel.Options{Dialect: d.Name(), Dir: env.Project, ConfigFiles: env.Files, Agent: env.Agent}
	for _, name := range slices.Sorted(maps.Keys(env.Switches)) {
		o.DialectOptions = append(o.DialectOptions, grapnel.DialectOption(name))
	}
	return o
}

// named is the dialect that the flags name, and which of them does; "" if none
// does.
func (f *configFlags) named() (name, why string) {
	if f.dialect != "" {
		return f.dialect, "--dialect says so"
	}
	for _, flag := range f.special {
		if flag.isUsed() {
			return flag.owner, fmt.Sprintf("only %s has --%s", flag.owner, flag.Name)
		}
	}
	return "", ""
}

// choice is a dialect and why it was chosen.
type choice = config.Choice[dialect.Dialect]

// choose returns the dialect that is meant: the one that the flags name, else
// the one that the configuration is written for. event may be empty.
func (f *configFlags) choose(env dialect.Environment, event string) (choice, error) {
	if name, why := f.named(); name != "" {
		d, err := all.ByName(name)
		return choice{Dialect: d, Why: why}, err
	}
	return config.Detect(all.Dialects(), env, event), nil
}

// chooseFor is choose with the event of that name. If there is none in the
// dialect, files that cannot be read are the better explanation: the dialect
// would have followed from them.
func (f *configFlags) chooseFor(env dialect.Environment, event string) (choice, hook.EventType, error) {
	chosen, err := f.choose(env, event)
	if err != nil {
		return chosen, hook.EventType{}, err
	}
	t, err := findEvent(chosen.Dialect, event)
	if err != nil && len(env.Files) > 0 {
		if unread := config.Load(chosen.Dialect, env).Err; unread != nil {
			err = unread
		}
	}
	return chosen, t, err
}

// passedOver says which hooks of other dialects do not run. A guard must not
// disappear silently. hooks is what to call them.
func passedOver(chosen choice, hooks string) []hook.Diagnostic {
	var diagnostics []hook.Diagnostic
	for _, p := range chosen.Passed {
		diagnostics = append(diagnostics, diag.Warnf("other-dialect", "%s in %s are passed over: they are for %s, and the dialect here is %s",
			hooks, p.File, p.Dialect, chosen.Dialect.Name()).Fixf("use --dialect %s if you mean those", p.Dialect))
	}
	return diagnostics
}

// completeEvent lets the shell complete the name of an event: of the dialects
// that are named or configured here, else of all.
func (f *configFlags) completeEvent(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	dialects := all.Dialects()
	env, err := f.environment()
	if err != nil {
		return nil, cobra.ShellCompDirectiveError
	}
	if name, _ := f.named(); name != "" || len(env.Files) > 0 {
		chosen, err := f.choose(env, "")
		if err != nil {
			return nil, cobra.ShellCompDirectiveError
		}
		dialects = []dialect.Dialect{chosen.Dialect}
	} else if found := config.Configured(dialects, env); len(found) > 0 {
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
	return sorted(names), cobra.ShellCompDirectiveNoFileComp
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
