package llxprt

import (
	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/dialect/kit"
)

// readAnyExit reads stdout, or stderr if there is nothing on stdout, whatever the
// exit code is. A JSON object is the answer. Text is a message with exit codes 0
// and 1, and the reason of a no with others. Exit code 2 says no also where the
// agents let it go: without a word, and beside an answer that allows.
func (d Dialect) readAnyExit(ev hook.Event, run dialect.Exit) dialect.Answer {
	written := run
	if len(kit.Trim(run.Stdout)) == 0 && !run.CutOff {
		written.Stdout = run.Stderr
	}
	said, isText := d.readStdout(ev, written)
	isAnswer := said.Output != nil && !isText
	switch {
	case run.Status == hook.StatusKilled:
		return failed(run)
	case run.ExitCode == exitBlock && isAnswer:
		return alsoDenied(ev, said, run)
	case run.ExitCode == exitBlock, run.ExitCode > exitBlock && isText:
		no := deniedBy(written.Stdout)
		no.Diagnostics = append(said.Diagnostics, no.Diagnostics...)
		return no
	case run.ExitCode != 0 && !isAnswer:
		written.Stderr = written.Stdout
		return failed(written)
	}
	return said
}

// alsoDenied is a JSON answer to which the exit code adds a no.
func alsoDenied(ev hook.Event, said dialect.Answer, run dialect.Exit) dialect.Answer {
	if NewSpecificOutput(ev.Type.Name, said.Output).IsBlocking() {
		return said
	}
	no := deniedBy(run.Stderr)
	no.Output = said.Output.Overlay(no.Output)
	no.Diagnostics = append(said.Diagnostics, no.Diagnostics...)
	return no
}
