package llxprt

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/diag"
	"github.com/grapnel-hooks/grapnel/internal/base/document"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
)

// Extensions name their own directory and the project's in commands as
// ${extensionPath} and ${workspacePath}. Both are given to the shell as
// variables rather than pasted into the command.
const (
	extensionPathVariable = "extensionPath"
	workspacePathVariable = "workspacePath"
)

// extensions lists the hook files of active extensions. One in the project does
// not hide one of the same name in the home directory: the name is the project's
// choice, and the other one may be a guard.
func (c *Contract) extensions(env dialect.Environment, distrust string) (found []dialect.Location, problems []hook.Diagnostic) {
	rules := c.readEnablement(env.Home, &problems)
	add := func(root string, layer dialect.Layer, distrust string) {
		files, err := c.extensionsIn(root, env.Project, rules)
		if err != nil {
			problems = append(problems, diag.Warnf("extensions-unreadable", "read extensions: %v", err).Fixf("make it a directory that can be read"))
		}
		for _, file := range files {
			file.Layer, file.Untrusted = layer, distrust
			found = append(found, file)
		}
	}
	add(env.Project, env.ProjectLayer(), distrust)
	if env.Home != "" && env.Home != env.Project {
		add(env.Home, dialect.UserLayer, "")
	}
	return found, problems
}

// extensionsIn lists the hook files of the extensions in the project or in the
// home directory. Of two with the same name there, the first one counts.
func (c *Contract) extensionsIn(root, project string, rules enablement) (found []dialect.Location, err error) {
	dir := filepath.Join(root, c.Folder, "extensions")
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	seen := map[string]bool{}
	for _, entry := range entries {
		path := filepath.Join(dir, entry.Name())
		manifest, name := c.findManifest(path)
		if manifest == "" || seen[name] {
			continue
		}
		seen[name] = true
		if rules.enabled(name, project) {
			found = append(found, hookFiles(path, manifest, project)...)
		}
	}
	return found, err
}

// findManifest returns the extension's manifest and name, or nothing if the
// directory is not an extension.
func (c *Contract) findManifest(dir string) (path, name string) {
	for _, file := range c.Manifests {
		path := filepath.Join(dir, file)
		if _, err := os.Lstat(path); err == nil { // a link to nothing is an error to report
			return path, nameIn(path)
		}
	}
	return "", ""
}

// nameIn returns the name that a manifest gives its extension, else that of the
// directory. A manifest that cannot be read is reported when it is read for its
// hooks.
func nameIn(manifest string) string {
	if text, err := document.ReadFile(manifest); err == nil {
		if doc, err := document.ParseJSON(manifest, text); err == nil {
			if v := doc.Get("name"); v != nil && v.Kind == document.String {
				name, _ := v.Text()
				return name
			}
		}
	}
	return filepath.Base(filepath.Dir(manifest))
}

// hookFiles returns the two places in which an extension may keep its hooks.
func hookFiles(dir, manifest, project string) []dialect.Location {
	env := []string{extensionPathVariable + "=" + dir, workspacePathVariable + "=" + project}
	return []dialect.Location{
		{Path: manifest, Source: hook.SourceExtensions, Env: env},
		{Path: filepath.Join(dir, "hooks", "hooks.json"), Source: hook.SourceExtensions, Env: env},
	}
}

// enablement says where the user has switched extensions off: for each
// extension a list of paths, of which the last that applies counts. A leading
// "!" switches off, a trailing "*" includes everything below.
type enablement map[string]struct {
	Overrides []string `json:"overrides"`
}

func (c *Contract) readEnablement(home string, problems *[]hook.Diagnostic) enablement {
	if home == "" { // or a project could switch the user's extensions off
		return nil
	}
	path := filepath.Join(home, c.Folder, "extensions", "extension-enablement.json")
	text, err := document.ReadFile(path)
	if err != nil {
		if !errors.Is(err, fs.ErrNotExist) {
			*problems = append(*problems, diag.Warnf("extensions-unreadable", "read which extensions are enabled: %v", err).Fixf("make it a file that can be read"))
		}
		return nil
	}
	var rules enablement
	if err := json.Unmarshal(text, &rules); err != nil {
		*problems = append(*problems, diag.Warnf("extensions-unreadable", "%s: %v; all extensions count as enabled", path, err).Fixf("correct it"))
		return nil
	}
	return rules
}

func (e enablement) enabled(name, project string) bool {
	project = strings.TrimSuffix(filepath.ToSlash(project), "/") + "/"
	enabled := true
	for _, rule := range e[name].Overrides {
		path, off := strings.CutPrefix(rule, "!")
		base, below := strings.CutSuffix(path, "*")
		if project == base || below && strings.HasPrefix(project, base) {
			enabled = !off
		}
	}
	return enabled
}
