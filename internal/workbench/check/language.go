package check

import (
	"path/filepath"
	"strings"
)

// language is the interpreter of a script that is not a shell: "python3",
// "node", or whatever its first line asks for.
func (s *script) language() string {
	name := s.runBy
	if s.direct {
		name = s.interpreter()
	}
	switch {
	case s.shell != "":
		return ""
	case strings.HasPrefix(name, "python"):
		return "python3"
	case name == "nodejs":
		return "node"
	case name == "":
		return otherLanguages[filepath.Ext(s.path)]
	}
	return name
}
