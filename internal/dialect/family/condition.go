package family

import (
	"path/filepath"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/grapnel-hooks/grapnel/hook"
)

// Rule is a permission rule: a tool and possibly which of its uses, such as
// Bash(git push *).
type Rule struct {
	Tool   string
	Glob   string // what the tool is used for; any text may be in place of a *
	AnyUse bool   // there is no glob
}

// ParseRule reads a rule. ok is false if there is none.
func ParseRule(text string) (r Rule, ok bool) {
	text = strings.TrimSpace(text)
	tool, rest, found := strings.Cut(text, "(")
	if tool = strings.TrimSpace(tool); tool == "" {
		return Rule{}, false
	}
	if !found {
		return Rule{Tool: tool, AnyUse: true}, true
	}
	glob, closed := strings.CutSuffix(rest, ")")
	return Rule{Tool: tool, Glob: glob}, closed
}

// IsTrue reports whether an event is what a condition is about. An empty
// condition is always true, and no other is for an event that is not about a
// tool. What cannot be decided is true: a guard that runs once too often is
// better than one that does not run.
func IsTrue(condition string, ev hook.Event) bool {
	if condition == "" {
		return true
	}
	rule, ok := ParseRule(condition)
	tool, _ := ev.Fields.String(toolSubject)
	if !ok || ev.Type.Subject != toolSubject || !Wildcard(rule.Tool, tool) {
		return !ok
	}
	return rule.AnyUse || rule.Covers(ev)
}

// Covers reports whether the input of a tool is what the glob is about: a
// command, the path of a file, or a domain.
func (r Rule) Covers(ev hook.Event) bool {
	input, _ := ev.Fields.Object("tool_input")
	if command, ok := input.String("command"); ok {
		return r.coversCommand(command)
	}
	for _, key := range []string{"file_path", "notebook_path", "path"} {
		if path, ok := input.String(key); ok {
			return r.coversPath(path, ev.Session.Dir)
		}
	}
	domain, isDomain := strings.CutPrefix(r.Glob, "domain:")
	if url, ok := input.String("url"); ok && isDomain {
		return Wildcard(domain, host(url))
	}
	return true
}

// host returns the host of a URL.
func host(url string) string {
	_, rest, _ := strings.Cut(url, "://")
	name, _, _ := strings.Cut(rest, "/")
	name = name[strings.LastIndexByte(name, '@')+1:]
	name, _, _ = strings.Cut(name, ":")
	return strings.ToLower(name)
}

// coversPath compares the glob with a path as it is, with the path below the
// working directory, and with the name of the file.
func (r Rule) coversPath(path, dir string) bool {
	names := []string{path, filepath.Base(path)}
	if rel, err := filepath.Rel(dir, path); err == nil {
		names = append(names, filepath.ToSlash(rel))
	}
	glob := strings.TrimPrefix(r.Glob, "./")
	return slices.ContainsFunc(names, func(name string) bool { return Wildcard(glob, name) })
}

// maxCommand is how long a command may be that is taken apart.
const maxCommand = 16 << 10

// coversCommand reports whether a command is what the glob says, or has a part
// that is: in a list, a pipeline or a substitution, and without assignments
// before it.
func (r Rule) coversCommand(command string) bool {
	if r.coversText(strings.TrimSpace(command)) || len(command) > maxCommand {
		return true
	}
	file, err := syntax.NewParser().Parse(strings.NewReader(command), "")
	if err != nil {
		return true
	}
	covered := false
	syntax.Walk(file, func(node syntax.Node) bool {
		if call, ok := node.(*syntax.CallExpr); ok && len(call.Args) > 0 {
			words := make([]string, len(call.Args))
			for i, arg := range call.Args {
				words[i] = command[arg.Pos().Offset():arg.End().Offset()]
			}
			covered = covered || r.coversText(strings.Join(words, " "))
		}
		return !covered
	})
	return covered
}

// coversText compares the glob with one command. "git push *", which may also be
// written "git push:*", is for "git push" too.
func (r Rule) coversText(command string) bool {
	for _, end := range []string{":*", " *"} {
		if begin, ok := strings.CutSuffix(r.Glob, end); ok {
			return Wildcard(begin, command) || Wildcard(begin+" *", command)
		}
	}
	return Wildcard(r.Glob, command)
}

// Wildcard reports whether a text is what a glob says, in which only * is
// special: it stands for any text, line breaks included.
func Wildcard(glob, text string) bool {
	first, rest, found := strings.Cut(glob, "*")
	if !found {
		return text == glob
	}
	text, ok := strings.CutPrefix(text, first)
	if !ok {
		return false
	}
	parts := strings.Split(rest, "*")
	last := len(parts) - 1
	for _, part := range parts[:last] {
		i := strings.Index(text, part)
		if i < 0 {
			return false
		}
		text = text[i+len(part):]
	}
	return strings.HasSuffix(text, parts[last])
}
