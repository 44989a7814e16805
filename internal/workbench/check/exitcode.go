package check

import (
	"bytes"
	"strings"

	"github.com/grapnel-hooks/grapnel/hook"
)

// failuresForNo notices hooks before a tool that end with exit code 1 and say no
// in no other way: most programs mean no by it, but to an agent it is a failure,
// after which the tool runs.
func failuresForNo(c *Config) []Finding {
	var found []Finding
	for _, def := range c.definitions() {
		if c.event(def.Event).Kind != hook.ToolBefore || def.FailClosed {
			continue
		}
		if exitsWithOneOnly(def.Command) {
			at := c.atCommand(def)
			edit := c.editBehind(at, exitOne().FindString(def.Command), "")
			found = append(found, c.failureForNo(at, edit.At))
		}
		for _, s := range c.textsOf(def) {
			if exitsWithOneOnly(string(s.text)) {
				at := s.positionOf(exitOne().FindIndex(withoutComments(s.text))[0])
				found = append(found, c.failureForNo(at, at))
			}
		}
	}
	return found
}

// exitsWithOneOnly reports whether exit code 1 may be meant for a no in a text.
func exitsWithOneOnly(text string) bool {
	if !strings.Contains(text, "exit") {
		return false
	}
	plain := withoutComments([]byte(text))
	return exitOne().Match(plain) && !exitTwo().Match(plain) && !denial().Match(plain)
}

// withoutComments blanks out comments, so that offsets stay what they are.
func withoutComments(text []byte) []byte {
	return comments().ReplaceAllFunc(text, func(comment []byte) []byte {
		return bytes.Repeat([]byte(" "), len(comment))
	})
}

// failureForNo is the finding about exit code 1 at a place.
func (c *Config) failureForNo(at, exit hook.Position) Finding {
	if exit.IsValid() {
		at = exit
	}
	f := warnf(at, "exit code 1 is a failure here, and the tool runs all the same")
	if code := c.Dialect.Rules().BlockCode; code > 0 {
		return f.fixf("to say no, print the reason to stderr and exit with code %d", code)
	}
	return f.fixf(`to say no, print {"decision": "deny", "reason": "…"} and exit with code 0`)
}

// positionOf is the place of an offset of a script.
func (s *script) positionOf(offset int) hook.Position {
	before := s.text[:offset]
	return hook.Position{
		File: s.path, Line: bytes.Count(before, []byte("\n")) + 1,
		Column: offset - bytes.LastIndexByte(before, '\n'),
	}
}
