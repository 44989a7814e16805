// Package adk gives agents of Google's Agent Development Kit the user's hooks,
// as one plugin for ADK's runner:
//
//	hooks := grapnel.New(grapnel.Options{Dir: projectDir})
//	p, err := adk.New(hooks, adk.Options{})
//	…
//	defer p.Close()
//	r, err := runner.New(runner.Config{
//		…
//		PluginConfig: runner.PluginConfig{Plugins: []*plugin.Plugin{p}},
//	})
//
// Nothing else changes: every tool and every model call of every agent that the
// runner runs now goes through the hooks.
//
// # What hooks do
//
// At a prompt, in dialects that let hooks reject it: a rejected prompt is not
// stored and never sent to a model, and the run ends with an event whose
// ErrorCode is [BlockedByHook] and whose ErrorMessage tells the user why. Context
// becomes part of the prompt. At the start of a session a stop rejects the prompt
// too, and context becomes part of the instruction of every agent.
//
// Before a tool: a block keeps the tool from running, and the model gets the
// reason as the tool's result. A rewritten input is what the tool gets. An
// "ask" becomes ADK's tool confirmation: the run pauses with a call of
// adk_request_confirmation, and the tool runs once the user has said yes.
//
// After a tool: context and system messages are added to the result that the
// model gets; see [New] for where. What is to stand beside the result goes with
// the agent's next request, be it in the next run.
//
// Before the model: a block answers in the model's place, with the hook's
// response or an empty content whose ErrorCode is [BlockedByHook]. Rewritten
// requests keep every part that hooks cannot see: tool calls, images, thought
// signatures. A restriction of tools is set as the request's tool
// configuration, and a call outside of it is refused.
//
// After the model: the complete response can be replaced or hidden. Where there
// are such hooks, partial responses of a stream are held back until they have
// spoken; [Options.Live] lets them through.
//
// A stop, from any of them, ends the run with a last content that tells the
// user why. What else hooks have to say to the user is in the metadata of events;
// see [Notes].
//
// All other hooks, and those of sessions and prompts in dialects that do not hear
// them, run in the background, those of one session in order. Nobody waits for
// them but Close, unless very many events of a session are waiting for them.
//
// # What ADK cannot do
//
//   - Events have no channel of their own for display. It is up to the user
//     interface to ask [Hidden] and [Notes].
//   - Once a plugin has answered a callback, ADK does not ask the others. This one
//     has to be the first of its runner, or hooks miss what others answer.
//   - ADK's AgentTool runs its agent in a runner of its own, without plugins.
//     Hooks see and can block the call of the AgentTool, but nothing inside.
//   - In live (bidirectional) runs ADK calls a plugin for tools only, and not
//     for streaming ones. Nobody can confirm a call there.
//   - A rewritten input also replaces the arguments in the session's history,
//     because ADK shares them.
//   - Hooks at the end of a run cannot prolong it. The user is told that one
//     wanted to, and why.
//   - A tool that asks for confirmation itself does so even if a hook allows the
//     call.
package adk

import (
	"time"

	"google.golang.org/adk/v2/plugin"

	"github.com/grapnel-hooks/grapnel"
)

// Options configure the plugin. The zero value is useful.
type Options struct {
	// Name is the plugin's name, which is unique in a runner; "" means
	// "grapnel".
	Name string
	// Live passes partial responses on while they stream in even if there are
	// AfterModel hooks, which then come too late to hide or change what the
	// user has seen.
	Live bool
	// Ask says that somebody answers ADK's requests to confirm a tool call. If a
	// hook says "ask", there is such a request in any case where its dialect lets
	// no call through that nobody has confirmed; in the other dialects only with
	// Ask, and without it the tool runs.
	Ask bool
	// ToUser, if set, gets what hooks say to the user of a session when no event
	// can carry it any more: at the end of the agent's turn and of the session,
	// and at notifications. Without it such texts wait for the session's next
	// event. It may be called from several goroutines at once.
	ToUser func(sessionID, text string)
	// Drain is how long Close waits for hooks that run in the background; 0
	// means 10 seconds. Then they are told to end, and 5 seconds later killed.
	Drain time.Duration
}

const (
	defaultName  = "grapnel"
	defaultDrain = 10 * time.Second
)

// New returns a plugin that fires events at these hooks and applies what they
// say. It is to be closed when the runner is no longer used: ADK's runner does
// not do that.
//
// A plugin may serve several runners and many sessions at a time. Hooks are told
// ADK's session ID. A session keeps the configuration that was in force when it
// came here first.
//
// The text that hooks add to a tool's result is appended to the result's only
// string, as in {"result": "…"}. A result with more than that keeps its members
// and gets one more, named "hookContext".
func New(hooks *grapnel.System, o Options) (*plugin.Plugin, error) {
	if o.Name == "" {
		o.Name = defaultName
	}
	if o.Drain <= 0 {
		o.Drain = defaultDrain
	}
	if hooks == nil {
		return plugin.New(plugin.Config{Name: o.Name})
	}
	h := &hooked{live: o.Live, ask: o.Ask, sessions: sessions{hooks: hooks, drain: o.Drain, toUser: o.ToUser}}
	return plugin.New(plugin.Config{
		Name:                  o.Name,
		OnUserMessageCallback: h.onUserMessage,
		BeforeRunCallback:     h.beforeRun,
		OnEventCallback:       h.onEvent,
		AfterRunCallback:      h.afterRun,
		BeforeAgentCallback:   h.beforeAgent,
		BeforeModelCallback:   h.beforeModel,
		AfterModelCallback:    h.afterModel,
		BeforeToolCallback:    h.beforeTool,
		AfterToolCallback:     h.afterTool,
		CloseFunc:             h.close,
	})
}

// hooked has the callbacks of the plugin.
type hooked struct {
	live     bool
	ask      bool
	sessions sessions
	runs     runs
}
