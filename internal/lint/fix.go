package lint

import (
	"fmt"
	"strings"
	"time"

	"github.com/grapnel-hooks/grapnel/dialect"
	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/lazyregexp"
)

// advice is the end of a message that says what to do; what this costs until
// then may follow.
var (
	advice = lazyregexp.New(`[;:,] ((?:write|add|put|remove|join|leave it out|name the|did you mean|to go on|it belongs|without toolNames) ?.*|"[^"]*" is written "[^"]*")$`)
	cost   = lazyregexp.New(`; (?:its hooks are|the hook is|it is) left out$`)
)

// ourName is what an agent calls an event, in a message about another's name.
var ourName = lazyregexp.New(`calls it (\S+?)(?:;|$)`)

// fixes are what to do about what reading has shown, if the message itself does
// not say, by the code of the diagnostic.
var fixes = map[string]string{
	"bad-agent":             "write {id: …, backend: {hooks: {…}}}",
	"bad-command":           "write the command that is to run as a string, or remove the hook",
	"bad-event":             "write a list",
	"bad-handler":           "write the command or function that is to run as a string, or remove the hook",
	"bad-matcher":           "write the tools that are meant as a string, or remove the matcher to match every tool",
	"bad-name":              "write a string, or remove it",
	"bad-switch":            "write true or false, without quotes",
	"bad-type":              "write a type that is known, as a string",
	"disabled-hook":         "remove it here to run the hook",
	"duplicate-agent":       "give each agent an ID of its own",
	"empty-file":            "write hooks into it, or remove it",
	"extensions-unreadable": "correct what the message says",
	"hooks-disabled":        "correct it; until then no hook runs",
	"no-effect":             "remove it",
	"not-installed":         "install it, or configure hooks of your own",
	"other-event":           "remove them, if nobody else reads this file",
	"unknown-agent":         "name one of these with --agent",
	"unknown-event":         "write one of the events, or remove it",
	"unknown-key":           "remove it",
	"unusable-config":       "correct it; until then no hook of the file runs",
}

// fixed returns what reading has shown with what to do about it.
func (c *Config) fixed(f Finding) Finding {
	form := c.Dialect.Describe().Form
	if m := advice().FindStringSubmatchIndex(f.Message); m != nil {
		fix := cost().ReplaceAllString(f.Message[m[2]:m[3]], "")
		f.Message = f.Message[:m[0]] + f.Message[m[2]+len(fix):]
		return f.fixf("%s", fix)
	}
	switch m := ourName().FindStringSubmatch(f.Message); {
	case m != nil:
		return f.fixf("write %s", m[1])
	case f.Check == "bad-timeout":
		return f.fixf("%s", c.timeoutFix(f, form))
	case f.Check == "bad-group", f.Check == "bad-hook" && form.Format != dialect.YAML:
		return f.fixf(`write {"matcher": …, "hooks": [{"type": "command", "command": …}]}`)
	case f.Check == "bad-hook":
		return f.fixf("write {handler: …, type: command}")
	}
	f.Fix = fixes[f.Check]
	return f
}

// timeoutFix is what to write in place of a timeout that cannot be used.
func (c *Config) timeoutFix(f Finding, form dialect.Form) string {
	unit := form.TimeoutUnit
	switch { // one dialect may read files of several kinds
	case strings.Contains(f.Message, "milliseconds"):
		unit = time.Millisecond
	case strings.Contains(f.Message, "seconds"):
		unit = time.Second
	}
	if number, ok := c.numberAt(f.Position); ok && unit == time.Second && number >= tooManySeconds {
		return fmt.Sprintf("write %v if you mean %v", number/1000, time.Duration(number*float64(time.Millisecond)))
	}
	return fmt.Sprintf("write a number, such as %d", form.DefaultTimeout/unit)
}

// numberAt returns the number that stands at a place, in the timeout of a hook.
func (c *Config) numberAt(at hook.Position) (float64, bool) {
	for _, def := range c.definitions() {
		if v := c.timeout(def); v != nil && v.Pos == at {
			return v.Float()
		}
	}
	return 0, false
}
