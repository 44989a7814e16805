package config

import (
	"os"
	"path/filepath"

	"github.com/grapnel-hooks/grapnel/internal/dialect"
)

// Here returns the environment of this process with dir, which may be relative,
// as the project: what looking for configuration starts from.
func Here(dir string) dialect.Environment {
	project, err := filepath.Abs(dir)
	if err != nil {
		project = dir // the current directory is gone; hooks will say so
	}
	home, _ := os.UserHomeDir() // without one there is no user configuration
	return dialect.Environment{Project: project, Home: home, Getenv: os.Getenv}
}
