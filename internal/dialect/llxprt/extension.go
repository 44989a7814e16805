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

// manifests are the files that make a directory an extension, in the order in
// which they are looked for.
var manifests = []string{"llxprt-extension.json", "gemini-extension.json"}

// extensions lists the hook files of active extensions. An extension in the
// project hides one of the same name in the home directory, unless there is a
// reason not to trust the project.
func extensions(env dialect.Environment, distrust string) (found []dialect.Location, problems []hook.Diagnostic) {
	seen := map[string]bool{}
	rules := readEnablement(env.Home, &problems)
	for _, root := range []struct{ dir, distrust string }{{env.Project, distrust}, {env.Home, ""}} {
		if root.dir == "" {
			continue
		}
		dir := filepath.Join(root.dir, ".llxprt", "extensions")
		entries, err := os.ReadDir(dir)
		if err != nil {
			if !errors.Is(err, fs.ErrNotExist) {
				problems = append(problems, diag.Warnf("extensions-unreadable", "read extensions: %v", err).Fixf("make it a directory that can be read"))
			}
			continue
		}
		for _, entry := range entries {
			path := filepath.Join(dir, entry.Name())
			manifest, name := findManifest(path)
			if manifest == "" || seen[name] {
				continue
			}
			seen[name] = root.distrust == ""
			if !rules.enabled(name, env.Project) {
				continue
			}
			for _, file := range hookFiles(path, manifest, env.Project) {
				file.Untrusted = root.distrust
				found = append(found, file)
			}
		}
	}
	return found, problems
}

// findManifest returns the extension's manifest and name, or nothing if the
// directory is not an extension.
func findManifest(dir string) (path, name string) {
	for _, file := range manifests {
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

func readEnablement(home string, problems *[]hook.Diagnostic) enablement {
	if home == "" { // or a project could switch the user's extensions off
		return nil
	}
	path := filepath.Join(home, ".llxprt", "extensions", "extension-enablement.json")
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
