package shell_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/grapnel-hooks/grapnel/internal/engine/rules/shell"
)

// found returns the commands of a text, one in a line. A program that is only
// known at run time is shown with a question mark, words that may be any number
// with a plus.
func found(s *shell.Script) []string {
	var list []string
	for _, c := range s.Commands {
		words := make([]string, len(c.Words))
		for i, word := range c.Words {
			if words[i] = word.String(); word.Multi {
				words[i] += "+"
			}
		}
		line := strings.Join(words, " ")
		if c.Program == "" {
			line = "? " + line
		}
		list = append(list, line)
	}
	return list
}

func TestParse(t *testing.T) {
	tests := []struct {
		name, text string
		want       []string
	}{
		{"a list", "a; b\nc", []string{"a", "b", "c"}},
		{"and, or", "a && b || c", []string{"a", "b", "c"}},
		{"a pipe", "a | b |& c", []string{"a", "b", "c"}},
		{"the background", "a & b", []string{"a", "b"}},
		{"negation", "! a", []string{"a"}},
		{"a subshell", "(a; (b))", []string{"a", "b"}},
		{"a group", "{ a; { b; }; }", []string{"a", "b"}},
		{"if", "if a; then b; elif c; then d; else e; fi", []string{"a", "b", "c", "d", "e"}},
		{"while", "while a; do b; done", []string{"a", "b"}},
		{"until", "until a; do b; done", []string{"a", "b"}},
		{"for", "for i in $(a); do b; done", []string{"a", "b"}},
		{"for with arithmetic", "for ((i = $(a); i < 3; i++)); do b; done", []string{"a", "b"}},
		{"select", "select i in x; do a; done", []string{"a"}},
		{"case", "case $(a) in $(b)) c;; *) d;& esac", []string{"a", "b", "c", "d"}},
		{"a function", "f() { a; }", []string{"a"}},
		{"a function that is called", "function f { a; }; f x", []string{"a", "f x"}},
		{"a function called rm", "rm() { a; }; rm -rf x", []string{"a", "rm -rf x"}},
		{"time", "time -p a x", []string{"a x"}},
		{"a coprocess", "coproc a x", []string{"a x"}},
		{"a command substitution", "a $(b)", []string{"b", "a …+"}},
		{"backquotes", "a `b '\\$x' \\$(c)`", []string{"c", "b $x …+", "a …+"}},
		{"a substitution in double quotes", `a "x$(b)"`, []string{"b", "a x…"}},
		{"a substitution in a default", "a ${x:-$(b)}", []string{"b", "a …+"}},
		{"a substitution in arithmetic", "a $((1 + $(b)))", []string{"b", "a …+"}},
		{"a substitution in an index", "x[$(a)]=1", []string{"a"}},
		{"a substitution in a test", "[[ -n $(a) ]]", []string{"a"}},
		{"a substitution in an assignment", "x=$(a) b", []string{"a", "b"}},
		{"a substitution in an array", "x=(1 $(a))", []string{"a"}},
		{"a substitution in a declaration", "export x=$(a)", []string{"a", "export x=…"}},
		{"a declaration", "declare -x a b=c d=(e) \"f=$g\"", []string{"declare -x a b=c d… f=…"}},
		{"a substitution in a redirection", "a > $(b)", []string{"b", "a"}},
		{"process substitutions", "a <(b) > >(c)", []string{"c", "b", "a /dev/fd/…"}},
		{"a substitution in a here-document", "a <<E\n$(b)\nE", []string{"b", "a"}},
		{"text in a quoted here-document", "a <<'E'\n$(b)\nE", []string{"a"}},

		{"quotes", `'a' "b"'c' d\ e`, []string{"a bc d e"}},
		{"escapes in double quotes", `a "\$x \"y\" \z"`, []string{`a $x "y" \z`}},
		{"ANSI C quotes", `$'\x61\142\u0063\n\'' x`, []string{"abc\n' x"}},
		{"a NUL ends an ANSI C quote", `a $'b\0c'd`, []string{"a bd"}},
		{"translated quotes", `a $"b"`, []string{"a …"}},
		{"a line break in a word", "a\\\nb c", []string{"ab c"}},
		{"braces", "a {b,c}{d,e} f{1..3} {x}", []string{"a bd be cd ce f1 f2 f3 {x}"}},
		{"braces with quotes", `{a,"b c",}`, []string{"a b c"}},
		{"braces in braces", "a {b,{c,d}}", []string{"a …+"}},
		{"a sequence of letters", "a {b..d}", []string{"a …+"}},
		{"a variable", `a $x "$y" z"$w"`, []string{"a …+ … z…"}},
		{"the parameters", `a "$@" "$*"`, []string{"a …+ …"}},
		{"an array", `a "${x[@]}"`, []string{"a …+"}},
		{"globs", "a *.go ?x [ab]c x/*", []string{"a ….go+ …x+ …c+ x/…+"}},
		{"a bracket that is not a glob", "[ a = b ]", []string{"[ a = b ]"}},
		{"a home directory", "a ~/x '~/y'", []string{"a ~/x ~/y"}},
		{"an unknown program", "$x -c y", []string{"? …+ -c y"}},
		{"a program in an unknown directory", `"$x"/bin/a y`, []string{"…/bin/a y"}},
		{"assignments", "A=b C=d a", []string{"a"}},

		{"bash -c", "bash -c 'a; b'", []string{"bash -c a; b", "a", "b"}},
		{"sh -lc", `sh -lc "a 'b c'"`, []string{"sh -lc a 'b c'", "a b c"}},
		{"zsh -o x -c", "zsh -o x -c a", []string{"zsh -o x -c a", "a"}},
		{"a shell in a shell", `bash -c "sh -c 'a b'"`, []string{"bash -c sh -c 'a b'", "sh -c a b", "a b"}},
		{"a shell with a file", "bash -x ./a.sh b", []string{"bash -x ./a.sh b", "./a.sh b"}},
		{"a shell with a here-document", "bash <<E\na\nE", []string{"bash", "a"}},
		{"a shell with a here-document in a here-document", "bash <<-E\n\tcat <<F\n\tF\n\ta\n\tE", []string{"bash", "cat", "a"}},
		{"a shell with a here-string", "sh -s <<< 'a b'", []string{"sh -s", "a b"}},
		{"a shell with a file as input", "bash < x", []string{"bash"}},
		{"eval", "eval a 'b; c'", []string{"eval a b; c", "a b", "c"}},
		{"a trap", "trap 'a b' EXIT", []string{"trap a b EXIT", "a b"}},
		{"a trap that is reset", "trap - EXIT", []string{"trap - EXIT"}},
		{"source", "source a.sh b", []string{"source a.sh b", "a.sh b"}},

		{"sudo", "sudo -u root -E A=b a c", []string{"sudo -u root -E A=b a c", "a c"}},
		{"sudo with long options", "sudo --user=root --non-interactive -- a", []string{"sudo --user=root --non-interactive -- a", "a"}},
		{"sudo that lists", "sudo -l a", []string{"sudo -l a"}},
		{"doas", "doas -u x a", []string{"doas -u x a", "a"}},
		{"env", "env -i -u X A=b a", []string{"env -i -u X A=b a", "a"}},
		{"env -S", "env -S 'a b' c", []string{"env -S a b c", "a b c"}},
		{"nohup", "nohup a &", []string{"nohup a", "a"}},
		{"nice", "nice -n 5 a", []string{"nice -n 5 a", "a"}},
		{"nice with a number", "nice -15 a", []string{"nice -15 a", "a"}},
		{"ionice", "ionice -c2 -n 7 a", []string{"ionice -c2 -n 7 a", "a"}},
		{"time as a program", "/usr/bin/time -f %e a", []string{"/usr/bin/time -f %e a", "a"}},
		{"timeout", "timeout -k 1 -s TERM 5s a b", []string{"timeout -k 1 -s TERM 5s a b", "a b"}},
		{"command", "command -p a", []string{"command -p a", "a"}},
		{"command -v", "command -v a", []string{"command -v a"}},
		{"exec", "exec -a x a", []string{"exec -a x a", "a"}},
		{"builtin", "builtin eval a", []string{"builtin eval a", "eval a", "a"}},
		{"setsid", "setsid -w a", []string{"setsid -w a", "a"}},
		{"stdbuf", "stdbuf -oL -e 0 a", []string{"stdbuf -oL -e 0 a", "a"}},
		{"flock", "flock -n /tmp/x a b", []string{"flock -n /tmp/x a b", "a b"}},
		{"flock -c", "flock /tmp/x -c 'a; b'", []string{"flock /tmp/x -c a; b", "a", "b"}},
		{"chrt", "chrt -f 10 a", []string{"chrt -f 10 a", "a"}},
		{"taskset", "taskset -c 0,1 a", []string{"taskset -c 0,1 a", "a"}},
		{"unshare", "unshare -rn a", []string{"unshare -rn a", "a"}},
		{"xargs", "xargs -0 -n 1 a b", []string{"xargs -0 -n 1 a b", "a b …+"}},
		{"xargs -I", "xargs -I{} a {} x{}", []string{"xargs -I{} a {} x{}", "a … x…"}},
		{"script -c", "script -qc 'a b' /dev/null", []string{"script -qc a b /dev/null", "a b"}},
		{"su -c", "su - x -c 'a b'", []string{"su - x -c a b", "a b"}},
		{"watch", "watch -n 1 'a b' c", []string{"watch -n 1 a b c", "a b c"}},
		{"busybox", "busybox a b", []string{"busybox a b", "a b"}},
		{"find -exec", "find x -exec a {} + -o -exec b y{} ';'", []string{"find x -exec a {} + -o -exec b y{} ;", "a x…+", "b y…"}},
		{"find -execdir", `find . -execdir a {} \;`, []string{"find . -execdir a {} ;", "a ./…+"}},
		{"find -ok", `find / -ok a {} \;`, []string{"find / -ok a {} ;", "a /…+"}},
		{"ssh", "ssh -p 22 me@host a '; b'", []string{"ssh -p 22 me@host a ; b", "a", "b"}},
		{"docker exec", "docker --context x exec -it -e A=b c a d", []string{"docker --context x exec -it -e A=b c a d", "a d"}},
		{"docker compose exec", "docker compose exec -T c a", []string{"docker compose exec -T c a", "a"}},
		{"kubectl exec", "kubectl -n y exec pod -c z -- a b", []string{"kubectl -n y exec pod -c z -- a b", "a b"}},
		{"git submodule foreach", "git submodule --quiet foreach --recursive 'a; b'", []string{"git submodule --quiet foreach --recursive a; b", "a", "b"}},
		{"git bisect run", "git -C x bisect run a b", []string{"git -C x bisect run a b", "a b"}},
		{"git rebase --exec", "git rebase -i --exec 'a b' main", []string{"git rebase -i --exec a b main", "a b"}},
		{"git clean", "git clean -x -d", []string{"git clean -x -d"}},
		{"wrappers in a row", "sudo env A=b timeout 5 xargs a", []string{"sudo env A=b timeout 5 xargs a", "env A=b timeout 5 xargs a", "timeout 5 xargs a", "xargs a", "a …+"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			script := shell.Parse(test.text)
			if diff := cmp.Diff(test.want, found(script)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", test.text, diff)
			}
			if script.Undecided != "" {
				t.Errorf("undecided: %s", script.Undecided)
			}
		})
	}
}

