package paths

import (
	"path"
	"path/filepath"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
	"github.com/grapnel-hooks/grapnel/internal/engine/rules/problem"
	"github.com/grapnel-hooks/grapnel/internal/engine/rules/ternary"
)

// OutsideProject is the pattern for every path that is not in the project.
const OutsideProject = "outside-project"

// Limits of a pattern.
const (
	maxLength       = 4096
	maxAlternatives = 128
)

// Glob is a pattern over paths. A pattern without a slash is compared with the
// last element of a path, one that begins with / or ~/ with the whole path, and
// any other one with the path relative to the project.
type Glob struct {
	place    place
	patterns []string // with the spellings of directories that are links
}

// place says what a Glob is compared with.
type place uint8

const (
	baseName place = iota
	inProject
	anywhere // the path relative to the project, or any end of another path
	absolute
	outside
)

// Check reports what is wrong with a pattern. The error is a *problem.Problem.
func Check(pattern string) error {
	switch {
	case strings.TrimSpace(pattern) == "":
		return problem.At(0, "the pattern is empty; write a path, such as .env or secrets/**")
	case len(pattern) > maxLength:
		return problem.At(0, "the pattern is longer than %d bytes", maxLength)
	case strings.IndexByte(pattern, 0) >= 0:
		return problem.At(strings.IndexByte(pattern, 0), "a path cannot contain a NUL byte")
	}
	if err := checkBrackets(pattern); err != nil {
		return err
	}
	if !doublestar.ValidatePattern(pattern) {
		return problem.At(0, "the pattern is malformed; escape [ { * ? with a backslash if they are meant literally")
	}
	if strings.HasPrefix(pattern, "~") && pattern != "~" && !strings.HasPrefix(pattern, "~/") {
		return problem.At(0, `only ~/ stands for a home directory; write \~ for the character itself`)
	}
	return nil
}

// checkBrackets finds brackets and braces that are not closed, and braces that
// stand for too many paths.
func checkBrackets(pattern string) error {
	type brace struct{ at, alternatives int }
	var open []brace
	total := 1
	for i := 0; i < len(pattern); i++ {
		last := len(open) - 1
		switch c := pattern[i]; {
		case c == '\\' && i+1 == len(pattern):
			return problem.At(i, `a backslash at the end escapes nothing; write \\ for the character itself`)
		case c == '\\':
			i++
		case c == '[':
			end := strings.IndexByte(pattern[i+1:], ']')
			if end < 0 {
				return problem.At(i, `[ is not closed; write \[ for the character itself`)
			}
			i += end + 1
		case c == '{':
			open = append(open, brace{i, 1})
		case c == ',' && last >= 0:
			open[last].alternatives++
		case c == '}' && last >= 0:
			total *= open[last].alternatives
			open = open[:last]
		}
		if total > maxAlternatives {
			return problem.At(i, "the braces stand for too many paths; use several patterns")
		}
	}
	if len(open) > 0 {
		return problem.At(open[0].at, `{ is not closed; write \{ for the character itself`)
	}
	return nil
}

// Compile returns a pattern for paths of the space.
func (s *Space) Compile(pattern string) (*Glob, error) {
	if err := Check(pattern); err != nil {
		return nil, err
	}
	pattern = s.foldCase(pattern)
	switch {
	case pattern == OutsideProject:
		return &Glob{place: outside}, nil
	case pattern == "~" || strings.HasPrefix(pattern, "~/"):
		return s.absoluteGlob(escape(s.foldCase(filepath.ToSlash(s.home))) + pattern[1:]), nil
	case isAbsolute(pattern):
		return s.absoluteGlob(pattern), nil
	case !strings.Contains(pattern, "/"):
		return &Glob{baseName, []string{pattern}}, nil
	case strings.HasPrefix(pattern, "**/"):
		return &Glob{anywhere, []string{pattern}}, nil
	}
	return &Glob{inProject, []string{strings.TrimPrefix(path.Clean(pattern), "./")}}, nil
}

// isAbsolute reports whether a pattern or a path with slashes is absolute.
func isAbsolute(pattern string) bool {
	return strings.HasPrefix(pattern, "/") || filepath.IsAbs(filepath.FromSlash(pattern))
}

// absoluteGlob returns a pattern for whole paths. The directory that it begins
// with may be a link; then its target is compared as well.
func (s *Space) absoluteGlob(pattern string) *Glob {
	patterns := []string{pattern}
	special := strings.IndexAny(pattern, `*?[{\`)
	if special < 0 {
		special = len(pattern)
	}
	if end := strings.LastIndexByte(pattern[:special], '/'); end > 0 {
		if real, ok := resolve(filepath.FromSlash(pattern[:end])); ok {
			if real = s.foldCase(filepath.ToSlash(real)); real != pattern[:end] {
				patterns = append(patterns, escape(real)+pattern[end:])
			}
		}
	}
	return &Glob{absolute, patterns}
}

// escape makes every character of a path ordinary.
func escape(text string) string {
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`, "{", `\{`).Replace(text)
}

// MatchAny tells whether some reading of the path matches. It is for rules that
// restrict: a path must not escape them by another spelling.
func (g *Glob) MatchAny(t *Target) ternary.Value {
	return g.match(t, ternary.No, func(a, b ternary.Value) ternary.Value { return max(a, b) })
}

// MatchAll tells whether every reading of the path matches. It is for rules that
// permit and for exceptions: a link must not gain what its target has not.
func (g *Glob) MatchAll(t *Target) ternary.Value {
	return g.match(t, ternary.Yes, func(a, b ternary.Value) ternary.Value { return min(a, b) })
}

func (g *Glob) match(t *Target, start ternary.Value, combine func(a, b ternary.Value) ternary.Value) ternary.Value {
	if len(t.readings) == 0 {
		return ternary.Undecided
	}
	result := start
	for i := range t.readings {
		result = combine(result, ternary.Of(g.matches(&t.readings[i])))
	}
	if t.Unknown {
		return combine(result, ternary.Undecided)
	}
	return result
}

// matches compares one reading of a path.
func (g *Glob) matches(r *reading) bool {
	switch g.place {
	case outside:
		return !r.inside && !r.stream
	case inProject:
		return r.inside && g.takes(r.relative)
	case anywhere:
		return r.inside && g.takes(r.relative) || g.takes(strings.TrimPrefix(r.path, "/"))
	case baseName:
		return g.takes(path.Base(r.path))
	}
	return g.takes(r.path)
}

func (g *Glob) takes(text string) bool {
	for _, pattern := range g.patterns {
		if doublestar.MatchUnvalidated(pattern, text) {
			return true
		}
	}
	return false
}
