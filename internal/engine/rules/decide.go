package rules

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/tools"
	"github.com/grapnel-hooks/grapnel/internal/engine/rules/pattern"
	"github.com/grapnel-hooks/grapnel/internal/engine/rules/ternary"
)

// Verdict says that a definition applies to an event, or may.
type Verdict struct {
	Definition int           // its index
	Applies    ternary.Value // Yes or Undecided
	Why        string        // why it is undecided
	// What made it apply, for the texts of rules.
	Command, Path, What string
	// Failed says why its conditions could not be evaluated.
	Failed string
}

// Decide returns a verdict for each definition that applies, or may, in order.
func (s *Set) Decide(ev Event) []Verdict {
	e := &evaluation{set: s, ev: &ev}
	if s.hasCommands {
		e.matchSafely()
	}
	var list []Verdict
	for i := range s.compiled {
		if e.hasNoCommand(&s.compiled[i]) {
			continue
		}
		v := Verdict{Definition: i}
		if v.Applies = e.safely(&s.compiled[i], &v); v.Applies != ternary.No {
			list = append(list, v)
		}
	}
	return list
}

// hasNoCommand reports whether a definition cannot apply because no command
// matches its patterns. That is so for most, so it must be quick.
func (e *evaluation) hasNoCommand(c *compiled) bool {
	if c.own.isEmpty() || e.undecided != "" {
		return false
	}
	for e.next < len(e.matches) && e.matches[e.next].Pattern < c.own.from {
		e.next++
	}
	return e.next == len(e.matches) || e.matches[e.next].Pattern >= c.own.to
}

// matchSafely is match for commands that must not pass because of a mistake of
// ours.
func (e *evaluation) matchSafely() {
	defer func() {
		if p := recover(); p != nil {
			e.undecided = fmt.Sprintf("internal error: %v", p)
		}
	}()
	e.match()
}

// safely is applies for definitions that must not let anything through because
// of a mistake of ours.
func (e *evaluation) safely(c *compiled, v *Verdict) (result ternary.Value) {
	defer func() {
		if p := recover(); p != nil {
			result, v.Failed = ternary.Yes, fmt.Sprintf("internal error: %v", p)
		}
	}()
	return e.applies(c, v)
}

// evaluation is the comparison of one event with all definitions.
type evaluation struct {
	set *Set
	ev  *Event

	call      *call
	matched   bool            // matches are there
	matches   []pattern.Match // of commands, by pattern
	next      int             // the first of them that was not looked at
	undecided string          // why there may be commands that are not known
	found     []target
	resolved  bool // found is there
	where     *place
	contents  []string
	collected bool // contents are there
}

func (e *evaluation) place() *place {
	if e.where != nil {
		return e.where
	}
	if e.where = e.set.place.Load(); e.where == nil || e.where.dir != e.ev.Session.Dir {
		e.where = newPlace(e.ev.Session.Dir, e.set.paths)
		e.set.place.Store(e.where)
	}
	return e.where
}

func (e *evaluation) toolCall() *call {
	if e.call == nil {
		e.call = newCall(e.ev, e.set.knowing(e.ev))
	}
	return e.call
}

// applies tells whether a definition applies: all conditions hold for some
// command and some path, for which not all of the exceptions do.
func (e *evaluation) applies(c *compiled, v *Verdict) ternary.Value {
	if c.conditions == nil {
		return ternary.Yes
	}
	own, exceptions := e.commandMatches(c) // keeps step with the definitions
	result := e.common(c.conditions, v)
	if c.broken {
		result = min(result, ternary.Undecided)
		v.Why = "a pattern of it cannot be used"
	}
	if result == ternary.No {
		return ternary.No
	}
	result = min(result, e.commandsAndPaths(c, own, exceptions, v))
	if result != ternary.No && c.when != nil {
		result = min(result, e.when(c.when, v))
	}
	return result
}

// common is about the conditions that are the same for every command and path.
func (e *evaluation) common(c *conditions, v *Verdict) ternary.Value {
	if c.hasTool && !c.tool.Takes(e.ev.Tool, e.toolCall().roles) && !e.redirects(c) {
		return ternary.No
	}
	if len(c.prompt) > 0 && !matchesAny(c.prompt, e.ev.Prompt) || len(c.agent) > 0 && !matchesAny(c.agent, e.ev.Agent) {
		return ternary.No
	}
	for _, in := range c.input {
		text, ok := lookUp(e.ev.Input, in.key)
		if !ok || !matchesAny(in.patterns, text) {
			return ternary.No
		}
	}
	if len(c.content) > 0 && !e.hasContent(c.content, v) {
		return ternary.No
	}
	return ternary.Yes
}

func matchesAny(patterns []*regexp.Regexp, text string) bool {
	return slices.ContainsFunc(patterns, func(p *regexp.Regexp) bool { return p.MatchString(text) })
}

// redirects reports whether a condition on tools that write holds because a
// shell command writes to a file.
func (e *evaluation) redirects(c *conditions) bool {
	if !c.tool.HasRole(tools.Write) || !slices.Contains(e.toolCall().roles, tools.Shell) {
		return false
	}
	e.call.parse()
	for _, script := range e.call.scripts {
		for i := range script.Redirects {
			if script.Redirects[i].Write {
				return true
			}
		}
	}
	return false
}

// hasContent looks for content in what is written or came back.
func (e *evaluation) hasContent(conditions []content, v *Verdict) bool {
	for _, text := range e.texts() {
		for _, c := range conditions {
			if what, ok := c.first(text); ok {
				v.What = what
				return true
			}
		}
	}
	return false
}

func (e *evaluation) texts() []string {
	if !e.collected {
		e.collected = true
		switch {
		case e.ev.cameBack() != nil:
			e.contents = stringsOf(e.ev.cameBack())
		case e.ev.Kind == hook.ToolBefore:
			e.contents = e.toolCall().written()
		}
	}
	return e.contents
}

// when evaluates an expression. One that fails does not let anything through.
func (e *evaluation) when(x *expression, v *Verdict) ternary.Value {
	holds, err := x.holds(e)
	if err != nil {
		v.Failed = err.Error()
		return ternary.Yes
	}
	return ternary.Of(holds)
}

// commandMatches returns the matches of a definition's command patterns, and of
// those of its exceptions. Matches are in the order of patterns, and patterns in
// the order of definitions, so that one pass finds them all.
func (e *evaluation) commandMatches(c *compiled) (own, exceptions []pattern.Match) {
	if c.own.isEmpty() && c.exception.isEmpty() {
		return nil, nil
	}
	e.match()
	return e.take(c.own), e.take(c.exception)
}

func (e *evaluation) take(s span) []pattern.Match {
	for e.next < len(e.matches) && e.matches[e.next].Pattern < s.from {
		e.next++
	}
	first := e.next
	for e.next < len(e.matches) && e.matches[e.next].Pattern < s.to {
		e.next++
	}
	return e.matches[first:e.next]
}

// match compares all commands with all patterns.
func (e *evaluation) match() {
	if e.matched {
		return
	}
	e.matched = true
	c := e.toolCall()
	c.parse()
	before := 0 // commands of earlier scripts
	for _, script := range c.scripts {
		why := e.set.commands.Match(script, func(m pattern.Match) {
			m.Command += before
			e.matches = append(e.matches, m)
		})
		e.undecided = cmp.Or(e.undecided, why)
		before += len(script.Commands)
	}
	slices.SortStableFunc(e.matches, func(a, b pattern.Match) int { return a.Pattern - b.Pattern })
}
