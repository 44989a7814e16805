package grapnel

import (
	"context"
	"fmt"
	"log/slog"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/engine/config"
)

// The dialects: the contracts that hooks can be written for.
const (
	LLxprt  = "llxprt"  // LLxprt Code and Gemini CLI
	Wave    = "wave"    // Wave
	Claude  = "claude"  // Claude Code
	MassGen = "massgen" // MassGen
	Pi      = "pi"      // pi with Gas Town and Beads
	Native  = "grapnel" // Grapnel's own, for every agent
)

// DialectOption switches on something that only one dialect has.
type DialectOption string

// The options of pi. Each can also be switched on with an environment variable,
// as pi does.
const (
	// PiGastown runs the built-in hooks of Gas Town mode if no hooks are
	// configured (PI_GASTOWN_MODE=1).
	PiGastown DialectOption = "gastown"
	// PiClaudeSettings also reads hooks from .claude/settings.local.json and
	// .claude/settings.json (PI_ENABLE_CLAUDE_SETTINGS_HOOKS=1).
	PiClaudeSettings DialectOption = "claude-settings-hooks"
)

// Options configure a System. The zero value is useful: LLxprt's dialect, the
// current directory, hooks as the configuration files say.
type Options struct {
	// Disabled switches hooks off whatever the files say. New then returns nil.
	Disabled bool
	// Dialect is the contract that hooks are written for, such as [Wave]; ""
	// means [LLxprt]. An unknown one is reported by Initialize, and in every
	// outcome.
	Dialect string
	// DialectOptions are options of that dialect. Those of other dialects have
	// no effect.
	DialectOptions []DialectOption
	// Dir is the project directory: where configuration is looked for and
	// hooks run. "" means the current directory.
	Dir string
	// ConfigFiles, if any, are read instead of what is found in Dir, the home
	// directory and the system. Naming a file is consent to run its hooks.
	ConfigFiles []string
	// Agent is which agent this is, where the configuration has hooks for
	// several.
	Agent string
	// SessionID identifies the agent session to hooks; "" means a random one.
	SessionID string
	// TranscriptPath is passed to hooks as it is.
	TranscriptPath string
	// OnFailure is what a hook that could not do its work means before a tool, a
	// model call or a prompt: [hook.Deny], [hook.Ask] or [hook.Allow]. Such a
	// hook could not be started, ran out of time, was killed, or failed with an
	// exit code that is not an answer. "" means what the dialect says, which
	// mostly is to go on. With hook.Deny and hook.Ask, configuration that cannot
	// be read blocks these operations too.
	OnFailure hook.Decision
	// Logger gets warnings about hooks and configuration, and a debug line for
	// every event, without secrets. nil means no logging.
	Logger *slog.Logger
	// Observe, if set, is told of every event that hooks ran for, with its
	// outcome. It may be called from several goroutines at once. The Observe
	// method of a journal of package trace fits.
	Observe func(context.Context, hook.Event, hook.Outcome)
}

// validate says what is wrong with the options themselves.
func (o Options) validate() error {
	switch o.OnFailure {
	case hook.NoDecision, hook.Allow, hook.Deny, hook.Ask:
		return nil
	}
	return fmt.Errorf("unknown policy %q for hooks that fail; it is allow, deny or ask", o.OnFailure)
}

// environment is where the agent runs according to the options.
func (o Options) environment() dialect.Environment {
	env := config.Here(o.Dir)
	env.Files, env.Agent = o.ConfigFiles, o.Agent
	env.Switches = make(map[string]bool, len(o.DialectOptions))
	for _, option := range o.DialectOptions {
		env.Switches[string(option)] = true
	}
	return env
}
