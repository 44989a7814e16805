package check

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/document"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/engine/config"
)

// NoConfig is the name of the check for configuration that nobody finds.
const NoConfig = "no-config"

// maxCandidates bounds how many files are looked at for hooks.
const maxCandidates = 200

// NearMisses explains why there is no configuration at a place: files there that
// have hooks and are not looked at, because they have another name or need a
// flag, or else where agents look.
func NearMisses[D interface {
	Dialect
	config.Dialect
}](dialects []D, env dialect.Environment,
) []Finding {
	read := map[string]bool{}
	for _, d := range dialects {
		locations, _ := d.Locations(env)
		for _, l := range locations {
			read[l.Path] = true
		}
	}
	var found []Finding
	for _, path := range candidates(env.Project) {
		if read[path] {
			continue
		}
		if d, sign := whose(dialects, path); sign != "" {
			found = append(found, nearMiss(path, env, d, sign))
		}
	}
	if len(found) > 0 {
		return found
	}
	f := warnf(hook.Position{}, "no configuration was found; agents look for it in %s", strings.Join(places(dialects), ", ")).
		fixf("name a file: grapnel check FILE, or start with an example: grapnel init")
	f.Check = NoConfig
	return []Finding{f}
}

// candidates are the files of a project that may be meant to be configuration.
func candidates(project string) []string {
	var list []string
	for _, pattern := range []string{"*", ".*/*"} {
		for _, ext := range []string{".json", ".yaml", ".yml"} {
			paths, _ := filepath.Glob(filepath.Join(escapeGlob(project), pattern+ext)) // the pattern is valid
			list = append(list, paths...)
		}
	}
	return list[:min(len(list), maxCandidates)]
}

// escapeGlob writes a directory as a pattern for itself.
func escapeGlob(dir string) string {
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`).Replace(dir)
}

// whose returns the dialect that a file is written for, and by what sign; ""
// if it has no hooks.
func whose[D config.Dialect](dialects []D, path string) (d D, sign string) {
	text, err := document.ReadFile(path)
	if err != nil {
		return d, ""
	}
	parse := document.ParseJSON
	if filepath.Ext(path) != ".json" {
		parse = document.ParseYAML
	}
	doc, err := parse(path, text)
	if err != nil {
		return d, ""
	}
	dir := filepath.Base(filepath.Dir(path))
	for _, own := range []bool{true, false} { // a file beside a dialect's own is most likely its
		for _, d := range dialects {
			if s := d.Detect(doc); s != "" && (!own || dir == "."+d.Name()) {
				return d, s
			}
		}
	}
	return d, ""
}

// nearMiss is the finding about a file that nobody looks at.
func nearMiss(path string, env dialect.Environment, d Dialect, sign string) Finding {
	name, err := filepath.Rel(env.Project, path)
	if err != nil {
		name = path
	}
	at := hook.Position{File: path, Line: 1, Column: 1}
	f := warnf(at, "%s has hooks (%s), but nobody looks for them there", name, sign)
	f.Check = NoConfig
	if place := inProject(d); place != "" {
		return f.fixf("move them to %s, or name the file: --config %s", place, name)
	}
	return f.fixf("%s finds no files by itself; name it: --config %s", d.Describe().Product, name)
}

// inProject is where in a project a dialect looks for hooks; "" if nowhere.
func inProject(d Dialect) string {
	for _, file := range slices.Backward(d.Describe().Files) {
		if strings.HasPrefix(file, ".") && (strings.HasSuffix(file, "/settings.json") || strings.HasSuffix(file, "/hooks.json")) {
			if locations, _ := d.Locations(dialect.Environment{Project: "/", Getenv: func(string) string { return "" }}); len(locations) > 0 {
				return file
			}
		}
	}
	return ""
}

// places are where dialects look in a project.
func places[D Dialect](dialects []D) []string {
	var list []string
	for _, d := range dialects {
		if place := inProject(d); place != "" {
			list = append(list, place)
		}
	}
	return list
}
