package wave

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/diag"
	"github.com/grapnel-hooks/grapnel/internal/base/document"
	"github.com/grapnel-hooks/grapnel/internal/base/match"
	"github.com/grapnel-hooks/grapnel/internal/base/schema"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/dialect/family"
)

// locations lists user, project and local settings: the closer to the work, the
// later its hooks run. Beside each is the file that older versions of Wave kept
// hooks in.
func locations(env dialect.Environment) []dialect.Location {
	var found []dialect.Location
	add := func(dir, file string, from hook.Source, layer dialect.Layer) {
		found = append(found, dialect.Location{Path: filepath.Join(dir, ".wave", file), Source: from, Layer: layer})
	}
	if env.Home != "" && env.Home != env.Project {
		add(env.Home, "hooks.json", hook.SourceUser, dialect.UserLayer)
		add(env.Home, "settings.json", hook.SourceUser, dialect.UserLayer)
	}
	add(env.Project, "hooks.json", hook.SourceProject, env.ProjectLayer())
	add(env.Project, "settings.json", hook.SourceProject, env.ProjectLayer())
	add(env.Project, "settings.local.json", family.SourceLocal, env.ProjectLayer())
	return found
}

// switchKey switches all hooks off.
const switchKey = "enableHooks"

// readSwitch reads the switch. Hooks are on anyway, so that only false says
// anything: in any of the files it switches off the hooks of its layer and of
// less trusted ones, and no other file can switch them on again.
func readSwitch(r *family.Reader, doc *document.Value) {
	r.ReportSwitch(doc, switchKey)
	if v := doc.Get(switchKey); v != nil {
		if on := r.Bool(v, switchKey); on != nil && !*on {
			r.Config.Enabled, r.Config.EnabledAt = on, v.Pos
		}
	}
}

func switchHelp() schema.Property {
	return schema.Optional(switchKey, schema.Flag("false switches all hooks off.").Otherwise(true))
}

// matcher compiles a matcher: names or globs separated by |, whatever their
// case. Reading the configuration has refused those that are not valid.
func matcher(pattern string) (match.Matcher, error) {
	return match.Glob(pattern, match.GlobRules{FoldCase: true, Caret: true}), nil
}

// notInMatchers are characters that make a matcher something else: a command,
// or a pattern of another kind.
const notInMatchers = ";&`$(){}<>"

// checkMatcher says what is wrong with a matcher.
func checkMatcher(text string) (problem hook.Diagnostic, ok bool) {
	bad := func(what, fix string) (hook.Diagnostic, bool) {
		return diag.Errorf("bad-matcher", "the matcher %q %s; its hooks are left out", text, what).Fixf("%s", fix), false
	}
	if rule, ok := family.ParseRule(text); ok && rule.Tool != text {
		return bad("is a permission rule, and matchers are for names of tools",
			fmt.Sprintf("write %q, and let the hook look at the input of the tool", rule.Tool))
	}
	if i := strings.IndexAny(text, notInMatchers); i >= 0 {
		return bad(fmt.Sprintf("has %q, which no matcher may have", text[i]), "write tool names or globs such as Edit|mcp__*, separated by |")
	}
	for part := range strings.SplitSeq(text, "|") {
		if strings.TrimSpace(part) == "" {
			return bad("has nothing between two |, or before or after one", "write names or globs such as Edit|mcp__*, or \"\" for every tool")
		}
	}
	return hook.Diagnostic{}, true
}