// undecidedPart returns why something in a text is undecided, or nothing.
func undecidedPart(s *shell.Script) string {
	if s.Undecided != "" {
		return s.Undecided
	}
	for _, c := range s.Commands {
		if c.Undecided != "" {
			return c.Undecided
		}
	}
	return ""
}

func TestUndecided(t *testing.T) {
	tests := []struct{ name, text string }{
		{"a text that is not shell", "if (x) { y }"},
		{"a carriage return", "a\r\nb"},
		{"a backslash before a carriage return", "a \\\r\nb"},
		{"a comment that ends with a backslash", "a # x \\\nb"},
		{"backquotes in backquotes", "a `b \\`c\\``"},
		{"a line break in a here-document's substitution", "a <<E\n$('\\\nb')\nE"},
		{"a line break in backquotes", "a `'\\\nb'`"},
		{"a backslash that splits a sign", "a $\\\n(b)"},
		{"a NUL byte", "a\x00b"},
		{"text that is not UTF-8", "a \xff"},
		{"an unknown program", "$x"},
		{"a program from a substitution", "$(a) b"},
		{"a program from a glob", "./a* b"},
		{"an unknown text for a shell", `bash -c "$x"`},
		{"a text for a shell that is known in part", `bash -c "a $x"`},
		{"an unknown text for eval", `eval "$x"`},
		{"unknown options of a shell", `bash $x -c a`},
		{"a pipe into a shell", "a | sh"},
		{"a pipe into a shell with a wrapper", "a | sudo bash -s"},
		{"a pipe into a group with a shell", "a | { bash; }"},
		{"a shell that runs a substitution", "bash <(a)"},
		{"a shell that reads a substitution", "bash < <(a)"},
		{"a here-document with a variable for a shell", "bash <<E\n$x\nE"},
		{"a shell as a coprocess", "coproc bash"},
		{"an option's value that may be several words", "sudo -u $x a"},
		{"an arithmetic command for a plain shell", "sh -c '((a))'"},
		{"a backslash that splits a quote", "$\\\n'a'"},
		{"a program with an equals sign", "=a b"},
		{"source of a substitution", "source <(a)"},
		{"an alias", "alias x=y"},
		{"aliases that are expanded", "shopt -s expand_aliases"},
		{"an alias as a variable", "BASH_ALIASES[x]=y"},
		{"mapfile -C", "mapfile -C a x"},
		{"hash -p", "hash -p /bin/a b"},
		{"an extended glob", "!(a)"},
		{"an unknown wrapper option", "sudo --frob x a"},
		{"unknown words before a wrapped program", "sudo $x a"},
		{"an unknown number of operands", "timeout $x a"},
		{"env -S with quotes", `env -S 'a "b"'`},
		{"unknown arguments of find", "find $x -name y"},
		{"xargs that replaces in a text", "xargs -I@ sh -c 'a @'"},
		{"a text that arithmetic evaluates", "x='a[$(b)]'; ((x))"},
		{"a prompt with a command", "PS4='$(a)'; set -x"},
		{"PowerShell", "pwsh -Command 'a'"},
		{"cmd.exe", "cmd.exe /c a"},
		{"fish", "fish -c a"},
		{"an alias of git", "git -c alias.x='!a' x"},
		{"a command of ssh's configuration", "ssh -o ProxyCommand=a host"},
		{"a here-document with an odd delimiter", "a <<$x\n$x"},
		{"parallel", "parallel a ::: b"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if script := shell.Parse(test.text); undecidedPart(script) == "" {
				t.Errorf("%q is decided: %v", test.text, script.Commands)
			}
		})
	}
}

