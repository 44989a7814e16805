package cli

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/grapnel-hooks/grapnel"
	"github.com/grapnel-hooks/grapnel/config"
	"github.com/grapnel-hooks/grapnel/dialect"
	"github.com/grapnel-hooks/grapnel/dialect/all"
	"github.com/grapnel-hooks/grapnel/hook"
)

// maxPayload is the largest event that is read from standard input.
const maxPayload = 512 << 20

type fireFlags struct {
	dialect, cwd, session, agent, output string
	config                               []string
	gastown, claudeSettings              bool
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
can itself be configured as one.`,
		Example: `  echo '{"tool_name":"write_file","tool_input":{"path":"a"}}' | grapnel fire BeforeTool
  grapnel fire SessionStart --config hooks.json --output json < event.json`,
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
	flags.StringArrayVar(&f.config, "hooks-config", nil, "pi: the same as --config")
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
	format, err := chooseFormat(f.output, cmd.OutOrStdout(), formatJSON, formatText, formatHook)
	if err != nil {
		return err
	}
	d, err := all.ByName(f.dialect)
	if err != nil {
		return err
	}
	eventType, err := findEvent(d, event)
	if err != nil {
		return err
	}
	ev, remarks, err := f.readEvent(cmd.InOrStdin(), eventType)
	if err != nil {
		return err
	}
	system := grapnel.New(grapnel.Options{
		Dialect: d.Name(), Dir: ev.Session.Dir, ConfigFiles: f.config, SessionID: ev.Session.ID, Agent: ev.Session.Agent,
		Switches: map[string]bool{"gastown": f.gastown, "claude-settings-hooks": f.claudeSettings},
	})
	defer system.Close()
	if err := system.Initialize(); err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	out := system.Fire(ctx, ev)
	out.Diagnostics = append(append(configRemarks(system), remarks...), out.Diagnostics...)
	warnDisabled(cmd.ErrOrStderr(), out.Diagnostics)
	return printOutcome(cmd, d, out, format)
}

func findEvent(d dialect.Dialect, name string) (hook.EventType, error) {
	for _, e := range d.Events() {
		if e.Name == name {
			return e, nil
		}
	}
	return hook.EventType{}, fmt.Errorf("%s", d.UnknownEvent(name))
}

// readEvent reads the payload and takes the base fields out of it.
func (f fireFlags) readEvent(in io.Reader, t hook.EventType) (hook.Event, []hook.Diagnostic, error) {
	ev := hook.Event{Type: t, Time: time.Now()}
	fields, remarks, err := readPayload(in)
	if err != nil {
		return ev, nil, err
	}
	if name, ok := fields.String("hook_event_name"); ok && name != t.Name {
		remarks = append(remarks, hook.Warnf("event-name", "the payload says hook_event_name %q; hooks are told %q", name, t.Name))
	}
	for _, base := range []struct {
		key   string
		value *string
	}{
		{"session_id", &ev.Session.ID},
		{"transcript_path", &ev.Session.TranscriptPath},
		{"cwd", &ev.Session.Dir},
		{"hook_event_name", new(string)},
	} {
		if err := takeString(fields, base.key, base.value); err != nil {
			return ev, nil, err
		}
	}
	if t.Subject != "" && fields.Has(t.Subject) {
		if _, ok := fields.String(t.Subject); !ok {
			return ev, nil, fmt.Errorf("payload: %s must be a string", t.Subject)
		}
	}
	ev.Session.Agent, _ = fields.String("agent_id") // hooks see it too, so it stays
	ev.Fields = fields
	return ev, remarks, f.fillIn(&ev.Session)
}

func (f fireFlags) fillIn(s *hook.Session) error {
	if s.ID == "" {
		s.ID = f.session
	}
	if s.Agent == "" {
		s.Agent = f.agent
	}
	if s.Dir == "" {
		s.Dir = f.cwd
	}
	// Hooks run there and are told its name: a relative one would be wrong for
	// them.
	dir, err := filepath.Abs(s.Dir)
	s.Dir = dir
	return err
}

// takeString moves a member that must be a string out of the fields.
func takeString(fields hook.Object, key string, to *string) error {
	if !fields.Has(key) {
		delete(fields, key)
		return nil
	}
	text, ok := fields.String(key)
	if !ok {
		return fmt.Errorf("payload: %s must be a string", key)
	}
	*to = text
	delete(fields, key)
	return nil
}

func readPayload(in io.Reader) (hook.Object, []hook.Diagnostic, error) {
	if isTerminal(in) {
		return hook.Object{}, nil, nil // nobody types a payload
	}
	text, err := io.ReadAll(io.LimitReader(in, maxPayload+1))
	if err != nil {
		return nil, nil, fmt.Errorf("read the payload: %w", err)
	}
	if len(text) > maxPayload {
		return nil, nil, fmt.Errorf("the payload is larger than %d MiB", maxPayload>>20)
	}
	if isBlank(text) {
		return hook.Object{}, nil, nil
	}
	fields, duplicates, err := hook.ParseObject(bytes.ToValidUTF8(text, []byte("\ufffd")))
	if err != nil {
		return nil, nil, fmt.Errorf("the payload on standard input must be one JSON object: %w", err)
	}
	var remarks []hook.Diagnostic
	for _, key := range duplicates {
		remarks = append(remarks, hook.Warnf("duplicate-key", "%q stands twice in the payload; the last one counts", key))
	}
	return fields, remarks, nil
}

func isBlank(text []byte) bool {
	for _, c := range text {
		if c != ' ' && c != '\t' && c != '\n' && c != '\r' {
			return false
		}
	}
	return true
}

// configRemarks says what a person should know about the configuration: what
// is wrong with it, and why there may be no hooks at all.
func configRemarks(system *grapnel.System) []hook.Diagnostic {
	set := system.Configuration()
	remarks := set.Diagnostics
	switch {
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
