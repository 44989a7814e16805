package demo

import (
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/grapnel-hooks/grapnel"
	"github.com/grapnel-hooks/grapnel/internal/base/lookpath"
	"github.com/grapnel-hooks/grapnel/internal/dialect/all"
	"github.com/grapnel-hooks/grapnel/internal/engine/config"
)

// The files of demonstrations: those that all have are in files/common, those
// of a dialect in a directory of its name.
//
//go:embed all:files *.json
var embedded embed.FS

// embeddedDemo is a demonstration of demos.json.
type embeddedDemo struct {
	Dialect string `json:"dialect"`
	Config  string `json:"config"`
	Session string `json:"session"`
	// Needs is a program without which the next one of the dialect is played.
	Needs string `json:"needs"`
}

func embeddedDemos() ([]embeddedDemo, error) {
	text, err := embedded.ReadFile("demos.json")
	if err != nil {
		return nil, err
	}
	var demos []embeddedDemo
	err = json.Unmarshal(text, &demos)
	return demos, err
}

// Dialects lists those that have a demonstration.
func Dialects() []string {
	demos, _ := embeddedDemos() // a test reads them
	var names []string
	for _, d := range demos {
		names = append(names, d.Dialect)
	}
	return slices.Compact(names)
}

// demoOf returns the demonstration of a dialect that this machine can play.
func demoOf(dialect string) (embeddedDemo, error) {
	demos, err := embeddedDemos()
	if err != nil {
		return embeddedDemo{}, fmt.Errorf("read the list of demos: %w", err)
	}
	for _, d := range demos {
		if d.Dialect == dialect && d.playable() {
			return d, nil
		}
	}
	return embeddedDemo{}, fmt.Errorf("there is no demo of the dialect %q; there is one of %s", dialect, strings.Join(Dialects(), ", "))
}

func (d embeddedDemo) playable() bool {
	if d.Needs == "" {
		return true
	}
	_, err := lookpath.Find(d.Needs)
	return err == nil
}

// prepare puts a project with its hooks into dir.
func prepare(ctx context.Context, dir string, o Options) (stage, error) {
	if len(o.Config) > 0 {
		return prepareOwn(ctx, dir, o)
	}
	if o.Dialect == "" {
		o.Dialect = grapnel.LLxprt
	}
	d, err := demoOf(o.Dialect)
	if err != nil {
		return stage{}, err
	}
	for _, part := range []string{"common", d.Dialect} {
		if err := writeFiles(dir, part); err != nil {
			return stage{}, err
		}
	}
	return stage{
		dir: dir, dialect: d.Dialect, session: d.Session,
		config: []string{filepath.Join(dir, filepath.FromSlash(d.Config))},
		about:  About{Files: []string{d.Config}},
	}, nil
}

func writeFiles(dir, part string) error {
	files, err := fs.Sub(embedded, path.Join("files", part))
	if err == nil {
		err = os.CopyFS(dir, files)
	}
	if err != nil {
		return fmt.Errorf("write the demo project: %w", err)
	}
	return nil
}

// prepareOwn puts a copy of the user's own project into dir. Configuration that
// belongs to no project gets the embedded one.
func prepareOwn(ctx context.Context, dir string, o Options) (stage, error) {
	s := stage{dir: dir, dialect: o.Dialect, config: slices.Clone(o.Config), about: About{Files: o.Config}}
	project, err := projectOf(o.Config[0])
	if err != nil {
		return s, err
	}
	if project == "" {
		err = writeFiles(dir, "common")
	} else {
		s.about.Project = project
		err = copyProject(ctx, dir, project)
	}
	if err != nil {
		return s, err
	}
	for i, file := range s.config {
		s.config[i] = inCopy(file, project, dir)
	}
	if s.dialect == "" {
		env := config.Here(dir)
		env.Files = s.config
		s.dialect = config.Detect(all.Dialects(), env, "").Dialect.Name()
	}
	s.session = toolsSession
	if d, err := demoOf(s.dialect); err == nil {
		s.session = d.Session
	}
	return s, nil
}

// projectOf is the directory that a configuration file belongs to: the one it is
// in, or the one above if that is a dot-directory such as an agent's own. The home
// directory is not a project, and neither is what has no files: "" for those.
func projectOf(file string) (string, error) {
	info, err := os.Stat(file)
	if errors.Is(err, fs.ErrNotExist) || err == nil && !info.Mode().IsRegular() {
		return "", nil // whoever reads it says what is wrong; it may be a pipe
	}
	if err != nil {
		return "", fmt.Errorf("find the project of the configuration: %w", err)
	}
	absolute, err := filepath.Abs(file)
	if err != nil {
		return "", err
	}
	dir := filepath.Dir(absolute)
	if strings.HasPrefix(filepath.Base(dir), ".") {
		dir = filepath.Dir(dir)
	}
	if home, err := os.UserHomeDir(); err == nil && filepath.Clean(home) == dir || dir == filepath.Dir(dir) {
		return "", nil
	}
	return filepath.EvalSymlinks(dir)
}

// inCopy returns the path that a file of the project has in its copy.
func inCopy(file, project, dir string) string {
	if project == "" {
		return file
	}
	absolute, err := filepath.Abs(file)
	if err != nil {
		return file
	}
	if parent, err := filepath.EvalSymlinks(filepath.Dir(absolute)); err == nil {
		absolute = filepath.Join(parent, filepath.Base(absolute))
	}
	below, err := filepath.Rel(project, absolute)
	if err != nil || !filepath.IsLocal(below) {
		return absolute
	}
	return filepath.Join(dir, below)
}
