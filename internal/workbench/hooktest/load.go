package hooktest

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/document"
	"github.com/grapnel-hooks/grapnel/internal/dialect/all"
)

// documentName is the member of an archive that holds the tests.
const documentName = "test.yaml"

// Load reads a test file. The problems name their places; with any, the file
// has no tests to run.
func Load(path string) (*File, []error) {
	text, err := document.ReadFile(path)
	if err != nil {
		return nil, []error{err}
	}
	f, problems := parse(path, text)
	if len(problems) > 0 {
		return nil, problems
	}
	dir, err := filepath.Abs(filepath.Dir(path))
	if err != nil {
		return nil, []error{err}
	}
	if err := f.locate(dir); err != nil {
		return nil, []error{err}
	}
	return f, nil
}

// parse reads the text of a test file.
func parse(path string, text []byte) (*File, []error) {
	f := &File{Path: path, text: text, document: text}
	var err error
	if filepath.Ext(path) == ".txtar" {
		if f.document, err = f.unpack(); err != nil {
			return nil, []error{err}
		}
	}
	if f.node, err = document.ParseYAML(path, f.document); err != nil {
		return nil, []error{err}
	}
	r := &reader{}
	r.file(f, f.node)
	return f, r.sorted()
}

// unpack takes an archive apart and returns its test document, with an empty
// line for each line before it, so that positions are those in the archive.
func (f *File) unpack() ([]byte, error) {
	at := hook.Position{File: f.Path, Line: 1, Column: 1}
	if at.Line = namelessMarker(f.text); at.Line > 0 {
		return nil, &document.Error{Pos: at, Err: errors.New("\"-- --\" names no file")}
	}
	at.Line = 1
	members := txtar.Parse(f.text)
	f.archive = []txtar.File{}
	// A last line without a newline got one while parsing; lines are counted
	// from the front, where that makes no difference.
	line := bytes.Count(members.Comment, []byte("\n"))
	var tests []byte
	for _, m := range members.Files {
		line++ // its marker
		switch {
		case m.Name == documentName && tests != nil:
			at.Line = line
			return nil, &document.Error{Pos: at, Err: fmt.Errorf("the archive has a second %s", documentName)}
		case m.Name == documentName:
			tests = append(bytes.Repeat([]byte("\n"), line), m.Data...)
		case !filepath.IsLocal(filepath.FromSlash(m.Name)):
			at.Line = line
			return nil, &document.Error{Pos: at, Err: fmt.Errorf("%q is not a path inside the project", m.Name)}
		default:
			f.archive = append(f.archive, m)
		}
		line += bytes.Count(m.Data, []byte("\n"))
	}
	if tests == nil {
		return nil, &document.Error{Pos: at, Err: fmt.Errorf("the archive has no tests; put them below a line \"-- %s --\"", documentName)}
	}
	return tests, nil
}

// namelessMarker returns the number of the first line "-- --", or 0. It looks
// like the marker of a file, and the parser of archives fails on it.
func namelessMarker(archive []byte) int {
	number := 0
	for line := range bytes.Lines(archive) {
		number++
		if string(bytes.TrimRight(line, "\r\n")) == "-- --" {
			return number
		}
	}
	return 0
}

var (
	setupKeys = []string{"skip", "needs", "env", "files"}
	fileKeys  = append([]string{"dialect", "project", "config", "copy", "tests"}, setupKeys...)
	testKeys  = slices.Concat([]string{"name", "event", "agent", "payload", "expect"}, shortNames(), setupKeys)
)

