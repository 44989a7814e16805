package cli

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/grapnel-hooks/grapnel"
	"github.com/grapnel-hooks/grapnel/config"
	"github.com/grapnel-hooks/grapnel/dialect"
	"github.com/grapnel-hooks/grapnel/hook"
)

type fireFlags struct {
	dialect, cwd, session, agent, output string
	config, hooksConfig                  []string
	gastown, claudeSettings, record      bool
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
configuration file. With --output hook, fire answers as a hook would, so that it
can itself be configured as one.

Every event is recorded in the journal, which "grapnel trace" shows. With --record
or GRAPNEL_JOURNAL=record its payload is kept too, so that "grapnel replay" can
fire it again; GRAPNEL_JOURNAL=off switches the journal off.`,
		Example: `  echo '{"tool_name":"write_file","tool_input":{"path":"a"}}' | grapnel fire BeforeTool
  grapnel fire SessionStart --config hooks.json --output json < event.json
  grapnel fire BeforeTool --record < event.json && grapnel trace`,
		Args: exactlyOneEvent,
		RunE: func(cmd *cobra.Command, args []string) error {
			return f.run(cmd, args[0])
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&f.dialect, "dialect", "", "contract the hooks are written for")
	flags.StringArrayVar(&f.config, "config", nil, "read exactly this `file`; may be repeated, the first has the highest priority")
	flags.StringVar(&f.cwd, "cwd", "", "working `directory`, if the payload has none")
	flags.StringVar(&f.session, "session", "", "session `ID`, if the payload has none")
	flags.StringVar(&f.agent, "agent", "", "`ID` of the agent, for dialects with hooks per agent")
	flags.StringVar(&f.output, "output", "", "json, text or hook (text on a terminal, else json)")
	flags.BoolVar(&f.record, "record", false, "keep the payload in the journal, without secrets, for grapnel replay")
	flags.StringArrayVar(&f.hooksConfig, "hooks-config", nil, "pi: the same as --config")
	flags.BoolVar(&f.gastown, "gastown", false, "pi: run the built-in hooks if nothing else is configured")
	flags.BoolVar(&f.claudeSettings, "claude-settings-hooks", false, "pi: read .claude/settings.json too")
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

func (f fireFlags) run(cmd *cobra.Command, event string) error {
	f.config = append(f.config, f.hooksConfig...)
	if f.dialect == "" && (len(f.hooksConfig) > 0 || f.gastown || f.claudeSettings) {
		f.dialect = "pi" // nobody else has these flags
	}
	format, err := chooseFormat(f.output, cmd.OutOrStdout(), formatJSON, formatText, formatHook)
	if err != nil {
		return err
	}
	p, err := readPayload(cmd.InOrStdin())
	if err != nil {
		return err
	}
	if err := p.fill(f.session, f.cwd, f.agent); err != nil {
		return err
	}
	options := f.options(p.session)
	d, err := chooseDialect(f.dialect, options)
	if err != nil {
		return err
	}
	eventType, err := findEvent(d, event)
	if err != nil {
		return err
	}
	ev, err := p.event(eventType)
	if err != nil {
		return err
	}
	options.Dialect = d.Name()
	fired := ev // as hooks see it, if there are any
	options.Observe = func(_ context.Context, ev hook.Event, _ hook.Outcome) { fired = ev }
	system := grapnel.New(options)
	defer system.Close()
	if err := system.Initialize(); err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go prepareForTheEnd(ctx, cancel)
	out := system.Fire(ctx, ev)
	out.Diagnostics = append(append(configRemarks(system), p.remarks...), out.Diagnostics...)
	warnDisabled(cmd.ErrOrStderr(), out.Diagnostics)
	out.Diagnostics = append(out.Diagnostics, f.journal(fired, out, system.Configuration().Files)...)
	return printOutcome(cmd, d, out, format)
}

// prepareForTheEnd does what takes a moment and is not needed before hooks are
// running: it lets signals end them, and has the encoder look at the outcome's
// type, which costs a fifth of a millisecond the first time.
func prepareForTheEnd(ctx context.Context, cancel context.CancelFunc) {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	_, _ = hook.Marshal(hook.Outcome{Hooks: []hook.Result{{}}})
	defer signal.Stop(signals)
	select {
	case <-signals:
		cancel()
	case <-ctx.Done():
	}
}

func (f fireFlags) options(session hook.Session) grapnel.Options {
	return grapnel.Options{
		Dir: session.Dir, ConfigFiles: f.config, SessionID: session.ID, Agent: session.Agent,
		Switches: f.switches(),
	}
}

func (f fireFlags) switches() map[string]bool {
	return map[string]bool{"gastown": f.gastown, "claude-settings-hooks": f.claudeSettings}
}

func findEvent(d dialect.Dialect, name string) (hook.EventType, error) {
	if e, ok := dialect.Event(d, name); ok {
		return e, nil
	}
	return hook.EventType{}, fmt.Errorf("%s", d.UnknownEvent(name))
}

// configRemarks says what a person should know about the configuration: what
// is wrong with it, and why there may be no hooks at all.
func configRemarks(system *grapnel.System) []hook.Diagnostic {
	set := system.Configuration()
	remarks := slices.DeleteFunc(slices.Clone(set.Diagnostics), func(d hook.Diagnostic) bool {
		return d.Code == config.Disabled // every outcome has that one already
	})
	switch {
	case set.IsDisabled(): // which has been said
	case len(set.Files) == 0:
		remarks = append(remarks, hook.Infof("no-config", "no configuration file was found"))
	case !set.Enabled:
		remarks = append(remarks, hook.Infof("hooks-off", "hooks are switched off; set \"enableHooks\": true to run the %d configured", len(set.Definitions)))
	}
	return remarks
}

// warnDisabled says aloud that a broken configuration has switched hooks off,
// where the dialect lets the agent go on without them.
func warnDisabled(to io.Writer, diagnostics []hook.Diagnostic) {
	for _, d := range diagnostics {
		if d.Code == config.Disabled {
			fmt.Fprintln(to, "grapnel:", d.Message)
		}
	}
}

func printOutcome(cmd *cobra.Command, d dialect.Dialect, out hook.Outcome, format string) error {
	switch format {
	case formatHook:
		answer := d.AsHook(out)
		fmt.Fprint(cmd.OutOrStdout(), answer.Stdout)
		fmt.Fprint(cmd.ErrOrStderr(), answer.Stderr)
		return status(answer.ExitCode)
	case formatText:
		newPrinter(cmd.OutOrStdout()).outcome(out)
	default:
		text, err := hook.Marshal(out)
		if err != nil {
			return fmt.Errorf("encode the outcome: %w", err)
		}
		fmt.Fprintf(cmd.OutOrStdout(), "%s\n", text)
	}
	if out.Blocked || out.Stop {
		return status(exitBlocked)
	}
	return nil
}

func status(code int) error {
	if code == 0 {
		return nil
	}
	return exitStatus(code)
}
