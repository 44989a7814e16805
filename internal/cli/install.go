package cli

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/grapnel-hooks/grapnel/internal/agents"
	"github.com/grapnel-hooks/grapnel/internal/agents/all"
	"github.com/grapnel-hooks/grapnel/internal/agents/answer"
	"github.com/grapnel-hooks/grapnel/internal/agents/settings"
)

type installFlags struct {
	user, project bool
	onFailure     string
	dryRun, yes   bool
}

func newInstall() *cobra.Command {
	var f installFlags
	cmd := &cobra.Command{
		Use:   "install [NAME…]",
		Short: "Register grapnel as the hook of agents",
		Long: `Install registers "grapnel hook" with agents: those that are named, or all that are
on this machine. It changes only its own entries in their settings and keeps every
other byte; a copy of the file as it was before is kept beside it.

What is registered denies if grapnel is gone or fails, unless --on-failure allow is
given. Nothing changes if it is registered like that already.`,
		Example: `  grapnel install --dry-run
  grapnel install claude codex
  grapnel install llxprt --project`,
		ValidArgsFunction: completeAgents,
		RunE:              func(cmd *cobra.Command, args []string) error { return f.run(cmd, args) },
	}
	flags := cmd.Flags()
	flags.BoolVar(&f.user, "user", false, "for the user, in all projects (the default)")
	flags.BoolVar(&f.project, "project", false, "for this project alone")
	flags.StringVar(&f.onFailure, "on-failure", "", "what a failure of a hook or of grapnel means before an operation: allow, deny or ask")
	flags.BoolVar(&f.dryRun, "dry-run", false, "only show what would change")
	flags.BoolVar(&f.yes, "yes", false, "do not ask")
	exclusive(cmd, "user", "project")
	completeFlag(cmd, "on-failure", func() []string { return []string{"allow", "deny", "ask"} })
	return cmd
}

func (f *installFlags) run(cmd *cobra.Command, names []string) error {
	if _, err := failurePolicy(f.onFailure); err != nil {
		return err
	}
	place := here()
	list, err := chooseAgents(names, place)
	if err != nil {
		return err
	}
	if len(list) == 0 {
		return fmt.Errorf("no agent was found here; name one of %s", strings.Join(all.Names(), ", "))
	}
	hooks := configured()
	r, err := f.registration(hooks)
	if err != nil {
		return err
	}
	scope := settings.User
	if f.project {
		scope = settings.Project
	}
	e := edit{printer: newPrinter(cmd.OutOrStdout()), in: cmd.InOrStdin(), dryRun: f.dryRun, yes: f.yes}
	return e.each(list, func(a agents.Agent) ([]settings.Change, error) {
		own := r
		own.Events = a.EventsFor(registeredKinds(hooks))
		return settings.Install(a, scope, place, own)
	})
}

// answerMargin is how much longer than hooks agents wait: Grapnel has to say what
// became of them.
const answerMargin = 30 * time.Second

// registration is what is registered with every agent.
func (f *installFlags) registration(hooks answer.Configuration) (agents.Registration, error) {
	binary, err := os.Executable()
	if err != nil {
		return agents.Registration{}, fmt.Errorf("find the program to register: %w", err)
	}
	if hooks.Err != nil {
		return agents.Registration{}, fmt.Errorf("the hooks here cannot be used, and every tool would be denied: %w", hooks.Err)
	}
	timeout := max(hooks.Timeout(), time.Minute) + answerMargin
	return agents.Registration{Binary: binary, OnFailure: f.onFailure, Timeout: timeout}, nil
}

// edit changes settings of agents, after it has shown what.
type edit struct {
	printer
	in          io.Reader
	dryRun, yes bool
}

// each makes the changes of each agent. One that is impossible does not keep the
// others from being made.
func (e edit) each(list []agents.Agent, changes func(agents.Agent) ([]settings.Change, error)) error {
	failed := false
	for _, a := range list {
		if err := e.one(a, changes); err != nil {
			e.linef("%s  %s", e.paint(bold, a.Name), e.paint(red, visible(err.Error())))
			failed = true
		}
	}
	if failed {
		return exitStatus(exitFailed)
	}
	return nil
}

func (e edit) one(a agents.Agent, changes func(agents.Agent) ([]settings.Change, error)) error {
	list, err := changes(a)
	if err != nil {
		return err
	}
	changed := false
	for _, c := range list {
		if !c.IsNothing() {
			changed = true
			e.linef("%s  %s %s", e.paint(bold, a.Name), verb(c), visible(c.File))
		}
	}
	switch {
	case !changed:
		e.linef("%s  nothing to change", e.paint(bold, a.Name))
		return nil
	case e.dryRun:
		return nil
	case !e.yes && isTerminal(e.in) && !e.agreed():
		return errors.New("not changed")
	}
	for _, c := range list {
		if err := c.Apply(); err != nil {
			return err
		}
	}
	for _, note := range a.Settings.Notes {
		e.linef("  %s", e.paint(dim, note))
	}
	return nil
}

func (e edit) agreed() bool {
	e.printf("Do that? [Y/n] ")
	line, err := bufio.NewReader(e.in).ReadString('\n')
	word := strings.ToLower(strings.TrimSpace(line))
	return err == nil && (word == "" || word == "y" || word == "yes")
}

// verb says what becomes of a file.
func verb(c settings.Change) string {
	switch {
	case c.Before == nil:
		return "creates"
	case c.After == nil:
		return "removes"
	}
	return "changes"
}

func newUninstall() *cobra.Command {
	return &cobra.Command{
		Use:   "uninstall [NAME…]",
		Short: "Remove grapnel from the hooks of agents",
		Long: `Uninstall removes what "grapnel install" has registered, for the user and in this
project, with the agents that are named or with all. If nobody else has changed a
file since, it is then what it was before, to the byte.`,
		ValidArgsFunction: completeAgents,
		RunE:              uninstall,
	}
}

func uninstall(cmd *cobra.Command, names []string) error {
	place := here()
	if len(names) == 0 {
		names = all.Names()
	}
	list, err := chooseAgents(names, place)
	if err != nil {
		return err
	}
	e := edit{printer: newPrinter(cmd.OutOrStdout()), yes: true}
	return e.each(list, func(a agents.Agent) ([]settings.Change, error) {
		changes, err := settings.Uninstall(a, settings.User, place)
		if err != nil {
			return nil, err
		}
		inProject, err := settings.Uninstall(a, settings.Project, place)
		return append(changes, inProject...), err
	})
}
