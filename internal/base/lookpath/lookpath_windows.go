package lookpath

import (
	"os"
	"path/filepath"
)

const separators = `:\/`

func systemDirectories() []string {
	root := os.Getenv("SystemRoot")
	return []string{filepath.Join(root, "System32"), root}
}
