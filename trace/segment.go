package trace

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// segment is one file of a journal, such as 2026-07-31.0001.jsonl. It has
// records of one day, in the order in which they were written; the segments of
// a day are numbered. That the name can be worked out makes it safe for two
// writers to start the same segment.
type segment struct {
	day    string // in UTC
	number int
	size   int64 // when it was listed
}

const dayLayout = time.DateOnly

func dayOf(t time.Time) string { return t.UTC().Format(dayLayout) }

func (s segment) name() string { return fmt.Sprintf("%s.%04d.jsonl", s.day, s.number) }

func (s segment) path(dir string) string { return filepath.Join(dir, s.name()) }

func (s segment) compare(other segment) int {
	return cmp.Or(cmp.Compare(s.day, other.day), cmp.Compare(s.number, other.number))
}

// parseSegment reads the name of a segment.
func parseSegment(name string) (segment, bool) {
	stem, isSegment := strings.CutSuffix(name, ".jsonl")
	day, digits, hasNumber := strings.Cut(stem, ".")
	number, err := strconv.Atoi(digits)
	if !isSegment || !hasNumber || err != nil || number < 1 {
		return segment{}, false
	}
	if _, err := time.Parse(dayLayout, day); err != nil {
		return segment{}, false
	}
	return segment{day: day, number: number}, true
}

// segments lists the files of the journal from the oldest to the newest.
// Without a directory there are none.
func (j *Journal) segments() ([]segment, error) {
	entries, err := os.ReadDir(j.dir)
	if os.IsNotExist(err) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the journal: %w", err)
	}
	var list []segment
	for _, entry := range entries {
		s, ok := parseSegment(entry.Name())
		if !ok {
			continue
		}
		info, err := entry.Info()
		if err != nil || !info.Mode().IsRegular() {
			continue // removed in the meantime, or not ours
		}
		s.size = info.Size()
		list = append(list, s)
	}
	slices.SortFunc(list, segment.compare)
	return list, nil
}

// limits say how large a journal may become.
type limits struct {
	segment int64 // bytes after which a new segment is begun
	total   int64 // bytes of all segments
	age     time.Duration
}

var defaultLimits = limits{segment: 16 << 20, total: 512 << 20, age: 30 * 24 * time.Hour}

// prune removes the oldest segments as far as the limits demand. It never
// touches the one that has just been begun. What cannot be removed stays: the
// next one to begin a segment will try again.
func (j *Journal) prune(begun segment) {
	list, err := j.segments()
	if err != nil {
		return
	}
	var total int64
	for _, s := range list {
		total += s.size
	}
	oldest := j.oldestDay(list, begun)
	for _, s := range list {
		if s.day >= oldest && total <= j.limits.total || s.compare(begun) == 0 {
			return
		}
		if os.Remove(s.path(j.dir)) == nil {
			total -= s.size
		}
	}
}

// oldestDay is the first day that is kept. It is counted from today or from the
// last other day with records, whichever is earlier: a clock that is wrong once
// must not make everything look old. So records of a journal that was not
// written to for long stay until the second day on which it is.
func (j *Journal) oldestDay(list []segment, begun segment) string {
	today := dayOf(time.Now())
	latest := ""
	for _, s := range list {
		if s.day != begun.day {
			latest = max(latest, s.day)
		}
	}
	if latest == "" || latest > today {
		latest = today
	}
	day, err := time.Parse(dayLayout, latest)
	if err != nil {
		return ""
	}
	return dayOf(day.Add(-j.limits.age))
}
