package process

import (
	"os"

	"golang.org/x/sys/windows"
)

// pipeSize is the buffer of a pipe, and writeSize the piece in which it is
// filled: a write that does not fit may be cut short, or refused as a whole.
const (
	pipeSize  = 64 << 10
	writeSize = 4 << 10
)

// stdio is the standard input, output and error of a process: three pipes, of
// which our ends never block.
type stdio struct {
	child          [3]*os.File // the ends that the process gets
	stdin          windows.Handle
	unsent         []byte
	stdout, stderr stream
}

// stream is our end of an output pipe and what was read from it.
type stream struct {
	output
	pipe windows.Handle
	eof  bool
}

// openStdio opens the three pipes.
func openStdio(input []byte, maxOutput int) (*stdio, error) {
	s := &stdio{unsent: input}
	s.stdout.limit = maxOutput
	s.stderr.limit = maxOutput
	var theirs [3]windows.Handle
	err := openPipe(&theirs[0], &s.stdin, &s.stdin)
	if err == nil {
		err = openPipe(&s.stdout.pipe, &theirs[1], &s.stdout.pipe)
	}
	if err == nil {
		err = openPipe(&s.stderr.pipe, &theirs[2], &s.stderr.pipe)
	}
	for i, h := range theirs {
		if h != 0 {
			s.child[i] = os.NewFile(uintptr(h), "|")
		}
	}
	if err != nil {
		s.closeChild()
		s.close()
		return nil, err
	}
	return s, nil
}

// openPipe opens a pipe and makes ours, which is one of its ends, non-blocking.
// Neither end is inheritable; os.StartProcess sees to that.
func openPipe(r, w, ours *windows.Handle) error {
	if err := windows.CreatePipe(r, w, nil, pipeSize); err != nil {
		return os.NewSyscallError("CreatePipe", err)
	}
	mode := uint32(windows.PIPE_NOWAIT)
	err := windows.SetNamedPipeHandleState(*ours, &mode, nil, nil)
	return os.NewSyscallError("SetNamedPipeHandleState", err)
}

// closeChild closes the ends of the process, which has its own copies of them.
func (s *stdio) closeChild() {
	for _, f := range s.child {
		f.Close()
	}
}

// close closes our ends.
func (s *stdio) close() {
	s.closeStdin()
	for _, h := range []windows.Handle{s.stdout.pipe, s.stderr.pipe} {
		if h != 0 {
			windows.CloseHandle(h)
		}
	}
}

func (s *stdio) closeStdin() {
	if s.stdin != 0 {
		windows.CloseHandle(s.stdin)
		s.stdin = 0
	}
}

// move moves a piece of each stream, if possible, and reports whether it was.
func (s *stdio) move() bool {
	moved := s.write()
	moved = s.stdout.read() > 0 || moved
	moved = s.stderr.read() > 0 || moved
	return moved
}

// drain reads what the output pipes hold.
func (s *stdio) drain() {
	for _, out := range []*stream{&s.stdout, &s.stderr} {
		for total := 0; total < drainLimit; {
			n := out.read()
			if n == 0 {
				break
			}
			total += n
		}
	}
}

// write writes a piece of the input, and closes it after the last one or when
// nobody is left to read it.
func (s *stdio) write() bool {
	if s.stdin == 0 {
		return false
	}
	var n uint32
	if len(s.unsent) > 0 {
		piece := s.unsent[:min(len(s.unsent), writeSize)]
		if err := windows.WriteFile(s.stdin, piece, &n, nil); err != nil {
			s.closeStdin()
			return false
		}
		s.unsent = s.unsent[n:]
	}
	if len(s.unsent) == 0 {
		s.closeStdin()
	}
	return n > 0
}

// read reads a piece of the output and returns its length, which is 0 if there
// is nothing to read now, or ever.
func (s *stream) read() int {
	if s.eof {
		return 0
	}
	buf := scratch.Get().(*[32 << 10]byte)
	defer scratch.Put(buf)
	var n uint32
	err := windows.ReadFile(s.pipe, buf[:], &n, nil)
	if err != nil && err != windows.ERROR_NO_DATA {
		s.eof = true
		return 0
	}
	s.add(buf[:n])
	return int(n)
}
