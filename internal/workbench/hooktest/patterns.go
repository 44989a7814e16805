package hooktest

import "github.com/grapnel-hooks/grapnel/internal/base/document"

// patterns are the patterns among the texts of a JSON value, by what stands in
// the file.
type patterns map[string]pattern

func (r *reader) patterns(v *document.Value, what string) patterns {
	found := patterns{}
	r.collect(v, what, found)
	return found
}

func (r *reader) collect(v *document.Value, what string, found patterns) {
	if text, isText := v.Text(); isText && isRegexp(text) {
		found[text] = r.pattern(v, what)
	}
	for _, m := range v.Members {
		r.collect(m.Value, what, found)
	}
	for _, item := range v.Items {
		r.collect(item, what, found)
	}
}

// matches reports whether a text is a pattern, and got one that it matches.
func (p patterns) matches(text string, got any) bool {
	pattern, known := p[text]
	came, isText := got.(string)
	return known && isText && pattern.matches(came)
}

// met returns what was wanted, with what came out in place of each pattern that
// it matches.
func (p patterns) met(want, got any) any {
	return beside(want, got, func(want, got any) any {
		if text, isText := want.(string); isText && p.matches(text, got) {
			return got
		}
		return want
	})
}

// kept returns what came out the way to write it down: with the patterns that
// it matches, and texts that look like patterns as patterns for themselves.
func (p patterns) kept(want, got any) any {
	return beside(got, want, func(got, want any) any {
		text, isText := got.(string)
		if wanted, _ := want.(string); isText && p.matches(wanted, got) {
			return wanted
		}
		if isText && isRegexp(text) {
			return literal(text)
		}
		return got
	})
}

// beside returns a value with each part of it that is no object or list replaced
// by what replace makes of it and of what another value has in the same place.
func beside(value, other any, replace func(part, other any) any) any {
	switch v := value.(type) {
	case map[string]any:
		o, _ := other.(map[string]any)
		list := make(map[string]any, len(v))
		for key, inner := range v {
			list[key] = beside(inner, o[key], replace)
		}
		return list
	case []any:
		o, _ := other.([]any)
		list := make([]any, len(v))
		for i, inner := range v {
			var counterpart any
			if i < len(o) {
				counterpart = o[i]
			}
			list[i] = beside(inner, counterpart, replace)
		}
		return list
	}
	return replace(value, other)
}
