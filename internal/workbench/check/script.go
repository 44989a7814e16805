package check

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/grapnel-hooks/grapnel/hook"
)

// script is a text file that a hook runs.
type script struct {
	path   string
	text   []byte
	shell  string // which shell reads it: "bash", "sh", …; "" for none
	direct bool   // it is started by itself, not through an interpreter
	runBy  string // the interpreter that it is started through
	by     hook.Definition
}

// maxScript is how much of a script is looked at.
const maxScript = 1 << 20

// shells are those whose scripts we understand.
var shells = []string{"bash", "sh", "dash"}

// scripts returns the scripts that hooks run, each once for every way in which
// it is run.
func (c *Config) scripts() []*script {
	if c.found != nil {
		return c.found
	}
	c.found, c.byPath = []*script{}, map[string]*script{}
	seen := map[run]bool{}
	for _, def := range c.definitions() {
		for _, r := range c.scriptsOf(def) {
			if seen[r] {
				continue
			}
			seen[r] = true
			if s := c.readScript(r, def); s != nil {
				c.found = append(c.found, s)
				c.byPath[s.path] = s
			}
		}
	}
	return c.found
}

// textsOf returns the scripts that a hook runs, as far as they can be read.
func (c *Config) textsOf(def hook.Definition) []*script {
	c.scripts()
	var list []*script
	for _, r := range c.scriptsOf(def) {
		if s := c.byPath[r.path]; s != nil {
			list = append(list, s)
		}
	}
	return list
}

// run is a file that is run, by itself or by an interpreter.
type run struct{ path, interpreter string }

// scriptsOf returns the files that a hook runs.
func (c *Config) scriptsOf(def hook.Definition) []run {
	u := c.uses(def)
	var list []run
	for _, call := range u.calls {
		r, word := run{}, call[0]
		if file := call.script(); file != "" {
			r.interpreter, word = filepath.Base(call[0]), file
		} else if !strings.Contains(word, "/") {
			continue
		}
		var certain bool
		if r.path, certain = c.path(u, word); certain {
			list = append(list, r)
		}
	}
	return list
}

// readScript reads a file; nil if it is not a text that we can look at.
func (c *Config) readScript(r run, by hook.Definition) *script {
	info, err := os.Stat(r.path)
	if err != nil || !info.Mode().IsRegular() {
		return nil
	}
	file, err := os.Open(r.path)
	if err != nil {
		return nil
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, maxScript))
	if err != nil || bytes.IndexByte(text[:min(len(text), 512)], 0) >= 0 {
		return nil
	}
	c.texts[r.path] = bytes.Split(text, []byte("\n"))
	s := &script{path: r.path, text: text, direct: r.interpreter == "", runBy: r.interpreter, by: by}
	name := r.interpreter
	if s.direct {
		name = s.interpreter()
	}
	if slices.Contains(shells, name) {
		s.shell = name
	}
	return s
}

// shebang is what follows #! in the first line.
func (s *script) shebang() (line string, ok bool) {
	first, _, _ := bytes.Cut(s.text, []byte("\n"))
	rest, ok := bytes.CutPrefix(first, []byte("#!"))
	return string(rest), ok
}

// interpreter is the name of the program that the first line asks for. Without
// one, the shell that starts the script reads it.
func (s *script) interpreter() string {
	line, ok := s.shebang()
	if !ok {
		return "sh"
	}
	fields := strings.Fields(line)
	if len(fields) > 1 && filepath.Base(fields[0]) == "env" {
		fields = slices.DeleteFunc(fields[1:], func(f string) bool { return strings.HasPrefix(f, "-") || strings.Contains(f, "=") })
	}
	if len(fields) == 0 {
		return ""
	}
	return filepath.Base(fields[0])
}

func (s *script) at(line int) hook.Position {
	return hook.Position{File: s.path, Line: line, Column: 1}
}

// badScripts notices scripts that cannot be started as they are.
func badScripts(c *Config) []Finding {
	var found []Finding
	for _, s := range c.scripts() {
		line, hasShebang := s.shebang()
		runBy := "the hook at " + c.shortPosition(s.by.Origin) + " runs this file"
		switch lineEnd := bytes.Index(s.text, []byte("\r\n")); {
		case s.direct && hasShebang && strings.HasSuffix(line, "\r"):
			found = append(found, errorf(s.at(1), "the first line ends in CRLF, so the system looks for a program whose name ends in a carriage return; %s", runBy).
				fixf("save the file with LF line ends: sed -i 's/\\r$//' %s", c.short(s.path)))
		case s.shell != "" && lineEnd >= 0:
			found = append(found, errorf(s.at(1+bytes.Count(s.text[:lineEnd], []byte("\n"))), "a shell script must not have CRLF line ends; %s", runBy).
				fixf("save the file with LF line ends: sed -i 's/\\r$//' %s", c.short(s.path)))
		case s.direct && !hasShebang:
			found = append(found, c.noShebang(s, runBy))
		case s.direct:
			found = append(found, c.missingInterpreter(s, line)...)
		}
	}
	return found
}

// otherLanguages are files that no shell can read.
var otherLanguages = map[string]string{".py": "python3", ".js": "node", ".mjs": "node", ".rb": "ruby", ".pl": "perl", ".php": "php"}

// isOtherLanguage reports whether a script that a shell would read is none.
func (s *script) isOtherLanguage() bool {
	_, other := otherLanguages[filepath.Ext(s.path)]
	_, hasShebang := s.shebang()
	return other && s.direct && !hasShebang
}

func (c *Config) noShebang(s *script, runBy string) Finding {
	if language, ok := otherLanguages[filepath.Ext(s.path)]; ok {
		return errorf(s.at(1), "without a #! line the shell takes this file for a shell script; %s", runBy).
			fixf("begin it with #!/usr/bin/env %s", language)
	}
	return warnf(s.at(1), "without a #! line, which shell reads the file depends on how it is started; %s", runBy).
		fixf("begin it with #!/usr/bin/env bash")
}

// missingInterpreter notices a first line that names a program that is not
// there.
func (c *Config) missingInterpreter(s *script, line string) []Finding {
	fields := strings.Fields(line)
	if len(fields) == 0 {
		return []Finding{errorf(s.at(1), "the first line names no program").fixf("write #!/usr/bin/env bash, or what else is to read it")}
	}
	if _, err := os.Stat(fields[0]); err != nil {
		return []Finding{errorf(s.at(1), "there is no program %s to run this file", fields[0]).fixf("write #!/usr/bin/env %s", filepath.Base(fields[0]))}
	}
	name := s.interpreter()
	if filepath.Base(fields[0]) == "env" && name != "" && !c.inPath.has(name) {
		return []Finding{warnf(s.at(1), "there is no program %q in PATH to run this file", name).fixf("install it, or name another")}
	}
	return nil
}
