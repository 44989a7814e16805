package trace

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

const blockSize = 64 << 10

// forward calls line for every line of a stream, without the newline, until it
// returns false. A line that is too long is given as nil. What it was given is
// overwritten by the next call.
func forward(from io.Reader, line func([]byte) bool) error {
	in := bufio.NewReaderSize(from, blockSize)
	var long []byte // the beginning of a line that is longer than the buffer
	tooLong := false
	for {
		part, err := in.ReadSlice('\n')
		if errors.Is(err, bufio.ErrBufferFull) {
			if tooLong = tooLong || len(long)+len(part) > maxLine; !tooLong {
				long = append(long, part...)
			}
			continue
		}
		if err != nil && err != io.EOF {
			return err
		}
		whole := part
		if len(long) > 0 {
			long = append(long, part...)
			whole = long
		}
		whole = bytes.TrimSuffix(whole, []byte("\n"))
		switch {
		case tooLong || len(whole) > maxLine:
			if !line(nil) {
				return nil
			}
		case len(whole) > 0 && !line(whole):
			return nil
		}
		if err == io.EOF {
			return nil
		}
		long, tooLong = long[:0], false
	}
}

// backward is forward from the end of a file to its beginning.
func backward(from io.ReaderAt, size int64, line func([]byte) bool) error {
	var rest []byte // the end of a line whose beginning has not been read yet
	tooLong := false
	give := func(text []byte) bool {
		give := text
		if tooLong || len(text) > maxLine {
			give = nil
		}
		skip := len(text) == 0 && !tooLong
		tooLong = false
		return skip || line(give)
	}
	block := int64(blockSize)
	for size > 0 {
		n := min(block, size)
		size -= n
		text := make([]byte, int(n)+len(rest))
		if _, err := from.ReadAt(text[:n], size); err != nil {
			return err
		}
		copy(text[n:], rest)
		block *= 2 // for lines longer than a block
		for {
			newline := bytes.LastIndexByte(text, '\n')
			if newline < 0 {
				break
			}
			if !give(text[newline+1:]) {
				return nil
			}
			text, block = text[:newline], blockSize
		}
		if len(text) > maxLine {
			text, tooLong = nil, true
		}
		rest = text
	}
	give(rest)
	return nil
}
