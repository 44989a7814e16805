package trust

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/engine/rules/shell"
)

// Files and how deep they run each other: enough for hooks, and an end for files
// that somebody made to have none.
const (
	maxFiles  = 200
	maxScript = 1 << 20
)

// runs returns the files that a hook runs and that are not the system's: those
// in the project and in the user's home, and those that they run in turn as far
// as that can be read from them. Programs that are found through PATH are not
// among them.
func runs(project, home string, d hook.Definition) []string {
	f := finder{project: project, home: home}
	for _, variable := range d.Env {
		if _, value, _ := strings.Cut(variable, "="); filepath.IsAbs(value) {
			f.dirs = append(f.dirs, value)
		}
	}
	f.script(d.Command, project)
	for i := 0; i < len(f.found) && len(f.found) < maxFiles; i++ {
		f.follow(f.found[i])
	}
	slices.Sort(f.found)
	return f.found
}

// finder collects files.
type finder struct {
	project, home string
	dirs          []string // that variables of the hook name
	found         []string
}

// script looks at a text of shell commands that is in a file in dir, or is the
// hook's own.
func (f *finder) script(text, dir string) {
	for _, command := range shell.Parse(text).Commands {
		if command.Remote || len(command.Words) == 0 {
			continue
		}
		from := f.places(command.Dirs, dir)
		switch {
		case strings.Contains(command.Words[0].Text, "/"):
			f.word(command.Words[0], from)
		case isInterpreter(command.Program):
			f.operands(command.Words[1:], from)
		}
	}
}

// places returns the directories that relative names of a command may be below:
// where it runs, and for those who write a script's own directory in a way that
// is only known at run time, that one.
func (f *finder) places(runs []string, script string) []string {
	var list []string
	for _, dir := range runs {
		switch {
		case strings.Contains(dir, shell.Unknown):
		case filepath.IsAbs(dir):
			list = append(list, dir)
		default:
			list = append(list, filepath.Join(f.project, dir))
		}
	}
	return append(list, script, f.project)
}

// operands looks for the file that an interpreter is given: the first of its
// words that is one. Words before it may be code, or values of options.
func (f *finder) operands(words []shell.Word, from []string) {
	for _, word := range words {
		isCode := strings.ContainsAny(word.Text, " \t\n;|&<>()\"'")
		if !word.MayBeOption() && !isCode && f.word(word, from) {
			return
		}
	}
}

// word adds the file that a word names, and reports whether it does. If the
// word begins with something that is only known at run time, that is mostly a
// variable with the project's directory, or the directory of the script.
func (f *finder) word(w shell.Word, from []string) bool {
	text := w.Text
	if i := strings.LastIndex(text, shell.Unknown); i >= 0 {
		rest, below := strings.CutPrefix(text[i+len(shell.Unknown):], "/")
		return below && f.firstOf(append(from, f.dirs...), rest, false)
	}
	if rest, ok := strings.CutPrefix(text, "~/"); ok && w.Tilde {
		return f.add(filepath.Join(f.home, rest), true)
	}
	if filepath.IsAbs(text) {
		return f.add(filepath.Clean(text), true)
	}
	return f.firstOf(from, text, false) || f.firstOf(from[:1], text, true)
}

// firstOf adds the file in the first of several directories that has it.
func (f *finder) firstOf(dirs []string, name string, certain bool) bool {
	return slices.ContainsFunc(dirs, func(dir string) bool { return f.add(filepath.Join(dir, name), certain) })
}

// add adds a file of the project or the user. One that does not exist is added
// if it is certain that it is meant: somebody could put it there later.
func (f *finder) add(path string, certain bool) bool {
	if !isBelow(f.project, path) && !isBelow(f.home, path) {
		return false
	}
	info, err := os.Stat(path)
	exists := err == nil && info.Mode().IsRegular()
	missing := certain && errors.Is(err, fs.ErrNotExist)
	if (exists || missing) && !slices.Contains(f.found, path) {
		f.found = append(f.found, path)
	}
	return exists
}

// follow looks for files that a file runs.
func (f *finder) follow(path string) {
	text, err := readStart(path)
	if err != nil || bytes.IndexByte(text, 0) >= 0 {
		return // no script
	}
	switch filepath.Ext(path) {
	case ".py", ".js", ".mjs", ".cjs", ".ts", ".rb", ".pl":
		f.imports(string(text), filepath.Dir(path))
	default:
		first, _, _ := bytes.Cut(text, []byte("\n"))
		if !bytes.HasPrefix(first, []byte("#!")) || bytes.HasSuffix(bytes.TrimSpace(first), []byte("sh")) {
			f.script(string(text), filepath.Dir(path))
		} else {
			f.imports(string(text), filepath.Dir(path))
		}
	}
}

// imports looks for modules beside a script: every word of a line that imports
// something may be the name of one.
func (f *finder) imports(text, dir string) {
	for line := range strings.Lines(text) {
		if !strings.Contains(line, "import") && !strings.Contains(line, "require") && !strings.Contains(line, "from") {
			continue
		}
		for _, name := range strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune(" \t\r\n\"'`(),;{}", r) }) {
			f.module(name, dir)
		}
	}
}

func (f *finder) module(name, dir string) {
	path := filepath.Join(dir, name)
	module := filepath.Join(dir, strings.ReplaceAll(strings.TrimLeft(name, "."), ".", "/"))
	for _, file := range []string{path, path + ".js", path + ".mjs", path + ".ts", path + ".rb", module + ".py", filepath.Join(module, "__init__.py")} {
		if len(f.found) < maxFiles {
			f.add(file, false)
		}
	}
}

// isInterpreter reports whether a program runs the file that it is given.
func isInterpreter(program string) bool {
	if program == "." {
		return true
	}
	switch strings.TrimRight(program, "0123456789.") {
	case "sh", "bash", "dash", "zsh", "ksh", "fish", "source":
		return true
	case "python", "node", "deno", "bun", "tsx", "ts-node", "ruby", "perl", "php", "lua", "uv", "npx", "awk":
		return true
	}
	return false
}

func isBelow(dir, path string) bool {
	rel, err := filepath.Rel(dir, path)
	return dir != "" && err == nil && filepath.IsLocal(rel) && rel != "."
}

func readStart(path string) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return io.ReadAll(io.LimitReader(file, maxScript))
}

// digestOf identifies the content of a file; "" if it cannot be read.
func digestOf(path string) string {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() { // a pipe would block
		return ""
	}
	file, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer file.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, file); err != nil {
		return ""
	}
	return hex.EncodeToString(sum.Sum(nil))
}
