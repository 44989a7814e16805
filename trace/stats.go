package trace

import (
	"cmp"
	"slices"

	"github.com/grapnel-hooks/grapnel/hook"
)

// Stats is what the records of a journal amount to.
type Stats struct {
	Events  int         `json:"events"`
	Blocked int         `json:"blocked"`
	Stopped int         `json:"stopped"`
	Skipped int         `json:"skipped"` // lines that were no records
	Hooks   []HookStats `json:"hooks"`   // those that took the most time first
}

// HookStats is about one hook: a name in a configuration file. Times are in
// milliseconds; percentiles are correct to 3 %.
type HookStats struct {
	Name     string  `json:"name"`
	File     string  `json:"file"`
	Calls    int     `json:"calls"`
	Blocks   int     `json:"blocks"`   // it denied
	Failures int     `json:"failures"` // it failed, ran out of time, was killed, could not start, or made no sense
	Skipped  int     `json:"skipped"`  // not run, because a hook before it blocked; no calls
	P50Ms    float64 `json:"p50Ms"`
	P90Ms    float64 `json:"p90Ms"`
	P99Ms    float64 `json:"p99Ms"`
	TotalMs  float64 `json:"totalMs"`
}

// Stats reads the records and counts.
func (r *Reader) Stats() (Stats, error) {
	t := tally{hooks: map[string]*hookTally{}}
	r.each(oldestFirst, func(_ []byte, s *summary) bool {
		t.add(s)
		return true
	})
	t.stats.Skipped = r.skipped
	t.stats.Hooks = []HookStats{}
	for _, h := range t.hooks {
		h.P50Ms, h.P90Ms, h.P99Ms = h.durations.quantile(.50), h.durations.quantile(.90), h.durations.quantile(.99)
		t.stats.Hooks = append(t.stats.Hooks, h.HookStats)
	}
	slices.SortFunc(t.stats.Hooks, func(a, b HookStats) int {
		return cmp.Or(-cmp.Compare(a.TotalMs, b.TotalMs), -cmp.Compare(a.Calls, b.Calls), cmp.Compare(a.Name, b.Name), cmp.Compare(a.File, b.File))
	})
	return t.stats, r.err
}

// maxHooks is how many hooks are told apart; the others count as one.
const maxHooks = 10_000

type tally struct {
	stats Stats
	hooks map[string]*hookTally
	key   []byte // of the hook at hand
}

type hookTally struct {
	HookStats
	durations histogram
}

func (t *tally) add(s *summary) {
	t.stats.Events++
	if s.blocked {
		t.stats.Blocked++
	}
	if s.stop {
		t.stats.Stopped++
	}
	for i := range s.hooks {
		t.addHook(&s.hooks[i])
	}
}

func (t *tally) addHook(s *hookSummary) {
	h := t.hook(s)
	switch {
	case string(s.status) == string(hook.StatusSkipped):
		h.Skipped++
		return
	case s.blocks():
		h.Blocks++
	case s.failed():
		h.Failures++
	}
	h.Calls++
	h.TotalMs += s.durationMs
	h.durations.add(s.durationMs)
}

// hook returns the entry of a hook. Looking up one that is known allocates
// nothing.
func (t *tally) hook(s *hookSummary) *hookTally {
	file := fileOf(s.origin)
	t.key = append(append(append(t.key[:0], s.name...), 0), file...)
	if h := t.hooks[string(t.key)]; h != nil {
		return h
	}
	name, from := string(s.name), string(file)
	if len(t.hooks) >= maxHooks {
		t.key, name, from = t.key[:0], "(others)", ""
		if h := t.hooks[""]; h != nil {
			return h
		}
	}
	h := &hookTally{HookStats: HookStats{Name: name, File: from}}
	t.hooks[string(t.key)] = h
	return h
}
