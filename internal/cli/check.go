package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/suggest"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/dialect/all"
	"github.com/grapnel-hooks/grapnel/internal/engine/config"
	"github.com/grapnel-hooks/grapnel/internal/workbench/check"
)

type checkFlags struct {
	configFlags
	strict, json, fix, diff bool
	format                  string
}

func newCheck() *cobra.Command {
	var f checkFlags
	cmd := &cobra.Command{
		Use:   "check [FILE|DIRECTORY]...",
		Short: "Show what is wrong or suspicious in the configuration of hooks",
		Long: `Check reads configuration files, by default those that fire finds, and shows what
is wrong or suspicious with its place and what to do: unknown keys and events,
timeouts in the wrong unit, matchers that do not match what they seem to,
commands that do not exist, scripts with syntax errors, hooks that never run, and
more. It runs no hook.

Files given as arguments are checked one by one, directories as projects; those
of --config together, as fire reads them. The dialect follows from the place and
content of a file; check says which one it took, and why.

With --fix, what can be put right with certainty is: check shows the changes as a
diff, makes them, and reports what is left. Everything else in the files stays as
it is. With --diff it shows the changes and makes none.

The exit code is 1 if there are errors, or with --strict if there are warnings,
and 0 otherwise.`,
		Example: `  grapnel check
  grapnel check --strict .llxprt/settings.json
  grapnel check --fix
  grapnel check --format github
  grapnel check --json massgen.yaml`,
		RunE: func(cmd *cobra.Command, files []string) error {
			return f.run(cmd, files)
		},
	}
	f.register(cmd)
	cmd.Flags().BoolVar(&f.strict, "strict", false, "exit with 1 on warnings too")
	cmd.Flags().BoolVar(&f.fix, "fix", false, "put right what is certain, after showing it as a diff")
	cmd.Flags().BoolVar(&f.diff, "diff", false, "show what --fix would change, and change nothing")
	cmd.Flags().StringVar(&f.format, "format", checkText, "one of "+strings.Join(checkFormats(), ", "))
	cmd.Flags().BoolVar(&f.json, "json", false, "the same as --format json")
	completeFlag(cmd, "format", checkFormats)
	return cmd
}

func (f *checkFlags) run(cmd *cobra.Command, files []string) error {
	if err := f.complete(); err != nil {
		return err
	}
	parts, err := f.parts(cmd.Context(), files)
	if err == nil && (f.fix || f.diff) {
		parts, err = f.repair(cmd, files, parts)
	}
	if err != nil {
		return err
	}
	r := newCheckReport(parts)
	if err := f.print(cmd, r); err != nil {
		return err
	}
	if r.Errors > 0 || f.strict && r.Warnings > 0 {
		return exitStatus(exitFailed)
	}
	return nil
}

// complete makes one of the two ways to say json, and refuses formats that there
// are not.
func (f *checkFlags) complete() error {
	switch {
	case f.json && f.format != checkText && f.format != checkJSON:
		return fmt.Errorf("--json and --format %s contradict each other", f.format)
	case f.json:
		f.format = checkJSON
	case !slices.Contains(checkFormats(), f.format):
		return fmt.Errorf("unknown format %q; the formats are %s", f.format, strings.Join(checkFormats(), ", "))
	}
	return nil
}

// checked is one configuration and what was found in it. A file that does not
// exist has only a finding.
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
		info, err := os.Stat(file)
		if errors.Is(err, fs.ErrNotExist) {
			parts = append(parts, checked{findings: []check.Finding{missingFile(file)}})
			continue
		}
		if err == nil && info.IsDir() {
			project := *f
			project.cwd = file
			more, err := project.parts(ctx, nil)
			if err != nil {
				return nil, err
			}
			parts = append(parts, more...)
			continue
		}
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
	if nothing := &parts[0]; len(nothing.config.Files())+len(nothing.findings)+len(nothing.above) == 0 {
		nothing.findings = check.NearMisses(all.Dialects(), here)
	}
	return parts, nil
}

// missingFile is the finding about a file that does not exist.
func missingFile(file string) check.Finding {
	f := check.Finding{Level: hook.LevelError, Check: "no-file", Message: file + " does not exist", Fix: "name a file that exists"}
	var names []string
	entries, _ := os.ReadDir(filepath.Dir(file)) // if there are none, nothing is near
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	if near := suggest.Nearest(filepath.Base(file), names); near != "" {
		f.Fix = fmt.Sprintf("did you mean %s?", filepath.Join(filepath.Dir(file), near))
	}
	return f
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
