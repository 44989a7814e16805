//go:build unix

// Command report prints what hooks cost. Every number stands beside that of
// plain Go doing the same work, measured in turns in the same run, because
// absolute times say more about the machine than about the program.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/grapnel-hooks/grapnel/bench"
)

func main() {
	grapnel := flag.String("grapnel", "build/grapnel", "the grapnel `binary`")
	hello := flag.String("hello", "build/hello", "the `binary` of bench/hello")
	rounds := flag.Int("rounds", 100, "how many times everything is measured")
	events := flag.Int("events", 10_000, "how many events the memory measurement fires")
	flag.Parse()
	if err := report(*grapnel, *hello, *rounds, *events); err != nil {
		fmt.Fprintln(os.Stderr, "report:", err)
		os.Exit(1)
	}
}

func report(grapnel, hello string, rounds, events int) error {
	dir, err := os.MkdirTemp("", "grapnel-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if err := os.Setenv("GRAPNEL_STATE_DIR", filepath.Join(dir, "state")); err != nil { // not the user's journal
		return err
	}
	for _, binary := range []*string{&grapnel, &hello} {
		if *binary, err = install(*binary, dir); err != nil {
			return err
		}
	}
	fmt.Printf("%s, %s/%s, %d CPUs, load %s\n", runtime.Version(), runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), load())

	// First, while this process is small: Linux counts the parent's memory as
	// the child's until the child calls exec.
	resident, err := residentMemory(grapnel, dir)
	if err != nil {
		return err
	}
	if err := reportQuiet(dir, rounds); err != nil {
		return err
	}
	if err := reportPairs(grapnel, hello, dir, rounds); err != nil {
		return err
	}
	if err := reportSession(dir); err != nil {
		return err
	}
	kept, err := keptPerEvent(dir, events)
	if err != nil {
		return err
	}
	fmt.Printf("\n%-46s %9s  %s\n", "Memory", "", "target")
	fmt.Printf("  %-44s %6.1f MB  %s\n", "resident, `grapnel fire` with one hook", float64(resident)/1e6, "< 20 MB")
	fmt.Printf("  %-44s %7.0f B  %s\n", fmt.Sprintf("kept per event, %d events of 512 KB", events), kept, "0 B")
	return nil
}

// install copies a binary. One that the linker has just written starts slower,
// because Linux caches it in smaller pieces.
func install(binary, dir string) (path string, err error) {
	from, err := os.Open(binary)
	if err != nil {
		return "", err
	}
	defer from.Close()
	path = filepath.Join(dir, filepath.Base(binary))
	to, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY, 0o755)
	if err != nil {
		return "", err
	}
	_, err = io.Copy(to, from)
	return path, errors.Join(err, to.Close())
}

func load() string {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return "unknown"
	}
	return strings.Join(strings.Fields(string(text))[:3], " ")
}

// reportQuiet prints what an event costs that no hook is meant for.
func reportQuiet(dir string, rounds int) error {
	const perRound = 20_000
	list, err := bench.QuietSystems(dir)
	if err != nil {
		return err
	}
	ctx, input := context.Background(), json.RawMessage(`{"path":"main.go","content":"package main"}`)
	times := make([]series, len(list))
	for range rounds {
		for i, q := range list {
			start := time.Now()
			for range perRound {
				q.System.BeforeTool(ctx, "write_file", input)
			}
			times[i] = append(times[i], time.Since(start)/perRound)
		}
	}
	fmt.Printf("\n%-35s %9s %9s %12s  %s\n", "An event without a hook to run", "median", "minimum", "allocations", "target")
	for i, q := range list {
		allocations := testing.AllocsPerRun(1000, func() { q.System.BeforeTool(ctx, "write_file", input) })
		fmt.Printf("  %-33s %6d ns %6d ns %12.0f  %s\n", q.Name,
			times[i].median().Nanoseconds(), times[i].minimum().Nanoseconds(), allocations, "< 100 ns, 0 allocations")
	}
	return nil
}

// residentMemory is the most memory, in bytes, that `grapnel fire` takes with
// one hook.
func residentMemory(grapnel, dir string) (int64, error) {
	settings := filepath.Join(dir, "resident.json")
	if err := oneHook("true").Write(settings); err != nil {
		return 0, err
	}
	cmd := fireCommand(grapnel, settings)
	if out, err := cmd.CombinedOutput(); err != nil {
		return 0, fmt.Errorf("run grapnel fire: %w: %s", err, out)
	}
	size := cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss
	if runtime.GOOS != "darwin" {
		size *= 1024 // the others count in KiB
	}
	return size, nil
}

// fireCommand is `grapnel fire` with the hooks of a settings file.
func fireCommand(grapnel, settings string) *exec.Cmd {
	cmd := exec.Command(grapnel, "fire", "BeforeTool", "--config", settings, "--output", "json")
	cmd.Stdin = strings.NewReader(smallPayload)
	return cmd
}

func oneHook(command string) bench.Settings {
	return bench.Settings{Event: "BeforeTool", Hooks: []bench.Hook{{Command: command}}}
}

// keptPerEvent is how much the heap grows with every event, in bytes. It may
// just as well shrink a little, which counts as 0.
func keptPerEvent(dir string, events int) (float64, error) {
	system, err := oneHook(":").System(filepath.Join(dir, "kept.json"))
	if err != nil {
		return 0, err
	}
	input := textInput(512 << 10)
	fire := func() { system.BeforeTool(context.Background(), "write_file", input) }
	for range 100 {
		fire()
	}
	before := heap()
	for range events {
		fire()
	}
	return max(0, float64(heap()-before)/float64(events)), nil
}

// heap is the size of what is in use, in bytes.
func heap() int64 {
	runtime.GC()
	runtime.GC() // the second empties the pools
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return int64(stats.HeapAlloc)
}
