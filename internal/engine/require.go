package engine

import (
	"context"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/engine/process"
)

// Limits for the command that tests a requirement, which may start a login
// shell with all its start-up files.
const (
	requirementTimeout = 5 * time.Second
	requirementGrace   = time.Second
)

// requirements remembers which requirements of programs are met. Each is tested
// once.
type requirements struct {
	mu  sync.Mutex
	met map[string]bool
}

// isMet tests a requirement, or returns what an earlier test found. If ctx ends
// first, or the machine cannot run the test, nothing is known: the hook is then
// started like any other, which reports what is wrong.
func (q *requirements) isMet(ctx context.Context, r dialect.Requirement) bool {
	if len(r.Argv) == 0 {
		return true
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	key := strings.Join(r.Argv, "\x00")
	if met, known := q.met[key]; known {
		return met
	}
	done := process.Run(ctx, process.Command{
		Argv: r.Argv, Env: os.Environ(), Timeout: requirementTimeout, Grace: requirementGrace,
	})
	if done.Ending == process.Canceled || done.Machine {
		return true
	}
	if q.met == nil {
		q.met = map[string]bool{}
	}
	q.met[key] = done.Ending == process.Exited && done.ExitCode == 0
	return q.met[key]
}

// Installed skips the hooks in dir whose requirements are not met, as firing
// does, and reports them.
func Installed(ctx context.Context, c Contract, all []hook.Definition, dir string) (installed []hook.Definition, missing []hook.Diagnostic) {
	var q requirements
	for _, def := range all {
		program, err := c.Program(def, dir)
		if err == nil && !q.isMet(ctx, program.Requires) {
			missing = append(missing, program.Requires.Missing)
			continue
		}
		installed = append(installed, def)
	}
	return installed, missing
}
