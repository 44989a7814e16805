package source

import (
	"fmt"
	"os"
)

// ReadFile reads a regular file of a reasonable size. Anything else, such as a
// pipe that nobody writes to, could keep the agent waiting for ever.
func ReadFile(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is not a regular file", path)
	}
	if info.Size() > MaxSize {
		return nil, fmt.Errorf("%s has %d bytes, more than the %d that are read", path, info.Size(), MaxSize)
	}
	return os.ReadFile(path)
}
