package lint

import "time"

// Timeouts beyond these were probably meant in the other unit.
const (
	tooFewMilliseconds = 100
	tooManySeconds     = 1000
)

// timeoutUnits notices seconds where milliseconds count, and the reverse. The
// unit shows in what the dialect has made of the number.
func timeoutUnits(c *Config) []Finding {
	var found []Finding
	for _, def := range c.definitions() {
		n := c.nodes[def.Origin]
		if n.value == nil {
			continue
		}
		v := n.value.Get("timeout")
		if v == nil {
			v = n.value.Get("timeoutMs")
		}
		if v == nil || c.remarked[v.Pos.String()] {
			continue
		}
		number, ok := v.Float()
		switch {
		case !ok:
		case number < tooFewMilliseconds && def.Timeout == time.Duration(number*float64(time.Millisecond)):
			found = append(found, warnf(v.Pos, "the timeout is %v: it is in milliseconds here", def.Timeout).
				fixf("write %.0f if you mean %v", number*1000, time.Duration(number*float64(time.Second))))
		case number >= tooManySeconds && def.Timeout == time.Duration(number*float64(time.Second)):
			found = append(found, warnf(v.Pos, "the timeout is %v: it is in seconds here", def.Timeout).
				fixf("write %v if you mean %v", number/1000, time.Duration(number*float64(time.Millisecond))))
		}
	}
	return found
}
