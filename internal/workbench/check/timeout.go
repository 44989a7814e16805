package check

import (
	"time"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/document"
)

// tooManySeconds is a timeout that was probably meant in milliseconds.
const tooManySeconds = 1000

// isInSeconds reports whether a number of milliseconds was probably meant as
// seconds: hardly any hook can end that soon, or it is a number of minutes. Half
// a second, on the other hand, may well be meant.
func isInSeconds(number float64) bool {
	minutes := number / 60
	return number < 100 || number < 1000 && minutes == float64(int(minutes))
}

// timeoutUnits notices seconds where milliseconds count, and the reverse. The
// unit shows in what the dialect has made of the number.
func timeoutUnits(c *Config) []Finding {
	var found []Finding
	for _, def := range c.definitions() {
		v := c.timeout(def)
		if v == nil || c.diagnosed[v.Pos] {
			continue
		}
		number, ok := v.Float()
		switch {
		case !ok:
		case isInSeconds(number) && def.Timeout == time.Duration(number*float64(time.Millisecond)):
			found = append(found, warnf(v.Pos, "the timeout is %v: it is in milliseconds here", def.Timeout).
				fixf("write %.0f if you mean %v", number*1000, time.Duration(number*float64(time.Second))))
		case number >= tooManySeconds && def.Timeout == time.Duration(number*float64(time.Second)):
			found = append(found, warnf(v.Pos, "the timeout is %v: it is in seconds here", def.Timeout).
				fixf("write %v if you mean %v", number/1000, time.Duration(number*float64(time.Millisecond))))
		}
	}
	return found
}

// timeout returns what a hook's definition has for a timeout; nil if it has
// none.
func (c *Config) timeout(def hook.Definition) *document.Value {
	own := c.nodes[def.Origin].value
	if own == nil {
		return nil
	}
	if v := own.Get("timeout"); v != nil {
		return v
	}
	return own.Get("timeoutMs")
}
