//go:build unix

package coding

import (
	"context"
	"os/exec"
	"syscall"
)

// shell returns a command for the shell. It runs in a session of its own: away
// from the terminal, so that it cannot wait for anybody to type, and as a
// process group that can be killed as a whole.
func shell(ctx context.Context, command string) *exec.Cmd {
	name := "bash"
	if _, err := exec.LookPath(name); err != nil {
		name = "sh"
	}
	cmd := exec.CommandContext(ctx, name, "-c", command)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	return cmd
}
