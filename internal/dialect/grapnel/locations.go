package grapnel

import (
	"os"
	"path/filepath"
	"slices"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/diag"
	"github.com/grapnel-hooks/grapnel/internal/base/document"
	"github.com/grapnel-hooks/grapnel/internal/base/project"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
)

// SourceNamed is the source of files that the user named.
const SourceNamed hook.Source = "named"

// Locations lists the files of all layers: the administrator's, the user's, and
// the project's, which is the nearest directory upwards that has one.
func (Dialect) Locations(env dialect.Environment) (found []dialect.Location, problems []hook.Diagnostic) {
	if len(env.Files) > 0 {
		named := dialect.Named(env.Files, dialect.YAML, SourceNamed)
		for i := range named {
			named[i].Layer = dialect.UserLayer
		}
		return named, nil
	}
	found, problems = managedFiles(managedDir())
	if file := userFile(env); file != "" {
		found = append(found, dialect.Location{Path: file, Format: dialect.YAML, Source: hook.SourceUser, Layer: dialect.UserLayer})
	}
	root := project.Root(env.Project, env.Home)
	for _, name := range project.Files() {
		file := filepath.Join(root, name)
		if !slices.ContainsFunc(found, func(l dialect.Location) bool { return l.Path == file }) {
			found = append(found, dialect.Location{Path: file, Format: dialect.YAML, Source: hook.SourceProject, Layer: dialect.ProjectLayer})
		}
	}
	return found, problems
}

// userFile is where the user's own file is; "" if the home directory is not
// known.
func userFile(env dialect.Environment) string {
	dir := ""
	if env.Getenv != nil {
		dir = env.Getenv("XDG_CONFIG_HOME")
	}
	switch {
	case filepath.IsAbs(dir):
	case env.Home == "":
		return ""
	default:
		dir = filepath.Join(env.Home, ".config")
	}
	return filepath.Join(dir, "grapnel", "grapnel.yaml")
}

// managedFiles lists the administrator's files. They count only if nobody else
// can change them.
func managedFiles(dir string) (found []dialect.Location, problems []hook.Diagnostic) {
	files := []string{filepath.Join(dir, "grapnel.yaml")}
	more, _ := filepath.Glob(filepath.Join(dir, "conf.d", "*.yaml")) // the pattern is well-formed
	for _, file := range append(files, more...) {
		if _, err := os.Lstat(file); err != nil {
			continue
		}
		if why := distrust(file); why != "" {
			problems = append(problems, diag.Errorf("untrusted", "the file is not used: %s", why).
				Fixf("let root own it and its directories, and nobody else write them").At(hook.Position{File: file}))
			continue
		}
		found = append(found, dialect.Location{Path: file, Format: dialect.YAML, Source: hook.SourceSystem, Layer: dialect.ManagedLayer})
	}
	return found, problems
}

// Detect recognizes a native file by its version and what it has.
func (Dialect) Detect(doc *document.Value) (sign string) {
	if doc.Kind != document.Object || doc.Get("version") == nil {
		return ""
	}
	for _, key := range []string{"rules", "include", "policy"} {
		if doc.Get(key) != nil {
			return "it has a version and " + key
		}
	}
	if hooks := doc.Get("hooks"); hooks != nil && hooks.Kind == document.List {
		return "it has a version and a list of hooks"
	}
	return ""
}
