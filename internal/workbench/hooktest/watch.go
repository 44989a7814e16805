package hooktest

import (
	"io/fs"
	"maps"
	"slices"
	"time"
)

// Snapshot is when the files of some directories were last changed.
type Snapshot map[string]stamp

type stamp struct {
	modified time.Time
	size     int64
}

// TakeSnapshot looks at all files below directories, except ignore. Those that
// cannot be read are as if they were not there.
func TakeSnapshot(dirs []string, ignore string) Snapshot {
	s := Snapshot{}
	for _, dir := range dirs {
		_ = walk(dir, func(path string, entry fs.DirEntry) error {
			if info, err := entry.Info(); err == nil && path != ignore {
				s[path] = stamp{info.ModTime(), info.Size()}
			}
			return nil
		})
	}
	return s
}

// Changed returns the files that are new, gone or different in later.
func (s Snapshot) Changed(later Snapshot) []string {
	changed := map[string]bool{}
	for path, was := range s {
		if is, ok := later[path]; !ok || !is.modified.Equal(was.modified) || is.size != was.size {
			changed[path] = true
		}
	}
	for path := range later {
		if _, ok := s[path]; !ok {
			changed[path] = true
		}
	}
	return slices.Sorted(maps.Keys(changed))
}
