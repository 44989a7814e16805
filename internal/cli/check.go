package cli

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/dialect/all"
	"github.com/grapnel-hooks/grapnel/internal/engine/config"
	"github.com/grapnel-hooks/grapnel/internal/workbench/check"
)

type checkFlags struct {
	configFlags
	strict, json bool
}

func newCheck() *cobra.Command {
	var f checkFlags
	cmd := &cobra.Command{
		Use:   "check [FILE]...",
		Short: "Show what is wrong or suspicious in the configuration of hooks",
		Long: `Check reads configuration files, by default those that fire finds, and shows what
is wrong or suspicious with its place and what to do: unknown keys and events,
timeouts in the wrong unit, matchers that do not match what they seem to,
commands that do not exist, scripts with syntax errors, hooks that never run, and
more. It runs no hook.

Files given as arguments are checked one by one; those of --config together, as
fire reads them. The dialect follows from the place and content of a file; check
says which one it took, and why.

The exit code is 1 if there are errors, or with --strict if there are warnings,
and 0 otherwise.`,
		Example: `  grapnel check
  grapnel check --strict .llxprt/settings.json
  grapnel check --json massgen.yaml`,
		RunE: func(cmd *cobra.Command, files []string) error {
			return f.run(cmd, files)
		},
	}
	f.register(cmd)
	cmd.Flags().BoolVar(&f.strict, "strict", false, "exit with 1 on warnings too")
	cmd.Flags().BoolVar(&f.json, "json", false, "print findings as JSON")
	return cmd
}

func (f *checkFlags) run(cmd *cobra.Command, files []string) error {
	parts, err := f.parts(cmd.Context(), files)
	if err != nil {
		return err
	}
	r := newCheckReport(parts)
	if err := printEither(cmd, f.json, r, r.print); err != nil {
		return err
	}
	if r.Errors > 0 || f.strict && r.Warnings > 0 {
		return exitStatus(exitFailed)
	}
	return nil
}

// checked is one configuration and what was found in it.
type checked struct {
	config   *check.Config
	why      string
	findings []check.Finding
	above    []hook.Diagnostic // about a directory above
}

// parts reads and checks each of the files for itself, or what fire would read.
func (f *checkFlags) parts(ctx context.Context, files []string) ([]checked, error) {
	if len(files) > 0 && len(f.files()) > 0 {
		return nil, errors.New("name files as arguments, to check them one by one, or with flags, to check them together; not both")
	}
	var parts []checked
	add := func(chosen choice, env dialect.Environment) {
		config := check.Load(ctx, chosen.Dialect, env)
		parts = append(parts, checked{config: config, why: chosen.Why, findings: check.Run(config)})
	}
	here, err := f.environment()
	if err != nil {
		return nil, err
	}
	for _, file := range files {
		env := here
		env.Files = []string{file}
		if project := projectOf(file); f.cwd == "" && project != "" {
			env.Project = project
		}
		chosen, err := f.choose(env, "")
		if err != nil {
			return nil, err
		}
		add(chosen, env)
	}
	if len(files) > 0 {
		return parts, nil
	}
	choices, err := f.chooseAll(here)
	if err != nil {
		return nil, err
	}
	for _, chosen := range choices {
		add(chosen, here)
	}
	parts[0].above = configuredAbove(here)
	return parts, nil
}

// chooseAll returns the dialects that are meant, at least one: those of the
// project, and those of the user that have hooks, which fire runs as well.
func (f *checkFlags) chooseAll(env dialect.Environment) ([]choice, error) {
	if name, _ := f.named(); name == "" && len(env.Files) == 0 {
		var choices []choice
		for _, c := range config.Configured(all.Dialects(), env) {
			if c.InProject || c.HasHooks() {
				choices = append(choices, choice{Dialect: c.Dialect, Why: fmt.Sprintf("that is where %s looks for hooks", c.Dialect.Name())})
			}
		}
		if len(choices) > 0 {
			return choices, nil
		}
	}
	chosen, err := f.choose(env, "")
	return []choice{chosen}, err
}
