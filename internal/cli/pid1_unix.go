//go:build unix

package cli

import (
	"fmt"
	"os"
	"os/signal"
	"syscall"
)

// isInit reports whether this is the first process of a container. The system
// gives it all orphans, which stay as zombies until it waits for them, and does
// not end it by signals that it does not catch.
func isInit() bool { return os.Getpid() == 1 }

// beInit runs the command in another process and does what the first process of
// a container has to: it passes signals on, waits for whatever ends, and ends
// with the exit code of the command, by which the system ends all the others.
// That the command itself does not wait for orphans spares it to tell them from
// its own children.
func beInit(args []string) (code int, err error) {
	path, err := os.Executable()
	if err != nil {
		return 0, fmt.Errorf("find the command: %w", err)
	}
	signals := make(chan os.Signal, 16)
	signal.Notify(signals, syscall.SIGHUP, syscall.SIGINT, syscall.SIGTERM, syscall.SIGQUIT, syscall.SIGUSR1, syscall.SIGUSR2)
	command, err := os.StartProcess(path, append([]string{os.Args[0]}, args...), &os.ProcAttr{
		Files: []*os.File{os.Stdin, os.Stdout, os.Stderr},
	})
	if err != nil {
		return 0, fmt.Errorf("start the command: %w", err)
	}
	typed := isTerminal(os.Stdin)
	go func() {
		for s := range signals {
			if typed && (s == syscall.SIGINT || s == syscall.SIGQUIT) {
				continue // the terminal has sent it to the command as well
			}
			command.Signal(s)
		}
	}()
	return awaitCommand(command.Pid)
}

// awaitCommand waits for all children until the command ends.
func awaitCommand(pid int) (code int, err error) {
	for {
		var status syscall.WaitStatus
		ended, err := syscall.Wait4(-1, &status, 0, nil)
		switch {
		case err == syscall.EINTR:
		case err != nil:
			return exitFailed, fmt.Errorf("wait for the command: %w", err)
		case ended == pid && status.Signaled():
			return 128 + int(status.Signal()), nil // as shells have it
		case ended == pid:
			return status.ExitStatus(), nil
		}
	}
}