func (r *reader) file(f *File, doc *document.Value) {
	if !r.object(doc, "a test file", fileKeys) {
		return
	}
	f.dialect = r.text(doc, "dialect")
	if _, err := all.ByName(f.dialect); err != nil {
		r.errorf(doc.Get("dialect").Pos, "%w", err)
	}
	f.Project = r.text(doc, "project")
	f.config = r.texts(doc, "config")
	f.copyOnly = r.texts(doc, "copy")
	r.local(doc, "copy", f.copyOnly)
	if f.archive != nil {
		r.local(doc, "config", f.config)
		for _, key := range []string{"project", "copy"} {
			if v := doc.Get(key); v != nil {
				r.errorf(v.Pos, "%s has no meaning in an archive, whose other members are the project", key)
			}
		}
	}
	f.common = r.setup(doc)
	tests := doc.Get("tests")
	if tests == nil || tests.Kind != document.List {
		r.errorf(doc.Pos, "the file has no list of tests; write tests: [{name: …, event: …, expect: …}]")
		return
	}
	names := map[string]hook.Position{}
	for _, v := range tests.Items {
		t := r.test(f, v)
		if t == nil {
			continue
		}
		if first, twice := names[t.Name]; twice {
			r.errorf(t.Pos, "the name %q is taken by the test in line %d; give this one its own", t.Name, first.Line)
		}
		names[t.Name] = t.Pos
		t.setup = f.common.and(t.setup)
		f.Tests = append(f.Tests, t)
	}
}

// local complains of paths that lead out of the project.
func (r *reader) local(v *document.Value, key string, paths []string) {
	for i, path := range paths {
		if !filepath.IsLocal(filepath.FromSlash(path)) {
			r.errorf(items(v.Get(key))[i].Pos, "%q is not a path inside the project", path)
		}
	}
}

func (r *reader) test(f *File, v *document.Value) *Test {
	if !r.object(v, "a test", testKeys) {
		return nil
	}
	if len(v.Members) == 0 {
		r.errorf(v.Pos, "the test is empty")
		return nil
	}
	t := &Test{File: f, Name: r.text(v, "name"), Pos: v.Members[0].Pos, agent: r.text(v, "agent"), setup: r.setup(v), node: v}
	if strings.TrimSpace(t.Name) == "" {
		r.errorf(t.Pos, "the test has no name; say in a few words what must happen")
	}
	r.event(t, v)
	if m := member(v, "expect"); m != nil && m.Value.Kind != document.Null {
		t.expect = r.expectation(*m)
	}
	return t
}

func (r *reader) event(t *Test, v *document.Value) {
	if m := member(v, "event"); m != nil {
		t.event = *m
	}
	if r.text(v, "event") == "" {
		r.errorf(t.Pos, "the test has no event")
	}
	t.payload = v.Get("payload")
	if t.payload != nil && t.payload.Kind != document.Object {
		r.errorf(t.payload.Pos, "payload must be an object, not %s", t.payload.Kind)
	}
	if t.payload != nil && t.agent == "" && t.payload.Get("agent_id") != nil {
		t.agent, _ = t.payload.Get("agent_id").Name()
	}
	for _, m := range v.Members {
		form, short := shortForms[m.Key]
		switch {
		case !short:
		case t.payload != nil:
			r.errorf(m.Pos, "payload is the whole event; %s belongs inside it, under the dialect's name", m.Key)
		default:
			if form.text {
				r.text(v, m.Key)
			}
			t.given = append(t.given, m)
		}
	}
}

func (r *reader) setup(v *document.Value) setup {
	s := setup{skip: r.text(v, "skip"), needs: r.texts(v, "needs")}
	for _, m := range r.members(v, "env") {
		switch m.Value.Kind {
		case document.String:
			value, _ := m.Value.Text()
			s.env = append(s.env, m.Key+"="+value)
		case document.Number, document.Bool:
			s.env = append(s.env, m.Key+"="+string(m.Value.Scalar))
		default:
			r.errorf(m.Value.Pos, "the variable %s must be text, not %s", m.Key, m.Value.Kind)
		}
	}
	for _, m := range r.members(v, "files") {
		text, ok := m.Value.Text()
		if !ok {
			r.errorf(m.Value.Pos, "the file %s must be text, not %s; use \"|\" for several lines", m.Key, m.Value.Kind)
		}
		if !filepath.IsLocal(filepath.FromSlash(m.Key)) {
			r.errorf(m.Pos, "%q is not a path inside the project", m.Key)
		}
		s.files = append(s.files, txtar.File{Name: m.Key, Data: []byte(text)})
	}
	return s
}
