package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/dialect/all"
	"github.com/grapnel-hooks/grapnel/internal/engine/config"
	"github.com/grapnel-hooks/grapnel/internal/workbench/convert"
)

type convertFlags struct {
	from, to, agent, write              string
	force, json, strict, verbose, widen bool
}

func newConvert() *cobra.Command {
	var f convertFlags
	cmd := &cobra.Command{
		Use:   "convert --from DIALECT --to DIALECT [FILE]",
		Short: "Translate the configuration of hooks into another dialect",
		Long: `Convert translates a configuration file, by default the project's, into another
dialect: the names of events and tools, matchers, timeouts, variables for the
project directory. Comments before hooks and groups are kept where the format
allows them.

The result goes to standard output, or with --write into a file. What cannot be
expressed in the target, or means something else there, is reported on standard error
with its place in the file: hooks that would block nothing there, too. A hook that
the target can only run for more than it is for is left out, unless --widen says
to keep it.

The programs of hooks are not converted. With --verbose the report has all that is
different for them.

The exit code is 0 if there is a result, whatever it has lost, and 1 otherwise.
With --strict it is 1 if anything is lost, and no file is written.`,
		Example: `  grapnel convert --from llxprt --to wave .llxprt/settings.json
  grapnel convert --from wave --to pi --write hooks.json
  grapnel convert --from pi --to massgen hooks.json --json`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, files []string) error {
			return f.run(cmd, files)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&f.from, "from", "", "`dialect` of the file: "+strings.Join(all.Names(), ", "))
	flags.StringVar(&f.to, "to", "", "`dialect` of the result")
	flags.StringVar(&f.agent, "agent", "", "`ID` of the agent whose hooks to convert, for files with several")
	flags.StringVar(&f.write, "write", "", "write the result into this `file`, which must not exist")
	flags.BoolVar(&f.force, "force", false, "with --write: replace the file if it exists")
	flags.BoolVar(&f.strict, "strict", false, "exit with 1 if anything is lost, and write no file")
	flags.BoolVar(&f.widen, "widen", false, "keep hooks that can only run for more than they are for")
	flags.BoolVarP(&f.verbose, "verbose", "v", false, "show all that is different for the programs of hooks")
	flags.BoolVar(&f.json, "json", false, "print result and report as JSON")
	completeFlag(cmd, "from", all.Names)
	completeFlag(cmd, "to", all.Names)
	return cmd
}

// conversion is the JSON form of `grapnel convert`.
type conversion struct {
	From   string            `json:"from"`
	To     string            `json:"to"`
	File   string            `json:"file"`
	Hooks  int               `json:"hooks"`
	Text   string            `json:"text"`
	Losses []hook.Diagnostic `json:"losses"`
	// Programs is what the programs of hooks have to do differently.
	Programs []convert.Difference `json:"programs"`
}

func (f convertFlags) run(cmd *cobra.Command, files []string) error {
	if f.from == "" || f.to == "" {
		return fmt.Errorf("say from which dialect to which, as in: grapnel convert --from llxprt --to wave FILE; the dialects are %s", strings.Join(all.Names(), ", "))
	}
	from, err := all.ByName(f.from)
	if err != nil {
		return err
	}
	to, err := all.ByName(f.to)
	if err != nil {
		return err
	}
	env := config.Here("")
	env.Files, env.Agent = files, f.agent
	file, err := oneFile(from, env)
	if err != nil {
		return err
	}
	result, err := convert.Run(convert.Request{From: from, To: to, File: file, Agent: f.agent, Dir: env.Project, Widen: f.widen})
	if err != nil {
		return err
	}
	refused := f.strict && slices.ContainsFunc(result.Losses, isLoss)
	if refused {
		f.write = ""
	}
	if f.write != "" {
		if err := f.writeFile(result.Text); err != nil {
			return err
		}
	}
	if err := f.print(cmd, file, result); err != nil || !refused {
		return err
	}
	return exitStatus(exitFailed)
}

// isLoss reports whether something is lost, and not only said differently.
func isLoss(d hook.Diagnostic) bool { return d.Level != hook.LevelInfo }

// oneFile is the file to convert: the one that was named, else the project's.
func oneFile(d dialect.Dialect, env dialect.Environment) (string, error) {
	if len(env.Files) > 0 {
		return env.Files[0], nil
	}
	env.Home = ""
	locations, _ := d.Locations(env)
	for _, l := range locations {
		if rel, err := filepath.Rel(env.Project, l.Path); err != nil || !filepath.IsLocal(rel) || l.Text != nil {
			continue
		}
		if _, err := os.Stat(l.Path); err == nil {
			return relative(l.Path), nil
		}
	}
	return "", fmt.Errorf("which file? There is no configuration of %s in this project; name one: grapnel convert --from %s --to … FILE", d.Name(), d.Name())
}

func (f convertFlags) writeFile(text []byte) error {
	flags := os.O_WRONLY | os.O_CREATE | os.O_EXCL
	if f.force {
		flags = os.O_WRONLY | os.O_CREATE | os.O_TRUNC
	}
	file, err := os.OpenFile(f.write, flags, 0o644)
	if os.IsExist(err) {
		return fmt.Errorf("%s exists; nothing was written. To replace it, add --force", f.write)
	}
	if err != nil {
		return fmt.Errorf("write the result: %w", err)
	}
	_, err = exactly(file).Write(text)
	if closed := file.Close(); err == nil {
		err = closed
	}
	return err
}

func (f convertFlags) print(cmd *cobra.Command, file string, result convert.Result) error {
	if f.json {
		return printJSON(cmd, conversion{
			From: f.from, To: f.to, File: file, Hooks: result.Hooks, Text: string(result.Text),
			Losses:   append([]hook.Diagnostic{}, result.Losses...),
			Programs: append([]convert.Difference{}, result.Programs...),
		})
	}
	report := stderrPrinter(cmd)
	if f.write == "" {
		if err := write(exactly(cmd.OutOrStdout()), result.Text); err != nil {
			return err
		}
	} else {
		report.linef("wrote %d hooks into %s", result.Hooks, f.write)
	}
	printLosses(report, result.Losses)
	f.printPrograms(report, result.Programs)
	return nil
}

func (f convertFlags) printPrograms(p printer, list []convert.Difference) {
	if len(list) == 0 {
		return
	}
	if !f.verbose {
		p.linef("The programs of hooks are not converted; --verbose shows what is different for them.")
		return
	}
	p.linef("The programs of hooks are not converted. This is different for them:")
	for _, d := range list {
		p.linef("  %s\n    %s: %s\n    %s: %s", p.paint(bold, d.Topic), f.from, d.From, f.to, d.To)
	}
}

// printLosses shows what is lost before what is only different.
func printLosses(p printer, losses []hook.Diagnostic) {
	for _, notes := range []bool{false, true} {
		for _, d := range losses {
			if isLoss(d) == notes {
				continue
			}
			label := "lost:"
			if notes {
				label = "note:"
			}
			p.linef("%s %s", p.paint(levelColour(d.Level), label), d.String())
		}
	}
}
