package answer

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"

	"github.com/grapnel-hooks/grapnel/trace"
)

// tellOnce reports whether the user has not been told this about a project yet.
// That is kept beside the journal. If it cannot be kept, once more does no harm.
func tellOnce(project, text string) bool {
	journal, err := trace.DefaultDir()
	if err != nil {
		return true
	}
	dir := filepath.Join(filepath.Dir(journal), "told")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return true
	}
	sum := sha256.Sum256([]byte(project + "\x00" + text))
	file, err := os.OpenFile(filepath.Join(dir, hex.EncodeToString(sum[:16])), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return !os.IsExist(err)
	}
	return file.Close() == nil
}
