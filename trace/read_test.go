package trace

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/diag"
)

// write appends records to a new journal and returns it.
func write(t testing.TB, records ...Record) *Journal {
	t.Helper()
	j := Open(filepath.Join(t.TempDir(), "journal"), Options{})
	for _, r := range records {
		if err := j.Append(r); err != nil {
			t.Fatal(err)
		}
	}
	return j
}

func ids(records func(func(Record) bool)) []string {
	var list []string
	for r := range records {
		list = append(list, r.ID)
	}
	return list
}

// at returns a record of a time.
func at(when time.Time, change func(*Record)) Record {
	ev, out := sample()
	r := NewRecord(ev, out)
	r.Time, r.ID = when.Truncate(time.Microsecond), newID(when)
	if change != nil {
		change(&r)
	}
	return r
}

func TestBothDirections(t *testing.T) {
	start := time.Now().UTC().Truncate(24 * time.Hour).Add(-time.Minute) // records of two days
	var records []Record
	var want []string
	for i := range 100 {
		r := at(start.Add(time.Duration(i)*2*time.Second), func(r *Record) { r.Reason = strings.Repeat("x", i*100) })
		records, want = append(records, r), append(want, r.ID)
	}
	j := write(t, records...)
	if list, _ := j.segments(); len(list) != 2 {
		t.Errorf("segments %v, want one for each day", list)
	}
	r := j.Read(Filter{})
	if diff := cmp.Diff(want, ids(r.OldestFirst())); diff != "" || r.Err() != nil || r.Skipped() != 0 {
		t.Errorf("oldest first: %v, %d skipped\n%s", r.Err(), r.Skipped(), diff)
	}
	slices.Reverse(want)
	if diff := cmp.Diff(want, ids(r.NewestFirst())); diff != "" || r.Err() != nil || r.Skipped() != 0 {
		t.Errorf("newest first: %v, %d skipped\n%s", r.Err(), r.Skipped(), diff)
	}
	for range r.NewestFirst() {
		break // must be possible
	}
	found, ok, err := j.Find(want[50])
	if !ok || err != nil || found.ID != want[50] {
		t.Errorf("find: %v, %v, %v", found.ID, ok, err)
	}
	if _, ok, err := j.Find(newID(start)); ok || err != nil {
		t.Errorf("find what is not there: %v, %v", ok, err)
	}
}

func TestAnEmptyJournal(t *testing.T) {
	r := Open(filepath.Join(t.TempDir(), "no", "where"), Options{}).Read(Filter{})
	if list := ids(r.NewestFirst()); list != nil || r.Err() != nil {
		t.Errorf("%v, %v", list, r.Err())
	}
}

