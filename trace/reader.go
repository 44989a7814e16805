package trace

import (
	"fmt"
	"iter"
	"os"
	"slices"
	"strings"
)

// Reader reads the records of a journal that a filter selects. It needs little
// memory, however large the journal is.
type Reader struct {
	// Progress, if set, is told now and then how many bytes of how many have
	// been read.
	Progress func(done, total int64)

	journal *Journal
	filter  Filter
	skipped int
	err     error
}

// Read returns a reader. Nothing is read before its records are asked for.
func (j *Journal) Read(f Filter) *Reader {
	return &Reader{journal: j, filter: f}
}

// Skipped returns how many lines were no records: torn, mixed up or damaged.
func (r *Reader) Skipped() int { return r.skipped }

// Err returns why reading ended early, if it did.
func (r *Reader) Err() error { return r.err }

// Find returns the record whose ID is this or begins so. It is an error if there
// are several.
func (j *Journal) Find(id string) (found Record, ok bool, err error) {
	from, to, ok := idTimes(id)
	if !ok {
		return Record{}, false, fmt.Errorf("%q is not the ID of a record; `grapnel trace` lists them", id)
	}
	r := j.Read(Filter{Since: from, Until: to})
	for record := range r.OldestFirst() {
		if !strings.HasPrefix(record.ID, id) || record.ID == found.ID {
			continue
		}
		if found.ID != "" {
			return Record{}, false, fmt.Errorf("several IDs begin with %s: %s, %s and perhaps more; write more of it", id, found.ID, record.ID)
		}
		found = record
	}
	return found, found.ID != "", r.Err()
}

// OldestFirst yields the records in the order in which they were written.
func (r *Reader) OldestFirst() iter.Seq[Record] { return r.records(oldestFirst) }

// NewestFirst yields the records in the opposite order.
func (r *Reader) NewestFirst() iter.Seq[Record] { return r.records(newestFirst) }

type order bool

const (
	oldestFirst order = false
	newestFirst order = true
)

func (r *Reader) records(o order) iter.Seq[Record] {
	return func(yield func(Record) bool) {
		r.each(o, func(line []byte, _ *summary) bool {
			record, err := Decode(line)
			if err != nil {
				r.skipped++
				return true
			}
			return yield(record)
		})
	}
}

// each calls found with every line that the filter selects, until it returns
// false.
func (r *Reader) each(o order, found func([]byte, *summary) bool) {
	r.skipped, r.err = 0, nil
	list, err := r.journal.segments()
	if err != nil {
		r.err = err
		return
	}
	list = slices.DeleteFunc(list, func(s segment) bool { return !r.filter.mayHave(s.day) })
	if o == newestFirst {
		slices.Reverse(list)
	}
	p := progress{report: r.Progress}
	for _, s := range list {
		p.total += s.size
	}
	var s summary
	goOn := true
	line := func(text []byte) bool {
		p.add(len(text) + 1)
		switch {
		case text == nil || !s.summarize(text):
			r.skipped++
		case r.filter.matches(&s):
			goOn = found(text, &s)
		}
		return goOn
	}
	for _, s := range list {
		if err := eachLine(s.path(r.journal.dir), o, line); err != nil {
			r.err = fmt.Errorf("read the journal: %w", err)
			return
		}
		if !goOn {
			return
		}
	}
}

// eachLine reads one file. One that is gone was too old to be kept.
func eachLine(path string, o order, line func([]byte) bool) error {
	file, err := openReadOnly(path)
	if os.IsNotExist(err) {
		return nil
	}
	if err != nil {
		return err
	}
	defer file.Close()
	if o == oldestFirst {
		return forward(file, line)
	}
	info, err := file.Stat()
	if err != nil {
		return err
	}
	return backward(file, info.Size(), line)
}

// progress reports once for every megabyte.
type progress struct {
	report                func(done, total int64)
	done, total, reported int64
}

func (p *progress) add(n int) {
	const step = 1 << 20
	p.done += int64(n)
	if p.report != nil && p.done-p.reported >= step {
		p.reported = p.done
		p.report(min(p.done, p.total), p.total)
	}
}
