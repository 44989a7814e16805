//go:build !windows

package grapnel

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
)

// managedDir is where administrators keep their files. Nothing moves it.
func managedDir() string {
	if runtime.GOOS == "darwin" {
		return "/Library/Application Support/Grapnel"
	}
	return "/etc/grapnel"
}

// distrust says why others than root may have written a file, or "".
func distrust(file string) string {
	for path := file; ; path = filepath.Dir(path) {
		info, err := os.Stat(path)
		if err != nil {
			return err.Error()
		}
		owner, ok := info.Sys().(*syscall.Stat_t)
		if !ok || owner.Uid != 0 {
			return fmt.Sprintf("root does not own %s", path)
		}
		if sticky := info.Mode()&os.ModeSticky != 0; info.Mode().Perm()&0o022 != 0 && !sticky {
			return fmt.Sprintf("others can write %s", path)
		}
		if path == filepath.Dir(path) {
			return ""
		}
	}
}
