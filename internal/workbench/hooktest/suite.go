package hooktest

import (
	"context"
	"sync"
)

// RunAll runs tests, at most parallel of them at a time, and reports their
// results in the order of the tests, each as soon as those before it are done.
func RunAll(ctx context.Context, tests []*Test, parallel int, report func(Result)) {
	results := make([]chan Result, len(tests))
	for i := range results {
		results[i] = make(chan Result, 1)
	}
	next := make(chan int)
	var workers sync.WaitGroup
	for range max(1, min(parallel, len(tests))) {
		workers.Go(func() {
			for i := range next {
				results[i] <- tests[i].Run(ctx)
			}
		})
	}
	workers.Go(func() {
		defer close(next)
		for i := range tests {
			next <- i
		}
	})
	for _, done := range results {
		report(<-done)
	}
	workers.Wait()
}

// Summary counts results.
type Summary struct {
	Tests      int     `json:"tests"`
	OK         int     `json:"ok"`
	Failed     int     `json:"failed"`
	Skipped    int     `json:"skipped"`
	Updated    int     `json:"updated"`
	Broken     int     `json:"brokenFiles"`
	DurationMs float64 `json:"durationMs"`
}

// Add counts a result.
func (s *Summary) Add(r Result) {
	if r.Status == Broken {
		s.Broken++
		return
	}
	s.Tests++
	switch r.Status {
	case OK:
		s.OK++
	case Failed:
		s.Failed++
	case Skipped:
		s.Skipped++
	case Updated:
		s.Updated++
	}
}

// Good reports whether nothing is wrong. No test at all is not good: a guard
// whose tests are not found is a guard without tests.
func (s Summary) Good() bool { return s.Tests > 0 && s.Failed == 0 && s.Broken == 0 }
