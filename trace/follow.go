package trace

import (
	"bytes"
	"context"
	"io"
	"os"
	"time"
)

// pollEvery is how often a follower looks for news.
const pollEvery = 200 * time.Millisecond

// Tail is a place in a journal: what is written later can be followed from
// there.
type Tail struct {
	journal *Journal
	// offsets is how far each segment has been read. An event that began before
	// midnight still goes to the segment of its day, so that all of them count.
	offsets map[string]int64
	skipped int
}

// Tail returns the present end of the journal.
func (j *Journal) Tail() (*Tail, error) {
	t := &Tail{journal: j, offsets: map[string]int64{}}
	list, err := j.segments()
	for _, s := range list {
		t.offsets[s.name()] = s.size
	}
	return t, err
}

// Skipped returns how many lines were no records.
func (t *Tail) Skipped() int { return t.skipped }

// Follow calls found with every record that is written and that the filter
// selects, until the context ends.
func (t *Tail) Follow(ctx context.Context, f Filter, found func(Record)) error {
	tick := time.NewTicker(pollEvery)
	defer tick.Stop()
	var s summary
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
		err := t.news(func(line []byte) bool {
			if line == nil || !s.summarize(line) {
				t.skipped++
			} else if f.matches(&s) {
				if r, err := Decode(line); err == nil {
					found(r)
				} else {
					t.skipped++
				}
			}
			return ctx.Err() == nil
		})
		if err != nil {
			return err
		}
	}
}

// news calls line with every line that was finished since the last time.
func (t *Tail) news(line func([]byte) bool) error {
	list, err := t.journal.segments()
	if err != nil {
		return err
	}
	for _, s := range list {
		from := t.offsets[s.name()]
		if s.size < from {
			from = 0 // somebody has begun it anew
		}
		read, err := finishedLines(s.path(t.journal.dir), from, s.size, line)
		if err != nil {
			return err
		}
		t.offsets[s.name()] = from + read
	}
	return nil
}

// finishedLines reads the lines between two offsets that end in a newline, and
// returns how many bytes those are.
func finishedLines(path string, from, to int64, line func([]byte) bool) (read int64, err error) {
	if from == to {
		return 0, nil
	}
	file, err := openReadOnly(path)
	if os.IsNotExist(err) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	defer file.Close()
	end, err := lastNewline(file, from, to)
	if err != nil || end < 0 {
		return 0, err
	}
	size := end + 1 - from
	return size, forward(io.NewSectionReader(file, from, size), line)
}

// lastNewline returns the offset of the last newline in a part of a file, or -1.
func lastNewline(file io.ReaderAt, from, to int64) (int64, error) {
	block := make([]byte, blockSize)
	for to > from {
		n := min(int64(len(block)), to-from)
		if _, err := file.ReadAt(block[:n], to-n); err != nil {
			return -1, err
		}
		if i := bytes.LastIndexByte(block[:n], '\n'); i >= 0 {
			return to - n + int64(i), nil
		}
		to -= n
	}
	return -1, nil
}
