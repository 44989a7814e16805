package trace

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"
)

// Append writes one record. It does not wait for the disk, nor long for other
// writers; an error means that the record is lost, and nothing else.
func (j *Journal) Append(r Record) error {
	// The newline in front is for the case that the file does not end in one.
	line := r.appendLine([]byte{'\n'})
	s, create := j.likely(dayOf(r.Time)), false
	for {
		full, err := j.appendTo(s, create, line)
		switch {
		case !create && errors.Is(err, fs.ErrNotExist):
			s.number, create = max(j.latest(s.day), 1), true
		case err != nil:
			return fmt.Errorf("write the journal: %w", err)
		case full:
			s.number, create = max(j.latest(s.day), s.number+1), true
		default:
			j.last.Store(&s)
			return nil
		}
	}
}

// likely is the segment of a day that is probably the newest: the one that was
// last written to, or the first, because most days have no other.
func (j *Journal) likely(day string) segment {
	if last := j.last.Load(); last != nil && last.day == day {
		return *last
	}
	return segment{day: day, number: 1}
}

// latest is the number of a day's newest segment, 0 if there is none.
func (j *Journal) latest(day string) int {
	list, _ := j.segments() // without the list they are tried one by one
	number := 0
	for _, s := range list {
		if s.day == day {
			number = s.number
		}
	}
	return number
}

// appendTo writes a line to a segment, unless that is full. One write for one
// record, and a file that is open for appending: whatever else fails, records
// of several writers do not get mixed up.
func (j *Journal) appendTo(s segment, create bool, line []byte) (full bool, err error) {
	file, err := j.open(s, create)
	if err != nil {
		return false, err
	}
	defer file.Close() // and with it the lock
	lockFor(file, lockWait)
	info, err := file.Stat()
	if err != nil {
		return false, err
	}
	size := info.Size()
	if size >= j.limits.segment {
		return true, nil
	}
	if endsInNewline(file, size) {
		line = line[1:]
	}
	if _, err := file.Write(line); err != nil {
		return false, err
	}
	if size == 0 {
		j.prune(s)
	}
	return false, nil
}

// open opens a segment for appending. Whatever was there before, nobody else can
// read it then, nor can a symbolic link lead anywhere else.
func (j *Journal) open(s segment, create bool) (*os.File, error) {
	if create {
		if err := os.MkdirAll(j.dir, 0o700); err != nil {
			return nil, err
		}
	}
	file, err := openPrivate(j.dir, s.name(), create)
	if err != nil {
		return nil, err
	}
	if err := checkRegular(file); err != nil {
		file.Close()
		return nil, err
	}
	return file, nil
}

func checkRegular(file *os.File) error {
	info, err := file.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s is not a regular file; remove it", file.Name())
	}
	return err
}

// endsInNewline reports whether the next record begins a line. It does not
// after a writer that died, or whose disk was full, in the middle of one.
func endsInNewline(file *os.File, size int64) bool {
	if size == 0 {
		return true
	}
	var last [1]byte
	_, err := file.ReadAt(last[:], size-1)
	return err == nil && last[0] == '\n'
}

// lockWait is how long a writer waits for the others. One that was stopped in
// the middle of a write must not stop hooks from running; without the lock the
// worst that can happen is a torn line.
const lockWait = 100 * time.Millisecond

// lockFor takes the lock of a file if that is possible in time.
func lockFor(file *os.File, wait time.Duration) {
	pause := 20 * time.Microsecond
	for end := time.Now().Add(wait); !tryLock(file) && time.Now().Before(end); {
		time.Sleep(pause)
		pause = min(2*pause, 5*time.Millisecond)
	}
}
