package cli

import (
	"errors"
	"fmt"
	"io"
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
	outputFlags
	session string
	record  bool
}

func newFire() *cobra.Command {
	var f fireFlags
	cmd := &cobra.Command{
		Use:   "fire EVENT < payload.json",
		Short: "Fire an event and show what its hooks say",
		Long: `Fire runs the hooks that are configured for an event and prints the outcome.

Standard input is one JSON object with the event's own fields, such as tool_name
and tool_input; session_id, cwd, timestamp and the other base fields are filled
in where they are absent. No input means {}.

The exit code is 0 to proceed, 2 if the operation is blocked or the agent is to
stop, and 1 if grapnel itself could not do it, for instance because of a broken
configuration file, or because it was interrupted. With --output hook, fire
answers as a hook would, so that it can itself be configured as one.

Every event is recorded in the journal, which "grapnel trace" shows. With --record
or GRAPNEL_JOURNAL=record its payload is kept too, so that "grapnel replay" can
fire it again; GRAPNEL_JOURNAL=off switches the journal off.`,
		Example: `  echo '{"tool_name":"write_file","tool_input":{"path":"a"}}' | grapnel fire BeforeTool
  grapnel fire SessionStart --config hooks.json --json < event.json
  grapnel fire BeforeTool --record < event.json && grapnel trace`,
		Args:              exactlyOneEvent,
		ValidArgsFunction: f.completeEvent,
		RunE: func(cmd *cobra.Command, args []string) error {
			return f.run(cmd, args[0])
		},
	}
	f.configFlags.register(cmd)
	f.outputFlags.register(cmd, formatJSON, formatText, formatHook)
	cmd.Flags().StringVar(&f.session, "session", "", "session `ID`, if the payload has none")
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
	format, err := f.format(cmd.OutOrStdout())
	if err != nil {
		return err
	}
	p, err := readPayload(cmd.InOrStdin())
	if err != nil {
		return err
	}
	interrupts.catch()
	if err := p.fill(f.session, f.cwd, f.agent); err != nil {
		return err
	}
	env := f.environment()
	env.Project, env.Agent = p.session.Dir, p.session.Agent
	chosen, eventType, err := f.chooseFor(env, event)
	if err != nil {
		return err
	}
	ev, err := p.event(chosen.Dialect, eventType)
	if err != nil {
		return err
	}
	options := optionsFor(chosen.Dialect, env)
	options.SessionID = p.session.ID
	diagnostics := append(passedOver(chosen, "hooks for "+event), p.diagnostics...)
	return firing{f, chosen.Dialect, options, ev, diagnostics, format, interrupts}.run(cmd)
}

func findEvent(d dialect.Dialect, name string) (hook.EventType, error) {
	if e, ok := dialect.Event(d, name); ok {
		return e, nil
	}
	return hook.EventType{}, errors.New(d.UnknownEvent(name).String())
}

// configDiagnostics says what a person should know about the configuration: what
// is wrong with it, and why there may be no hooks at all. What every outcome has
// anyway is not repeated.
func configDiagnostics(system *grapnel.System) []hook.Diagnostic {
	return slices.DeleteFunc(system.Report().Diagnostics, config.IsPersistent)
}

// warnMissing prints why hooks did not run although the agent goes on: their
// configuration is broken, they are not trusted, or this machine cannot start
// them. What is true of several hooks is said once.
func warnMissing(to io.Writer, diagnostics []hook.Diagnostic) {
	said := map[string]bool{}
	for _, d := range diagnostics {
		if (config.IsPersistent(d) || d.Code == engine.MachineError) && !said[d.String()] {
			said[d.String()] = true
			complain(to, d.String())
		}
	}
}
