package cli

import (
	"context"
	"errors"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/grapnel-hooks/grapnel/internal/workbench/demo"
)

type demoFlags struct {
	options demo.Options
	json    bool
	noPause bool
}

func newDemo() *cobra.Command {
	var f demoFlags
	cmd := &cobra.Command{
		Use:   "demo",
		Short: "Play a whole agent session with hooks, offline",
		Long: `Demo plays an agent session: a scripted model, real file and shell tools in a
temporary project, and real hooks around both. It prints what hooks did, what the
model read and what the user saw. Hooks that had nothing to say are only counted.

With --dialect wave, claude, massgen or pi the same story is told with hooks that are
written for that contract.

With --config your own hooks run, in a copy of the project that the file belongs to.
The embedded session writes into that copy only; hooks, and the commands of a session
of your own, do what they do.

A session file for --script has prompts, and for each the turns of the model:

  {"prompts": [{
    "prompt": "Tidy up.",
    "turns": [
      {"text": "First the build.", "calls": [
        {"name": "run_shell_command", "args": {"command": "rm -rf build"}}]},
      {"text": "Done."}
    ]}]}

Every call needs a turn after it. The tools are read_file (file_path), write_file
(file_path, content), replace (file_path, old_string, new_string), list_directory
(path) and run_shell_command (command), whatever the dialect calls them.`,
		Example: `  grapnel demo
  grapnel demo --dialect wave
  grapnel demo --config my-project/hooks.json
  grapnel demo --script session.json --json`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return f.run(cmd) },
	}
	flags := cmd.Flags()
	flags.StringVar(&f.options.Dialect, "dialect", "", "contract of the hooks (default: what --config is written for)")
	flags.StringVar(&f.options.Script, "script", "", "play this session `file` instead of the embedded one")
	flags.StringArrayVar(&f.options.Config, "config", nil, "`file` with hooks of your own; may be repeated")
	flags.BoolVar(&f.json, "json", false, "print the timeline as JSON")
	flags.BoolVar(&f.noPause, "no-pause", false, "do not wait between the steps, as on a terminal")
	completeFlag(cmd, "dialect", demo.Dialects)
	return cmd
}

func (f *demoFlags) run(cmd *cobra.Command) error {
	// Also if nobody reads on, the project and the hooks have to be cleared
	// away.
	ctx, stop := untilSignal(syscall.SIGPIPE)
	defer stop()
	t := newTimelinePrinter(stdoutPrinter(cmd))
	if isTerminal(t.to) && !f.noPause {
		t.pause = func() { sleep(ctx, time.Second) }
	}
	entries := []demo.Entry{}
	o := f.options
	o.Begin, o.Show = t.begin, t.entry
	if f.json {
		o.Begin, o.Show = nil, func(e demo.Entry) { entries = append(entries, e) }
	}
	err := demo.Run(ctx, o)
	if ctx.Err() != nil {
		err = exitStatus(exitFailed) // whoever wanted it knows why
	}
	if f.json {
		return errors.Join(printJSON(cmd, map[string]any{"timeline": entries}), err)
	}
	t.end(err == nil)
	return err
}

// sleep waits for a while, or until the context is done.
func sleep(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}
