// Package paths compares paths with patterns, after finding out which file a
// tool would touch: relative paths, links, home directories, file URLs and file
// systems that ignore case.
package paths

import (
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"unicode"
)

// Space is where paths are resolved: a project, a working directory and a home.
type Space struct {
	project []string // the project's directory as spelled and as resolved
	cwd     string
	home    string
	folds   bool // the file system ignores case
}

// NewSpace returns a space. The directories are absolute; an empty cwd is the
// project's directory, an empty home is unknown.
func NewSpace(project, cwd, home string) *Space {
	project = filepath.Clean(project)
	s := &Space{cwd: cwd, home: home, folds: ignoresCase(project)}
	if s.cwd == "" {
		s.cwd = project
	}
	s.project = []string{s.foldCase(filepath.ToSlash(project))}
	if real, ok := resolve(project); ok {
		s.project = append(s.project, s.foldCase(filepath.ToSlash(real)))
	}
	return s
}

// ignoresCase reports whether a directory is found by a name in other case.
func ignoresCase(dir string) bool {
	other := strings.Map(func(r rune) rune {
		if unicode.IsUpper(r) {
			return unicode.ToLower(r)
		}
		return unicode.ToUpper(r)
	}, filepath.Base(dir))
	a, err := os.Stat(dir)
	if other == filepath.Base(dir) || err != nil {
		return runtime.GOOS == "darwin" || runtime.GOOS == "windows"
	}
	b, err := os.Stat(filepath.Join(filepath.Dir(dir), other))
	return err == nil && os.SameFile(a, b)
}

func (s *Space) foldCase(text string) string {
	if s.folds {
		return strings.ToLower(text)
	}
	return text
}

// Reference is a path as somebody wrote it.
type Reference struct {
	// Text is the path. A NUL in it stands for text that is only known at run
	// time.
	Text string
	// Home is set if a ~ at the beginning of Text stands for a home directory.
	Home bool
	// Dirs are the directories that Text may be relative to, themselves
	// relative to the working directory. None means just that.
	Dirs []string
}

// Input returns the reference for a path in a tool's input, which may be a file
// URL or begin with ~/.
func Input(text string) Reference {
	if len(text) > 7 && strings.EqualFold(text[:7], "file://") {
		if u, err := url.Parse(text); err == nil && (u.Host == "" || u.Host == "localhost") {
			return Reference{Text: u.Path}
		}
	}
	return Reference{Text: text, Home: text == "~" || strings.HasPrefix(text, "~/")}
}

// Target is a path and the files that it may mean.
type Target struct {
	// Path is the path for people to read.
	Path string
	// Unknown is set if it may mean other files than those that were found.
	Unknown bool

	readings []reading
}

// reading is one way to understand a path.
type reading struct {
	path     string // absolute, with slashes, in one case if that is ignored
	relative string // to the project
	inside   bool   // of the project
	stream   bool   // it is not a file on a disk, such as /dev/null
}

// Real returns the file as the kernel would find it, or an empty string if that
// is only known at run time.
func (t *Target) Real() string {
	if t.Unknown || len(t.readings) == 0 {
		return ""
	}
	return t.readings[0].path
}

// Resolve finds out which files a reference may mean.
func (s *Space) Resolve(ref Reference) Target {
	t := Target{Path: strings.ReplaceAll(ref.Text, "\x00", "…")}
	dirs := ref.Dirs
	if len(dirs) == 0 {
		dirs = []string{""}
	}
	for _, dir := range dirs {
		absolute, ok := s.absolute(ref, dir)
		if !ok {
			t.Unknown = true
			continue
		}
		s.addReadings(&t, absolute)
	}
	return t
}

// absolute returns the absolute path of a reference, without any ".." removed.
// ok is false if it is only known at run time.
func (s *Space) absolute(ref Reference, dir string) (text string, ok bool) {
	if strings.IndexByte(ref.Text, 0) >= 0 || len(ref.Text) > maxLength || len(dir) > maxLength {
		return "", false
	}
	text = filepath.FromSlash(ref.Text)
	if ref.Home {
		return s.fromHome(text)
	}
	if filepath.IsAbs(text) {
		return text, true
	}
	base := s.cwd
	switch {
	case strings.IndexByte(dir, 0) >= 0:
		return "", false
	case strings.HasPrefix(dir, "~"):
		if base, ok = s.fromHome(dir); !ok {
			return "", false
		}
	case filepath.IsAbs(dir):
		base = dir
	case dir != "":
		base += string(filepath.Separator) + dir
	}
	return base + string(filepath.Separator) + text, true
}

// fromHome replaces ~ by the home directory. Those of other users are not known.
func (s *Space) fromHome(text string) (string, bool) {
	user, rest, _ := strings.Cut(text[1:], string(filepath.Separator))
	if s.home == "" || user != "" {
		return "", false
	}
	return s.home + string(filepath.Separator) + rest, true
}

// addReadings adds the ways to understand an absolute path: as the kernel
// resolves it, as it is spelled, and with ".." removed before links are followed.
func (s *Space) addReadings(t *Target, absolute string) {
	lexical := filepath.Clean(absolute)
	if isStream(filepath.ToSlash(lexical)) {
		s.addReading(t, lexical)
		return
	}
	real, ok := resolve(absolute)
	if !ok {
		t.Unknown = true
	} else {
		s.addReading(t, real)
	}
	s.addReading(t, lexical)
	if spelled, ok := spelledPath(absolute); ok && spelled != lexical {
		s.addReading(t, spelled)
	}
	if lexicalReal, ok := resolve(lexical); ok && lexicalReal != real {
		s.addReading(t, lexicalReal)
	}
}

func (s *Space) addReading(t *Target, file string) {
	r := reading{path: s.foldCase(filepath.ToSlash(file))}
	for _, known := range t.readings {
		if known.path == r.path {
			return
		}
	}
	r.stream = isStream(r.path)
	for _, project := range s.project {
		if relative, ok := within(r.path, project); ok && !r.inside {
			r.relative, r.inside = relative, true
		}
	}
	t.readings = append(t.readings, r)
}

// within returns the path relative to a directory that contains it.
func within(file, dir string) (relative string, ok bool) {
	if file == dir {
		return ".", true
	}
	return strings.CutPrefix(file, strings.TrimSuffix(dir, "/")+"/")
}

// Inside reports whether a path is a directory or in it, both as the kernel
// finds them.
func (s *Space) Inside(file, dir string) bool {
	f, d := s.Resolve(Input(file)), s.Resolve(Input(dir))
	if f.Real() == "" || d.Real() == "" {
		return false
	}
	_, ok := within(f.Real(), d.Real())
	return ok
}

// isStream reports whether a path is one of the devices that every program may
// use: they are nowhere, and so not outside of a project.
func isStream(file string) bool {
	switch file {
	case "/dev/null", "/dev/stdin", "/dev/stdout", "/dev/stderr", "/dev/tty":
		return true
	}
	return strings.HasPrefix(file, "/dev/fd/")
}
