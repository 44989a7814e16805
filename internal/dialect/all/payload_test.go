package all_test

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/jsonx"
)

var fires = regexp.MustCompile(`(?m)^!? ?fire ([\w.]+)(?:.* -payload (\S+))?`)

// Schemas accept what hooks read in the conformance tests. Payloads may lack
// fields there, and some have fields of the wrong type on purpose.
func TestSchemaAcceptsWhatHooksReadInConformanceTests(t *testing.T) {
	each(t, func(t *testing.T, d dialect.Dialect) {
		scripts, err := filepath.Glob("../../../conformance/testdata/" + d.Name() + "/*.txtar")
		if err != nil {
			t.Fatal(err)
		}
		good, bad := 0, 0
		for _, script := range scripts {
			archive, err := txtar.ParseFile(script)
			if err != nil {
				t.Fatal(err)
			}
			for _, line := range fires.FindAllStringSubmatch(string(archive.Comment), -1) {
				i := slices.IndexFunc(d.Events(), func(e hook.EventType) bool { return e.Name == line[1] })
				payload := member(archive, line[2], "payload.json")
				if i < 0 || payload == nil {
					continue
				}
				event := hook.Event{Type: d.Events()[i], Fields: payload, Time: time.Unix(0, 0)}
				stdin, _ := d.Input(event)
				problems := slices.DeleteFunc(newValidator(t, d.InputSchema(event.Type)).problems(t, stdin), func(p string) bool {
					return strings.Contains(p, ": has no ")
				})
				if good++; len(problems) > 0 {
					good, bad = good-1, bad+1
					t.Logf("%s: %q", filepath.Base(script), problems)
				}
			}
		}
		if good < 10 || bad*20 > good {
			t.Errorf("%d payloads are accepted and %d are not", good, bad)
		}
	})
}

// member returns the first of the files that an archive has, as an object.
func member(archive *txtar.Archive, names ...string) hook.Object {
	for _, name := range names {
		for _, file := range archive.Files {
			if file.Name != name {
				continue
			}
			object, _, err := jsonx.ParseObject(file.Data)
			if err != nil {
				return nil
			}
			return object
		}
	}
	return nil
}
