package trace

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
)

// DefaultDir returns the directory of the user's journal: "journal" in
// $GRAPNEL_STATE_DIR, else in $XDG_STATE_HOME/grapnel, else in
// ~/.local/state/grapnel, also on macOS. On Windows the last is
// %LocalAppData%\grapnel.
func DefaultDir() (string, error) {
	state := os.Getenv("GRAPNEL_STATE_DIR")
	if state == "" {
		base, err := stateHome()
		if err != nil {
			return "", err
		}
		state = filepath.Join(base, "grapnel")
	}
	return filepath.Join(state, "journal"), nil
}

func stateHome() (string, error) {
	// The XDG specification says to ignore paths that are not absolute.
	if xdg := os.Getenv("XDG_STATE_HOME"); filepath.IsAbs(xdg) {
		return xdg, nil
	}
	if runtime.GOOS == "windows" {
		return os.UserCacheDir() // which is %LocalAppData%
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", errors.New("there is no home directory; set GRAPNEL_STATE_DIR")
	}
	return filepath.Join(home, ".local", "state"), nil
}
