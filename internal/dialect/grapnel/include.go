package grapnel

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/document"
	"github.com/grapnel-hooks/grapnel/internal/base/project"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
)

// packPrefix begins the names of built-in packs.
const packPrefix = "pack:"

// readInclude reads what a file includes: a pack, or a file with its dialect.
func (r *reader) readInclude(v *document.Value) {
	include := dialect.Include{At: v.Pos}
	file := v
	if v.Kind == document.Object {
		r.keys(v, "include", "file", "dialect")
		if name := v.Get("dialect"); name != nil {
			include.Dialect = r.text(name, "dialect")
		}
		if file = v.Get("file"); file == nil {
			r.mistake(v.Pos, "write file: and its name", "the include has no file")
			return
		}
	}
	name := r.text(file, "include")
	if pack, ok := strings.CutPrefix(name, packPrefix); ok {
		r.readPack(file, pack)
		return
	}
	include.File = r.absolute(name)
	if _, err := os.Stat(include.File); err != nil {
		r.mistake(file.Pos, "correct its name, or remove it", "the included file %s cannot be read: %v", name, err)
	}
	r.Config.Includes = append(r.Config.Includes, include)
}

// absolute is the path of an included file: relative to the project's root, or
// in a file that is not the project's to its directory.
func (r *reader) absolute(name string) string {
	name = filepath.FromSlash(name)
	if filepath.IsAbs(name) {
		return name
	}
	dir := filepath.Dir(r.From.Path)
	if r.From.Source == hook.SourceProject {
		dir = project.Root(r.env.Project, r.env.Home)
	}
	return filepath.Join(dir, name)
}
