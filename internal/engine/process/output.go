package process

import (
	"slices"
	"sync"
)

// output collects one output stream of a process. Its size is bounded however
// much the process writes.
type output struct {
	limit   int
	kept    []byte
	dropped int64
}

// add keeps what fits of p and counts the rest.
func (o *output) add(p []byte) {
	room := o.limit - len(o.kept)
	n := min(len(p), room)
	if n > cap(o.kept)-len(o.kept) {
		// By doubling it is copied less often than append would.
		o.kept = slices.Grow(o.kept, min(max(n, len(o.kept)), room))
	}
	o.kept = append(o.kept, p[:n]...)
	o.dropped += int64(len(p) - n)
}

// drainLimit bounds what is still read from a stream once the process has
// ended. A pipe holds at most this much unless a privileged process enlarges
// it, so everything the process itself wrote is within the bound, while a child
// that it left behind may go on writing for ever.
const drainLimit = 1 << 20

// scratch holds buffers for reading. A stream is read through one of them, so
// that a process that writes nothing, or little, allocates no more than that.
var scratch = sync.Pool{New: func() any { return new([32 << 10]byte) }}
