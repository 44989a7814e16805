package kit

import (
	"fmt"
	"strings"
	"time"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/diag"
	"github.com/grapnel-hooks/grapnel/internal/base/document"
	"github.com/grapnel-hooks/grapnel/internal/base/schema"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
)

// MaxTimer is as far as JavaScript's timers go: nearly 25 days.
const MaxTimer = (1<<31 - 1) * time.Millisecond

// hardlyMeant is less time than anybody wants to give a hook.
const hardlyMeant = 100 * time.Millisecond

// Timeouts is how a contract writes time limits.
type Timeouts struct {
	Unit    time.Duration // a millisecond or a second
	Default time.Duration
	Min     time.Duration // anything less is not valid; 0 means that anything above 0 is
	Max     time.Duration
	// MillisecondsFrom says that a number of so many seconds or more is one of
	// milliseconds; 0 if it never is.
	MillisecondsFrom float64
}

// Timeout reads the timeout of a hook; v may be nil. A hook with a bad one
// still runs: a guard must not vanish because of a typo.
func (r *Reader) Timeout(v *document.Value, t Timeouts) time.Duration {
	if v == nil {
		return t.Default
	}
	limit, problem := t.Read(v)
	switch {
	case problem == "":
	case limit > 0:
		r.Report(v.Pos, diag.Warnf("bad-timeout", "timeout %s, the most that is possible", problem).Fixf("%s", t.Fix(v)))
	default:
		limit = t.Default
		r.Report(v.Pos, diag.Warnf("bad-timeout", "timeout %s; %v is used", problem, limit).Fixf("%s", t.Fix(v)))
	}
	return limit
}

// Read reads a time limit. problem says what is wrong with it, as the end of a
// sentence that begins with its name; "" if nothing is. One that is too long
// gives Max, and one that is not valid gives 0.
func (t Timeouts) Read(v *document.Value) (limit time.Duration, problem string) {
	number, ok := v.Float()
	if t.MillisecondsFrom > 0 && number >= t.MillisecondsFrom {
		t.Unit = time.Millisecond
	}
	huge := v.Kind == document.Number && !ok && v.Scalar[0] != '-' // too large even to be read
	most := float64(t.Max) / float64(t.Unit)
	switch {
	case v.Kind != document.Number:
		return 0, fmt.Sprintf("must be a number of %s, not %s", t.units(), v.Kind)
	case huge || number > most:
		return t.Max, fmt.Sprintf("is more than %.0f %s", most, t.units())
	case number <= 0:
		return 0, fmt.Sprintf("must be above 0, not %s", Excerpt(v.Scalar))
	}
	limit = max(time.Duration(number*float64(t.Unit)), 1) // 0 would mean no limit
	if limit < t.Min {
		return 0, fmt.Sprintf("must be at least %v, not %s %s", t.Min, Excerpt(v.Scalar), t.units())
	}
	return limit, ""
}

// Fix is what to do about a time limit that cannot be used. One that is too long
// in seconds was probably meant in milliseconds.
func (t Timeouts) Fix(v *document.Value) string {
	number, _ := v.Float()
	most := float64(t.Max) / float64(t.Unit)
	switch {
	case t.Unit == time.Second && number >= 1000 && number/1000 <= most:
		return fmt.Sprintf("write %v if you mean %v", number/1000, time.Duration(number*float64(time.Millisecond)))
	case number > most:
		return fmt.Sprintf("write at most %.0f", most)
	}
	return fmt.Sprintf("write a number, such as %d", t.Default/t.Unit)
}

// Short warns about a hook that ran out of time so little that seconds may have
// been meant where milliseconds count.
func (t Timeouts) Short(def hook.Definition, run dialect.Exit) []hook.Diagnostic {
	if run.Status != hook.StatusTimeout || t.Unit != time.Millisecond || def.Timeout >= hardlyMeant {
		return nil
	}
	return []hook.Diagnostic{diag.Warnf("timeout-unit", "the timeout is %v: it is in milliseconds here", def.Timeout).
		Fixf("write %d if you mean %v", def.Timeout.Milliseconds()*1000, def.Timeout*1000).At(def.Origin)}
}

func (t Timeouts) units() string {
	if t.Unit == time.Second {
		return "seconds"
	}
	return "milliseconds"
}

// Schema describes a time limit.
func (t Timeouts) Schema() schema.Schema {
	unit := t.units()
	help, smallest := strings.ToUpper(unit[:1])+unit[1:]+".", t.Unit
	if t.MillisecondsFrom > 0 {
		help, smallest = fmt.Sprintf("Seconds; %v and more are milliseconds.", t.MillisecondsFrom), time.Millisecond
	}
	return schema.Number(help).Between(0, float64(t.Max)/float64(smallest)).Otherwise(int(t.Default / t.Unit))
}
