//go:build unix

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/grapnel-hooks/grapnel"
	"github.com/grapnel-hooks/grapnel/bench"
	"github.com/grapnel-hooks/grapnel/hook"
)

const (
	hooks        = 8        // of one event, where there are several
	largeInput   = 10 << 20 // bytes
	smallPayload = `{"tool_name":"write_file","tool_input":{"path":"main.go","content":"package main"}}`
)

// pair is the same work, done by Grapnel and by plain Go.
type pair struct {
	name        string
	ours, plain func() error
	target      float64 // the largest ratio we accept

	oursTook, plainTook series
}

// measure runs both sides once. Neither always comes second.
func (p *pair) measure(round int) error {
	timed := func(work func() error, took *series) error {
		start := time.Now()
		err := work()
		*took = append(*took, time.Since(start))
		return err
	}
	if round%2 == 0 {
		return errors.Join(timed(p.ours, &p.oursTook), timed(p.plain, &p.plainTook))
	}
	return errors.Join(timed(p.plain, &p.plainTook), timed(p.ours, &p.oursTook))
}

// reportPairs measures all pairs in turns and prints how they compare.
func reportPairs(grapnel, hello, dir string, rounds int) error {
	pairs, err := makePairs(grapnel, hello, dir)
	if err != nil {
		return err
	}
	for round := range rounds + 1 {
		for _, p := range pairs {
			if err := p.measure(round); err != nil {
				return fmt.Errorf("%s: %w", p.name, err)
			}
			if round == 0 { // warm-up
				p.oursTook, p.plainTook = nil, nil
			}
		}
	}
	fmt.Printf("\n%-35s %21s %21s %17s\n", "", "Grapnel", "plain Go", "ratio of")
	fmt.Printf("%-35s %10s %10s %10s %10s %8s %8s %7s\n", fmt.Sprintf("Hooks that run (%d rounds)", rounds),
		"median", "minimum", "median", "minimum", "medians", "minima", "target")
	for _, p := range pairs {
		a, b := p.oursTook, p.plainTook
		fmt.Printf("  %-33s %10s %10s %10s %10s %8.2f %8.2f %7s\n", p.name,
			milliseconds(a.median()), milliseconds(a.minimum()), milliseconds(b.median()), milliseconds(b.minimum()),
			ratio(a.median(), b.median()), ratio(a.minimum(), b.minimum()), fmt.Sprintf("≤ %.2f", p.target))
	}
	return nil
}

func makePairs(grapnel, hello, dir string) ([]*pair, error) {
	var pairs []*pair
	for _, c := range []struct {
		name, command string
		count         int
		sequential    bool
		input         json.RawMessage
		target        float64
	}{
		{"1 hook `true`", "true", 1, false, textInput(12), 1.10},
		{"8 hooks `true`, parallel", "true", hooks, false, textInput(12), 1.15},
		{"8 hooks `true`, sequential", "true", hooks, true, textInput(12), 1.10},
		{"8 hooks `cat`, 10 MB, parallel", "cat >/dev/null", hooks, false, textInput(largeInput), 1.20},
	} {
		commands := distinct(c.command, c.count)
		system, err := systemWith(filepath.Join(dir, fmt.Sprintf("pair%d.json", len(pairs))), commands, c.sequential)
		if err != nil {
			return nil, err
		}
		work := plainWork{dir: dir, commands: commands, input: c.input, sequential: c.sequential}
		pairs = append(pairs, &pair{
			name: c.name, target: c.target,
			ours:  func() error { return fireAt(system, c.input, c.count) },
			plain: work.run,
		})
	}
	settings := filepath.Join(dir, "fire.json")
	if err := oneHook("true").Write(settings); err != nil {
		return nil, err
	}
	return append(pairs, &pair{
		name: "`grapnel fire`, 1 hook `true`", target: 1.50,
		ours: func() error { return fireCommand(grapnel, settings).Run() },
		plain: func() error {
			cmd := exec.Command(hello)
			cmd.Stdin = strings.NewReader(smallPayload)
			return cmd.Run()
		},
	}), nil
}

// distinct returns commands that do the same. Equal ones would run only once.
func distinct(command string, count int) []string {
	list := make([]string, count)
	for i := range list {
		list[i] = fmt.Sprintf("%s # %d", command, i)
	}
	return list
}

func systemWith(path string, commands []string, sequential bool) (*grapnel.System, error) {
	settings := bench.Settings{Event: "BeforeTool", Sequential: sequential}
	for _, command := range commands {
		settings.Hooks = append(settings.Hooks, bench.Hook{Command: command})
	}
	return settings.System(path)
}

// fireAt fires an event and makes sure that all hooks did their work.
func fireAt(system *grapnel.System, input json.RawMessage, want int) error {
	out := system.BeforeTool(context.Background(), "write_file", input)
	for _, r := range out.Hooks {
		if r.Status != hook.StatusOK {
			return fmt.Errorf("hook %q: %s %s", r.Name, r.Status, r.Error)
		}
	}
	if len(out.Hooks) != want {
		return fmt.Errorf("%d hooks ran, not %d", len(out.Hooks), want)
	}
	return nil
}

// textInput is a tool's input with a text of that many bytes.
func textInput(size int) json.RawMessage {
	return fmt.Appendf(nil, `{"path":"main.go","content":"%s"}`, strings.Repeat("x", size))
}

// plainWork does what an event does, in the way one would write it first.
type plainWork struct {
	dir        string
	commands   []string
	input      json.RawMessage
	sequential bool
}

func (w plainWork) run() error {
	stdin, err := json.Marshal(map[string]any{
		"session_id": "session", "transcript_path": "", "cwd": w.dir, "hook_event_name": "BeforeTool",
		"timestamp": time.Now(), "tool_name": "write_file", "tool_input": w.input,
	})
	if err != nil {
		return err
	}
	errs := make([]error, len(w.commands))
	var all sync.WaitGroup
	for i, command := range w.commands {
		if w.sequential {
			errs[i] = w.bash(command, stdin)
			continue
		}
		all.Go(func() { errs[i] = w.bash(command, stdin) })
	}
	all.Wait()
	return errors.Join(errs...)
}

func (w plainWork) bash(command string, stdin []byte) error {
	var stdout, stderr bytes.Buffer
	cmd := exec.Command("bash", "-c", command)
	cmd.Dir, cmd.Stdin, cmd.Stdout, cmd.Stderr = w.dir, bytes.NewReader(stdin), &stdout, &stderr
	return cmd.Run()
}

// series is the times that one thing took.
type series []time.Duration

func (s series) median() time.Duration {
	sorted := slices.Sorted(slices.Values(s))
	return sorted[len(sorted)/2]
}

func (s series) minimum() time.Duration { return slices.Min(s) }

func ratio(a, b time.Duration) float64 { return float64(a) / float64(b) }

func milliseconds(d time.Duration) string {
	return fmt.Sprintf("%.2f ms", float64(d.Microseconds())/1000)
}
