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
	only, junit                              string
	parallel                                 int
	json, tap, watch, update, verbose, quiet bool
	pattern                                  *regexp.Regexp // of only
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
	flags.StringVar(&f.junit, "junit", "", "also write results as JUnit XML into this `file`; - is standard output, and the rest goes to standard error")
	flags.BoolVar(&f.watch, "watch", false, "run again whenever a file changes, until interrupted")
	flags.BoolVar(&f.update, "update", false, "write the actual outcome into tests that fail or expect nothing")
	flags.BoolVarP(&f.verbose, "verbose", "v", false, "show what came out of every test")
	flags.BoolVarP(&f.quiet, "quiet", "q", false, "show only tests that fail, and the summary")
	return cmd
}

func (f testFlags) run(cmd *cobra.Command, paths []string) error {
	var err error
	if f.pattern, err = regexp.Compile(f.only); err != nil {
		return fmt.Errorf("--run %s is not a regular expression: %s", f.only, strings.TrimPrefix(err.Error(), "error parsing regexp: "))
	}
	if err := f.contradiction(); err != nil {
		return err
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

// contradiction says which flags do not go together.
func (f testFlags) contradiction() error {
	onStdout := f.junit == "-"
	for _, pair := range []struct {
		both  bool
		names string
	}{
		{f.json && f.tap, "--json and --tap"},
		{f.json && f.watch, "--json and --watch"},
		{f.tap && f.watch, "--tap and --watch"},
		{f.update && f.watch, "--update and --watch"},
		{f.quiet && f.verbose, "--quiet and --verbose"},
		{onStdout && f.json, "--junit - and --json"},
		{onStdout && f.tap, "--junit - and --tap"},
	} {
		if pair.both {
			return fmt.Errorf("%s contradict each other; use one of them", pair.names)
		}
	}
	if f.parallel < 1 {
		return errors.New("--parallel must be at least 1")
	}
	return nil
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
	selected := hooktest.Select(tests.files, f.pattern)
	bar := f.progress(cmd)
	hooktest.RunAll(ctx, selected, f.parallel, func(r hooktest.Result) {
		bar.clear()
		report(r)
		bar.update(int64(len(results)-len(tests.broken)), int64(len(selected)))
	})
	bar.clear()
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
	err = errors.Join(err, show.end(results, summary), f.writeJUnit(cmd, results, summary))
	for _, place := range hooktest.SwitchedOff(tests.files) {
		stderrPrinter(cmd).linef("note: hooks are switched off in %s; tests run them all the same, agents do not", relative(place))
	}
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

// progress is a bar for those who would see nothing else happen.
func (f testFlags) progress(cmd *cobra.Command) *progressBar {
	if !f.quiet || f.json || f.tap {
		return &progressBar{}
	}
	return newProgressBar(cmd, "testing")
}

func (f testFlags) writeJUnit(cmd *cobra.Command, results []hooktest.Result, summary hooktest.Summary) error {
	if f.junit == "" {
		return nil
	}
	if f.junit == "-" {
		var text strings.Builder
		if err := hooktest.WriteJUnit(&text, results, summary); err != nil {
			return err
		}
		return printText(cmd, func(p printer) { p.printf("%s", text.String()) })
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