func TestParseAs(t *testing.T) {
	for _, name := range []string{"powershell", "pwsh", "/usr/bin/pwsh", "cmd.exe", "fish"} {
		if shell.ParseAs(name, "a").Undecided == "" {
			t.Errorf("a text for %s is decided", name)
		}
	}
	for _, name := range []string{"", "bash", "/bin/sh", "zsh"} {
		if script := shell.ParseAs(name, "a"); script.Undecided != "" || len(script.Commands) != 1 {
			t.Errorf("a text for %q: %+v", name, script)
		}
	}
}

func TestPlainShellsReadSomeTextsOtherwise(t *testing.T) {
	const text = "((reboot))"
	if why := shell.ParseAs("bash", text).Undecided; why != "" {
		t.Errorf("for bash it is arithmetic, and undecided: %s", why)
	}
	if shell.ParseAs("/bin/sh", text).Undecided == "" {
		t.Error("a plain shell may run it, but it is decided")
	}
}

func TestRemoteCommandsAreMarked(t *testing.T) {
	for _, text := range []string{"ssh host a", "docker exec c a", "kubectl exec p -- a", "sudo -R /x a"} {
		commands := shell.Parse(text).Commands
		if first, last := commands[0], commands[len(commands)-1]; first.Remote || !last.Remote {
			t.Errorf("%s: remote %v, %v; want false, true", text, first.Remote, last.Remote)
		}
	}
}
