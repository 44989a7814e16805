package hooktest

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/document"
)

// Update writes what came out into the files of tests that failed or that
// expect nothing, and changes the results to say so. Only the expectations
// that were not met are replaced; where that cannot be done without touching
// anything else, the result says why and the test stays as it is.
func Update(results []Result) error {
	byFile := map[*File][]*Result{}
	var order []*File
	for i := range results {
		r := &results[i]
		if r.Status != Failed || r.Outcome == nil {
			continue
		}
		if byFile[r.test.File] == nil {
			order = append(order, r.test.File)
		}
		byFile[r.test.File] = append(byFile[r.test.File], r)
	}
	for _, f := range order {
		if err := f.update(byFile[f]); err != nil {
			return fmt.Errorf("update %s: %w", f.Path, err)
		}
	}
	return nil
}

// update rewrites a file for some of its tests.
func (f *File) update(results []*Result) error {
	text := f.text
	var updated []*Result
	for _, r := range slices.Backward(results) { // lines further up keep their numbers
		changed, err := f.rewrite(text, r)
		if err != nil {
			r.Failures = append(r.Failures, problem(fmt.Errorf("not updated: %w; change it by hand", err), r.test.Pos))
			continue
		}
		text = changed
		updated = append(updated, r)
	}
	if len(updated) == 0 {
		return nil
	}
	present, err := document.ReadFile(f.Path)
	if err != nil {
		return err
	}
	if !bytes.Equal(present, f.text) {
		return errors.New("the file has changed while its tests ran")
	}
	if err := os.WriteFile(f.Path, text, 0o644); err != nil {
		return err
	}
	for _, r := range updated {
		r.Status, r.Failures = Updated, nil
	}
	return nil
}

// rewrite returns the text of the file with the outcome of one test in it.
func (f *File) rewrite(text []byte, r *Result) ([]byte, error) {
	e := newEditor(text)
	if err := e.expect(r.test, *r.Outcome); err != nil {
		return nil, err
	}
	changed := e.text()
	return changed, f.verify(text, changed, r)
}

// expect edits the expectation of a test.
func (e *editor) expect(t *Test, out hook.Outcome) error {
	switch {
	case t.expect == nil || len(t.expect.checks) == 0:
		return e.add(t, out)
	case e.isFlow(t.expect.member.Value):
		return e.replaceWhole(t.expect, out)
	}
	return e.replaceParts(t.expect, out)
}

// add writes an expectation for a test that has none, or an empty one.
func (e *editor) add(t *Test, out hook.Outcome) error {
	first := t.node.Members[0]
	if !e.isBlock(first) {
		return errNotBlock
	}
	indent := strings.Repeat(" ", first.Pos.Column-1)
	block := []string{indent + "expect:"}
	for _, f := range worthExpecting(out) {
		block = append(block, yamlMember(f.key, f.value, indent+"  ")...)
	}
	if old := member(t.node, "expect"); old != nil {
		return e.replace(*old, block)
	}
	e.insertAfter(t.node.Members[len(t.node.Members)-1], block)
	return nil
}

// worthExpecting is what a test should say about an outcome: the decision, and
// everything else that is not as if there were no hooks.
func worthExpecting(out hook.Outcome) fields {
	list := fields{{"decision", plain(decisionOf(out))}}
	nothing := &document.Value{Kind: document.List} // an expectation of nothing
	for _, a := range aspects {
		switch a.key {
		case "decision", "output", "inputContains", "requestContains", "responseContains", "outputContains":
			continue // said already, or by the others
		}
		value := a.read(&reader{}, a.key, nothing).present(out)
		if a.key == "hooks" || !isUsual(value) {
			list = append(list, field{a.key, value})
		}
	}
	return list
}

// isUsual reports whether a value is what comes out without hooks.
func isUsual(value any) bool {
	switch v := value.(type) {
	case nil:
		return true
	case plain:
		return v == "false"
	case string:
		return v == ""
	case []any:
		return len(v) == 0
	}
	return false
}

// replaceWhole writes an expectation in flow style anew, as a block.
func (e *editor) replaceWhole(old *expectation, out hook.Outcome) error {
	indent := strings.Repeat(" ", old.member.Pos.Column-1)
	block := []string{indent + "expect:"}
	for _, c := range old.checks {
		value, met, err := c.renew(out)
		if err != nil {
			return err
		}
		if met {
			value = decode(raw(c.member.Value))
		}
		block = append(block, yamlMember(c.member.Key, value, indent+"  ")...)
	}
	block = append(block, old.unmentioned(out, indent+"  ")...)
	return e.replace(old.member, block)
}

// replaceParts replaces the keys of an expectation that were not met.
func (e *editor) replaceParts(old *expectation, out hook.Outcome) error {
	last := old.checks[len(old.checks)-1].member
	indent := strings.Repeat(" ", last.Pos.Column-1)
	if lines := old.unmentioned(out, indent); lines != nil {
		e.insertAfter(last, lines)
	}
	for _, c := range slices.Backward(old.checks) {
		value, met, err := c.renew(out)
		if err == nil && !met {
			err = e.replace(c.member, yamlMember(c.member.Key, value, indent))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// renew returns the value that a key needs for an outcome, unless its present
// one is met.
func (c check) renew(out hook.Outcome) (value any, met bool, err error) {
	want, got := c.aspect.compare(out)
	hooks, isHooks := c.aspect.(hookList)
	if want == got && !(isHooks && hooks.unexpected(out)) {
		return nil, true, nil
	}
	if _, isLimit := c.aspect.(belowAspect); isLimit {
		return nil, false, errors.New("durations vary, so they are not written into tests")
	}
	return c.aspect.present(out), false, nil
}

// unmentioned returns a list of hooks for an expectation that lacks one and
// needs it, because a hook failed.
func (old *expectation) unmentioned(out hook.Outcome, indent string) []string {
	for _, c := range old.checks {
		if _, has := c.aspect.(hookList); has {
			return nil
		}
	}
	if list := (hookList{}); list.unexpected(out) {
		return yamlMember("hooks", list.present(out), indent)
	}
	return nil
}

// unexpected reports whether a hook failed that the list says nothing about.
func (l hookList) unexpected(out hook.Outcome) bool {
	for i, r := range out.Hooks {
		if isFailure(r.Status) && (i >= len(l) || l[i].status == "" && l[i].exitCode == nil) {
			return true
		}
	}
	return false
}
