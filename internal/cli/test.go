package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"regexp"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/grapnel-hooks/grapnel/internal/workbench/hooktest"
)

type testFlags struct {
	only, junit                       string
	parallel                          int
	json, tap, watch, update, verbose bool
	pattern                           *regexp.Regexp // of only
}

func newTest() *cobra.Command {
	var f testFlags
	cmd := &cobra.Command{
		Use:   "test [PATH]...",
		Short: "Run the tests of hooks",
		Long: `Test runs the tests for hooks that it finds below the paths (by default the
current directory) in files called *.hooktest.yaml, *.hooktest.yml and
*.hooktest.txtar. A test gives an event and says what the outcome must be:

  tests:
    - name: nobody deletes everything
      event: BeforeTool
      tool: run_shell_command
      input: {command: "rm -rf /"}
      expect:
        decision: deny
        reason: /rm -rf/

Each test runs in a temporary copy of the project, with the hooks that are
configured there. Running tests is consent to run
the hooks: they need not be switched on.

The exit code is 0 if all tests are ok or skipped, and 1 if one fails, a test
file is wrong, or there is no test.`,
		Example: `  grapnel test
  grapnel test --run 'deletes' --verbose .llxprt/hooks
  grapnel test --junit report.xml
  grapnel test --update`,
		RunE: func(cmd *cobra.Command, paths []string) error {
			if len(paths) == 0 {
				paths = []string{"."}
			}
			return f.run(cmd, paths)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&f.only, "run", "", "run only tests whose name this `regexp` matches")
	flags.IntVar(&f.parallel, "parallel", runtime.NumCPU(), "how `many` tests run at the same time")
	flags.BoolVar(&f.json, "json", false, "print results as JSON")
	flags.BoolVar(&f.tap, "tap", false, "print results in the Test Anything Protocol")
	flags.StringVar(&f.junit, "junit", "", "also write results as JUnit XML into this `file`")
	flags.BoolVar(&f.watch, "watch", false, "run again whenever a file changes, until interrupted")
	flags.BoolVar(&f.update, "update", false, "write the actual outcome into tests that fail or expect nothing")
	flags.BoolVarP(&f.verbose, "verbose", "v", false, "show what came out of every test")
	cmd.MarkFlagsMutuallyExclusive("json", "tap", "watch")
	cmd.MarkFlagsMutuallyExclusive("update", "watch")
	return cmd
}

func (f testFlags) run(cmd *cobra.Command, paths []string) error {
	var err error
	if f.pattern, err = regexp.Compile(f.only); err != nil {
		return fmt.Errorf("--run: %w", err)
	}
	if f.parallel < 1 {
		return errors.New("--parallel must be at least 1")
	}
	ctx, stop := untilSignal()
	defer stop()
	if f.watch {
		return f.watchFiles(ctx, cmd, paths)
	}
	tests, err := findTests(paths)
	if err != nil {
		return err
	}
	return f.once(ctx, cmd, tests)
}

// foundTests are the test files below some paths.
type foundTests struct {
	paths  []string
	files  []*hooktest.File
	broken []hooktest.Result // files that cannot be used
}

func findTests(paths []string) (foundTests, error) {
	tests := foundTests{paths: paths}
	found, err := hooktest.Find(paths)
	if err != nil {
		return tests, err
	}
	for _, path := range found {
		file, problems := hooktest.Load(path)
		if len(problems) > 0 {
			tests.broken = append(tests.broken, hooktest.NewBroken(path, problems))
			continue
		}
		tests.files = append(tests.files, file)
	}
	return tests, nil
}

// once runs all tests once. The error is an exitStatus if tests failed, which
// has been said.
func (f testFlags) once(ctx context.Context, cmd *cobra.Command, tests foundTests) error {
	start := time.Now()
	show := f.reporter(cmd)
	var results []hooktest.Result
	report := func(r hooktest.Result) {
		results = append(results, r)
		if !f.update { // which may yet change it
			show.result(r)
		}
	}
	for _, r := range tests.broken {
		report(r)
	}
	hooktest.RunAll(ctx, hooktest.Select(tests.files, f.pattern), f.parallel, report)
	if len(results) == 0 {
		return f.noTests(tests)
	}
	var err error
	if f.update {
		err = hooktest.Update(results)
		for _, r := range results {
			show.result(r)
		}
	}
	summary := summarize(results, time.Since(start))
	err = errors.Join(err, show.end(results, summary), f.writeJUnit(results, summary))
	if err == nil && !summary.Good() {
		err = exitStatus(exitFailed)
	}
	return err
}

func summarize(results []hooktest.Result, took time.Duration) hooktest.Summary {
	s := hooktest.Summary{DurationMs: float64(took.Microseconds()) / 1000}
	for _, r := range results {
		s.Add(r)
	}
	return s
}

func (f testFlags) noTests(tests foundTests) error {
	if len(tests.files) > 0 && f.only != "" {
		return fmt.Errorf("no test has a name that matches %q", f.only)
	}
	return fmt.Errorf("no tests in %s; test files are called *.hooktest.yaml, *.hooktest.yml or *.hooktest.txtar", strings.Join(tests.paths, ", "))
}

func (f testFlags) writeJUnit(results []hooktest.Result, summary hooktest.Summary) error {
	if f.junit == "" {
		return nil
	}
	file, err := createPrivate(f.junit)
	if err != nil {
		return fmt.Errorf("write the JUnit report: %w", err)
	}
	return errors.Join(hooktest.WriteJUnit(exactly(file), results, summary), file.Close())
}

// createPrivate creates a file that only the user can read, also if there was
// one that others could: what hooks write is in it.
func createPrivate(path string) (*os.File, error) {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600)
	if err != nil {
		return nil, err
	}
	if info, err := file.Stat(); err != nil || !info.Mode().IsRegular() {
		return file, err // such as /dev/stdout
	}
	if err := file.Chmod(0o600); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return file, nil
}
