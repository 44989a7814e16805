package pattern_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/grapnel-hooks/grapnel/internal/engine/rules/pattern"
	"github.com/grapnel-hooks/grapnel/internal/engine/rules/problem"
	"github.com/grapnel-hooks/grapnel/internal/engine/rules/shell"
	"github.com/grapnel-hooks/grapnel/internal/engine/rules/ternary"
)

func compile(t testing.TB, text string) *pattern.Pattern {
	t.Helper()
	p, err := pattern.Compile(text)
	if err != nil {
		t.Fatalf("Compile(%q): %v", text, err)
	}
	return p
}

func TestMatch(t *testing.T) {
	const yes, no, undecided = ternary.Yes, ternary.No, ternary.Undecided
	tests := []struct {
		name, pattern, command string
		want                   ternary.Value
	}{
		// Words.
		{"a pattern covers the whole command", "git push", "git push origin", no},
		{"the same words match", "git push", "git push", yes},
		{"two stars stand for many words", "git push **", "git push origin main", yes},
		{"two stars stand for no word", "git push **", "git push", yes},
		{"two stars may be in the middle", "cp ** /etc", "cp a b c /etc", yes},
		{"what follows two stars must be there", "cp ** /etc", "cp a b c /tmp", no},
		{"one star stands for one word", "git push *", "git push origin", yes},
		{"one star does not stand for two words", "git push *", "git push origin main", no},
		{"one star does not stand for no word", "git push *", "git push", no},
		{"a glob is compared with one word", "npm run test:*", "npm run test:unit", yes},
		{"a glob that does not fit", "npm run test:*", "npm run build", no},
		{"a star in a word crosses slashes", "cat /etc/*", "cat /etc/ssh/key", yes},
		{"a question mark is one character", "cat ?", "cat é", yes},
		{"a set is one of its characters", "cat [a-c].txt", "cat b.txt", yes},
		{"a set can be negated", "cat [!a-c].txt", "cat b.txt", no},
		{"an escaped star is a star", `echo \*`, "echo '*'", yes},
		{"a quoted star is a star", `echo '*'`, "echo x", no},
		{"quotes keep spaces", `git commit -m "a b"`, "git commit -m 'a b'", yes},
		{"braces are alternatives", "{rm,unlink} **", "unlink x", yes},
		{"braces inside of a word", "git {push,pull} **", "git pull", yes},
		{"none of the alternatives", "git {push,pull} **", "git fetch", no},
		{"empty braces are text", "find . -exec echo {} **", "find . -exec echo {} ';'", yes},

		// Programs.
		{"a program is compared by its base name", "rm **", "/usr/bin/rm x", yes},
		{"the pattern's program too", "/bin/rm **", "rm x", yes},
		{"another program", "rm **", "rmdir x", no},
		{"a program can be a glob", "python* **", "python3.12 x.py", yes},
		{"a program that is known at run time", "rm **", `"$x" y`, undecided},
		{"a program in an unknown directory", "rm **", `"$dir"/bin/ls y`, no},

		// Options.
		{"options cluster", "rm -rf **", "rm -fr x", yes},
		{"options may be apart", "rm -rf **", "rm -r -f x", yes},
		{"options may follow operands", "rm -rf **", "rm x -rf", yes},
		{"options have long names", "rm -rf **", "rm --recursive --force x", yes},
		{"options have other letters", "rm -rf **", "rm -Rf x", yes},
		{"long names can be abbreviated", "rm -rf **", "rm --rec --fo x", yes},
		{"an abbreviation of several options", "rm --preserve-root **", "rm --no-p --pre x", yes},
		{"all options must be there", "rm -rf **", "rm -r x", no},
		{"more options are ignored", "rm -r **", "rm -rfv x", yes},
		{"options that are not named are not words", "chmod 777 **", "chmod -R 777 x", yes},
		{"two dashes are not a word", "rm *", "rm -- x", yes},
		{"after two dashes there are no options", "rm -rf **", "rm -- -rf", no},
		{"and they are words there", "rm *", "rm -- -rf", yes},
		{"a pattern with a long name", "rm --recursive **", "rm -r x", yes},
		{"a glob over options", "git push --force* **", "git push --force-with-lease origin", yes},
		{"options of an unknown program", "frob -ab **", "frob -ba x", yes},
		{"long options of an unknown program", "frob --all **", "frob x --all", yes},
		{"values with an equals sign", "frob --level=3", "frob --level=3", yes},
		{"another value", "frob --level=3", "frob --level=4", no},
		{"a value that may be the next word", "frob --level=3 **", "frob --level 3", undecided},
		{"names with one dash are not clusters", "find ** -delete", "find . -depth -type l -ls", no},
		{"names with one dash", "find ** -delete", "find . -name x -delete", yes},

		// Tables.
		{"git push --force", "git push --force **", "git push -f origin main", yes},
		{"git push with a plus", "git push -f **", "git push origin +main", yes},
		{"git push with a colon", "git push --delete **", "git push origin :old", yes},
		{"git push --force is not --force-with-lease", "git push --force **", "git push --force-with-lease", no},
		{"git push --forc is ambiguous", "git push --force-with-lease **", "git push --force-", undecided},
		{"git -C", "git push **", "git -C dir push origin", yes},
		{"git -c", "git push **", "git -c user.name=x --git-dir=.git push", yes},
		{"git --git-dir", "git push **", "git --git-dir .git push", yes},
		{"the value of an option is not the subcommand", "git push **", "git -C push status", no},
		{"git commit about a push", "git push **", "git commit -m push", no},
		{"docker --context", "docker rm -f **", "docker --context x rm --force c", yes},
		{"kubectl -n", "kubectl delete **", "kubectl -n y delete pod x", yes},
		{"kubectl -n after the subcommand", "kubectl delete pod *", "kubectl delete -n y pod x", yes},
		{"curl -X", "curl -X POST **", "curl -XPOST http://x", yes},
		{"curl --request", "curl -X POST **", "curl http://x --request POST", yes},
		{"curl --request=", "curl -X POST **", "curl http://x --request=POST", yes},
		{"curl with another method", "curl -X POST **", "curl -X GET http://x", no},
		{"curl with any value", "curl -o **", "curl http://x -o file", yes},
		{"chmod with a leading zero", "chmod 777 **", "chmod 0777 x", yes},
		{"chmod with letters", "chmod 777 **", "chmod a=rwx x", yes},
		{"chmod that adds everything", "chmod 777 **", "chmod ugo+rwx x", yes},
		{"chmod with another mode", "chmod 777 **", "chmod 755 x", no},
		{"chown --recursive", "chown -R ** /", "chown --recursive me /", yes},
		{"cp --archive", "cp -a **", "cp --archive a b", yes},
		{"mv -t", "mv * -t /etc", "mv -t /etc x", yes},
		{"dd in another order", "dd of=/dev/* **", "dd if=x of=/dev/sda bs=1M", yes},
		{"dd to a file", "dd of=/dev/* **", "dd if=/dev/zero of=x", no},
		{"sudo itself", "sudo **", "sudo rm x", yes},
		{"options of the wrapped program are not the wrapper's", "sudo -i **", "sudo rm -i x", no},

		// What is only known at run time.
		{"an unknown operand is covered by two stars", "rm -rf **", `rm -rf "$x"`, yes},
		{"unknown operands are covered by two stars", "rm -rf **", "rm -rf $x", yes},
		{"an unknown word may be an option", "rm -rf **", `rm "$x" y`, undecided},
		{"an unknown word that cannot be an option", "rm -rf **", `rm "/tmp/$x" y`, no},
		{"an unknown word may be two dashes", "rm -rf **", `rm "$x" -rf y`, undecided},
		{"a glob may become an option", "rm -rf **", "rm *", undecided},
		{"a glob in a directory cannot", "rm -rf **", "rm ./*", no},
		{"an unknown subcommand", "git push **", `git "$x"`, undecided},
		{"words that may be anything", "git push **", "git $args", undecided},
		{"an unknown word may take the next one as its value", "curl x", `curl "$o" y x`, undecided},
		{"a character of several bytes before an unknown word", "cat ?xy", `cat "éx$y"`, undecided},
		{"words that may be several", "git push origin main", "git $args", undecided},
		{"the rest fails whatever the word is", "git push * **", `git status "$x"`, no},
		{"an unknown word fits partly", "cat /etc/*", `cat "/etc/$x"`, yes},
		{"an unknown word may fit", "cat /etc/passwd", `cat "/etc/$x"`, undecided},
		{"an unknown word cannot fit", "cat /etc/passwd", `cat "/tmp/$x"`, no},
		{"the end is known", "cat *.env", `cat "./$dir/x.env"`, yes},
		{"a word that begins in an unknown way may be an option", "cat *.env", `cat "$dir/x.env"`, undecided},
		{"an unknown value", "curl -X POST **", `curl -X "$m" http://x`, undecided},
		{"a home directory as spelled", "rm -rf ~", "rm -rf ~", yes},
		{"a home directory may be any directory", "rm -rf /", "rm -rf ~", undecided},
		{"a home directory is not a word", "git push **", "git ~", no},
		{"a text that cannot be parsed", "rm -rf **", "echo 'x", undecided},
		{"a shell that reads a pipe", "rm -rf **", "curl x | sh", undecided},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, _ := compile(t, test.pattern).MatchScript(shell.Parse(test.command))
			if got != test.want {
				t.Errorf("%q on %q: %v, want %v", test.pattern, test.command, got, test.want)
			}
		})
	}
}