func TestFilters(t *testing.T) {
	start := time.Now().Add(-time.Hour)
	plain := at(start, func(r *Record) { r.Tool, r.Decision, r.Blocked, r.Hooks = "read_file", "", false, r.Hooks[:1] })
	denied := at(start.Add(time.Minute), nil)
	stopped := at(start.Add(2*time.Minute), func(r *Record) {
		r.Dir, r.DurationMs = "/elsewhere/below", 2000
		r.Hooks = slices.Clone(r.Hooks)
		r.Hooks[0].Status = hook.StatusTimeout
		r.Event, r.Tool, r.Session, r.Stop, r.Decision, r.Blocked = "AfterTool", "", "other", true, "allow", false
	})
	j := write(t, plain, denied, stopped)
	tests := []struct {
		name   string
		filter Filter
		want   []Record
	}{
		{"all", Filter{}, []Record{plain, denied, stopped}},
		{"event", Filter{Event: "beforetool"}, []Record{plain, denied}},
		{"tool", Filter{Tool: "write_file"}, []Record{denied}},
		{"denied", Filter{Verdict: Denied}, []Record{denied}},
		{"allowed", Filter{Verdict: Allowed}, []Record{stopped}},
		{"undecided", Filter{Verdict: Undecided}, []Record{plain}},
		{"blocked", Filter{Verdict: Blocked}, []Record{denied}},
		{"stopped", Filter{Verdict: Stopped}, []Record{stopped}},
		{"asked", Filter{Verdict: Asked}, nil},
		{"part of a hook's name", Filter{Hook: "guard"}, []Record{denied, stopped}},
		{"beginning of a session", Filter{Session: "oth"}, []Record{stopped}},
		{"since, included", Filter{Since: denied.Time}, []Record{denied, stopped}},
		{"until, not included", Filter{Until: denied.Time}, []Record{plain}},
		{"directory", Filter{Dirs: []string{"/elsewhere/below"}}, []Record{stopped}},
		{"below a directory", Filter{Dirs: []string{"/nowhere", "/elsewhere/"}}, []Record{stopped}},
		{"below the root", Filter{Dirs: []string{"/"}, Session: "oth"}, []Record{stopped}},
		{"a directory whose name begins so", Filter{Dirs: []string{"/else"}}, nil},
		{"failed", Filter{Failed: true}, []Record{stopped}},
		{"slow", Filter{Slow: 2 * time.Second}, []Record{stopped}},
		{"together", Filter{Event: "BeforeTool", Hook: "guard", Since: start}, []Record{denied}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var want []string
			for _, r := range tt.want {
				want = append(want, r.ID)
			}
			if diff := cmp.Diff(want, ids(j.Read(tt.filter).OldestFirst())); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestARecordIsFoundByTheBeginningOfItsID(t *testing.T) {
	start := time.Date(2026, 7, 31, 12, 0, 0, 0, time.UTC)
	first, second := at(start, nil), at(start.Add(10*time.Minute), nil)
	j := write(t, first, second)
	common := 0
	for first.ID[common] == second.ID[common] {
		common++
	}
	tests := []struct {
		name, id, want, problem string
	}{
		{"the whole ID", second.ID, second.ID, ""},
		{"as much as tells it from others", second.ID[:common+1], second.ID, ""},
		{"too little", second.ID[:common], "", "several IDs begin with " + second.ID[:common]},
		{"none", "zzz", "", ""},
		{"not an ID", "u", "", "is not the ID of a record"},
		{"nothing", "", "", "is not the ID of a record"},
		{"too long", second.ID + "0", "", "is not the ID of a record"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r, found, err := j.Find(tt.id)
			if r.ID != tt.want || found != (tt.want != "") {
				t.Errorf("found %q (%v), want %q", r.ID, found, tt.want)
			}
			if (err == nil) != (tt.problem == "") || err != nil && !strings.Contains(err.Error(), tt.problem) {
				t.Errorf("error %v, want %q", err, tt.problem)
			}
		})
	}
}

func TestDamagedLinesAreSkippedAndCounted(t *testing.T) {
	good := at(time.Now(), nil)
	line := string(good.Line())
	half := line[:len(line)/2]
	for name, tt := range map[string]struct {
		text    string
		skipped int
	}{
		"torn at the end":      {line + half, 1},
		"torn in the middle":   {half + "\n" + line, 1},
		"two in one another":   {half + line + line[len(line)/2:] + line, 2},
		"two in one line":      {strings.TrimSuffix(line, "\n") + line + line, 1},
		"zeroes":               {"\x00\x00\x00\n" + line, 1},
		"no text":              {"\xff\xfe\n" + line, 1},
		"empty lines":          {"\n\n" + line + "\n", 0},
		"other JSON":           {"{}\n[]\n1\nnull\n" + line, 4},
		"no newline after all": {strings.TrimSuffix(line, "\n"), 0},
		"an endless line":      {strings.Repeat("x", 3*maxLine) + "\n" + line, 1},
		"an endless last line": {line + strings.Repeat("x", 3*maxLine), 1},
	} {
		t.Run(name, func(t *testing.T) {
			j := write(t, good)
			list, _ := j.segments()
			if err := os.WriteFile(list[0].path(j.dir), []byte(tt.text), 0o600); err != nil {
				t.Fatal(err)
			}
			r := j.Read(Filter{})
			for direction, records := range map[string]func(func(Record) bool){"forward": r.OldestFirst(), "backward": r.NewestFirst()} {
				if got := ids(records); len(got) != 1 || got[0] != good.ID || r.Skipped() != tt.skipped || r.Err() != nil {
					t.Errorf("%s: %v, %d skipped, %v; want one and %d", direction, got, r.Skipped(), r.Err(), tt.skipped)
				}
			}
		})
	}
}

func TestStats(t *testing.T) {
	var records []Record
	for i := range 100 {
		records = append(records, at(time.Now(), func(r *Record) {
			r.Hooks[0].DurationMs = float64(i + 1)
			r.Hooks[1].DurationMs = 0.001
			switch {
			case i < 10:
				r.Hooks[1].Status, r.Hooks[1].Decision = hook.StatusTimeout, ""
			case i < 30:
				r.Hooks[1].Status, r.Hooks[1].Decision = hook.StatusSkipped, ""
			}
			r.Blocked = i >= 30
			r.Stop = i == 99
		}))
	}
	stats, err := write(t, records...).Read(Filter{}).Stats()
	if err != nil || stats.Events != 100 || stats.Blocked != 70 || stats.Stopped != 1 || len(stats.Hooks) != 2 {
		t.Fatalf("%+v, %v", stats, err)
	}
	audit, guard := stats.Hooks[0], stats.Hooks[1]
	if audit.Name != "audit" || audit.Calls != 100 || audit.TotalMs != 5050 || audit.File != "/src/settings.json" {
		t.Errorf("audit %+v", audit)
	}
	for _, p := range []struct{ got, want float64 }{{audit.P50Ms, 50}, {audit.P90Ms, 90}, {audit.P99Ms, 99}} {
		if math.Abs(p.got-p.want) > 0.031*p.want {
			t.Errorf("percentile %v, want %v", p.got, p.want)
		}
	}
	want := HookStats{Name: "guard.sh", File: "/src/settings.json", Calls: 80, Blocks: 70, Failures: 10, Skipped: 20, P50Ms: .001, P90Ms: .001, P99Ms: .001, TotalMs: guard.TotalMs}
	if guard != want || math.Abs(guard.TotalMs-.08) > 1e-9 {
		t.Errorf("guard %+v", guard)
	}
}

func TestBucketsAreNarrow(t *testing.T) {
	for micros := uint64(1); micros < 1<<39; micros += micros/7 + 1 {
		if got := middle(bucket(micros)); math.Abs(got-float64(micros)) > 0.032*float64(micros) {
			t.Fatalf("%d counts as %v", micros, got)
		}
	}
	var h histogram
	for _, ms := range []float64{math.Inf(1), math.NaN(), -5, 1e300} {
		h.add(ms) // must not panic
	}
}

// FuzzRead reads arbitrary bytes as a segment: both directions find the same
// records, and the quick way to read a line agrees with the slow one.
func FuzzRead(f *testing.F) {
	line := `{"id":"1k090pmfb29axr","time":"2026-07-31T10:11:12.5Z","event":"e","blocked":true,"hooks":[{"name":"g","durationMs":1.5}]}` + "\n"
	for _, seed := range []string{
		"", line, line + line[:40], line[:40] + "\n" + line, "{}\n", "\n\n\x00",
		`{"id":"a","time":"2026-07-31T00:00:00Z","event":"e","Event":"f","hooks":[{"name":"\u00e9","durationMs":1e3}],"hooks":[{}]}`,
		`{"id":"a","time":"2026-07-31T00:00:00Z","event":"\ud800","stop":null,"payload":[[[0.5,-0,"\/"]]]} `,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var there, back [][]byte
		keep := func(list *[][]byte) func([]byte) bool {
			return func(line []byte) bool { *list = append(*list, bytes.Clone(line)); return true }
		}
		if err := forward(bytes.NewReader(text), keep(&there)); err != nil {
			t.Fatal(err)
		}
		if err := backward(bytes.NewReader(text), int64(len(text)), keep(&back)); err != nil {
			t.Fatal(err)
		}
		slices.Reverse(back)
		if diff := cmp.Diff(there, back); diff != "" {
			t.Fatalf("there and back:\n%s", diff)
		}
		for _, line := range there {
			compareSummaries(t, line)
		}
	})
}

func compareSummaries(t *testing.T, line []byte) {
	var quick, slow summary
	quickly := quick.scan(line)
	if quickly && !json.Valid(line) {
		t.Fatalf("accepted %q", line)
	}
	r, err := Decode(line)
	if err != nil || !quickly {
		return
	}
	slow.of(r)
	if a, b := shown(quick), shown(slow); a != b {
		t.Fatalf("%q\nquickly %s\nslowly  %s", line, a, b)
	}
}

func shown(s summary) string {
	text := fmt.Sprintf("%q %q %q %q %q %q %v %v %v %v %v",
		s.id, s.event, s.tool, s.session, s.dir, s.decision, s.time.UnixNano(), s.blocked, s.stop, s.success, s.durationMs)
	for _, h := range s.hooks {
		text += fmt.Sprintf(" %q %q %q %q %v", h.name, h.origin, h.status, h.decision, h.durationMs)
	}
	return text
}

func TestLinesOfThisPackageAreReadQuickly(t *testing.T) {
	ev, out := sample()
	out.ToolConfig = &hook.ToolConfig{Mode: "NONE"}
	out.Diagnostics = []hook.Diagnostic{diag.Warnf("a", "b")}
	out.Context = []hook.Context{{Text: "ä\n"}}
	r := NewRecord(ev, out)
	r.KeepPayload(ev, out)
	r.Redacted, r.UnnamedSession, r.Dropped, r.Agent, r.TranscriptPath, r.ExplicitConfig, r.Switches = true, true, []string{"x"}, "a", "t", true, []string{"s"}
	line := r.Line()
	var s summary
	if !s.scan(bytes.TrimSpace(line)) {
		t.Errorf("takes the slow way: %s", line)
	}
	compareSummaries(t, line)
}
