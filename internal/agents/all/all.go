// Package all is the list of agents.
package all

import (
	"errors"
	"fmt"
	"strings"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/agents"
	"github.com/grapnel-hooks/grapnel/internal/agents/claude"
	"github.com/grapnel-hooks/grapnel/internal/agents/cline"
	"github.com/grapnel-hooks/grapnel/internal/agents/codex"
	"github.com/grapnel-hooks/grapnel/internal/agents/copilot"
	"github.com/grapnel-hooks/grapnel/internal/agents/droid"
	"github.com/grapnel-hooks/grapnel/internal/agents/gemini"
	"github.com/grapnel-hooks/grapnel/internal/agents/llxprt"
	"github.com/grapnel-hooks/grapnel/internal/agents/opencode"
	"github.com/grapnel-hooks/grapnel/internal/agents/pi"
	"github.com/grapnel-hooks/grapnel/internal/agents/qwen"
	"github.com/grapnel-hooks/grapnel/internal/jsonx"
)

// Agents returns all agents, in the order of tables for people.
func Agents() []agents.Agent {
	return []agents.Agent{
		claude.Agent(),
		codex.Agent(),
		gemini.Agent(),
		qwen.Agent(),
		copilot.Agent(),
		droid.Agent(),
		cline.Agent(),
		opencode.Agent(),
		pi.Agent(),
		llxprt.Agent(),
	}
}

// Names returns the names of all agents.
func Names() []string {
	var names []string
	for _, a := range Agents() {
		names = append(names, a.Name)
	}
	return names
}

// Named returns the agent of a name.
func Named(name string) (agents.Agent, error) {
	for _, a := range Agents() {
		if a.Name == name {
			return a, nil
		}
	}
	return agents.Agent{}, fmt.Errorf("unknown agent %q; known are %s", name, strings.Join(Names(), ", "))
}

// ErrUnknownAgent reports a payload that may be nobody's, or several agents'.
var ErrUnknownAgent = errors.New("the agent cannot be told from its payload; name it with --host")

// Recognize returns the agent whose payload it is: the one that most speaks for.
// If that is not just one, it is none, because an answer in another agent's form
// would not be obeyed.
func Recognize(payload []byte, getenv func(string) string) (agents.Agent, error) {
	members, _, err := jsonx.ParseObject(payload)
	if err != nil {
		return agents.Agent{}, fmt.Errorf("%w: %w", ErrUnknownAgent, err)
	}
	object := hook.Object(members)
	var best agents.Agent
	most, several := 0, false
	for _, a := range Agents() {
		certainty := a.Recognize(object, getenv)
		switch {
		case certainty > most:
			best, most, several = a, certainty, false
		case certainty == most:
			several = true
		}
	}
	if most == 0 || several {
		return agents.Agent{}, ErrUnknownAgent
	}
	return best, nil
}
