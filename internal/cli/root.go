// Package cli is the grapnel command, one file for each verb.
package cli

import (
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/spf13/cobra"
	"golang.org/x/term"
)

// The exit codes of grapnel. `fire --output hook` uses the dialect's instead.
const (
	exitProceed = 0
	exitFailed  = 1 // grapnel itself could not do it
	exitBlocked = 2 // blocked or stopped
)

// exitStatus is an error that only carries an exit code: everything there is
// to say has been said.
type exitStatus int

func (e exitStatus) Error() string { return fmt.Sprintf("exit status %d", int(e)) }

// Main runs the command and returns its exit code.
func Main(args []string) int {
	if isInit() {
		code, err := beInit(args)
		if err == nil {
			return code
		}
		newPrinter(os.Stderr).complain(err) // then do without
	}
	if len(args) > 0 && args[0] == "hook" && !asksForHelp(args) {
		return hookMain(args[1:]) // agents call it all the time
	}
	root := newRoot(args...)
	root.SetArgs(args)
	err := root.Execute()
	var status exitStatus
	if err != nil && !errors.As(err, &status) {
		newPrinter(os.Stderr).complain(err)
	}
	return exitCodeOf(err)
}

// exitCodeOf is the exit code of a command that ended with err.
func exitCodeOf(err error) int {
	var status exitStatus
	switch {
	case err == nil:
		return exitProceed
	case errors.As(err, &status):
		return int(status)
	}
	return exitFailed
}

// commands has a constructor for each verb.
var commands = map[string]func() *cobra.Command{
	"fire": newFire, "list": newList, "check": newCheck, "explain": newExplain, "trace": newTrace,
	"replay": newReplay, "demo": newDemo, "test": newTest, "convert": newConvert, "init": newInit,
	"packs": newPacks, "schema": newSchema, "version": newVersion, "completion": newCompletion, "hook": newHook,
	"trust": newTrust, "install": newInstall, "uninstall": newUninstall, "doctor": newDoctor, "matrix": newMatrix,
}

// newRoot returns the command that has all the others, or only the one that is
// called: making them all takes as long as a good part of firing an event.
func newRoot(args ...string) *cobra.Command {
	root := &cobra.Command{
		Use:   "grapnel",
		Short: "Run the hooks of AI coding agents",
		Long: "Grapnel runs the hooks of AI coding agents: it finds the hooks that are configured\n" +
			"for an event, runs them, and says what they mean together.",
		SilenceErrors:     true,
		SilenceUsage:      true,
		CompletionOptions: cobra.CompletionOptions{DisableDefaultCmd: true}, // ours is another
	}
	if len(args) > 0 && commands[args[0]] != nil {
		root.AddCommand(commands[args[0]]())
		return root
	}
	for _, newCommand := range commands {
		root.AddCommand(newCommand())
	}
	root.Version = thisBuild().String() // for --version
	root.SetVersionTemplate("grapnel {{.Version}}\n")
	return root
}

// Root returns the whole command, for those who write completions and manual
// pages of it.
func Root() *cobra.Command { return newRoot() }

func asksForHelp(args []string) bool {
	return slices.Contains(args, "--help") || slices.Contains(args, "-h")
}

func isTerminal(stream any) bool {
	file, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}
