package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"github.com/grapnel-hooks/grapnel"
	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/engine"
	"github.com/grapnel-hooks/grapnel/internal/engine/config"
)

type fireFlags struct {
	configFlags
	toolFlags
	outputFlags
	session   string
	onFailure string
	record    bool
}

func newFire() *cobra.Command {
	var f fireFlags
	cmd := &cobra.Command{
		Use:   "fire EVENT < payload.json",
		Short: "Fire an event and show what its hooks say",
		Long: `Fire runs the hooks that are configured for an event and prints the outcome.

EVENT is the dialect's name for it, such as BeforeTool or PreToolUse, or what it is
in all of them, such as tool.before.

Standard input is one JSON object with the event's own fields, such as tool_name
and tool_input; session_id, cwd, timestamp and the other base fields are filled
in where they are absent. No input means {}. A tool call can also be described
with --tool and --input.

The exit code is 0 to proceed, 2 if the operation is blocked or the agent is to
stop, and 1 if grapnel itself could not do it, for instance because of a broken
configuration file, or because it was interrupted. With --output hook, fire
answers as a hook would, so that it can itself be configured as one; name the
configuration with --config then, or it finds itself there.

Hooks that fail mean what their contract says, which mostly is to proceed.
--on-failure deny blocks the operation then, --on-failure ask leaves it to the
user.

Every event is recorded in the journal, which "grapnel trace" shows. With --record
or GRAPNEL_JOURNAL=record its payload is kept too, so that "grapnel replay" can
fire it again; GRAPNEL_JOURNAL=off switches the journal off.`,
		Example: `  echo '{"tool_name":"write_file","tool_input":{"path":"a"}}' | grapnel fire BeforeTool
  grapnel fire tool.before --tool write_file --input '{"path":"a"}' --on-failure deny
  grapnel fire SessionStart --config hooks.json --json < event.json
  grapnel fire BeforeTool --record < event.json && grapnel trace`,
		Args:              exactlyOneEvent,
		ValidArgsFunction: f.completeEvent,
		RunE: func(cmd *cobra.Command, args []string) error {
			return f.run(cmd, args[0])
		},
	}
	f.configFlags.register(cmd)
	f.toolFlags.register(cmd)
	f.outputFlags.register(cmd, formatJSON, formatText, formatHook)
	cmd.Flags().StringVar(&f.session, "session", "", "session `ID`, if the payload has none")
	cmd.Flags().StringVar(&f.onFailure, "on-failure", "", "what a hook that fails means before an operation: `allow`, deny or ask (default: what its contract says)")
	completeFlag(cmd, "on-failure", policies)
	cmd.Flags().BoolVar(&f.record, "record", false, "keep the payload in the journal, without secrets, for grapnel replay")
	return cmd
}

func exactlyOneEvent(cmd *cobra.Command, args []string) error {
	switch len(args) {
	case 1:
		return nil
	case 0:
		return fmt.Errorf("which event? Try: grapnel fire BeforeTool < payload.json")
	}
	return fmt.Errorf("one event at a time, not %q", args)
}

func (f *fireFlags) run(cmd *cobra.Command, event string) error {
	interrupts := surviveClosedPipes()
	defer interrupts.catching.Wait() // an error is written, too
	format, err := f.format(cmd)
	if err != nil {
		return err
	}
	env, err := f.environment()
	if err != nil {
		return err
	}
	p, err := f.read(cmd.InOrStdin())
	if err != nil {
		return err
	}
	interrupts.catch()
	if err := p.fill(f.session, f.cwd, f.agent); err != nil {
		return err
	}
	env.Project, env.Agent = p.session.Dir, p.session.Agent
	chosen, eventType, err := f.chooseFor(env, event)
	if err != nil {
		return err
	}
	if err := f.describe(chosen.Dialect, eventType, &p); err != nil {
		return err
	}
	ev, err := p.event(chosen.Dialect, eventType)
	if err != nil {
		return err
	}
	options := optionsFor(chosen.Dialect, env)
	options.SessionID, options.OnFailure = p.session.ID, hook.Decision(f.onFailure)
	diagnostics := slices.Concat(passedOver(chosen, "hooks for "+eventType.Name), configuredAbove(env), p.diagnostics)
	return firing{f, chosen.Dialect, options, ev, diagnostics, format, interrupts}.run(cmd)
}

// policies are what a hook that fails may mean.
func policies() []string {
	return []string{string(hook.Allow), string(hook.Deny), string(hook.Ask)}
}

// read reads the payload. If flags describe the event, there need not be one.
func (f *fireFlags) read(stdin io.Reader) (payload, error) {
	if f.isUsed() && !isGiven(stdin) {
		return payload{fields: hook.Object{}}, nil
	}
	return readPayload(stdin)
}

// isGiven reports whether somebody has meant an input to be read: a file or a
// pipe, not a terminal or /dev/null.
func isGiven(in io.Reader) bool {
	file, ok := in.(*os.File)
	if !ok {
		return in != nil
	}
	info, err := file.Stat()
	return err == nil && info.Mode()&fs.ModeCharDevice == 0
}

func findEvent(d dialect.Dialect, name string) (hook.EventType, error) {
	if e, ok := dialect.FindEvent(d, name); ok {
		return e, nil
	}
	return hook.EventType{}, errors.New(d.UnknownEvent(name).String())
}

// allDiagnostics returns what a person should know about the configuration, the
// event and its outcome, each once: what is wrong, and why there may be no hooks
// at all. That hooks cannot be started says enough about a missing directory.
func allDiagnostics(system *grapnel.System, event []hook.Diagnostic, out hook.Outcome) []hook.Diagnostic {
	about := system.Report().Diagnostics
	own := slices.DeleteFunc(slices.Clone(out.Diagnostics), func(d hook.Diagnostic) bool { return slices.Contains(about, d) })
	all := slices.Concat(about, event, own)
	if !slices.ContainsFunc(all, isMachineError) {
		return all
	}
	return slices.DeleteFunc(all, func(d hook.Diagnostic) bool { return d.Code == config.NoDirectory })
}

// warnMissing prints why hooks did not run although the agent goes on: their
// configuration is broken or cannot be found, they are not trusted, or this
// machine cannot start them. What is true of several hooks is said once.
func warnMissing(p printer, diagnostics []hook.Diagnostic) {
	said := map[string]bool{}
	for _, d := range diagnostics {
		if (config.LeavesNone(d) || isMachineError(d)) && !said[d.String()] {
			said[d.String()] = true
			p.complain(d)
		}
	}
}

func isMachineError(d hook.Diagnostic) bool { return d.Code == engine.MachineError }
