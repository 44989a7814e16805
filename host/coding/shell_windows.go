package coding

import (
	"context"
	"os/exec"
	"strconv"
	"syscall"
)

// shell returns a command for the command interpreter, which has quoting rules
// of its own and gets the command as it is. Ending it ends its children too.
func shell(ctx context.Context, command string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, "cmd")
	cmd.SysProcAttr = &syscall.SysProcAttr{CmdLine: `cmd /D /S /C "` + command + `"`}
	cmd.Cancel = func() error {
		if exec.Command("taskkill", "/T", "/F", "/PID", strconv.Itoa(cmd.Process.Pid)).Run() == nil {
			return nil
		}
		return cmd.Process.Kill()
	}
	return cmd
}
