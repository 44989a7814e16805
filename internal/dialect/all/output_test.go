package all_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/schema"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
)

// complaints are what a dialect says about members of an answer that are none
// of its own.
var complaints = []string{"wrong-type", "no-effect", "unknown-key", "unknown-decision", "unknown-strategy"}

func complaintsAbout(d dialect.Dialect, ev hook.Event, answer string) []string {
	def := hook.Definition{Event: ev.Type.Name, Type: "command", Command: "x", Name: "x"}
	var list []string
	for _, problem := range d.Read(ev, def, dialect.Exit{Status: hook.StatusOK, Stdout: []byte(answer)}).Diagnostics {
		if slices.Contains(complaints, problem.Code) {
			list = append(list, problem.String())
		}
	}
	return list
}

// Every member that the schema offers is one that the dialect reads without a
// complaint, and the schema refuses it with another type.
func TestSchemaDescribesWhatHooksAnswer(t *testing.T) {
	each(t, func(t *testing.T, d dialect.Dialect) {
		for _, e := range d.Events() {
			ev := eventOf(d, e, everything)
			s := d.OutputSchema(e)
			v := newValidator(t, s)
			for answer, wrong := range answers("%s", s) {
				if problems := v.problems(t, []byte(answer)); len(problems) > 0 {
					t.Errorf("%s: the schema refuses %s: %q", e.Name, answer, problems)
				}
				if said := complaintsAbout(d, ev, answer); len(said) > 0 {
					t.Errorf("%s: the dialect complains about %s: %q", e.Name, answer, said)
				}
				if wrong == "" {
					continue
				}
				if len(v.problems(t, []byte(wrong))) == 0 {
					t.Errorf("%s: the schema accepts %s", e.Name, wrong)
				}
			}
		}
	})
}

// answers returns an answer for each member of a schema, and one in which that
// member has another type.
func answers(frame string, s schema.Schema) map[string]string {
	list := map[string]string{}
	for _, p := range s.Properties {
		inner := fmt.Sprintf(frame, fmt.Sprintf("{%q:%%s}", p.Name))
		for _, good := range samples(p.Schema) {
			list[fmt.Sprintf(inner, good)] = fmt.Sprintf(inner, "[12]")
		}
		if p.Name == "hookSpecificOutput" {
			for good, wrong := range answers(inner, p.Schema) {
				list[good] = wrong
			}
		}
	}
	return list
}

func samples(s schema.Schema) []string {
	if len(s.Words) > 0 {
		var list []string
		for _, word := range s.Words {
			raw, _ := json.Marshal(word)
			list = append(list, string(raw))
		}
		return list
	}
	switch s.Types[0] {
	case "string":
		return []string{`"{}"`} // which is also what modified_args needs
	case "boolean":
		return []string{"true", "false"}
	}
	if property(s, "content") != nil {
		return []string{`{"content":"x"}`}
	}
	return []string{"{}"}
}
