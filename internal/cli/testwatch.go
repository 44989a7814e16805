package cli

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/grapnel-hooks/grapnel/internal/hooktest"
)

// pollInterval is how often --watch looks for changes.
const pollInterval = 500 * time.Millisecond

// watchFiles runs the tests again whenever a file below the paths or in a
// project changes. Interrupting it is the way to end it, not a failure.
func (f testFlags) watchFiles(ctx context.Context, cmd *cobra.Command, paths []string) error {
	report, err := filepath.Abs(f.junit) // our own writing is no change
	if err != nil {
		return err
	}
	watched, err := absolute(paths)
	if err != nil {
		return err
	}
	for {
		before := hooktest.TakeSnapshot(watched, report)
		files, err := f.once(ctx, cmd, paths)
		var failed exitStatus
		if err != nil && !errors.As(err, &failed) {
			fmt.Fprintln(cmd.ErrOrStderr(), "grapnel:", err)
		}
		for _, file := range files {
			if file.Project != "" && !slices.Contains(watched, file.Project) {
				watched = append(watched, file.Project)
				before = hooktest.TakeSnapshot(watched, report)
			}
		}
		changed := waitForChange(ctx, before, watched, report)
		if ctx.Err() != nil {
			return nil
		}
		fmt.Fprintf(cmd.OutOrStdout(), "\n%s has changed\n", changed[0])
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

// waitForChange returns the files that are no longer as in a snapshot.
func waitForChange(ctx context.Context, before hooktest.Snapshot, watched []string, report string) []string {
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(pollInterval):
		}
		if changed := before.Changed(hooktest.TakeSnapshot(watched, report)); len(changed) > 0 {
			return changed
		}
	}
}
