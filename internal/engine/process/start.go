package process

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
)

// locate returns the path of the program that c names.
func locate(c *Command) (string, error) {
	if len(c.Argv) == 0 {
		return "", errors.New("empty command")
	}
	return lookPath(c.Argv[0], c.Dir)
}

// notStarted is the result for a process that could not be started because of
// err.
func notStarted(c *Command, err error) Result {
	if len(c.Argv) == 0 {
		return Result{Ending: NotStarted, ExitCode: -1, Err: err}
	}
	machine, why := explain(c, err)
	return Result{Ending: NotStarted, ExitCode: -1, Err: why, Machine: machine}
}

// explain turns an error from starting c into one that names the culprit, and
// says whether that is the machine rather than the command. The system reports a
// missing directory, program and interpreter all as the same ENOENT, so explain
// looks again. It is done after the failure rather than checked before, so that
// a start that works pays nothing for it.
func explain(c *Command, err error) (machine bool, why error) {
	if err := checkDir(c.Dir); err != nil {
		return true, err
	}
	name := c.Argv[0]
	switch {
	case errors.Is(err, exec.ErrNotFound):
		return true, fmt.Errorf("no such program: %s: %w", name, exec.ErrNotFound)
	case errors.Is(err, fs.ErrNotExist):
		if exists(name, c.Dir) {
			return false, fmt.Errorf("%s: the interpreter in its first line does not exist: %w", name, err)
		}
		return filepath.IsAbs(name), fmt.Errorf("no such program: %w", err)
	case errors.Is(err, fs.ErrPermission):
		return false, fmt.Errorf("%s is not executable: %w", name, err)
	case errors.Is(err, syscall.ENOEXEC):
		return false, fmt.Errorf("%s is not executable, and has no #! line: %w", name, err)
	case errors.Is(err, syscall.E2BIG):
		return true, fmt.Errorf("the environment and the arguments of %s are too long for this system: %w", name, err)
	case errors.Is(err, syscall.EAGAIN), errors.Is(err, syscall.ENOMEM),
		errors.Is(err, syscall.EMFILE), errors.Is(err, syscall.ENFILE):
		return true, fmt.Errorf("out of resources to start %s: %w", name, err)
	}
	return false, fmt.Errorf("cannot start %s: %w", name, err)
}

// checkDir reports what is wrong with dir as a working directory.
func checkDir(dir string) error {
	if dir == "" {
		return nil
	}
	info, err := os.Stat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("working directory %s does not exist", dir)
	case err != nil:
		return fmt.Errorf("working directory: %w", err)
	case !info.IsDir():
		return fmt.Errorf("working directory %s is not a directory", dir)
	}
	if _, err := os.Stat(dir + "/."); err != nil {
		return fmt.Errorf("working directory %s cannot be entered: %w", dir, err)
	}
	return nil
}
