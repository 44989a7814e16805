package check

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/suggest"
)

// badCommands notices programs and scripts that do not exist or cannot be
// started.
func badCommands(c *Config) []Finding {
	var found []Finding
	for _, def := range c.definitions() {
		u := c.uses(def)
		at := c.atCommand(def)
		if u.err != nil {
			found = append(found, errorf(at, "the hook cannot be run: %v", u.err))
		}
		for _, call := range u.calls {
			if f, split := c.splitPath(at, u, call); split {
				found = append(found, f)
				continue
			}
			if file := call.script(); file != "" && (strings.Contains(file, "/") || !c.inPath.has(file)) {
				found = append(found, c.badFile(at, u, file, false)...)
			}
			switch name := call[0]; {
			case strings.Contains(name, "/"):
				found = append(found, c.badFile(at, u, name, true)...)
			case u.defines || isBuiltin(name) || c.inPath.has(name):
			case !u.login || c.missingAtLogin(u.shell)[name]:
				found = append(found, c.notInPath(at, name))
			}
		}
	}
	return found
}

// splitPath notices a path with a blank in it that the shell takes for several
// words, because it is not in quotes: only all of them together are a file.
func (c *Config) splitPath(at hook.Position, u usage, words call) (f Finding, split bool) {
	first := 0
	if words.script() != "" {
		first = 1
	}
	if !strings.Contains(words[first], "/") {
		return f, false
	}
	for last := first + 2; last <= len(words); last++ {
		whole := strings.Join(words[first:last], " ")
		alone, certain := c.path(u, words[first])
		path, _ := c.path(u, whole)
		if info, err := os.Stat(path); certain && err == nil && info.Mode().IsRegular() && !exists(alone) {
			f = errorf(at, "there is no file %s: the shell ends the path at the blank", c.short(alone)).fixf(`put it in quotes: "%s"`, c.short(path))
			f.Edit = c.editBehind(at, whole, "'"+whole+"'")
			return f, true
		}
	}
	return f, false
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// script returns the file that an interpreter is to run, or "".
func (c call) script() string {
	if len(c) < 2 || !slices.Contains(interpreters, filepath.Base(c[0])) || strings.HasPrefix(c[1], "-") {
		return ""
	}
	return c[1]
}

// interpreters run the file that is their first argument.
var interpreters = []string{"bash", "sh", "dash", "zsh", "ksh", "python", "python3", "node", "ruby", "perl", "php"}

// badFile says what is wrong with a file that a hook is to run.
func (c *Config) badFile(at hook.Position, u usage, word string, direct bool) []Finding {
	path, certain := c.path(u, word)
	if !certain {
		return nil
	}
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return []Finding{errorf(at, "there is no file %s", path).fixf("%s", c.missingFix(path))}
	case err != nil:
		return nil // we may not look there, but the agent may
	case info.IsDir():
		return []Finding{errorf(at, "%s is a directory, not a program", c.short(path)).fixf("name the file in it that is to run")}
	case direct && runtime.GOOS != "windows" && info.Mode().Perm()&0o111 == 0:
		return []Finding{errorf(at, "%s is not executable", c.short(path)).fixf("chmod +x %s", c.short(path))}
	}
	return nil
}

// missingFix looks for a file of nearly that name.
func (c *Config) missingFix(path string) string {
	dir, ext := filepath.Dir(path), filepath.Ext(path)
	entries, err := os.ReadDir(dir)
	if err != nil {
		return "create it, or correct the path; its directory does not exist either"
	}
	var stems []string
	for _, entry := range entries {
		if stem, same := strings.CutSuffix(entry.Name(), ext); same && filepath.Ext(entry.Name()) == ext {
			stems = append(stems, stem)
		}
	}
	if near := suggest.Nearest(strings.TrimSuffix(filepath.Base(path), ext), stems); near != "" {
		return "did you mean " + c.short(filepath.Join(dir, near+ext)) + "?"
	}
	return "create it, or correct the path"
}

func (c *Config) notInPath(at hook.Position, name string) Finding {
	f := warnf(at, "there is no program %q in PATH", name).fixf("install it, or write its path")
	if info, err := os.Stat(c.Env.Project + "/" + name); err == nil && info.Mode().IsRegular() {
		f.Fix = "write ./" + name + " to run the file in the project"
	}
	return f
}

// isBuiltin reports whether shells have a command of that name themselves.
func isBuiltin(name string) bool { return slices.Contains(builtins, name) }

var builtins = strings.Fields(`. : [ alias bg bind break builtin caller cd command compgen complete compopt
continue declare dirs disown echo enable eval exec exit export false fc fg getopts hash help history jobs kill
let local logout mapfile popd printf pushd pwd read readarray readonly return set shift shopt source suspend test
times trap true type typeset ulimit umask unalias unset wait`)
