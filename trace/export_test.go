package trace

import (
	"os"
	"testing"
	"time"
)

// WithLimits lets tests rotate sooner.
func (j *Journal) WithLimits(segment, total int64, age time.Duration) *Journal {
	j.limits = limits{segment: segment, total: total, age: age}
	return j
}

// Segments lists the files of the journal.
func (j *Journal) Segments() (names []string) {
	list, _ := j.segments()
	for _, s := range list {
		names = append(names, s.name())
	}
	return names
}

// LockForTest holds the lock of a file until release is called.
func LockForTest(t *testing.T, path string) (release func()) {
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	if !tryLock(file) {
		t.Fatal("the lock is taken")
	}
	return func() { file.Close() }
}
