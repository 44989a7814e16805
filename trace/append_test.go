package trace_test

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/grapnel-hooks/grapnel"
	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/trace"
)

// A journal is what a System can report to.
var _ = grapnel.Options{Observe: trace.Open("", trace.Options{}).Observe}

func TestManyProcessesWriteAtOnce(t *testing.T) {
	for name, segment := range map[string]int64{"to one segment": 1 << 30, "while segments change": 20_000} {
		t.Run(name, func(t *testing.T) {
			const writers, each = 8, 250
			dir := filepath.Join(t.TempDir(), "journal")
			var all sync.WaitGroup
			for i := range writers {
				all.Go(func() {
					cmd := exec.Command("write-record", dir, "writer-"+strconv.Itoa(i), strconv.Itoa(each), strconv.FormatInt(segment, 10))
					if out, err := cmd.CombinedOutput(); err != nil {
						t.Errorf("%v: %s", err, out)
					}
				})
			}
			all.Wait()
			j := trace.Open(dir, trace.Options{})
			next := map[string]int{}
			seen := map[string]bool{}
			r := j.Read(trace.Filter{})
			for record := range r.OldestFirst() {
				if record.Reason != strconv.Itoa(next[record.Session]) {
					t.Errorf("%s: record %s where %d should be", record.Session, record.Reason, next[record.Session])
				}
				if seen[record.ID] {
					t.Errorf("ID %s twice", record.ID)
				}
				next[record.Session]++
				seen[record.ID] = true
			}
			if len(seen) != writers*each || r.Skipped() != 0 || r.Err() != nil {
				t.Errorf("%d records, %d skipped, %v", len(seen), r.Skipped(), r.Err())
			}
			if n := len(j.Segments()); (n > 1) != (segment < 1<<30) {
				t.Errorf("%d segments", n)
			}
		})
	}
}

func TestATornLineIsNotContinued(t *testing.T) {
	j := trace.Open(t.TempDir(), trace.Options{})
	first, second := numbered("a", 1), numbered("a", 2)
	check(t, j.Append(first))
	file, err := os.OpenFile(filepath.Join(j.Dir(), j.Segments()[0]), os.O_APPEND|os.O_WRONLY, 0)
	check(t, err)
	_, err = file.WriteString(`{"id":"0123","ti`)
	check(t, err)
	check(t, file.Close())
	check(t, j.Append(second))
	r := j.Read(trace.Filter{})
	var got []string
	for record := range r.OldestFirst() {
		got = append(got, record.Reason)
	}
	if strings.Join(got, " ") != "1 2" || r.Skipped() != 1 {
		t.Errorf("records %v, %d skipped", got, r.Skipped())
	}
}

func TestOldSegmentsAreRemoved(t *testing.T) {
	dir := t.TempDir()
	old := numbered("old", 0)
	old.Time = time.Now().Add(-100 * time.Hour)
	j := trace.Open(dir, trace.Options{}).WithLimits(1000, 5000, 48*time.Hour)
	check(t, j.Append(old))
	others := []string{filepath.Join(dir, "notes.txt"), filepath.Join(dir, "2001-01-01.0001.jsonl")}
	check(t, os.WriteFile(others[0], nil, 0o600))
	check(t, os.Mkdir(others[1], 0o700))
	yesterday := numbered("yesterday", 0)
	yesterday.Time = time.Now().Add(-24 * time.Hour)
	check(t, j.Append(yesterday))
	check(t, j.Append(numbered("new", -1)))
	if slices.ContainsFunc(slices.Collect(j.Read(trace.Filter{}).OldestFirst()), func(r trace.Record) bool { return r.Session == "old" }) {
		t.Error("a record of four days ago is still there")
	}
	for i := range 100 {
		check(t, j.Append(numbered("new", i)))
	}
	var total int64
	for _, name := range j.Segments() {
		info, err := os.Stat(filepath.Join(dir, name))
		check(t, err)
		total += info.Size()
	}
	if total > 6000 || total < 3000 {
		t.Errorf("%d bytes in %v", total, j.Segments())
	}
	last := ""
	for record := range j.Read(trace.Filter{}).OldestFirst() {
		last = record.Reason
	}
	if last != "99" {
		t.Errorf("the last record is %q", last)
	}
	for _, path := range others {
		if _, err := os.Stat(path); err != nil {
			t.Errorf("what is not ours is gone: %v", err)
		}
	}
}

// A clock that is 45 days ahead for a while makes everything look old.
func TestAClockThatJumpsLosesNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		j := trace.Open(t.TempDir(), trace.Options{}).WithLimits(500, 1<<20, 30*24*time.Hour)
		const day = 24 * time.Hour
		for i, wait := range []time.Duration{0, day, day, 45 * day, time.Minute, time.Minute} {
			time.Sleep(wait)
			check(t, j.Append(numbered("clock", i)))
		}
		if n := len(slices.Collect(j.Read(trace.Filter{}).OldestFirst())); n != 6 || len(j.Segments()) < 5 {
			t.Errorf("%d of 6 records are left in %v", n, j.Segments())
		}
	})
}

func TestASegmentThatHasJustBegunStays(t *testing.T) {
	j := trace.Open(t.TempDir(), trace.Options{}).WithLimits(1000, 100, 48*time.Hour)
	old := numbered("old", 0)
	old.Time = time.Now().Add(-100 * time.Hour)
	check(t, j.Append(old)) // older and larger than a journal may be
	if n := len(j.Segments()); n != 1 {
		t.Errorf("%d segments", n)
	}
}

