package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/diag"
	"github.com/grapnel-hooks/grapnel/internal/base/document"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/engine"
	"github.com/grapnel-hooks/grapnel/internal/engine/config"
)

type explainFlags struct {
	configFlags
	toolFlags
	payload, session string
	json             bool
}

func newExplain() *cobra.Command {
	var f explainFlags
	cmd := &cobra.Command{
		Use:   "explain EVENT",
		Short: "Show which hooks an event would run, and why the others would not",
		Long: `Explain plans an event as fire does, but runs nothing. It shows the hooks that
would run, in order, with what each is given: program, timeout, standard input
and environment. For every other hook it says why it would not run.

The event is described by --tool and --input, or completely by --payload, which is
what fire reads on standard input.`,
		Example: `  grapnel explain BeforeTool --tool run_shell_command --input '{"command": "ls"}'
  grapnel explain SessionStart --payload event.json
  grapnel explain PreToolUse --tool Bash --config settings.json --json`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return errors.New("which event? Try: grapnel explain BeforeTool --tool write_file")
			}
			return nil
		},
		ValidArgsFunction: f.completeEvent,
		RunE: func(cmd *cobra.Command, args []string) error {
			return f.run(cmd, args[0])
		},
	}
	f.configFlags.register(cmd)
	f.toolFlags.register(cmd)
	flags := cmd.Flags()
	flags.StringVar(&f.payload, "payload", "", "`file` with the event's fields as JSON; - is standard input")
	flags.StringVar(&f.session, "session", "SESSION", "session `ID`, if the payload has none")
	flags.BoolVar(&f.json, "json", false, "print the explanation as JSON")
	cmd.MarkFlagsMutuallyExclusive("payload", "tool")
	cmd.MarkFlagsMutuallyExclusive("payload", "input")
	return cmd
}

func (f *explainFlags) run(cmd *cobra.Command, event string) error {
	p, err := f.read(cmd.InOrStdin())
	if err != nil {
		return err
	}
	if err := p.fill(f.session, f.cwd, f.agent); err != nil {
		return err
	}
	env, err := f.environment()
	if err != nil {
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
	set := loadInstalled(cmd.Context(), chosen.Dialect, env)
	if set.Err != nil {
		return set.Err
	}
	x := newExplanation(chosen, set, ev)
	x.Diagnostics = slices.Concat(x.Diagnostics, passedOver(chosen, "hooks for "+eventType.Name), configuredAbove(env), p.diagnostics)
	return printEither(cmd, f.json, x, x.print)
}

// read reads the payload, if there is one.
func (f *explainFlags) read(stdin io.Reader) (payload, error) {
	switch f.payload {
	case "":
		return payload{fields: hook.Object{}}, nil
	case "-":
		return readPayload(stdin)
	}
	file, err := document.Open(f.payload)
	if err != nil {
		return payload{}, fmt.Errorf("read the payload: %w", err)
	}
	defer file.Close()
	p, err := readPayload(file)
	if err != nil {
		return p, fmt.Errorf("%s: %w", f.payload, err)
	}
	return p, nil
}

// newExplanation plans an event and adds what the engine does not know: hooks
// that are switched off, and those that the configuration skips.
func newExplanation(chosen choice, set config.Set, ev hook.Event) explanation {
	d := chosen.Dialect
	plan := engine.Explain(engine.NewRegistry(d, set.Definitions), ev)
	stdin, env := d.Input(engine.WithFacts(d, ev))
	x := explanation{
		Event: ev.Type.Name, Dialect: d.Name(), Why: chosen.Why, Enabled: set.Enabled, Sequential: plan.Sequential,
		Files: append([]string{}, set.Files...), Dir: ev.Session.Dir, Stdin: string(stdin), Env: append([]string{}, env...),
		Hooks: []plannedHook{}, NotRun: []idleHook{},
		Diagnostics: append(append([]hook.Diagnostic{}, set.Diagnostics...), plan.Diagnostics...),
		broken:      set.IsDisabled(),
	}
	x.Subject, _ = ev.Subject()
	for _, def := range plan.Hooks {
		if set.Enabled {
			x.Hooks = append(x.Hooks, planned(d, def, ev.Session.Dir))
		} else {
			x.NotRun = append(x.NotRun, idleHook{listed(def), "switch", set.WhyOff(d.Describe().Form.SwitchKey)})
		}
	}
	for _, out := range plan.Skipped {
		x.NotRun = append(x.NotRun, idleHook{listed(out.Hook), string(out.Reason), whyNot(ev, out)})
	}
	for _, out := range set.Skipped {
		x.NotRun = append(x.NotRun, idleHook{listed(out.Definition), cmp.Or(out.Reason, "left-out"), out.Why})
	}
	for _, file := range set.Ignored {
		x.Diagnostics = append(x.Diagnostics, diag.Infof("not-read", "%s is not read: %s comes first, and only one source is used", file, set.Files[0]))
	}
	return x
}

// planned is a hook that would run.
func planned(d dialect.Dialect, def hook.Definition, dir string) plannedHook {
	h := plannedHook{listedHook: listed(def), Argv: []string{}, Env: append([]string{}, def.Env...)}
	program, err := d.Program(def, dir)
	if err != nil {
		h.Error = err.Error()
		return h
	}
	h.Argv, h.Handler = program.Argv, program.Handler
	return h
}

// whyNot says why a hook is not in the plan.
func whyNot(ev hook.Event, out engine.Skipped) string {
	subject, _ := ev.Subject()
	switch out.Reason {
	case engine.ByEvent:
		return "it is for " + out.Hook.Event
	case engine.ByMatcher:
		return fmt.Sprintf("its matcher %q does not match %q", out.Hook.Matcher, subject)
	case engine.ByCondition:
		if out.Condition == "unless" {
			return "all of its exceptions (unless) hold"
		}
		return fmt.Sprintf("its condition %s does not hold", out.Condition)
	case engine.BySubject:
		return fmt.Sprintf("it has the matcher %q, but the event has no %s", out.Hook.Matcher, ev.Type.Subject)
	case engine.ByDuplicate:
		return fmt.Sprintf("it has the same command as %q at %s", out.First.DisplayName(), out.First.Origin)
	}
	if out.Hook.If != "" {
		return fmt.Sprintf("its condition %q is not true for this event", out.Hook.If)
	}
	return "it is not for an event with this content"
}
