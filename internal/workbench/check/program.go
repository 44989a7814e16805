package check

import (
	"context"
	"os/exec"
	"slices"
	"strings"
	"time"

	"github.com/grapnel-hooks/grapnel/internal/base/lookpath"
)

// programs remembers which names are in PATH.
type programs map[string]bool

func (p programs) has(name string) bool {
	if _, known := p[name]; !known {
		_, err := lookpath.Find(name)
		p[name] = err == nil
	}
	return p[name]
}

// lookUpLimit bounds the wait for a login shell and its start-up files.
const lookUpLimit = 5 * time.Second

// missing prints the arguments that are nothing a shell can run.
const missing = `for name; do command -v "$name" >/dev/null || printf '\nmissing %s\n' "$name"; done`

// missingAtLogin returns which programs of hooks are not known to a login shell
// either, whose start-up files may add to PATH. It is asked once, about all. One
// that does not answer knows nothing that would be worth a warning.
func (c *Config) missingAtLogin(shell string) map[string]bool {
	if c.atLogin != nil {
		return c.atLogin
	}
	c.atLogin = map[string]bool{}
	ctx, cancel := context.WithTimeout(context.Background(), lookUpLimit)
	defer cancel()
	cmd := exec.CommandContext(ctx, shell, append([]string{"-lc", missing, shell}, c.notFound()...)...)
	cmd.Dir, cmd.WaitDelay = c.Env.Project, time.Second
	out, err := cmd.Output()
	if err != nil {
		return c.atLogin
	}
	for line := range strings.Lines(string(out)) { // start-up files may print, too
		if name, found := strings.CutPrefix(strings.TrimSuffix(line, "\n"), "missing "); found {
			c.atLogin[name] = true
		}
	}
	return c.atLogin
}

// notFound are the programs that login shells are to start and that are not in
// PATH.
func (c *Config) notFound() []string {
	var names []string
	for _, def := range c.definitions() {
		u := c.uses(def)
		for _, call := range u.calls {
			name := call[0]
			if u.login && !u.defines && !strings.Contains(name, "/") && !isBuiltin(name) && !c.inPath.has(name) {
				names = append(names, name)
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}
