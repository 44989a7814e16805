package hooktest

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/document"
	"github.com/grapnel-hooks/grapnel/internal/base/suggest"
	"github.com/grapnel-hooks/grapnel/internal/jsonx"
)

// word is an aspect with one of a few values.
type word struct {
	want string
	get  func(hook.Outcome) string
}

func (w word) compare(out hook.Outcome) (want, got string) { return w.want, w.get(out) }
func (w word) present(out hook.Outcome) any                { return plain(w.get(out)) }

// none is the decision of hooks that have no opinion.
const none = "none"

func decisionOf(out hook.Outcome) string {
	if out.Decision == hook.NoDecision {
		return none
	}
	return string(out.Decision)
}

func readDecision(r *reader, key string, v *document.Value) aspect {
	known := []string{string(hook.Allow), string(hook.Deny), string(hook.Ask), none}
	text := r.textOf(v, key)
	if !slices.Contains(known, text) {
		r.errorf(v.Pos, "%s is one of %s, not %q", key, strings.Join(known, ", "), text).Fixf("%s", suggest.DidYouMean(text, known))
	}
	return word{text, decisionOf}
}

func truth(get func(hook.Outcome) bool) func(*reader, string, *document.Value) aspect {
	return func(r *reader, key string, v *document.Value) aspect {
		want, ok := v.Bool()
		if !ok {
			r.errorf(v.Pos, "%s must be true or false, not %s", key, v.Kind)
		}
		return word{fmt.Sprint(want), func(out hook.Outcome) string { return fmt.Sprint(get(out)) }}
	}
}

// textAspect is an aspect that is one text.
type textAspect struct {
	pattern
	get func(hook.Outcome) string
}

func text(get func(hook.Outcome) string) func(*reader, string, *document.Value) aspect {
	return func(r *reader, key string, v *document.Value) aspect { return textAspect{r.pattern(v, key), get} }
}

func (a textAspect) compare(out hook.Outcome) (want, got string) {
	got = trimEnd(a.get(out))
	if a.matches(got) {
		return got, got
	}
	return a.String(), got
}

func (a textAspect) present(out hook.Outcome) any { return literal(a.get(out)) }

// The aspects that are JSON; null is what is not rewritten.
func toolInput(out hook.Outcome) json.RawMessage   { return out.ToolInput }
func llmRequest(out hook.Outcome) json.RawMessage  { return out.LLMRequest }
func llmResponse(out hook.Outcome) json.RawMessage { return out.LLMResponse }

func output(out hook.Outcome) json.RawMessage { return out.Output.Raw() }

func toolConfig(out hook.Outcome) json.RawMessage {
	if out.ToolConfig == nil {
		return nil
	}
	config, _ := jsonx.Marshal(out.ToolConfig) // two plain fields
	return config
}

// jsonAspect is an aspect that is a JSON value, or only the part of it that the
// test speaks of. Its texts may be patterns.
type jsonAspect struct {
	want     any
	patterns patterns
	part     bool
	get      func(hook.Outcome) json.RawMessage
}

func object(get func(hook.Outcome) json.RawMessage) func(*reader, string, *document.Value) aspect {
	return func(r *reader, key string, v *document.Value) aspect {
		if v.Kind != document.Object && v.Kind != document.Null {
			r.errorf(v.Pos, "%s must be an object, or null if no hook rewrites it, not %s", key, v.Kind)
		}
		return jsonAspect{decode(raw(v)), r.patterns(v, key), false, get}
	}
}

func part(get func(hook.Outcome) json.RawMessage) func(*reader, string, *document.Value) aspect {
	return func(r *reader, key string, v *document.Value) aspect {
		if v.Kind != document.Object || len(v.Members) == 0 {
			r.errorf(v.Pos, "%s must be an object with at least one key", key)
		}
		return jsonAspect{decode(raw(v)), r.patterns(v, key), true, get}
	}
}

func (a jsonAspect) compare(out hook.Outcome) (want, got string) {
	value := a.value(out)
	return pretty(a.patterns.met(a.want, value)), pretty(value)
}

func (a jsonAspect) present(out hook.Outcome) any { return a.patterns.kept(a.want, a.value(out)) }

// value is what came out, as far as the test speaks of it.
func (a jsonAspect) value(out hook.Outcome) any {
	value := decode(a.get(out))
	if a.part {
		return within(value, a.want)
	}
	return value
}

// belowAspect is a limit for the time that all hooks together take.
type belowAspect time.Duration

func readBelow(r *reader, key string, v *document.Value) aspect {
	limit, err := time.ParseDuration(r.textOf(v, key))
	if err == nil && limit <= 0 {
		err = fmt.Errorf("it must be above 0")
	}
	if err != nil {
		r.errorf(v.Pos, "%s is a duration such as 2s or 300ms: %v", key, err)
	}
	return belowAspect(limit)
}

func (a belowAspect) compare(out hook.Outcome) (want, got string) {
	want = "below " + time.Duration(a).String()
	took := time.Duration(out.DurationMs * float64(time.Millisecond))
	if took < time.Duration(a) {
		return want, want
	}
	return want, took.Round(time.Millisecond).String()
}

// present is nil: how long hooks took once says nothing about how long they may take.
func (a belowAspect) present(hook.Outcome) any { return nil }