func TestCompileErrors(t *testing.T) {
	tests := []struct {
		name, text string
		offset     int
		message    string
	}{
		{"nothing", "  ", 0, "empty"},
		{"an open quote", `rm "x`, 3, "not closed"},
		{"an open brace", "rm {a, b}", 3, "without spaces"},
		{"an open set", "rm [ab", 3, "[ is not closed"},
		{"a backslash at the end", `rm \`, 3, "backslash"},
		{"a pipe", "cat * | sh", 6, "simple command"},
		{"a list", "cd x && rm y", 5, "simple command"},
		{"no program", "** x", 0, "program"},
		{"an option instead of a program", "-rf", 0, "program"},
		{"too many alternatives", "x {1,2,3,4}{1,2,3,4}{1,2,3,4}{1,2,3,4}", 2, "too many"},
		{"too many alternatives in all", "x {1,2,3,4} {1,2,3,4} {1,2,3,4} {1,2,3,4}", 32, "more than"},
		{"too many words", "x" + strings.Repeat(" y", 61), 0, "more than"},
		{"too long", strings.Repeat("x", 5000), 0, "longer"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := pattern.Compile(test.text)
			var wrong *problem.Problem
			if !errors.As(err, &wrong) {
				t.Fatalf("Compile: %v", err)
			}
			if wrong.Offset != test.offset || !strings.Contains(wrong.Message, test.message) {
				t.Errorf("at %d: %s; want at %d: …%s…", wrong.Offset, wrong.Message, test.offset, test.message)
			}
		})
	}
}

func TestPatternsThatLookLikeRegularExpressions(t *testing.T) {
	tests := []struct {
		text   string
		offset int // of the warning, or -1
	}{
		{`^rm -rf`, 0},
		{`rm .*`, 3},
		{`rm\s+-rf`, 2},
		{`git push$`, 8},
		{`(rm|mv) x`, 3},
		{`rm -rf **`, -1},
		{`npm run test:*`, -1},
		{`cat *.txt`, -1},
	}
	for _, test := range tests {
		t.Run(test.text, func(t *testing.T) {
			warnings := compile(t, test.text).Warnings
			switch {
			case test.offset < 0 && len(warnings) > 0:
				t.Errorf("warning: %v", warnings)
			case test.offset >= 0 && (len(warnings) != 1 || warnings[0].Offset != test.offset):
				t.Errorf("warnings %v, want one at %d", warnings, test.offset)
			}
		})
	}
}

func TestMatchScriptNamesTheCommand(t *testing.T) {
	result, command := compile(t, "rm -rf **").MatchScript(shell.Parse("ls; sudo rm -rf x"))
	if result != ternary.Yes || command != 2 {
		t.Errorf("%v at %d, want yes at 2", result, command)
	}
}
