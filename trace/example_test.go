package trace_test

import (
	"context"
	"fmt"
	"os"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/trace"
)

// A journal watches a System by way of its option Observe, and is read later,
// perhaps by another program.
func ExampleJournal() {
	dir, err := os.MkdirTemp("", "journal")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	journal := trace.Open(dir, trace.Options{})
	journal.Observe(context.Background(), // what a System does after every event
		hook.Event{Type: hook.EventType{Name: "BeforeTool", Kind: hook.ToolBefore}},
		hook.Outcome{Event: "BeforeTool", Decision: hook.Deny, Blocked: true, Reason: "not on Fridays"})

	reader := journal.Read(trace.Filter{})
	for record := range reader.NewestFirst() {
		fmt.Println(record.Event, record.Decision, record.Reason)
	}
	fmt.Println(reader.Err())
	// Output:
	// BeforeTool deny not on Fridays
	// <nil>
}
