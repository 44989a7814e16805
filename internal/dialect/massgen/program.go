package massgen

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/lookpath"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
)

// worker is the program that calls Python hooks.
//
//go:embed worker.py
var worker string

// pythonVariable names the Python interpreter to use, if it is not python3.
const pythonVariable = "GRAPNEL_PYTHON"

// Program runs a command, or has a Python function called by a worker.
func (Dialect) Program(def hook.Definition, dir string) (dialect.Program, error) {
	if def.Type == typePython {
		python, err := findPython()
		return dialect.Program{Argv: []string{python, "-u", "-c", worker}, Handler: def.Command}, err
	}
	argv, err := commandLine(def.Command, dir)
	return dialect.Program{Argv: argv}, err
}

// findPython returns the path of the Python interpreter.
func findPython() (string, error) {
	names := []string{"python3"}
	if runtime.GOOS == "windows" {
		names = []string{"python3", "python"}
	}
	if named := os.Getenv(pythonVariable); named != "" {
		path, err := lookpath.Find(named)
		if err != nil {
			return "", fmt.Errorf("%s is set to %q, which cannot be run: %w", pythonVariable, named, errors.Unwrap(err))
		}
		return filepath.Abs(path)
	}
	for _, name := range names {
		if path, err := lookpath.Find(name); err == nil {
			return path, nil
		}
	}
	return "", fmt.Errorf("there is no python3 in PATH; install Python 3.8 or later, or set %s to its path", pythonVariable)
}

// commandLine says how to run a handler: a file by itself or through its
// interpreter, anything else as a shell command.
func commandLine(handler, dir string) ([]string, error) {
	path := handler
	if !filepath.IsAbs(path) {
		path = filepath.Join(dir, path)
	}
	info, err := os.Stat(path)
	switch {
	case err != nil || !info.Mode().IsRegular():
		return shell(handler), nil
	case startsByItself(path, info):
		return []string{path}, nil
	case strings.EqualFold(filepath.Ext(path), ".py"):
		python, err := findPython()
		return []string{python, path}, err
	case runtime.GOOS == "windows":
		return shell(path), nil
	}
	return []string{"sh", path}, nil
}

func shell(command string) []string {
	if runtime.GOOS == "windows" {
		return []string{"cmd", "/C", command}
	}
	return []string{"sh", "-c", command}
}

// startsByItself reports whether the system can run a file. A script that is
// executable but has no #! line needs an interpreter all the same.
func startsByItself(path string, info os.FileInfo) bool {
	if runtime.GOOS == "windows" {
		return strings.EqualFold(filepath.Ext(path), ".exe")
	}
	if info.Mode().Perm()&0o111 == 0 {
		return false
	}
	file, err := os.Open(path)
	if err != nil {
		return true // it may be executable and not readable
	}
	defer file.Close()
	head := make([]byte, 256)
	n, _ := io.ReadFull(file, head) // a short file is fine
	return bytes.HasPrefix(head[:n], []byte("#!")) || bytes.IndexByte(head[:n], 0) >= 0
}
