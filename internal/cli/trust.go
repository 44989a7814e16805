package cli

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/grapnel-hooks/grapnel/internal/agents/answer"
	"github.com/grapnel-hooks/grapnel/internal/engine/config"
	"github.com/grapnel-hooks/grapnel/internal/engine/trust"
)

type trustFlags struct {
	cwd                     string
	yes, list, revoke, diff bool
}

func newTrust() *cobra.Command {
	var f trustFlags
	cmd := &cobra.Command{
		Use:   "trust",
		Short: "Approve the hooks of a project for grapnel hook",
		Long: `Trust shows the hooks of this project, in every dialect, with the files that they
run, and asks whether they may run when an agent calls "grapnel hook". Until then
they wait: a repository must not run code because somebody cloned it.

An approval is bound to the definitions of the hooks and to the content of the
local files that they run, as far as these can be seen: scripts, what they run in
turn, and modules beside them. What changes has to be approved again.`,
		Example: `  grapnel trust
  grapnel trust --diff
  grapnel trust --list`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return f.run(cmd) },
	}
	flags := cmd.Flags()
	flags.StringVar(&f.cwd, "cwd", "", "a `directory` of the project (default: the current one)")
	flags.BoolVar(&f.yes, "yes", false, "approve without a question")
	flags.BoolVar(&f.list, "list", false, "show what is approved, in all projects")
	flags.BoolVar(&f.revoke, "revoke", false, "forget the approval of this project")
	flags.BoolVar(&f.diff, "diff", false, "show only what is not as it was approved; exit code 2 if anything is")
	cmd.MarkFlagsMutuallyExclusive("yes", "list", "revoke", "diff")
	return cmd
}

func (f *trustFlags) run(cmd *cobra.Command) error {
	env := config.Here(f.cwd)
	env.Home = homeDir()
	store, err := trust.Default(env.Home, env.Getenv)
	if err != nil {
		return err
	}
	p := newPrinter(cmd.OutOrStdout())
	if f.list {
		return listApprovals(p, store)
	}
	configured := answer.Load(env, nil)
	project := configured.Environment.Project
	if f.revoke {
		return revoke(p, store, project)
	}
	if configured.Err != nil {
		return configured.Err
	}
	t := trusting{p: p, store: store, project: project, home: env.Home, hooks: configured.ProjectHooks()}
	if t.approval, err = store.Load(project); err != nil {
		return err
	}
	if f.diff {
		return t.diff()
	}
	return t.approve(cmd.InOrStdin(), f.yes)
}

// trusting is the approval of one project's hooks.
type trusting struct {
	p             printer
	store         trust.Store
	project, home string
	hooks         []trust.Hook
	approval      trust.Approval
}

// approve shows all hooks, asks, and keeps the approval.
func (t trusting) approve(in io.Reader, yes bool) error {
	if len(t.hooks) == 0 {
		t.p.linef("%s has no hooks of its own.", visible(t.project))
		return nil
	}
	t.p.linef("Hooks of %s:", visible(t.project))
	waits := false
	for _, h := range t.hooks {
		status, why := t.approval.Status(h)
		waits = waits || status != trust.Trusted
		t.show(trust.See(t.project, t.home, h), status, why)
	}
	if !waits && len(t.approval.Hooks) == len(t.hooks) {
		t.p.linef("All of them are approved.")
		return nil
	}
	// What is kept is what was shown: files may change while the user reads.
	shown := trust.NewApproval(t.project, t.home, t.hooks)
	if !yes {
		if !isTerminal(in) {
			return errors.New("nothing is approved: there is no terminal to ask at; use --yes if you have read the above")
		}
		if !t.ask(in) {
			return errors.New("nothing is approved")
		}
	}
	if err := t.store.Save(shown); err != nil {
		return err
	}
	t.p.linef("Approved.")
	return nil
}

func (t trusting) ask(in io.Reader) bool {
	t.p.printf("May they run in every agent that calls grapnel? [y/N] ")
	line, _ := bufio.NewReader(in).ReadString('\n') // no answer is a no
	return slices.Contains([]string{"y", "yes"}, strings.ToLower(strings.TrimSpace(line)))
}

// show shows one hook, with all that it runs.
func (t trusting) show(h trust.Approved, status trust.Status, why string) {
	colour := green
	if status != trust.Trusted {
		colour = yellow
	}
	matcher := ""
	if h.Matcher != "" {
		matcher = " for " + h.Matcher
	}
	t.p.linef("  %s  %s %s%s", t.p.paint(colour, string(status)), visible(h.Dialect), visible(h.Event), visible(matcher))
	if h.Command != "" {
		t.p.field("  runs", h.Command)
	}
	if h.Rule != "" {
		t.p.field("  rule", h.Name+": "+h.Rule)
	}
	for _, file := range h.Files {
		note := ""
		if file.Digest == "" {
			note = " (missing)"
		}
		t.p.field("  file", file.Path+note)
	}
	if status == trust.Changed {
		t.p.field("  why", why)
	}
}

// diff shows what is not as it was approved.
func (t trusting) diff() error {
	different := false
	for _, h := range t.hooks {
		if status, why := t.approval.Status(h); status != trust.Trusted {
			different = true
			t.show(trust.See(t.project, t.home, h), status, why)
		}
	}
	for _, approved := range t.approval.Hooks {
		if !slices.ContainsFunc(t.hooks, func(h trust.Hook) bool { return trust.See(t.project, t.home, h).Digest == approved.Digest }) {
			different = true
			t.show(approved, "gone", "")
		}
	}
	if different {
		return exitStatus(exitBlocked)
	}
	t.p.linef("Everything is as it was approved.")
	return nil
}

func listApprovals(p printer, store trust.Store) error {
	list, err := store.List()
	for _, a := range list {
		p.linef("%s  %s", p.paint(bold, visible(a.Project)), p.paint(dim, a.Time.Local().Format("2006-01-02 15:04")))
		for _, h := range a.Hooks {
			p.linef("  %s %s  %s", visible(h.Dialect), visible(h.Event), indent(h.Name))
		}
	}
	if len(list) == 0 && err == nil {
		p.linef("Nothing is approved.")
	}
	return err
}

func revoke(p printer, store trust.Store, project string) error {
	was, err := store.Revoke(project)
	switch {
	case err != nil:
		return fmt.Errorf("forget the approval of %s: %w", project, err)
	case was:
		p.linef("The hooks of %s are not approved any more.", visible(project))
	default:
		p.linef("Nothing was approved in %s.", visible(project))
	}
	return nil
}
