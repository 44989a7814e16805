package tools

import (
	"slices"

	"github.com/grapnel-hooks/grapnel/internal/base/match"
)

// native is how tools are called where no agent is involved: by their roles,
// and their members by the neutral names.
var native = []Tool{
	{Name: "shell", Job: RunShell, Members: Members{Command: Command}},
	{Name: "read", Job: ReadFile, Members: Members{Path: Path}},
	{Name: "write", Job: WriteFile, Members: Members{Path: Path, Content: Content}},
	{Name: "edit", Job: EditFile, Members: Members{Path: Path, Old: Old, New: New}},
	{Name: "search", Job: SearchText, Members: Members{Path: Path, Pattern: Pattern}},
	{Name: "fetch", Job: FetchPage, Members: Members{URL: URL}},
	{Name: "agent", Job: DelegateTask, Members: Members{Prompt: Prompt}},
}

// Roles lists the roles.
func Roles() []Role { return []Role{Shell, Read, Write, Edit, Search, Fetch, Agent, MCP} }

// Knowing returns the vocabularies that know a tool of this name: the agent's
// own if it does, else all that do. So a tool whose agent is not known may be
// any of those that have its name.
func Knowing(agent, tool string) []Vocabulary {
	if own := Of(agent); len(own.Jobs(tool)) > 0 {
		return []Vocabulary{own}
	}
	var found []Vocabulary
	for _, name := range Names() {
		if v := Of(name); len(v.Jobs(tool)) > 0 {
			found = append(found, v)
		}
	}
	if v := (Vocabulary{Tools: native}); len(v.Jobs(tool)) > 0 {
		found = append(found, v)
	}
	return found
}

// RolesOf returns the roles that tools of this name have in some vocabularies.
func RolesOf(vocabularies []Vocabulary, tool string) []Role {
	var roles []Role
	for _, v := range vocabularies {
		for _, job := range v.Jobs(tool) {
			if role := job.Role(); !slices.Contains(roles, role) {
				roles = append(roles, role)
			}
		}
	}
	return roles
}

// Selection chooses tools by their roles, or by globs over their names. The
// zero value chooses none.
type Selection struct {
	roles []Role
	names []match.Matcher
}

// Select returns the selection that a list of roles and globs describes. The
// role write includes edit.
func Select(patterns ...string) Selection {
	var s Selection
	for _, pattern := range patterns {
		switch role := Role(pattern); {
		case role == Write:
			s.roles = append(s.roles, Write, Edit)
		case slices.Contains(Roles(), role):
			s.roles = append(s.roles, role)
		default:
			s.names = append(s.names, match.Glob(pattern, match.GlobRules{}))
		}
	}
	return s
}

// HasRole reports whether the selection chooses tools of a role.
func (s Selection) HasRole(role Role) bool { return slices.Contains(s.roles, role) }

// Takes reports whether the selection chooses a tool with this name and these
// roles.
func (s Selection) Takes(name string, roles []Role) bool {
	for _, role := range roles {
		if slices.Contains(s.roles, role) {
			return true
		}
	}
	var budget match.Budget
	return slices.ContainsFunc(s.names, func(m match.Matcher) bool { return m.Match(name, &budget) })
}
