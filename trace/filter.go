package trace

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/grapnel-hooks/grapnel/hook"
)

// Filter selects records. Every condition that is set must hold; the zero value
// selects all.
type Filter struct {
	Event   string // the event's name; case does not matter
	Tool    string // the tool's name; case does not matter
	Verdict Verdict
	Hook    string // a part of the name of a hook that was meant
	Session string // the session's ID, or its beginning
	Since   time.Time
	Until   time.Time // not included
	// Dirs are names of one directory: the agent's was that or one below it.
	// None means any.
	Dirs   []string
	Failed bool          // a hook failed, or no hook could be run
	Slow   time.Duration // it took at least that long
}

// Verdict is what came of an event, in the words that people look for: a
// decision, or what it amounts to.
type Verdict string

// The verdicts.
const (
	AnyVerdict Verdict = ""
	Allowed    Verdict = "allow"
	Denied     Verdict = "deny"
	Asked      Verdict = "ask"
	Undecided  Verdict = "none"    // no decision at all
	Blocked    Verdict = "blocked" // for whatever reason
	Stopped    Verdict = "stopped"
)

// Verdicts lists them, except AnyVerdict.
func Verdicts() []Verdict { return slices.Clone(verdicts) }

var verdicts = []Verdict{Allowed, Denied, Asked, Undecided, Blocked, Stopped}

// ParseVerdict reads a verdict; "" is any.
func ParseVerdict(text string) (Verdict, error) {
	if text == "" {
		return AnyVerdict, nil
	}
	for _, v := range verdicts {
		if strings.EqualFold(text, string(v)) {
			return v, nil
		}
	}
	return "", fmt.Errorf("unknown decision %q; it is one of %v", text, verdicts)
}

// Selects reports whether a record is one of those that the filter selects.
func (f *Filter) Selects(r Record) bool {
	var s summary
	s.of(r)
	return f.matches(&s)
}

func (f *Filter) matches(s *summary) bool {
	return (f.Event == "" || strings.EqualFold(f.Event, string(s.event))) &&
		(f.Tool == "" || strings.EqualFold(f.Tool, string(s.tool))) &&
		(f.Session == "" || bytes.HasPrefix(s.session, []byte(f.Session))) &&
		(f.Since.IsZero() || !s.time.Before(f.Since)) &&
		(f.Until.IsZero() || s.time.Before(f.Until)) &&
		(!f.Failed || s.failed()) &&
		s.durationMs >= float64(f.Slow)/float64(time.Millisecond) &&
		f.isIn(s) && f.Verdict.of(s) && f.meansHook(s)
}

// isIn reports whether the event is from one of the directories or below.
func (f *Filter) isIn(s *summary) bool {
	for _, dir := range f.Dirs {
		name := strings.TrimRight(dir, string(os.PathSeparator)) // the root has one
		rest, begins := bytes.CutPrefix(s.dir, []byte(name))
		if begins && (len(rest) == 0 || os.IsPathSeparator(rest[0])) {
			return true
		}
	}
	return len(f.Dirs) == 0
}

func (v Verdict) of(s *summary) bool {
	switch v {
	case AnyVerdict:
		return true
	case Blocked:
		return s.blocked
	case Stopped:
		return s.stop
	case Undecided:
		return string(s.decision) == string(hook.NoDecision)
	}
	return string(s.decision) == string(v)
}

func (f *Filter) meansHook(s *summary) bool {
	if f.Hook == "" {
		return true
	}
	for i := range s.hooks {
		if bytes.Contains(s.hooks[i].name, []byte(f.Hook)) {
			return true
		}
	}
	return false
}

// mayHave reports whether records of that day can match.
func (f *Filter) mayHave(day string) bool {
	return (f.Since.IsZero() || day >= dayOf(f.Since)) && (f.Until.IsZero() || day <= dayOf(f.Until))
}
