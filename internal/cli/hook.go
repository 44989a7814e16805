package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/user"
	"strings"

	"github.com/spf13/cobra"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/agents/answer"
	"github.com/grapnel-hooks/grapnel/trace"
)

// newHook describes the command for those who ask for help. It is hookMain that
// runs it.
func newHook() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "hook --host NAME < the agent's payload",
		Short: "Answer an agent that calls grapnel as its hook",
		Long: `Hook is what agents call; "grapnel install" registers it. It runs the hooks that
are configured for this project, this user and this machine in any dialect, except
those that the agent runs itself, and answers in the form that the agent obeys.

A hook sees the event in its own dialect: its tool names, its fields. What the
agent cannot do as the hooks say is done in another way or denied, and recorded in
the journal. Hooks of a project run only after "grapnel trust".

If grapnel cannot do its work, because the configuration is broken or the payload
is unknown, it denies what is about to happen unless --on-failure allow is given.`,
		Args: cobra.NoArgs,
		RunE: func(_ *cobra.Command, args []string) error { return exitStatus(hookMain(args)) },
	}
	flags := cmd.Flags()
	flags.String("host", "", "the agent that calls; without it, it follows from the payload and the environment")
	flags.String("event", "", "the agent's own name for the event, if its payload has none")
	flags.String("on-failure", "", "what a failure of a hook or of grapnel means before an operation: allow, deny or ask")
	flags.StringArray("config", nil, "read exactly this `file`; may be repeated")
	return cmd
}

// hookMain answers an agent. It does without the machinery of other commands,
// because agents wait for it at everything they do.
func hookMain(args []string) (code int) {
	interrupts := surviveClosedPipes()
	defer interrupts.catching.Wait()
	call, err := parseHook(args)
	if err != nil {
		newPrinter(os.Stderr).complain(err)
		return exitBlocked
	}
	if isTerminal(os.Stdin) {
		newPrinter(os.Stderr).complain("hook reads the payload of an agent from standard input; to fire an event yourself use: grapnel fire")
		return exitFailed
	}
	if call.Payload, err = readAll(os.Stdin); err != nil {
		newPrinter(os.Stderr).complain(fmt.Errorf("read the payload: %w", err))
		return exitBlocked
	}
	interrupts.catch()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	interrupts.endHooks(cancel)
	reply := answer.To(ctx, call)
	if !reply.Nothing {
		for _, d := range journal(false, recordOf(reply, call)) {
			newPrinter(os.Stderr).complain(d.String())
		}
	}
	interrupts.endAnswer(unread(reply.Outcome, ctx.Err() != nil))
	_ = write(exactly(os.Stderr), []byte(reply.Answer.Stderr)) // the exit code says it, too
	err = write(exactJSON(os.Stdout), []byte(reply.Answer.Stdout))
	if err != nil && (reply.Outcome.Blocked || call.OnFailure != hook.Allow) {
		return exitBlocked // what is lost may be the input that a guard has made harmless
	}
	return reply.Answer.ExitCode
}

// recordOf returns what makes the record of a call.
func recordOf(reply answer.Reply, call answer.Call) func(payload bool) trace.Record {
	return func(payload bool) trace.Record {
		r := trace.NewRecord(reply.Event, reply.Outcome)
		if payload {
			r.KeepPayload(reply.Event, reply.Outcome)
		}
		r.Config, r.ExplicitConfig = reply.Files, len(call.Configs) > 0
		return r
	}
}

// parseHook reads the command line. There is nobody to correct a mistake when an
// agent calls, so that every mistake is an error, and that is a deny.
func parseHook(args []string) (answer.Call, error) {
	call := answer.Call{Home: homeDir(), Getenv: os.Getenv}
	var onFailure string
	values := map[string]*string{"--host": &call.Agent, "--event": &call.Event, "--on-failure": &onFailure}
	for len(args) > 0 {
		name, value, given := strings.Cut(args[0], "=")
		args = args[1:]
		to, known := values[name]
		if !known && name != "--config" {
			return call, fmt.Errorf("hook: unknown argument %q; see grapnel hook --help", name)
		}
		if !given {
			if len(args) == 0 {
				return call, fmt.Errorf("hook: %s needs a value", name)
			}
			value, args = args[0], args[1:]
		}
		if known {
			*to = value
		} else {
			call.Configs = append(call.Configs, value)
		}
	}
	var err error
	call.OnFailure, err = failurePolicy(onFailure)
	return call, err
}

// failurePolicy reads the value of --on-failure.
func failurePolicy(word string) (hook.Decision, error) {
	switch decision := hook.Decision(word); decision {
	case hook.NoDecision, hook.Allow, hook.Deny, hook.Ask:
		return decision, nil
	}
	return hook.NoDecision, errors.New("--on-failure is allow, deny or ask")
}

// homeDir is the user's home directory, also where no variable says so.
func homeDir() string {
	if home, err := os.UserHomeDir(); err == nil {
		return home
	}
	if account, err := user.Current(); err == nil {
		return account.HomeDir
	}
	return ""
}
