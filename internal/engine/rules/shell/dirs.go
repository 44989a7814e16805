package shell

import (
	"slices"
	"strings"
)

// outcome has the working directories after a command that succeeded and after
// one that failed.
type outcome struct{ ok, fail []string }

// stay is the outcome of a command that does not change the directory.
func stay(ctx context) outcome { return outcome{ctx.dirs, ctx.dirs} }

// either returns the directories whether or not the command succeeded.
func (o outcome) either() []string { return union(o.ok, o.fail) }

func unknownDirs() []string { return []string{Unknown} }

// union returns the directories of both, or unknown if they are too many.
func union(a, b []string) []string {
	if slices.Equal(a, b) {
		return a
	}
	all := slices.Clone(a)
	for _, dir := range b {
		if !slices.Contains(all, dir) {
			all = append(all, dir)
		}
	}
	if len(all) > maxDirs {
		return unknownDirs()
	}
	return all
}

// enter returns where a change to target leads from each of the directories.
func enter(dirs []string, target Word) []string {
	text := target.Text
	if text == "" || text == "-" || target.Multi || !target.Known() || len(text) > 4096 {
		return unknownDirs()
	}
	if target.Tilde || strings.HasPrefix(text, "/") {
		return []string{text}
	}
	list := make([]string, len(dirs))
	for i, dir := range dirs {
		list[i] = text
		if dir != "" {
			list[i] = strings.TrimSuffix(dir, "/") + "/" + text
		}
		if strings.HasPrefix(text, "~") || len(list[i]) > 4096 {
			return unknownDirs() // a directory whose name looks like a home directory
		}
	}
	return list
}

// changeDir handles cd, pushd and popd.
func (w *walker) changeDir(name string, args []Word, ctx context) outcome {
	w.moves++
	for len(args) > 0 && args[0].Known() && len(args[0].Text) > 1 && args[0].Text[0] == '-' {
		args = args[1:] // -L, -P, -e, -@ and --
	}
	target := Word{Text: "~", Tilde: true}
	switch {
	case name == "popd", name == "pushd" && len(args) != 1, len(args) > 1:
		target = anyWords()
	case len(args) == 1:
		target = args[0]
	}
	if name == "pushd" && (strings.HasPrefix(target.Text, "+") || strings.HasPrefix(target.Text, "-")) {
		target = anyWords()
	}
	return outcome{ok: enter(ctx.dirs, target), fail: ctx.dirs}
}
