//go:build unix

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"path/filepath"
	"time"

	"github.com/grapnel-hooks/grapnel"
	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/host"
	"github.com/grapnel-hooks/grapnel/host/scripted"
	"github.com/grapnel-hooks/grapnel/llm"
)

const turns, toolsPerTurn = 100, 10

// reportSession prints what part of an agent session is Grapnel's own work: the
// time that passes neither in hooks nor in the model.
func reportSession(dir string) error {
	fmt.Printf("\n%-46s %9s %10s  %s\n", fmt.Sprintf("A session of %d turns with %d tools each", turns, toolsPerTurn), "per call", "share", "target")
	for _, hook := range []struct{ name, command, target string }{
		{"outside of hooks that do nothing (`true`)", "true", ""},
		{"outside of hooks that work for 10 ms", "sleep 0.01", "< 1 %"},
	} {
		own, all, err := session(dir, hook.command)
		if err != nil {
			return err
		}
		perCall := own / (turns * toolsPerTurn)
		fmt.Printf("  %-44s %6d µs %8.2f %%  %s\n", hook.name, perCall.Microseconds(), 100*float64(own)/float64(all), hook.target)
	}
	return nil
}

// session runs a session whose tools have one hook each, and returns how long
// it took and how much of that is Grapnel's own. Tools run one at a time, so
// that the times of hooks can be added up.
func session(dir, command string) (own, all time.Duration, err error) {
	settings := filepath.Join(dir, "session.json")
	if err := oneHook(command).Write(settings); err != nil {
		return 0, 0, err
	}
	var elsewhere time.Duration
	system := grapnel.New(grapnel.Options{
		Dir: dir, ConfigFiles: []string{settings},
		Observe: func(_ context.Context, _ hook.Event, out hook.Outcome) {
			for _, r := range out.Hooks {
				elsewhere += time.Duration(r.DurationMs * float64(time.Millisecond))
			}
		},
	})
	session, err := host.NewSession(host.Options{
		Hooks: system, Model: timed{scripted.New(script()...), &elsewhere}, MaxTurns: turns + 1, Parallel: 1,
		Tools: []host.Tool{{Name: "noop", Run: func(context.Context, json.RawMessage) (host.ToolResult, error) {
			return host.ToolResult{LLMContent: "done"}, nil
		}}},
	})
	if err != nil {
		return 0, 0, err
	}
	defer session.Close()
	start := time.Now()
	if _, err := session.Prompt(context.Background(), "go"); err != nil {
		return 0, 0, err
	}
	all = time.Since(start)
	return all - elsewhere, all, nil
}

// timed is a model whose time is added up.
type timed struct {
	host.Model
	spent *time.Duration
}

// Generate passes the answer on.
func (m timed) Generate(ctx context.Context, request *llm.Request) iter.Seq2[*llm.Response, error] {
	return func(yield func(*llm.Response, error) bool) {
		start := time.Now()
		for response, err := range m.Model.Generate(ctx, request) {
			*m.spent += time.Since(start)
			if !yield(response, err) {
				return
			}
			start = time.Now()
		}
		*m.spent += time.Since(start)
	}
}

func script() []scripted.Turn {
	var list []scripted.Turn
	for range turns {
		var calls []scripted.Call
		for range toolsPerTurn {
			calls = append(calls, scripted.Call{Name: "noop", Args: json.RawMessage(`{"a":1}`)})
		}
		list = append(list, scripted.Turn{Calls: calls})
	}
	return append(list, scripted.Turn{Text: "done"})
}
