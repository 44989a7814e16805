package check

import (
	"fmt"
	"strings"
	"testing"

	"github.com/grapnel-hooks/grapnel/hook"
)

func hookOn(event string) hook.Definition {
	return hook.Definition{Event: event, Type: "command", Command: "true"}
}

func TestParseCommandFindsWhatIsCertain(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"program and arguments", `a b c`, "[[a b c]]"},
		{"what is known of the arguments", `a "$DIR/x" $OTHER c`, "[[a /dir/x]]"},
		{"a variable in the name", `${DIR}/a`, "[[/dir/a]]"},
		{"an unknown variable in the name", `$OTHER/a`, "[]"},
		{"single quotes", `'$DIR/a'`, "[[$DIR/a]]"},
		{"backslashes", `my\ a`, "[[my a]]"},
		{"home", `~/a`, "[[/home/me/a]]"},
		{"pipes", `a | b`, "[[a] [b]]"},
		{"and", `a && b`, "[[a] [b]]"},
		{"a condition", `[ -x b ] && b`, "[[[ -x b ]]]"},
		{"provided for", `a || true`, "[]"},
		{"if", `if a; then b; fi`, "[]"},
		{"a substitution as name", `$(a)`, "[]"},
		{"through another", `exec env X=1 a b`, "[[a b]]"},
		{"a variable set before", `DIR=x; $DIR/a`, "[]"},
		{"several lines", "a\n(b; { c; })", "[[a] [b] [c]]"},
		{"a value that the shell splits", `$ODD/a; "$ODD"/b`, "[[/my dir/b]]"},
		{"a glob", `a*/b`, "[]"},
		{"broken", `a "`, "[]"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			u := newShellParser().parseCommand(tt.text, map[string]string{"DIR": "/dir", "HOME": "/home/me", "ODD": "/my dir"})
			if got := strings.ReplaceAll(fmt.Sprint(u.calls), "  ", " "); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
			if (u.bad != nil) != (tt.name == "broken") {
				t.Errorf("error %v", u.bad)
			}
		})
	}
}

func TestParseCommandNoticesUncertainty(t *testing.T) {
	for text, want := range map[string][2]bool{
		"a":               {false, false},
		"cd x && ./a":     {true, false},
		"f() { a; }; f":   {false, true},
		"PATH=x:$PATH a":  {false, true},
		". ./env; a":      {true, true},
		"export PATH=/x;": {false, true},
	} {
		if u := newShellParser().parseCommand(text, nil); u.moves != want[0] || u.defines != want[1] {
			t.Errorf("%s: moves %v, defines %v", text, u.moves, u.defines)
		}
	}
}

func TestShellError(t *testing.T) {
	for stderr, want := range map[string]string{
		"/x/a.sh: line 4: syntax error near `done'\n/x/a.sh: line 4: `done'\n": "4 syntax error near `done'",
		"/x/a.sh: 3: Syntax error: \"done\" unexpected":                        "3 Syntax error: \"done\" unexpected",
		"bash: -c: line 2: syntax error: unexpected end of file":               "2 syntax error: unexpected end of file",
		"something else": "0 something else",
		"":               "0 ",
	} {
		line, message := shellError(stderr)
		if got := fmt.Sprint(line, " ", message); got != want {
			t.Errorf("%q: %q, want %q", stderr, got, want)
		}
	}
}

// FuzzParseCommand reads arbitrary commands: no name of a program may come out
// empty or with what a shell would have expanded.
func FuzzParseCommand(f *testing.F) {
	for _, seed := range []string{`a b`, `"$DIR/x" y`, "a\\\n b", `~/x`, "if a; then", "\x00", `a <<X`, "exec", `env A=b`, `$'a' "\$"`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, call := range newShellParser().parseCommand(text, map[string]string{"DIR": "/dir"}).calls {
			if len(call) == 0 {
				t.Fatalf("%q: an empty call", text)
			}
		}
	})
}

func FuzzAnswers(f *testing.F) {
	f.Add("exit 2")
	f.Add(`{"decision": "deny"}`)
	f.Fuzz(func(t *testing.T, text string) {
		for _, a := range answers(text) {
			if a.says == "" || len(a.runs) == 0 {
				t.Fatalf("%q: %v", text, a)
			}
		}
	})
}
