package cli

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/agents/doctor"
)

func newDoctor() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "doctor [NAME…]",
		Short: "Find out whether agents would call grapnel and obey it",
		Long: `Doctor examines the agents that are named, or all that are on this machine: it
reads their settings as they do, runs the command that is registered there with an
event that the agent sent once, and looks at the answer. The exit code is 0 if each
of them would really call grapnel and obey it, else 1.`,
		ValidArgsFunction: completeAgents,
		RunE: func(cmd *cobra.Command, names []string) error {
			findings, healthy, err := examine(cmd, names)
			if err != nil {
				return err
			}
			if err := printEither(cmd, asJSON, findings, func(p printer) { p.findings(findings, healthy) }); err != nil {
				return err
			}
			if slices.ContainsFunc(findings, func(f doctor.Finding) bool { return f.Level == hook.LevelError }) {
				return exitStatus(exitFailed)
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

// examine returns what there is to say, and the names of agents about which
// there is nothing wrong.
func examine(cmd *cobra.Command, names []string) (findings []doctor.Finding, healthy []string, err error) {
	place := here()
	list, err := chooseAgents(names, place)
	if err != nil {
		return nil, nil, err
	}
	hooks := configured()
	findings = []doctor.Finding{}
	if hooks.Err != nil {
		findings = append(findings, doctor.Finding{
			Level: hook.LevelError, Problem: fmt.Sprintf("the hooks here cannot be used, and every tool is denied: %v", hooks.Err), Fix: "run: grapnel check",
		})
	}
	if len(list) == 0 {
		findings = append(findings, doctor.Finding{Level: hook.LevelInfo, Problem: "no agent was found on this machine", Fix: "name one"})
	}
	for _, w := range hooks.Waiting() {
		findings = append(findings, doctor.Finding{Level: hook.LevelWarn, Problem: w, Fix: "run: grapnel trust"})
	}
	for _, a := range list {
		found := doctor.Examine(cmd.Context(), a, place, hooks.Kinds())
		if !slices.ContainsFunc(found, func(f doctor.Finding) bool { return f.Level == hook.LevelError }) {
			healthy = append(healthy, a.Name)
		}
		findings = append(findings, found...)
	}
	return findings, healthy, nil
}

func (p printer) findings(list []doctor.Finding, healthy []string) {
	for _, name := range healthy {
		p.linef("%s  %s", p.paint(green, "ok"), name)
	}
	for _, f := range list {
		text := f.Problem
		if f.Agent != "" {
			text = f.Agent + ": " + text
		}
		if f.Fix != "" {
			text += "; " + f.Fix
		}
		p.linef("%s %s", p.paint(levelColour(f.Level), string(f.Level)+":"), indent(text))
	}
}
