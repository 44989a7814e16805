package convert

import (
	"time"

	"github.com/grapnel-hooks/grapnel/hook"
)

// timeout keeps how long a hook may take, whatever the target's default is. It
// is written in steps of a millisecond, which every dialect can say.
func (c *converter) timeout(def hook.Definition) time.Duration {
	if limit := c.to.form.MaxTimeout; def.Timeout > limit {
		c.lost(def.Origin, "timeout", "the hook %q may take %v; %v is the most in %s", def.DisplayName(), def.Timeout, limit, c.to.product)
		return limit
	}
	return max(def.Timeout.Round(time.Millisecond), time.Millisecond)
}
