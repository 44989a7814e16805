package codex

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/diag"
	"github.com/grapnel-hooks/grapnel/internal/base/match"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/dialect/family"
)

// locations lists the user's hooks and the project's. CODEX_HOME is another place
// for the user's.
func locations(env dialect.Environment) []dialect.Location {
	var found []dialect.Location
	own := env.Getenv("CODEX_HOME")
	if own == "" && env.Home != "" {
		own = filepath.Join(env.Home, ".codex")
	}
	project := filepath.Join(env.Project, ".codex")
	if own != "" && own != project {
		found = append(found, dialect.Location{Path: filepath.Join(own, "hooks.json"), Source: hook.SourceUser, Layer: dialect.UserLayer})
	}
	return append(found, dialect.Location{Path: filepath.Join(project, "hooks.json"), Source: hook.SourceProject, Layer: env.ProjectLayer()})
}

// applyPatch is the tool that writes files.
const applyPatch = "apply_patch"

// matcher compiles a list of exact names or a regular expression. To Codex a comma
// does not separate names; here it does, so that a guard is not left out.
func matcher(pattern string) (match.Matcher, error) {
	if match.IsNameList(pattern) && strings.Contains(pattern, "-") {
		pattern = "(?:" + pattern + ")" // a dash makes it an expression
	}
	m, err := match.NamesOrRegexp(pattern)
	return family.WithAliases(m, aliases), err
}

// aliases are the names under which hooks for other agents know a tool.
func aliases(tool string) []string {
	if tool == applyPatch {
		return []string{"Edit", "Write"}
	}
	return nil
}

// checkMatcher notices matchers that match nothing in Codex although they are
// valid.
func checkMatcher(pattern string) (problem hook.Diagnostic, ok bool) {
	if !match.IsNameList(pattern) {
		return problem, true
	}
	names := match.NameList(pattern)
	switch {
	case strings.Contains(pattern, ","):
		return diag.Warnf("bad-matcher", "the matcher %q matches nothing in Codex itself: a comma does not separate names there", pattern).
			Fixf("write %q", strings.Join(names, "|")), false
	case slices.Contains(names, "exec_command"):
		return diag.Warnf("bad-matcher", "hooks see the tool exec_command as Bash").Fixf("write Bash"), false
	}
	return problem, true
}
