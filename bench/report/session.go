//go:build unix

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"time"

	"github.com/grapnel-hooks/grapnel"
	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/host"
	"github.com/grapnel-hooks/grapnel/host/scripted"
)

// reportSession prints what part of an agent session is Grapnel's own work: the
// time that passes neither in hooks nor in tools. Tools run one at a time, so
// that the times of hooks can be added up.
func reportSession(dir string) error {
	const turns, tools = 100, 10
	settings := filepath.Join(dir, "session.json")
	if err := oneHook("true").Write(settings); err != nil {
		return err
	}
	var inHooks time.Duration
	system := grapnel.New(grapnel.Options{
		Dir: dir, ConfigFiles: []string{settings},
		Observe: func(_ context.Context, _ hook.Event, out hook.Outcome) {
			for _, r := range out.Hooks {
				inHooks += time.Duration(r.DurationMs * float64(time.Millisecond))
			}
		},
	})
	session, err := host.NewSession(host.Options{
		Hooks: system, Model: scripted.New(script(turns, tools)...), MaxTurns: turns + 1, Parallel: 1,
		Tools: []host.Tool{{Name: "noop", Run: func(context.Context, json.RawMessage) (host.ToolResult, error) {
			return host.ToolResult{LLMContent: "done"}, nil
		}}},
	})
	if err != nil {
		return err
	}
	defer session.Close()
	start := time.Now()
	if _, err := session.Prompt(context.Background(), "go"); err != nil {
		return err
	}
	all := time.Since(start)
	own := all - inHooks
	fmt.Printf("\n%-46s %9s  %s\n", "A session of 100 turns with 10 tools each", "", "target")
	fmt.Printf("  %-44s %6.0f ms\n", "all of it", float64(all.Microseconds())/1000)
	fmt.Printf("  %-44s %6.1f ms  %.2f %%, < 1 %%\n", "outside of hooks", float64(own.Microseconds())/1000, 100*float64(own)/float64(all))
	return nil
}

func script(turns, tools int) []scripted.Turn {
	var list []scripted.Turn
	for range turns {
		var calls []scripted.Call
		for range tools {
			calls = append(calls, scripted.Call{Name: "noop", Args: json.RawMessage(`{"a":1}`)})
		}
		list = append(list, scripted.Turn{Calls: calls})
	}
	return append(list, scripted.Turn{Text: "done"})
}
