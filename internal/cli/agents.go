package cli

import (
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/agents"
	"github.com/grapnel-hooks/grapnel/internal/agents/all"
	"github.com/grapnel-hooks/grapnel/internal/agents/answer"
	"github.com/grapnel-hooks/grapnel/internal/agents/doctor"
	"github.com/grapnel-hooks/grapnel/internal/engine/config"
)

// here is where the settings of agents are looked for.
func here() agents.Place {
	project, err := filepath.Abs(".")
	if err != nil {
		project = "." // the current directory is gone, and the home may do
	}
	return agents.Place{Home: homeDir(), Project: project, Getenv: os.Getenv}
}

// chooseAgents returns the agents of these names; without names those that are
// on this machine.
func chooseAgents(names []string, place agents.Place) ([]agents.Agent, error) {
	var list []agents.Agent
	for _, name := range names {
		a, err := all.Named(name)
		if err != nil {
			return nil, err
		}
		list = append(list, a)
	}
	if len(names) > 0 {
		return list, nil
	}
	for _, a := range all.Agents() {
		if doctor.Found(a, place) {
			list = append(list, a)
		}
	}
	return list, nil
}

// completeAgents lets the shell complete names of agents.
func completeAgents(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return all.Names(), cobra.ShellCompDirectiveNoFileComp
}

// configured is the hooks that agents would have applied here.
func configured() answer.Configuration {
	env := config.Here("")
	env.Home = homeDir()
	return answer.Load(env, nil)
}

// registeredKinds are the moments at which agents call Grapnel: all, so that a
// hook that is written later is called too. Around model calls agents would wait
// for it many times in each turn: those are for who has hooks there.
func registeredKinds(c answer.Configuration) []hook.Kind {
	kinds := c.Kinds()
	for _, kind := range hook.AllKinds() {
		switch kind {
		case hook.ModelBefore, hook.ModelAfter, hook.ToolSelection:
		default:
			kinds = append(kinds, kind)
		}
	}
	return kinds
}
