package pi

import (
	"context"
	"os/exec"
	"slices"
	"strings"
	"time"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/diag"
)

// builtIns are the hooks of Gas Town mode, for those who configured none.
const builtIns = `{
  "SessionStart": [{"command": "gt prime"}],
  "PreToolUse": [{"command": "gt tap guard"}],
  "PreCompact": [{"command": "bd sync"}]
}`

// leaveOutMissing removes hooks whose program is not installed.
func (r *reader) leaveOutMissing() {
	installed := map[string]bool{}
	r.Config.Definitions = slices.DeleteFunc(r.Config.Definitions, func(def hook.Definition) bool {
		program, _, _ := strings.Cut(def.Command, " ")
		if _, known := installed[program]; !known {
			installed[program] = isInstalled(program)
		}
		if !installed[program] {
			r.Config.Diagnostics = append(r.Config.Diagnostics,
				diag.Infof("not-installed", "%s is not installed, so the built-in hook %q for %s is left out", program, def.Command, def.Event).
					Fixf("install it, or configure hooks of your own"))
		}
		return !installed[program]
	})
}

// lookUpLimit bounds the wait for a login shell that asks whether a program
// exists.
const lookUpLimit = 5 * time.Second

// isInstalled asks the shell that hooks run in: a login shell may have another
// search path than this process.
func isInstalled(program string) bool {
	ctx, cancel := context.WithTimeout(context.Background(), lookUpLimit)
	defer cancel()
	argv := shell("command -v " + program)
	cmd := exec.CommandContext(ctx, argv[0], argv[1:]...)
	cmd.WaitDelay = time.Second
	return cmd.Run() == nil
}
