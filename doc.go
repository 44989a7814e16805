// Package grapnel gives a Go agent user-defined hooks: programs of the user
// that run before and after tools and model calls and can block, rewrite, add
// context or stop.
//
// A [System] is one agent session's hooks. The agent fires events at it and
// applies the [hook.Outcome] it gets back:
//
//	hooks := grapnel.New(grapnel.Options{Dir: projectDir, SessionID: id})
//	…
//	out := hooks.BeforeTool(ctx, "write_file", input)
//	if out.Blocked {
//		return toolError(out.Reason)
//	}
//	if out.ToolInput != nil {
//		input = out.ToolInput
//	}
//
// Firing is cheap where nobody configured a hook: no allocation, no file
// access, no process. It never returns an error and never panics because of a
// hook. A nil *System is valid and has no hooks.
package grapnel
