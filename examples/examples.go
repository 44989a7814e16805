// Package examples has the recipes of this folder: hooks for common purposes,
// with their configuration and tests.
package examples

import (
	"embed"
	"io/fs"
	"strings"
)

//go:embed all:[0-9]*-*
var files embed.FS

// Dialect is what the recipes are written in.
const Dialect = "llxprt"

// Names returns the names of the recipes, such as secret-scan, in order.
func Names() []string {
	var names []string
	for _, dir := range directories() {
		_, name, _ := strings.Cut(dir, "-")
		names = append(names, name)
	}
	return names
}

// Recipe returns the files of a recipe, which may be named with its number or
// without. ok is false if there is none of that name.
func Recipe(name string) (recipe fs.FS, ok bool) {
	for _, dir := range directories() {
		if _, short, _ := strings.Cut(dir, "-"); name == dir || name == short {
			recipe, err := fs.Sub(files, dir)
			return recipe, err == nil
		}
	}
	return nil, false
}

func directories() []string {
	entries, err := files.ReadDir(".")
	if err != nil {
		return nil // there is always a top
	}
	var names []string
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	return names
}
