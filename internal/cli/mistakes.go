package cli

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/grapnel-hooks/grapnel/internal/base/suggest"
)

// unknownCommand explains a word that is no command; nil if it is one.
func unknownCommand(word string) error {
	if commands[word] != nil || strings.HasPrefix(word, "-") || slices.Contains([]string{"help", cobra.ShellCompRequestCmd, cobra.ShellCompNoDescRequestCmd}, word) {
		return nil
	}
	names := []string{"help"}
	for name := range commands {
		names = append(names, name)
	}
	slices.Sort(names)
	return fmt.Errorf("unknown command %q; %s", word, cmp.Or(suggest.DidYouMean(word, names), "see grapnel --help"))
}

// flagMistake explains a command line that the flags of a command do not allow.
func flagMistake(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	var alone *pflag.ValueRequiredError
	var wrong *pflag.InvalidValueError
	switch {
	case errors.As(err, &unknown):
		err = unknownFlag(cmd, unknown)
	case errors.As(err, &alone):
		err = fmt.Errorf("--%s needs %s", alone.GetFlag().Name, cmp.Or(placeholder(alone.GetFlag()), "a value"))
	case errors.As(err, &wrong):
		err = fmt.Errorf("%q is not a %s for --%s", wrong.GetValue(), kindOf(wrong.GetFlag()), wrong.GetFlag().Name)
	}
	return seeHelp(cmd, err)
}

// seeHelp adds where to read on.
func seeHelp(cmd *cobra.Command, err error) error {
	if strings.HasSuffix(err.Error(), "?") {
		return fmt.Errorf("%w See %s --help", err, cmd.CommandPath())
	}
	return fmt.Errorf("%w; see %s --help", err, cmd.CommandPath())
}

// noArgs is for commands that have flags only.
func noArgs(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	return seeHelp(cmd, fmt.Errorf("%s takes no arguments, but got %q", cmd.Name(), args[0]))
}

func unknownFlag(cmd *cobra.Command, unknown *pflag.NotExistError) error {
	name := unknown.GetSpecifiedName()
	if unknown.GetSpecifiedShortnames() != "" {
		return fmt.Errorf("unknown flag -%s", name)
	}
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	if near := suggest.Nearest(name, names); near != "" {
		return fmt.Errorf("unknown flag --%s; did you mean --%s?", name, near)
	}
	return fmt.Errorf("unknown flag --%s", name)
}

// placeholder is what the help calls the value of a flag.
func placeholder(f *pflag.Flag) string {
	name, _ := pflag.UnquoteUsage(f)
	if name == "" || name == "string" {
		return ""
	}
	return "a value: --" + f.Name + " " + name
}

// kindOf is what the value of a flag is.
func kindOf(f *pflag.Flag) string {
	switch f.Value.Type() {
	case "int", "int64":
		return "number"
	case "bool":
		return "switch (true or false)"
	}
	return f.Value.Type()
}

// exclusive makes it a mistake to use more than one of these flags.
func exclusive(cmd *cobra.Command, names ...string) {
	before := cmd.PreRunE
	cmd.PreRunE = func(cmd *cobra.Command, args []string) error {
		var used []string
		for _, name := range names {
			if cmd.Flags().Changed(name) {
				used = append(used, "--"+name)
			}
		}
		switch {
		case len(used) > 1:
			return seeHelp(cmd, fmt.Errorf("%s cannot be used together", strings.Join(used, " and ")))
		case before != nil:
			return before(cmd, args)
		}
		return nil
	}
}

// newHelp returns a help command that knows what is no command.
func newHelp() *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Show what a command does",
		ValidArgsFunction: func(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			at, _, err := cmd.Root().Find(args)
			if err != nil {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			var names []string
			for _, sub := range at.Commands() {
				names = append(names, sub.Name()+"\t"+sub.Short)
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				if err := unknownCommand(args[0]); err != nil {
					return err
				}
			}
			about, rest, err := cmd.Root().Find(args)
			if err != nil || len(rest) > 0 {
				return fmt.Errorf("there is no command %q; see grapnel --help", "grapnel "+strings.Join(args, " "))
			}
			about.InitDefaultHelpFlag()
			return about.Help()
		},
	}
}
