package all_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/document"
	"github.com/grapnel-hooks/grapnel/internal/base/match"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
)

// written returns a draft as the dialect's files have it.
func written(d dialect.Dialect, draft dialect.Draft) []byte {
	doc := d.WriteConfig(draft)
	if d.Describe().Form.Format == dialect.YAML {
		return doc.YAML()
	}
	return doc.JSON(d.Describe().Form.Format == dialect.JSON)
}

// What a form promises can be written, and is read as it was meant.
func TestWrittenHooksAreReadAsTheyWere(t *testing.T) {
	each(t, func(t *testing.T, d dialect.Dialect) {
		form := d.Describe().Form
		var draft dialect.Draft
		for _, e := range d.Events() {
			for i, timeout := range []time.Duration{form.DefaultTimeout, 1234 * time.Millisecond, form.MaxTimeout} {
				h := dialect.DraftHook{Definition: hook.Definition{
					Event: e.Name, Type: "command", Command: "say \"hello\"\n# yes: 'no' \\ <&>", Timeout: timeout,
					FailClosed: form.FailureKey != "" && e == toolEvent(d) && i > 0,
					Sequential: form.Sequential && i > 1,
				}, Comment: []string{"before the hook", "", "two lines"}, GroupComment: []string{"before the group"}}
				switch {
				case e.Subject != "tool_name" || i == 0:
				case d.Rules().Patterns == dialect.Names:
					h.Tools = []string{"a", "on", "1"}
				default:
					h.Matcher = "mcp__a__b|on"
				}
				if form.Names {
					h.Name = "null"
				}
				if form.UniqueNames {
					h.Name = fmt.Sprint("null", len(draft.Hooks))
				}
				draft.Hooks = append(draft.Hooks, h)
			}
		}
		text := written(d, draft)
		_, config, clean := read(d, text)
		if !clean {
			t.Fatalf("%v in\n%s", config.Diagnostics, text)
		}
		var want []hook.Definition
		for _, h := range draft.Hooks {
			if h.Tools != nil {
				h.Matcher = strings.Join(h.Tools, "|")
			}
			if !form.Names && config.Definitions[0].Name != "" { // one that the dialect gives
				h.Name = config.Definitions[0].Name
			}
			want = append(want, h.Definition)
		}
		if diff := cmp.Diff(want, config.Definitions, cmpopts.IgnoreFields(hook.Definition{}, "Origin", "Source", "Env", "Conditions", "OnFailure", "Guard")); diff != "" {
			t.Errorf("%s\nin\n%s", diff, text)
		}
		if problems := newValidator(t, d.ConfigSchema()).problems(t, d.WriteConfig(draft).JSON(false)); len(problems) > 0 {
			t.Errorf("%q", problems)
		}
	})
}

func TestWrittenCommentsAreComments(t *testing.T) {
	each(t, func(t *testing.T, d dialect.Dialect) {
		draft := dialect.Draft{Comment: []string{"top"}, Hooks: []dialect.DraftHook{{
			Definition:   hook.Definition{Event: d.Events()[0].Name, Type: "command", Command: "x", Timeout: time.Second},
			EventComment: []string{"event"}, GroupComment: []string{"group"}, Comment: []string{"own"},
		}}}
		text := written(d, draft)
		var comments []document.Comment
		switch d.Describe().Form.Format {
		case dialect.JSON:
			comments = document.JSONComments("", text)
		case dialect.YAML:
			comments = document.YAMLComments("", text)
		default:
			if strings.Contains(string(text), "event") {
				t.Errorf("comments in\n%s", text)
			}
			return
		}
		var lines []string
		for _, c := range comments {
			lines = append(lines, c.Lines...)
		}
		if !slices.Equal(lines, []string{"top", "event", "group", "own"}) {
			t.Errorf("%q in\n%s", lines, text)
		}
	})
}

// The kind of matcher that a dialect claims is the one it has.
func TestMatchersAreOfTheirKind(t *testing.T) {
	each(t, func(t *testing.T, d dialect.Dialect) {
		matches := func(matcher, name string) bool {
			m, err := d.Matcher(toolEvent(d), hook.Definition{Matcher: matcher, Tools: list(d, matcher)})
			return err == nil && m.Match(name, new(match.Budget))
		}
		patterns, fold := d.Rules().Patterns, d.Describe().Form.Matcher.FoldCase
		for _, tt := range []struct {
			matcher, name string
			want          bool
		}{
			{"Write", "Write", true},
			{"Wri", "Write", patterns == dialect.Regexps},
			{"Wri*", "Write", patterns != dialect.Names},
			{"^Wr.*$", "Write", patterns == dialect.Regexps || patterns == dialect.NamesOrRegexps},
			{"Edit|Write", "Write", patterns != dialect.Names},
			{"Edit, Write", "Write", patterns == dialect.NamesOrRegexps},
			{"write", "Write", fold || d.Rules().Roles},
		} {
			if got := matches(tt.matcher, tt.name); got != tt.want {
				t.Errorf("%q on %q: %v", tt.matcher, tt.name, got)
			}
		}
	})
}

func toolEvent(d dialect.Dialect) hook.EventType {
	i := slices.IndexFunc(d.Events(), func(e hook.EventType) bool { return e.Kind == hook.ToolBefore })
	return d.Events()[i]
}

func list(d dialect.Dialect, matcher string) []string {
	if d.Rules().Patterns == dialect.Names {
		return []string{matcher}
	}
	return nil
}

// Files that a description names are those that are looked for.
func TestDescribedFilesAreLookedFor(t *testing.T) {
	each(t, func(t *testing.T, d dialect.Dialect) {
		env := dialect.Environment{
			Project: "/project", Home: "/home/me", Getenv: func(string) string { return "" }, Switches: map[string]bool{},
		}
		for _, flag := range d.Describe().Flags {
			env.Switches[flag.Name] = !flag.File
		}
		locations, _ := d.Locations(env)
		for _, file := range d.Describe().Files {
			path := filepath.Join("/project", file)
			switch {
			case strings.HasPrefix(file, "~"):
				path = "/home/me" + file[1:]
			case strings.HasPrefix(file, "/"), strings.HasSuffix(file, "*"):
				continue // of this system alone; found by what there is
			}
			if !slices.ContainsFunc(locations, func(l dialect.Location) bool { return l.Path == path }) {
				t.Errorf("%s is not looked for", file)
			}
		}
	})
}
