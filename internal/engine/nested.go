package engine

import (
	"fmt"
	"hash/fnv"
	"path/filepath"
	"strings"

	"github.com/grapnel-hooks/grapnel/hook"
)

// CallsItself is the code of the diagnostic that a hook was not run because it
// is running already: what it has started has fired the event again.
const CallsItself = "calls-itself"

// runningVariable has the marks of the hooks that a process was started by.
const runningVariable = "GRAPNEL_HOOKS"

// markOf returns a word that two hooks share only if they are the same one.
func markOf(def hook.Definition) string {
	file, err := filepath.Abs(def.Origin.File)
	if err != nil {
		file = def.Origin.File
	}
	hash := fnv.New64a()
	fmt.Fprintf(hash, "%s\x00%s\x00%d:%d\x00%s", def.Event, file, def.Origin.Line, def.Origin.Column, def.Identity())
	return fmt.Sprintf("%016x", hash.Sum64())
}

// withMark returns the variable that tells what a hook starts that it runs.
func withMark(running, mark string) string {
	return runningVariable + "=" + strings.TrimPrefix(running+"."+mark, ".")
}
