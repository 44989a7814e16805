package cli

import (
	"context"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/grapnel-hooks/grapnel/internal/workbench/hooktest"
)

// pollInterval is how often --watch looks for changes.
const pollInterval = 500 * time.Millisecond

// watchFiles runs the tests again whenever a file below the paths or in a
// project changes. Interrupting it is the way to end it, not a failure.
func (f testFlags) watchFiles(ctx context.Context, cmd *cobra.Command, paths []string) error {
	report, err := filepath.Abs(f.junit) // what we write ourselves is not a change
	if err != nil {
		return err
	}
	watched, err := absolute(paths)
	if err != nil {
		return err
	}
	for {
		// What is looked at before a test reads it, is noticed if it changes
		// while tests run.
		before := hooktest.TakeSnapshot(watched, report)
		tests, err := findTests(paths)
		for _, file := range tests.files {
			if file.Project != "" && !slices.Contains(watched, file.Project) {
				watched = append(watched, file.Project)
				added := hooktest.TakeSnapshot([]string{file.Project}, report)
				maps.Copy(added, before) // what was seen first counts
				before = added
			}
		}
		if err == nil {
			err = f.once(ctx, cmd, tests)
		}
		var failed exitStatus
		if err != nil && !errors.As(err, &failed) {
			stderrPrinter(cmd).complain(err)
		}
		stderrPrinter(cmd).linef("watching for changes; Ctrl-C ends it")
		changed := waitForChange(ctx, before, watched, report)
		if ctx.Err() != nil {
			return nil
		}
		stdoutPrinter(cmd).linef("\n%s has changed", changed[0])
	}
}

func absolute(paths []string) ([]string, error) {
	var list []string
	for _, path := range paths {
		full, err := filepath.Abs(path)
		if err != nil {
			return nil, err
		}
		list = append(list, full)
	}
	return list, nil
}

// waitForChange returns the files that are no longer as in a snapshot. Those
// that we ourselves print into do not count.
func waitForChange(ctx context.Context, before hooktest.Snapshot, watched []string, report string) []string {
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(pollInterval):
		}
		changed := slices.DeleteFunc(before.Changed(hooktest.TakeSnapshot(watched, report)), isPrintedInto)
		if len(changed) > 0 {
			return changed
		}
	}
}

func isPrintedInto(path string) bool {
	info, err := os.Stat(path)
	if err != nil {
		return false
	}
	return slices.ContainsFunc([]*os.File{os.Stdout, os.Stderr}, func(stream *os.File) bool {
		ours, err := stream.Stat()
		return err == nil && os.SameFile(info, ours)
	})
}
