// Package grapnel gives a Go agent hooks.
//
// A hook is a program of the agent's user, in any language, that runs at a
// certain moment of the agent's life: before a tool runs, after the model has
// answered, when a session starts. It reads what is about to happen as JSON on
// standard input, and its answer can block the operation, change its input, add
// context for the model, or stop the agent. Users write hooks into their
// configuration files; the agent does not know them.
//
// # Firing events
//
// A [System] is the hooks of one agent session. At each moment the agent fires
// an event and applies the [hook.Outcome] that it gets back:
//
//	hooks := grapnel.New(grapnel.Options{Dir: projectDir, SessionID: id})
//	defer hooks.Close()
//
//	out := hooks.BeforeTool(ctx, "write_file", input)
//	if out.Blocked {
//		return toolError(out.Reason) // the tool must not run
//	}
//	if out.ToolInput != nil {
//		input = out.ToolInput // a hook has changed it
//	}
//
// There is a method for each kind of moment. Package host has what agents need
// around them, ready to use: tool calls, model calls and the whole loop with all
// effects of hooks applied. The adapters for Google's GenAI SDK and ADK do the
// same for programs that are built on those.
//
// # Dialects
//
// Agents differ in what their hooks read and answer. A dialect is the contract
// of one agent: [LLxprt] is the default; [Wave], [Claude], [Codex], [Qwen],
// [Gemini], [MassGen] and [Pi] are others. Hooks that were written for one of these agents
// run unchanged in every host that uses its dialect.
//
// # What can go wrong
//
// Nothing that a hook does makes an event fail: no method returns an error
// because of a hook, and none panics. A hook that crashes, hangs or answers
// nonsense is ended and ignored, unless its contract says that such a failure
// blocks. [hook.Outcome] says how every hook ran, and its diagnostics say what
// went wrong. Configuration that cannot be used is reported by
// [System.Initialize], by [System.Report], and in every outcome.
//
// If the context of an event ends before its hooks do, the hooks are ended too.
// The outcome must then not be treated as approval.
//
// # Cost
//
// Where nobody configured a hook for an event, firing it costs a look-up: no
// allocation, no file access, no process. A nil *System is valid and has no
// hooks, so an agent needs no special case for users without hooks.
package grapnel
