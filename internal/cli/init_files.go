package cli

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"

	agentsettings "github.com/grapnel-hooks/grapnel/internal/agents/settings"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
)

// newFile is a file that init writes.
type newFile struct {
	path   string // below the project
	text   []byte
	before []byte // what the file is merged into; nil if there is none
}

// isSettings reports whether a file is one that others write, too: the settings
// of an agent, to which hooks can be added.
func isSettings(name string) bool { return path.Base(name) == "settings.json" }

// filesIn reads the files of an example or a recipe.
func filesIn(files fs.FS) ([]newFile, error) {
	var list []newFile
	err := fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := fs.ReadFile(files, name)
		list = append(list, newFile{path: filepath.FromSlash(name), text: text})
		return err
	})
	return list, err
}

// merge joins the settings with those that there are. Other files that there
// are, whatever they are, are returned.
func (f initFlags) merge(files []newFile) (existing []string, err error) {
	for i := range files {
		file := &files[i]
		target := filepath.Join(f.dir, file.path)
		if _, err := os.Lstat(target); err != nil {
			continue
		}
		if !isSettings(filepath.ToSlash(file.path)) {
			existing = append(existing, target)
			continue
		}
		before, err := os.ReadFile(target)
		if err != nil {
			return nil, fmt.Errorf("read the settings: %w", err)
		}
		merged, err := agentsettings.Merge(target, before, file.text)
		if err != nil {
			return nil, fmt.Errorf("add hooks to the settings: %w", err)
		}
		file.before, file.text = before, merged
	}
	return existing, nil
}

// write writes a file; scripts can be executed. Settings that there were are
// replaced as a whole, so that no agent reads half of them.
func (f newFile) write(dir string) error {
	target := filepath.Join(dir, f.path)
	if f.before != nil {
		target, err := filepath.EvalSymlinks(target)
		if err != nil {
			return err
		}
		return agentsettings.Change{File: target, Before: f.before, After: f.text}.Apply()
	}
	if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
		return err
	}
	mode := fs.FileMode(0o644)
	if bytes.HasPrefix(f.text, []byte("#!")) {
		mode = 0o755
	}
	file, err := os.OpenFile(target, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return err
	}
	_, err = file.Write(f.text)
	if closed := file.Close(); err == nil {
		err = closed
	}
	return err
}

// schemaFile is what the schema of a configuration is called beside it.
const schemaFile = "hooks.schema.json"

// withSchema adds the schema of the configuration, and a reference to it, from
// which editors learn what can be written there.
func withSchema(d dialect.Dialect, files []newFile) ([]newFile, error) {
	text, err := configSchema(d)
	if err != nil {
		return nil, err
	}
	for i, file := range files {
		name := filepath.ToSlash(file.path)
		switch {
		case isSettings(name), path.Ext(name) == ".json":
			files[i].text, err = agentsettings.Merge(name, file.text, []byte(`{"$schema": "./`+schemaFile+`"}`))
		case path.Ext(name) == ".yaml" && !bytes.Contains([]byte(name), []byte("hooktest")):
			files[i].text = append([]byte("# yaml-language-server: $schema="+schemaFile+"\n"), file.text...)
		default:
			continue
		}
		if err != nil {
			return nil, err
		}
		return append(files, newFile{path: filepath.Join(filepath.Dir(file.path), schemaFile), text: text}), nil
	}
	return files, nil
}
