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
	add := func(v Vocabulary) {
		known := slices.ContainsFunc(found, func(other Vocabulary) bool { return v.reads(tool, other) })
		if len(v.Jobs(tool)) > 0 && !known {
			found = append(found, v)
		}
	}
	for _, name := range Names() {
		add(Of(name))
	}
	add(Vocabulary{Tools: native})
	return found
}

// reads reports whether a tool means the same in another vocabulary, as far as
// that is easy to see.
func (v Vocabulary) reads(tool string, other Vocabulary) bool {
	a, b := v.named(tool), other.named(tool)
	if len(a) != 1 || len(b) != 1 {
		return len(v.Tools) > 0 && len(other.Tools) > 0 && &v.Tools[0] == &other.Tools[0] && v.Server == other.Server
	}
	simple := a[0].List == "" && b[0].List == "" && a[0].Patch == b[0].Patch
	return simple && a[0].Job == b[0].Job && a[0].Members == b[0].Members
}

// named returns the tools of a name.
func (v Vocabulary) named(name string) []*Tool {
	var list []*Tool
	for i := range v.Tools {
		if v.Tools[i].Name == name {
			list = append(list, &v.Tools[i])
		}
	}
	return list
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
