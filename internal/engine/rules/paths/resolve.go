package paths

import (
	"os"
	"path/filepath"
	"strings"
)

// maxLinks is how many links are followed in one path, as on Linux.
const maxLinks = 40

// resolve follows the links of an absolute path as the kernel does: ".." leaves
// the directory that a link leads to. What does not exist is kept as spelled. ok
// is false if links lead in a circle.
func resolve(absolute string) (real string, ok bool) {
	w := newWalk(absolute)
	for w.next() {
		link, isLink := w.link()
		if !isLink {
			continue
		}
		if w.links++; w.links > maxLinks {
			return "", false
		}
		w.follow(link)
	}
	return w.current, true
}

// spelledPath removes ".." from an absolute path where that does not change
// which file it is, and keeps the links otherwise: those before a ".." are
// followed.
func spelledPath(absolute string) (spelled string, ok bool) {
	w := newWalk(absolute)
	for w.next() {
		if len(w.rest) == 0 || w.rest[0] != ".." {
			continue
		}
		if _, isLink := w.link(); !isLink {
			continue
		}
		if w.current, ok = resolve(w.current); !ok {
			return "", false
		}
	}
	return w.current, true
}

// walk goes through the elements of a path.
type walk struct {
	current string   // where it is
	rest    []string // the elements to come
	links   int
	missing bool // current does not exist, so nothing below it does
}

const separator = string(filepath.Separator)

func newWalk(absolute string) *walk {
	root := filepath.VolumeName(absolute) + separator
	return &walk{current: root, rest: strings.Split(absolute[len(root)-1:], separator)}
}

// next takes the next element; it returns false at the end.
func (w *walk) next() bool {
	for len(w.rest) > 0 {
		name := w.rest[0]
		w.rest = w.rest[1:]
		switch name {
		case "", ".":
			continue
		case "..":
			w.current, w.missing = filepath.Dir(w.current), false
			continue
		}
		w.current = strings.TrimSuffix(w.current, separator) + separator + name
		return true
	}
	return false
}

// link returns where the current path leads if it is a link.
func (w *walk) link() (target string, ok bool) {
	if w.missing {
		return "", false
	}
	info, err := os.Lstat(w.current)
	if err != nil {
		w.missing = true
		return "", false
	}
	if info.Mode()&os.ModeSymlink == 0 {
		return "", false
	}
	target, err = os.Readlink(w.current)
	return target, err == nil
}

// follow goes on with the target of a link in place of the current path.
func (w *walk) follow(target string) {
	if filepath.IsAbs(target) {
		*w = walk{current: filepath.VolumeName(target) + separator, rest: append(elements(target), w.rest...), links: w.links}
		return
	}
	w.current = filepath.Dir(w.current)
	w.rest = append(elements(target), w.rest...)
}

func elements(path string) []string {
	return strings.Split(path[len(filepath.VolumeName(path)):], separator)
}
