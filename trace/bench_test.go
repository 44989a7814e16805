package trace_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/trace"
)

// BenchmarkObserve is what a journal adds to an event.
func BenchmarkObserve(b *testing.B) {
	ev := hook.Event{
		Type:    hook.EventType{Name: "BeforeTool", Kind: hook.ToolBefore, Subject: "tool_name"},
		Session: hook.Session{ID: "9a1d3c1e-session", Dir: "/home/user/project"},
		Fields:  hook.Object{"tool_name": []byte(`"write_file"`), "tool_input": []byte(`{"path":"a","content":"x"}`)},
	}
	out := hook.Proceed("BeforeTool", "llxprt")
	out.Hooks = []hook.Result{{
		Name: "guard", Type: "command", Command: `bash "$LLXPRT_PROJECT_DIR/hooks/guard.sh"`, Source: "project", Origin: "/home/user/project/.llxprt/settings.json:12:9",
		Status: hook.StatusOK, Success: true, DurationMs: 3.1, Stdout: `{"decision":"allow"}` + "\n", Output: hook.Object{"decision": []byte(`"allow"`)},
	}}
	for name, payloads := range map[string]bool{"plain": false, "payloads": true} {
		b.Run(name, func(b *testing.B) {
			j := trace.Open(b.TempDir(), trace.Options{Payloads: payloads})
			b.ReportAllocs()
			for b.Loop() {
				j.Observe(context.Background(), ev, out)
			}
		})
	}
}

// BenchmarkStats reads a million records.
func BenchmarkStats(b *testing.B) {
	const records = 1_000_000
	dir := b.TempDir()
	size := generate(b, dir, records)
	j := trace.Open(dir, trace.Options{})
	var peak uint64
	r := j.Read(trace.Filter{})
	r.Progress = func(done, _ int64) {
		if done%(64<<20) < 1<<20 {
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			peak = max(peak, m.HeapAlloc)
		}
	}
	runtime.GC()
	b.SetBytes(size)
	for b.Loop() {
		stats, err := r.Stats()
		if err != nil || stats.Events != records || stats.Skipped != 0 {
			b.Fatalf("%d events, %d skipped, %v", stats.Events, stats.Skipped, err)
		}
	}
	b.ReportMetric(float64(peak)/(1<<20), "peak-MiB")
}

// BenchmarkLastRecords is what a look at the newest of many records costs.
func BenchmarkLastRecords(b *testing.B) {
	dir := b.TempDir()
	generate(b, dir, 100_000)
	j := trace.Open(dir, trace.Options{})
	for b.Loop() {
		n := 0
		for range j.Read(trace.Filter{}).NewestFirst() {
			if n++; n == 20 {
				break
			}
		}
	}
}

// generate writes segments with records of 50 hooks in all.
func generate(b *testing.B, dir string, records int) (size int64) {
	const perSegment = 40_000
	for first := 0; first < records; first += perSegment {
		var text []byte
		for i := first; i < min(first+perSegment, records); i++ {
			r := numbered("session", i)
			r.Tool = "write_file"
			r.Hooks[0].Name = fmt.Sprintf("hook-%d", i%50)
			r.Hooks[0].DurationMs = float64(i%1000) / 7
			if i%10 == 0 {
				r.Blocked, r.Decision, r.Hooks[0].Status, r.Hooks[0].Stderr = true, hook.Deny, hook.StatusBlocked, "not \"here\"\n"
			}
			text = append(text, r.Line()...)
		}
		name := fmt.Sprintf("%s.%04d.jsonl", time.Now().UTC().Format(time.DateOnly), first/perSegment+1)
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o600); err != nil {
			b.Fatal(err)
		}
		size += int64(len(text))
	}
	return size
}
