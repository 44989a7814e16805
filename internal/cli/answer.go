package cli

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
)

// printOutcome prints the outcome. If that is not possible, the exit code still
// says that the operation must not happen.
func printOutcome(cmd *cobra.Command, d dialect.Dialect, out hook.Outcome, format string) error {
	code := exitProceed
	if out.Blocked || out.Stop {
		code = exitBlocked
	}
	var err error
	switch format {
	case formatHook:
		return printAnswer(cmd, d.EncodeOutcome(out), code)
	case formatText:
		err = printText(cmd, func(p printer) { p.outcome(out) })
	default:
		err = printDocument(cmd, out)
	}
	return ending(cmd, code, code, err)
}

// printDocument prints the outcome document. The encoder would look at what the
// outcome writes of itself once more, and that may be large.
func printDocument(cmd *cobra.Command, out hook.Outcome) error {
	text, err := out.MarshalJSON()
	if err != nil {
		return fmt.Errorf("encode the answer: %w", err)
	}
	return write(exactJSON(cmd.OutOrStdout()), append(text, '\n'))
}

// printAnswer answers as a hook. code is the exit code that means the same to
// those who cannot read the answer.
func printAnswer(cmd *cobra.Command, answer dialect.ProcessResult, code int) error {
	if answer.Stderr != "" {
		_ = write(exactly(cmd.ErrOrStderr()), []byte(answer.Stderr)) // the exit code says it, too
	}
	if answer.Stdout == "" {
		return ending(cmd, answer.ExitCode, code, nil)
	}
	return ending(cmd, answer.ExitCode, code, write(exactJSON(cmd.OutOrStdout()), []byte(answer.Stdout)))
}

// ending ends with an exit code; with another one if the answer could not be
// written.
func ending(cmd *cobra.Command, code, unwritten int, err error) error {
	switch {
	case err != nil && unwritten == exitProceed:
		return err
	case err != nil:
		stderrPrinter(cmd).complain(err)
		return exitStatus(unwritten)
	case code == exitProceed:
		return nil
	}
	return exitStatus(code)
}

const interruption = "interrupted before all hooks had answered"

// refuse ends a fire that was interrupted. A program that asked for the outcome
// gets an error; one that asked a hook is told no, if the event can be blocked.
func refuse(cmd *cobra.Command, d dialect.Dialect, ev hook.Event, format string) error {
	if format == formatHook {
		if answer, ok := d.Refuse(ev, "grapnel: "+interruption); ok {
			return printAnswer(cmd, answer, exitBlocked)
		}
	}
	return errors.New(interruption)
}
