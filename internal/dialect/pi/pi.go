// Package pi is the hook contract of pi with Gas Town and Beads.
//
// Configuration comes from one source alone, the first that there is, and one
// that is broken switches all hooks off for the session. Hooks run one after
// the other in a login shell; exit code 2 blocks a tool call whatever the JSON
// answer says, and a hook may be told to block when it fails. What hooks wrote
// is kept only without secrets and cut to 2,000 characters.
package pi

import (
	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
)

// Name is the dialect's name on the command line.
const Name = "pi"

// Dialect implements dialect.Dialect.
type Dialect struct{}

// Name returns "pi".
func (Dialect) Name() string { return Name }

// Rules returns pi's choices.
func (Dialect) Rules() dialect.Rules {
	return dialect.Rules{
		OnByDefault:     true,
		Sequential:      true,
		StopAtBlock:     []hook.Kind{hook.ToolBefore},
		FirstSourceWins: true,
		InvalidDisables: true,
		Awaited:         []hook.Kind{hook.SessionStart, hook.CompactBefore},
		RecordLimit:     2000,
		SignalExitCode:  1,
		Redact:          true,
		BlockCode:       exitBlock,
		Patterns:        dialect.Names,
		Tools:           tools,
	}
}

// tools are pi's own; extensions add others.
var tools = []dialect.Tool{
	{Name: "bash", Role: "shell"},
	{Name: "read", Role: "read"},
	{Name: "write", Role: "write"},
	{Name: "edit", Role: "edit"},
	{Name: "find", Role: "glob"},
	{Name: "grep", Role: "search"},
	{Name: "ls", Role: "list"},
	{Name: "lsp"},
	{Name: "ast-grep"},
}
