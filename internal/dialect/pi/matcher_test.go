package pi

import (
	"encoding/json"
	"testing"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/match"
	"github.com/grapnel-hooks/grapnel/internal/jsonx"
)

func TestPatterns(t *testing.T) {
	tests := []struct {
		pattern, tool, command string
		want                   bool
	}{
		{"", "bash", "", true},
		{"*", "bash", "", true},
		{"bash", "Bash", "", true},
		{"bash", "bash2", "", false},
		{"Edit | Write", "write", "", true},
		{"Edit||Write", "", "", false},
		{"Bash(gh pr create*)", "bash", "gh pr create --fill", true},
		{"Bash(gh pr create*)", "bash", "GH PR CREATE", false},
		{"Bash(gh pr create*)", "bash", "echo gh pr create", false},
		{"Bash(gh pr create*)", "edit", "gh pr create", false},
		{"Bash(ls)", "bash", "ls", true},
		{"Bash(ls)", "bash", "ls -l", false},
		{"Bash()", "bash", "", true},
		{"Bash(*)", "bash", "a\nb", true},
		{"Bash(*bd mol pour*patrol*)", "bash", "x; bd mol pour\nthe patrol", true},
		{"Bash(*bd mol pour*patrol*)", "bash", "patrol; bd mol pour", false},
		{"Bash(a*a)", "bash", "a", false},
		{"Bash(a*a)", "bash", "aa", true},
		{"Bash(rm -rf /*)", "bash", "rm -rf /", true},
		{"Bash((a|b)*)", "bash", "(a|b) x", true},
		{"Bash(a|b)|Edit", "edit", "", true},
		{"Bash(git *)|Bash(hg *)", "bash", "hg push", true},
		{"*(sudo *)", "shell", "sudo x", true},
		{"Bash(ls", "bash", "ls", false},
		{"(ls)", "bash", "ls", false},
	}
	for _, tt := range tests {
		t.Run(tt.pattern+" "+tt.tool+" "+tt.command, func(t *testing.T) {
			def := hook.Definition{Matcher: tt.pattern}
			fields := hook.Object{}
			fields.Set("tool_name", tt.tool)
			fields["tool_input"] = json.RawMessage(`{"command":` + string(jsonx.AppendString(nil, tt.command)) + `}`)
			ev := hook.Event{Type: events[1], Fields: fields}
			m, err := Dialect{}.Matcher(ev.Type, def)
			if err != nil {
				t.Fatal(err)
			}
			if got := m.Match(tt.tool, new(match.Budget)) && (Dialect{}).MatchesContent(ev, def); got != tt.want {
				t.Errorf("matches: %v", got)
			}
		})
	}
}
