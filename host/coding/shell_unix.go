//go:build unix

package coding

import (
	"context"
	"os/exec"
	"syscall"

	"github.com/grapnel-hooks/grapnel/internal/base/lookpath"
)

// shell returns a command for the shell. It runs in a session of its own: away
// from the terminal, so that it cannot wait for anybody to type, and as a
// process group that can be killed as a whole.
func shell(ctx context.Context, command string) *exec.Cmd {
	path, err := lookpath.Find("bash")
	if err != nil {
		path = "/bin/sh"
	}
	cmd := exec.CommandContext(ctx, path, "-c", command)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	return cmd
}
