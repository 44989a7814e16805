//go:build linux || darwin

package process

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// markVariable is the variable by which the processes of a run are found again.
const markVariable = "GRAPNEL_RUN"

// newMark returns a text that no other process has in its environment.
func newMark() string { return fmt.Sprintf("%016x%016x", rand.Uint64(), rand.Uint64()) }

// withMark returns the environment with a mark. A mark that is there already
// stays: if a hook runs hooks itself, theirs are part of both runs.
func withMark(env []string, mark string) []string {
	const prefix = markVariable + "="
	at := slices.IndexFunc(env, func(v string) bool { return strings.HasPrefix(v, prefix) })
	if at < 0 {
		return append(slices.Clip(env), prefix+mark)
	}
	env = slices.Clone(env)
	env[at] += "." + mark
	return env
}

// contains reports whether a text occurs in what read returns, piece by piece,
// until it returns nothing.
func contains(read func([]byte) (int, error), text string) bool {
	buf := scratch.Get().(*[32 << 10]byte)
	defer scratch.Put(buf)
	kept := 0 // the end of the last piece, where the text may have begun
	for {
		n, err := read(buf[kept:])
		if n <= 0 || err != nil {
			return false
		}
		piece := buf[:kept+n]
		if bytes.Contains(piece, []byte(text)) {
			return true
		}
		kept = copy(buf[:], piece[max(0, len(piece)-len(text)+1):])
	}
}
