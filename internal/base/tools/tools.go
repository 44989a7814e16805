// Package tools knows the tools of agents: what each agent calls them, what
// they do, and what the members of their inputs are called. With that a call of
// one agent can be shown to a hook that was written for another, and what the
// hook makes of it can be given back.
package tools

import (
	"strings"
)

// Role is what a tool does in the words of rules, which hold for all agents.
type Role string

// The roles. A tool that does nothing of this has no role.
const (
	NoRole Role = ""
	Shell  Role = "shell"
	Read   Role = "read"
	Write  Role = "write"
	Edit   Role = "edit"
	Search Role = "search"
	Fetch  Role = "fetch"
	Agent  Role = "agent"
	MCP    Role = "mcp"
)

// Job is what a tool does, finely enough that two tools with the same job can
// stand for each other.
type Job string

// The jobs. Most roles have just one.
const (
	NoJob        Job = ""
	RunShell     Job = "shell"
	ReadFile     Job = "read"
	WriteFile    Job = "write"
	EditFile     Job = "edit"
	FindFiles    Job = "glob"
	SearchText   Job = "search"
	ListFiles    Job = "list"
	FetchPage    Job = "fetch"
	SearchWeb    Job = "websearch"
	DelegateTask Job = "task"
	CallServer   Job = "mcp"
)

// Role returns the role that a job belongs to.
func (j Job) Role() Role {
	switch j {
	case FindFiles, SearchText, ListFiles:
		return Search
	case FetchPage, SearchWeb:
		return Fetch
	case DelegateTask:
		return Agent
	}
	return Role(j)
}

// The neutral names of members of inputs, whatever a tool calls them.
const (
	Path    = "path"
	Command = "command"
	Content = "content" // the whole new file
	Old     = "old"     // the text that an edit replaces
	New     = "new"     // and the text it puts there
	Pattern = "pattern"
	URL     = "url"
	Prompt  = "prompt"
)

// Members says what a tool calls the members of its input. One that is empty is
// not there.
type Members struct {
	Path, Command, Content, Old, New, Pattern, URL, Prompt string
}

// names returns pairs of a neutral name and the tool's own.
func (m Members) names() [8][2]string {
	return [...][2]string{
		{Path, m.Path},
		{Command, m.Command},
		{Content, m.Content},
		{Old, m.Old},
		{New, m.New},
		{Pattern, m.Pattern},
		{URL, m.URL},
		{Prompt, m.Prompt},
	}
}

// Tool is one tool of an agent, or one of several ways to call it.
type Tool struct {
	Name    string
	Job     Job
	Members Members
	// List, if set, is the member that holds a list of things to do. Inner says
	// what the members of its items are called; Item is the neutral name of
	// items that are plain strings, "" if those do not occur.
	List  string
	Inner Members
	Item  string
	// Also are other names for List that the agent takes.
	Also []string
	// Patch, if set, is the member that holds a patch as Codex writes them,
	// which can change many files.
	Patch string
}

// Vocabulary is the tools of one agent, or of the agents of one hook contract.
// There may be more than are listed. Of several tools with one job the first is
// the one that calls of other agents are shown as.
type Vocabulary struct {
	Tools []Tool
	// Server says how tools of MCP servers are named; they are not listed.
	Server ServerNames
}

// ServerNames is how an agent names the tools of MCP servers: a prefix, the
// server, a separator, and the server's own name for the tool. Without a prefix
// they cannot be told from other tools.
type ServerNames struct{ Prefix, Separator string }

// Jobs returns the jobs that tools of this name do.
func (v Vocabulary) Jobs(name string) []Job {
	var jobs []Job
	for i := range v.Tools {
		if v.Tools[i].Name == name {
			jobs = append(jobs, v.Tools[i].Job)
		}
	}
	if jobs == nil && v.Server.has(name) {
		return []Job{CallServer}
	}
	return jobs
}

// tool returns the tool that does a job.
func (v Vocabulary) tool(job Job) (*Tool, bool) {
	for i := range v.Tools {
		if job != NoJob && v.Tools[i].Job == job {
			return &v.Tools[i], true
		}
	}
	return nil, false
}

func (s ServerNames) has(name string) bool {
	return s.Prefix != "" && strings.HasPrefix(name, s.Prefix)
}

// rename gives a server's tool, as an agent with these names calls it, the name
// that it has in another vocabulary.
func (s ServerNames) rename(name string, to ServerNames) string {
	server, tool, ok := strings.Cut(strings.TrimPrefix(name, s.Prefix), s.Separator)
	if !ok || to.Prefix == "" {
		return name
	}
	return to.Prefix + server + to.Separator + tool
}