func TestRecordsGoToTheNewestSegmentOfTheirDay(t *testing.T) {
	for name, before := range map[string][]int{
		"the first was removed":               {3},
		"the first is full, and more removed": {1, 3},
	} {
		t.Run(name, func(t *testing.T) {
			r := numbered("a", 1)
			j := trace.Open(t.TempDir(), trace.Options{}).WithLimits(1000, 1<<20, 48*time.Hour)
			var want []string
			for _, number := range before {
				want = append(want, fmt.Sprintf("%s.%04d.jsonl", r.Time.UTC().Format(time.DateOnly), number))
				size := 1000 // full
				if number == 3 {
					size = 1
				}
				check(t, os.WriteFile(filepath.Join(j.Dir(), want[len(want)-1]), bytes.Repeat([]byte("\n"), size), 0o600))
			}
			check(t, j.Append(r))
			if got := j.Segments(); !slices.Equal(got, want) {
				t.Errorf("segments %v", got)
			}
		})
	}
}

func TestDefaultDir(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has another place")
	}
	for name, tt := range map[string]struct{ state, xdg, want string }{
		"of our own":    {"/state", "/xdg", "/state/journal"},
		"XDG":           {"", "/xdg", "/xdg/grapnel/journal"},
		"XDG, relative": {"", "xdg", "/home/me/.local/state/grapnel/journal"},
		"neither":       {"", "", "/home/me/.local/state/grapnel/journal"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Setenv("GRAPNEL_STATE_DIR", tt.state)
			t.Setenv("XDG_STATE_HOME", tt.xdg)
			t.Setenv("HOME", "/home/me")
			if got, err := trace.DefaultDir(); err != nil || got != tt.want {
				t.Errorf("got %q, %v", got, err)
			}
		})
	}
}

func TestAJournalThatCannotBeWrittenIsReportedOnce(t *testing.T) {
	for name, prepare := range map[string]func(t *testing.T) string{
		"a file where the directory should be": func(t *testing.T) string {
			path := filepath.Join(t.TempDir(), "file")
			check(t, os.WriteFile(path, nil, 0o600))
			return filepath.Join(path, "journal")
		},
		"a directory that is read-only": func(t *testing.T) string {
			if os.Geteuid() == 0 || runtime.GOOS == "windows" {
				t.Skip("modes do not stop this user")
			}
			dir := t.TempDir()
			check(t, os.Chmod(dir, 0o500))
			return filepath.Join(dir, "journal")
		},
		"a directory where the segment should be": func(t *testing.T) string {
			dir := t.TempDir()
			for _, day := range []time.Time{time.Now(), time.Now().Add(time.Hour)} { // it may be midnight
				check(t, os.MkdirAll(filepath.Join(dir, day.UTC().Format(time.DateOnly)+".0001.jsonl"), 0o700))
			}
			return dir
		},
	} {
		t.Run(name, func(t *testing.T) {
			var log bytes.Buffer
			j := trace.Open(prepare(t), trace.Options{Logger: slog.New(slog.NewTextHandler(&log, nil))})
			for range 3 {
				j.Observe(context.Background(), hook.Event{}, hook.Proceed("BeforeTool", "llxprt"))
			}
			if n := strings.Count(log.String(), "\n"); n != 1 {
				t.Errorf("%d warnings:\n%s", n, log.String())
			}
			if err := j.Append(numbered("a", 1)); err == nil {
				t.Error("no error")
			}
		})
	}
}

func TestAWriterThatStandsStillStopsNobody(t *testing.T) {
	j := trace.Open(t.TempDir(), trace.Options{})
	check(t, j.Append(numbered("a", 0)))
	release := trace.LockForTest(t, filepath.Join(j.Dir(), j.Segments()[0]))
	defer release()
	start := time.Now()
	check(t, j.Append(numbered("a", 1)))
	if took := time.Since(start); took > 30*time.Second {
		t.Errorf("it waited %v for the other", took)
	}
	n := 0
	for range j.Read(trace.Filter{}).OldestFirst() {
		n++
	}
	if n != 2 {
		t.Errorf("%d records", n)
	}
}

func TestObserveKeepsPayloadsOnlyIfAsked(t *testing.T) {
	ev := hook.Event{Type: hook.EventType{Name: "BeforeTool"}, Fields: hook.Object{"tool_name": []byte(`"x"`)}}
	for _, keep := range []bool{false, true} {
		j := trace.Open(t.TempDir(), trace.Options{Payloads: keep})
		j.Observe(context.Background(), ev, hook.Proceed("BeforeTool", "llxprt"))
		records := slices.Collect(j.Read(trace.Filter{}).OldestFirst())
		if len(records) != 1 || (records[0].Payload != nil) != keep {
			t.Errorf("payloads %v: %+v", keep, records)
		}
	}
}

func TestFollow(t *testing.T) {
	j := trace.Open(t.TempDir(), trace.Options{}).WithLimits(2000, 1<<20, time.Hour*48)
	check(t, j.Append(numbered("before", 0)))
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	tail, err := j.Tail()
	check(t, err)
	go func() {
		for i := range 20 { // across several segments
			if err := j.Append(numbered("after", i)); err != nil {
				t.Error(err)
			}
		}
	}()
	next := 0
	err = tail.Follow(ctx, trace.Filter{}, func(r trace.Record) {
		if r.Session != "after" || r.Reason != strconv.Itoa(next) {
			t.Errorf("got %s %s, want %d", r.Session, r.Reason, next)
		}
		if next++; next == 20 {
			cancel()
		}
	})
	if err != nil || tail.Skipped() != 0 || next != 20 {
		t.Errorf("%d records, %d skipped, %v", next, tail.Skipped(), err)
	}
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
