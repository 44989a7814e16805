//go:build linux || darwin

package process

import (
	"cmp"
	"os"
	"sync"
	"syscall"
	"time"
)

// stdio is the standard input, output and error of a process: three pipes, and
// the goroutines that serve them.
type stdio struct {
	child          [3]*os.File // the ends that the process gets
	stdin          *os.File
	unsent         []byte // what did not fit into stdin at first
	stdout, stderr stream
	serving        sync.WaitGroup
}

// stream is our end of an output pipe and what was read from it.
type stream struct {
	output
	pipe *os.File
	eof  bool
}

// openStdio opens the three pipes and writes as much of the input as possible
// in advance. In the common case that is all, which saves a goroutine.
func openStdio(input []byte, maxOutput int) (*stdio, error) {
	child, ours, err := openPipes()
	if err != nil {
		return nil, err
	}
	s := &stdio{child: child, stdin: ours[0]}
	s.stdout.pipe, s.stdout.limit = ours[1], maxOutput
	s.stderr.pipe, s.stderr.limit = ours[2], maxOutput
	if s.unsent = fill(s.stdin, input); len(s.unsent) == 0 {
		s.stdin.Close()
	}
	return s, nil
}

// openPipes opens a pipe for each standard file of a process.
func openPipes() (child, ours [3]*os.File, err error) {
	var errs [3]error
	child[0], ours[0], errs[0] = os.Pipe()
	ours[1], child[1], errs[1] = os.Pipe()
	ours[2], child[2], errs[2] = os.Pipe()
	if err := cmp.Or(errs[:]...); err != nil { // one will do: the message is one line
		closeAll(child[:])
		closeAll(ours[:])
		return child, ours, err
	}
	return child, ours, nil
}

func closeAll(files []*os.File) {
	for _, f := range files {
		f.Close()
	}
}

// closeChild closes the ends of the process, which has its own copies of them.
func (s *stdio) closeChild() { closeAll(s.child[:]) }

// close closes our ends.
func (s *stdio) close() {
	s.stdin.Close()
	s.stdout.pipe.Close()
	s.stderr.pipe.Close()
}

// serve begins to read the output, and to write what is left of the input.
func (s *stdio) serve() {
	s.serving.Go(s.stdout.read)
	s.serving.Go(s.stderr.read)
	if len(s.unsent) == 0 {
		return
	}
	s.serving.Go(func() {
		// An error means that the process does not want its input, or has
		// ended without reading it. Neither is a failure.
		s.stdin.Write(s.unsent)
		s.stdin.Close()
	})
}

// finish stops the goroutines and reads what is still in the output pipes. It
// does not wait for end of file, which may be far away: children of the process
// can hold the pipes open.
func (s *stdio) finish() {
	past := time.Unix(1, 0)
	s.stdin.SetWriteDeadline(past)
	s.stdout.pipe.SetReadDeadline(past)
	s.stderr.pipe.SetReadDeadline(past)
	s.serving.Wait()
	s.stdout.drain()
	s.stderr.drain()
}

// read reads until end of file, or until the read deadline is moved to the
// past.
func (s *stream) read() {
	buf := scratch.Get().(*[32 << 10]byte)
	defer scratch.Put(buf)
	for {
		n, err := s.pipe.Read(buf[:])
		s.add(buf[:n])
		if err != nil {
			s.eof = !os.IsTimeout(err)
			return
		}
	}
}

// drain reads what the pipe holds at the moment.
func (s *stream) drain() {
	if s.eof {
		return
	}
	s.pipe.SetReadDeadline(time.Time{})
	conn, err := s.pipe.SyscallConn()
	if err != nil {
		return
	}
	buf := scratch.Get().(*[32 << 10]byte)
	defer scratch.Put(buf)
	conn.Read(func(fd uintptr) bool {
		for total := 0; total < drainLimit; {
			n, err := ignoringEINTR(syscall.Read, fd, buf[:])
			if n <= 0 || err != nil {
				break
			}
			s.add(buf[:n])
			total += n
		}
		return true // never wait for more
	})
}

// fill writes as much of data to the pipe as fits without blocking, and returns
// the rest. The pipe needs no reader yet.
func fill(pipe *os.File, data []byte) (rest []byte) {
	if len(data) == 0 {
		return nil
	}
	conn, err := pipe.SyscallConn()
	if err != nil {
		return data
	}
	conn.Write(func(fd uintptr) bool {
		growPipe(fd, len(data))
		for len(data) > 0 {
			n, err := ignoringEINTR(syscall.Write, fd, data)
			if n <= 0 || err != nil {
				break
			}
			data = data[n:]
		}
		return true // never wait for room
	})
	return data
}

// ignoringEINTR calls a read or write again for as long as a signal handler of
// this program interrupts it.
func ignoringEINTR(call func(int, []byte) (int, error), fd uintptr, p []byte) (int, error) {
	for {
		n, err := call(int(fd), p)
		if err != syscall.EINTR {
			return n, err
		}
	}
}
