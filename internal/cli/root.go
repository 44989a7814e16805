// Package cli is the grapnel command, one file for each verb.
package cli

import (
	"errors"
	"fmt"
	"io"
	"os"

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
	root := newRoot()
	root.SetArgs(args)
	err := root.Execute()
	var status exitStatus
	switch {
	case err == nil:
		return exitProceed
	case errors.As(err, &status):
		return int(status)
	}
	fmt.Fprintln(os.Stderr, "grapnel:", err)
	return exitFailed
}

func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:   "grapnel",
		Short: "Run the hooks of AI coding agents",
		Long: "Grapnel runs the hooks of AI coding agents: it finds the hooks that are configured\n" +
			"for an event, runs them, and says what they mean together.",
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	root.AddCommand(newFire(), newList(), newCheck(), newExplain(), newTrace(), newReplay(), newDemo(), newTest(), newConvert(), newInit(), newSchema(), newVersion())
	return root
}

// Formats of output.
const (
	formatJSON = "json"
	formatText = "text"
	formatHook = "hook"
)

// chooseFormat returns the wanted format, or what suits out: text for people,
// JSON for programs.
func chooseFormat(wanted string, out io.Writer, allowed ...string) (string, error) {
	if wanted == "" {
		if isTerminal(out) {
			return formatText, nil
		}
		return formatJSON, nil
	}
	for _, format := range allowed {
		if wanted == format {
			return format, nil
		}
	}
	return "", fmt.Errorf("unknown output format %q; the formats are: %v", wanted, allowed)
}

func isTerminal(stream any) bool {
	file, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}
