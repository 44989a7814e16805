package cli

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"github.com/grapnel-hooks/grapnel"
	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/diag"
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
	options := f.options()
	options.Dir, options.Agent, options.SessionID = p.session.Dir, p.session.Agent, p.session.ID
	choice, eventType, err := f.chooseFor(options.Place(), event)
	if err != nil {
		return err
	}
	ev, err := p.event(eventType)
	if err != nil {
		return err
	}
	options.Dialect = choice.Dialect.Name()
	remarks := append(passedOver(choice, "hooks for "+event), p.remarks...)
	return firing{f, choice.Dialect, options, ev, remarks, format, interrupts}.run(cmd)
}

func findEvent(d dialect.Dialect, name string) (hook.EventType, error) {
	if e, ok := dialect.Event(d, name); ok {
		return e, nil
	}
	return hook.EventType{}, errors.New(d.UnknownEvent(name).String())
}

// configRemarks says what a person should know about the configuration: what
// is wrong with it, and why there may be no hooks at all.
func configRemarks(system *grapnel.System) []hook.Diagnostic {
	set := system.Configuration()
	remarks := slices.DeleteFunc(slices.Clone(set.Diagnostics), config.IsPersistent) // every outcome has those
	said := slices.ContainsFunc(remarks, func(d hook.Diagnostic) bool { return d.Code == noConfig })
	switch {
	case set.IsDisabled(): // which has been said
	case len(set.Files) == 0 && !said:
		remarks = append(remarks, diag.Infof(noConfig, "no configuration file was found"))
	case !set.Enabled && len(set.Definitions) > 0:
		remarks = append(remarks, diag.Infof("hooks-off", "%s to run the %d configured", whyOff(set), len(set.Definitions)))
	}
	return remarks
}

// noConfig is the code of the diagnostic that says that there is nothing to
// read. Dialects that know more about it say it themselves.
const noConfig = "no-config"

// whyOff says why hooks do not run though they are configured, and what to do.
func whyOff(set config.Set) string {
	if at := set.EnabledAt.String(); at != "" {
		return fmt.Sprintf("hooks are switched off at %s; set \"enableHooks\": true there", at)
	}
	return "hooks are switched off; set \"enableHooks\": true"
}

// warnMissing says aloud why hooks did not run though the agent goes on: their
// configuration is broken, nobody trusts them, or this machine cannot start them.
// What is true of several hooks is said once.
func warnMissing(to io.Writer, diagnostics []hook.Diagnostic) {
	said := map[string]bool{}
	for _, d := range diagnostics {
		if (config.IsPersistent(d) || d.Code == engine.MachineError) && !said[d.String()] {
			said[d.String()] = true
			complain(to, d.String())
		}
	}
}
