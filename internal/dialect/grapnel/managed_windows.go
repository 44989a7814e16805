package grapnel

import (
	"os"
	"path/filepath"
)

// managedDir is where administrators keep their files.
func managedDir() string {
	drive := filepath.VolumeName(os.Getenv("SystemRoot"))
	return filepath.Join(drive+`\`, "ProgramData", "Grapnel")
}

// distrust trusts the access control of the directory, which only
// administrators can write to by default.
func distrust(string) string { return "" }
