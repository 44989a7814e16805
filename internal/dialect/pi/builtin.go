package pi

import (
	"strings"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/diag"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
)

// builtIns are the hooks of Gas Town mode, for those who configured none.
const builtIns = `{
  "SessionStart": [{"command": "gt prime"}],
  "PreToolUse": [{"command": "gt tap guard"}],
  "PreCompact": [{"command": "bd sync"}]
}`

// installed is what a built-in hook requires: that its program exists. The
// shell that hooks run in is asked, because a login shell may have another
// search path than this process.
func installed(def hook.Definition) dialect.Requirement {
	program, _, _ := strings.Cut(def.Command, " ")
	return dialect.Requirement{
		Argv: shell("command -v " + program),
		Missing: diag.Infof("not-installed", "%s is not installed, so the built-in hook %q for %s is left out", program, def.Command, def.Event).
			Fixf("install it, or configure hooks of your own"),
	}
}
