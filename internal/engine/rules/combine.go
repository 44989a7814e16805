package rules

import (
	"github.com/grapnel-hooks/grapnel/internal/engine/rules/pattern"
	"github.com/grapnel-hooks/grapnel/internal/engine/rules/ternary"
)

// A definition applies if there is a command c and a path p such that its
// conditions hold for both and its exceptions do not:
//
//	own(c) and own(p) and not (rest and exception(c) and exception(p))
//
// Each command and each path is looked at for itself, so it is enough to know
// for each of the two whether one of them is own, and whether one is own and no
// exception. That keeps the work linear.
//
// A definition that permits something needs more: all commands and all paths.
type side struct {
	own   ternary.Value // of the best, or of the worst if every one counts
	free  ternary.Value // the same of own and not exception
	every bool
	items int
}

func (s *side) add(own, exception ternary.Value) {
	free := min(own, not(exception))
	if s.items++; s.every && s.items > 1 {
		s.own, s.free = min(s.own, own), min(s.free, free)
		return
	}
	s.own, s.free = max(s.own, own), max(s.free, free)
}

func not(v ternary.Value) ternary.Value { return ternary.Yes - v }

// commandsAndPaths tells whether a definition applies as far as that depends on
// commands, paths and exceptions.
func (e *evaluation) commandsAndPaths(c *compiled, own, exceptions []pattern.Match, v *Verdict) ternary.Value {
	commands := e.commandSide(c, own, exceptions, v)
	if commands.own == ternary.No || c.permits && c.paths.isEmpty() && e.writesFiles() {
		return ternary.No
	}
	paths := e.pathSide(c, v)
	result := min(commands.own, paths.own)
	if result == ternary.No || c.unless == nil {
		return result
	}
	var ignored Verdict
	rest := e.common(c.unless, &ignored)
	if rest == ternary.Yes && c.unless.when != nil {
		holds, err := c.unless.when.holds(e)
		rest = ternary.Of(holds && err == nil)
	}
	return max(
		min(result, not(rest)),
		min(commands.free, paths.own),
		min(commands.own, paths.free),
	)
}

// commandSide compares the commands of a shell tool.
func (e *evaluation) commandSide(c *compiled, own, exceptions []pattern.Match, v *Verdict) side {
	any := c.own.isEmpty() // every command is own
	excepts := !c.exception.isEmpty()
	if any && !excepts {
		return side{own: ternary.Yes}
	}
	s := side{every: c.permits}
	if any && len(e.call.commands) == 0 {
		s.add(ternary.Yes, ternary.No)
	}
	best := ternary.No
	for i, command := range e.call.commands {
		matches, exception := bestFor(own, i), ternary.Yes
		if any {
			matches = ternary.Yes
		}
		if command.Program == "" { // it may be any
			matches = max(matches, ternary.Undecided)
			v.Why = command.Undecided
		}
		if excepts {
			exception = bestFor(exceptions, i)
		}
		if matches > best {
			best, v.Command = matches, command.String()
		}
		s.add(matches, exception)
	}
	if e.undecided != "" {
		s.add(ternary.Undecided, ternary.Of(!excepts))
	}
	if best != ternary.Yes && s.own == ternary.Undecided && v.Why == "" {
		v.Why = e.undecided
	}
	return s
}

// bestFor returns the best of the matches of a command.
func bestFor(matches []pattern.Match, command int) ternary.Value {
	best := ternary.No
	for _, m := range matches {
		if m.Command == command {
			best = max(best, m.Result)
		}
	}
	return best
}

// pathSide compares the paths of a call.
func (e *evaluation) pathSide(c *compiled, v *Verdict) side {
	any := c.paths.isEmpty()
	excepts := !c.except.isEmpty()
	if any && !excepts {
		return side{own: ternary.Yes}
	}
	s := side{every: c.permits}
	targets := e.targets()
	onlyRedirected := c.hasTool && !c.tool.Takes(e.ev.Tool, e.call.roles)
	if any && len(targets) == 0 {
		s.add(ternary.Yes, ternary.No)
	}
	best := ternary.No
	for i := range targets {
		if onlyRedirected && !targets[i].redirected {
			continue
		}
		matches, exception := ternary.Yes, ternary.Yes
		if !any {
			matches = e.matchPath(c.paths, &targets[i], c.permits)
		}
		if excepts {
			exception = e.matchPath(c.except, &targets[i], true)
		}
		s.add(matches, exception)
		if matches = min(matches, max(not(exception), ternary.Of(!excepts))); matches > best {
			best, v.Path = matches, targets[i].Path
		}
	}
	return s
}

func (e *evaluation) targets() []target {
	if !e.resolved {
		e.resolved = true
		e.found = e.toolCall().targets(e.place().space)
	}
	return e.found
}

// matchPath compares a path with patterns. A rule that restricts must not be
// escaped by another spelling of the path; what permits, and an exception, must
// not be gained by one.
func (e *evaluation) matchPath(patterns span, t *target, every bool) ternary.Value {
	best := ternary.No
	for _, glob := range e.place().globs[patterns.from:patterns.to] {
		switch {
		case glob == nil:
			best = max(best, ternary.Undecided)
		case every:
			best = max(best, glob.MatchAll(&t.Target))
		default:
			best = max(best, glob.MatchAny(&t.Target))
		}
	}
	return best
}

// writesFiles reports whether a shell command writes to files by redirection.
// A rule that permits a program has not permitted that.
func (e *evaluation) writesFiles() bool {
	c := e.toolCall()
	c.parse()
	for _, script := range c.scripts {
		for _, r := range script.Redirects {
			if r.Write && r.Text != "/dev/null" {
				return true
			}
		}
	}
	return false
}
