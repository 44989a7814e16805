package llxprt

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/diag"
	"github.com/grapnel-hooks/grapnel/internal/base/document"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
)

// trustFile is where agents keep which folders the user trusts, in their folder
// below the home directory; a variable may name another file.
const trustFile = "trustedFolders.json"

// distrust says why hooks that a project brings along must not run: the user
// has switched folder trust on and does not trust the project. It is "" if they
// may. The problems are those of the switch.
//
// The agents themselves then skip the user's own hooks, too. They are not the
// project's, and a guard is needed most where nobody is trusted, so that only
// what lies in the project is left out here.
func (c *Contract) distrust(env dialect.Environment) (why string, problems []hook.Diagnostic) {
	if env.Project == env.Home {
		return "", nil
	}
	on, problems := c.asksForTrust(env)
	if !on {
		return "", problems
	}
	return c.distrustOf(env), problems
}

// distrustOf is distrust where it is switched on.
func (c *Contract) distrustOf(env dialect.Environment) string {
	path := env.Getenv(c.TrustVariable)
	if path == "" {
		if env.Home == "" {
			return "folder trust is on and there is no home directory to keep it in"
		}
		path = filepath.Join(env.Home, c.Folder, trustFile)
	}
	rules, err := readTrust(path)
	if err != nil {
		return fmt.Sprintf("folder trust is on and cannot be read: %v", err)
	}
	switch rules.of(env.Project) {
	case trusted:
		return ""
	case distrusted:
		return fmt.Sprintf("%s says not to trust this folder", path)
	}
	return fmt.Sprintf("folder trust is on and %s does not have this folder; add %q: \"TRUST_FOLDER\" to it if you trust it", path, env.Project)
}

// asksForTrust reads the switch, which is the administrator's or the user's: a
// project does not decide whether it is trusted. One that cannot be understood is
// on: whoever writes it wants to be protected.
func (c *Contract) asksForTrust(env dialect.Environment) (on bool, problems []hook.Diagnostic) {
	paths := []string{c.SystemSettings(env.Getenv)}
	if env.Home != "" {
		paths = append(paths, c.settingsIn(env.Home))
	}
	for _, path := range paths {
		text, err := document.ReadFile(path)
		if err != nil || !strings.Contains(string(text), "folderTrust") { // as most do not
			continue
		}
		doc, err := document.ParseJSON(path, text)
		if err != nil {
			return true, nil // why is said when it is read for its hooks
		}
		v, complete := trustSwitch(doc)
		if v == nil {
			continue
		}
		said, ok := v.Bool()
		on = said || !ok
		if !ok || !complete {
			problems = append(problems, badTrustSwitch(v, on))
		}
		return on, problems
	}
	return false, nil
}

// trustSwitches are where the switch may be.
var trustSwitches = [][]string{{"folderTrust"}, {"security", "folderTrust", "enabled"}}

// trustSwitch returns the value of the switch, or nil if there is none; null is
// as good as that. It is not complete if it is in place of an object that
// should have the switch.
func trustSwitch(doc *document.Value) (v *document.Value, complete bool) {
	for _, keys := range trustSwitches {
		v, complete = doc, true
		for _, key := range keys {
			if v.Kind != document.Object {
				complete = false
				break
			}
			if v = v.Get(key); v == nil || v.Kind == document.Null {
				v = nil
				break
			}
		}
		if v != nil {
			return v, complete
		}
	}
	return nil, false
}

func badTrustSwitch(v *document.Value, on bool) hook.Diagnostic {
	state := "off"
	if on {
		state = "on"
	}
	return diag.Warnf("bad-switch", "this is not how folder trust is switched; it counts as %s", state).
		Fixf(`write "folderTrust": true or false, or "security": {"folderTrust": {"enabled": true or false}}`).At(v.Pos)
}

// trust is what the user thinks of a folder.
type trust uint8

const (
	undecided trust = iota
	trusted
	distrusted
)

// trustRules are folders with what the user thinks of everything in them.
type trustRules map[string]trust

func readTrust(path string) (trustRules, error) {
	text, err := document.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	doc, err := document.ParseJSON(path, text)
	if errors.Is(err, document.ErrEmpty) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if doc.Kind != document.Object {
		return nil, fmt.Errorf("%v: it must be an object, not %s", doc.Pos, doc.Kind)
	}
	rules := trustRules{}
	for _, m := range doc.Members {
		level, _ := m.Value.Text()
		folder := resolve(m.Key)
		switch level {
		case "TRUST_FOLDER":
			rules.add(folder, trusted)
		case "TRUST_PARENT":
			rules.add(filepath.Dir(folder), trusted)
		case "DO_NOT_TRUST":
			rules.add(folder, distrusted)
		}
	}
	return rules, nil
}

// add adds a rule. One that says no goes before one that says yes.
func (r trustRules) add(folder string, t trust) {
	r[folder] = max(r[folder], t)
}

// of returns the trust of the innermost folder that a directory is in.
func (r trustRules) of(dir string) trust {
	for dir = resolve(dir); ; dir = filepath.Dir(dir) {
		if t := r[dir]; t != undecided || dir == filepath.Dir(dir) {
			return t
		}
	}
}

// resolve returns a directory's name without symbolic links, so that no link leads
// from a folder that is trusted to one that is not.
func resolve(dir string) string {
	if resolved, err := filepath.EvalSymlinks(dir); err == nil {
		return resolved
	}
	return filepath.Clean(dir)
}
