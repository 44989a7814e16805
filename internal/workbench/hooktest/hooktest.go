// Package hooktest reads and runs tests for hooks: files beside the
// hooks, give events, and say what must come out. A test takes the same way as
// an event of an agent (configuration, matcher, processes, merge) in a copy of
// the project, so that hooks with side effects do no harm.
package hooktest

import (
	"regexp"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/document"
)

// File is one test file.
type File struct {
	Path string // as people should read it
	// Project is the directory whose copy the tests run in: an absolute path,
	// or "" if the file is an archive that carries its project, or if the
	// project is yet to be found from the configuration.
	Project string
	Tests   []*Test

	dir      string // absolute path of the directory the file is in
	dialect  string // "" means the one that the configuration is written for
	config   []string
	copyOnly []string // parts of the project that the tests need; nil means all
	common   setup
	archive  []txtar.File
	text     []byte // as read
	document []byte // the part of it that has the tests
	node     *document.Value
}

// Test is one event and what must come out.
type Test struct {
	File *File
	Name string
	Pos  hook.Position

	event   document.Member
	given   []document.Member // the event's data in short form
	payload *document.Value   // or as a whole
	agent   string
	setup   setup
	expect  *expectation // nil if the test does not say
	node    *document.Value
}

// setup is what a test, or all tests of a file, need around them.
type setup struct {
	skip  string // why the test does not run
	needs []string
	env   []string
	files []txtar.File
}

// and returns the setup of a test within that of its file.
func (s setup) and(own setup) setup {
	joined := setup{skip: own.skip}
	if joined.skip == "" {
		joined.skip = s.skip
	}
	joined.needs = append(append(joined.needs, s.needs...), own.needs...)
	joined.env = append(append(joined.env, s.env...), own.env...)
	joined.files = append(append(joined.files, s.files...), own.files...)
	return joined
}

// Select returns the tests whose name a pattern matches; nil matches all.
func Select(files []*File, pattern *regexp.Regexp) []*Test {
	var list []*Test
	for _, f := range files {
		for _, t := range f.Tests {
			if pattern == nil || pattern.MatchString(t.Name) {
				list = append(list, t)
			}
		}
	}
	return list
}
