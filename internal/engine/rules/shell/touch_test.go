package shell_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/grapnel-hooks/grapnel/internal/engine/rules/shell"
)

// touched returns the paths that a text touches: r or w, and the path in each
// of the directories it may be in.
func touched(s *shell.Script) []string {
	var list []string
	add := func(p shell.Path) {
		access := "r"
		if p.Write {
			access = "w"
		}
		var places []string
		for _, dir := range p.Dirs {
			if dir != "" {
				dir += "//"
			}
			places = append(places, strings.ReplaceAll(dir+p.Text, shell.Unknown, "…"))
		}
		list = append(list, fmt.Sprintf("%s %s", access, strings.Join(places, " or ")))
	}
	for i := range s.Commands {
		for _, p := range s.Commands[i].Paths() {
			add(p)
		}
	}
	for _, p := range s.Redirects {
		add(p)
	}
	return list
}

func TestPaths(t *testing.T) {
	tests := []struct {
		name, text string
		want       []string
	}{
		{"cat reads", "cat a b", []string{"r a", "r b"}},
		{"rm writes", "rm -rf a -- -b", []string{"w a", "w -b"}},
		{"cp reads and writes", "cp -r a b c", []string{"r a", "r b", "w c"}},
		{"cp -t", "cp -t c a b", []string{"w c", "r a", "r b"}},
		{"cp --target-directory", "cp a --target-directory=c", []string{"r a", "w c"}},
		{"mv writes", "mv a b", []string{"w a", "w b"}},
		{"ln", "ln -s a b", []string{"r a", "w b"}},
		{"tee writes", "a | tee -a b", []string{"w b"}},
		{"touch with a date", "touch -d now a", []string{"w a"}},
		{"chmod", "chmod -R 777 a", []string{"w a"}},
		{"chmod --reference", "chmod --reference=r a", []string{"r r", "w a"}},
		{"chown", "chown me:us a", []string{"w a"}},
		{"head with a number of lines", "head -n 5 a", []string{"r a"}},
		{"grep", "grep -r -A 3 x a b", []string{"r a", "r b"}},
		{"grep -e", "grep -e x a", []string{"r a"}},
		{"grep -f", "grep -f x a", []string{"r x", "r a"}},
		{"sed", "sed s/a/b/ c", []string{"r c"}},
		{"sed -i", "sed -i.bak -e s/a/b/ c", []string{"w c"}},
		{"dd", "dd if=a of=b bs=1", []string{"r a", "w b"}},
		{"curl -o", "curl -sSo a http://x -T b", []string{"w a", "r b"}},
		{"sort -o", "sort -o a b", []string{"w a", "r b"}},
		{"find", "find a b -name c -exec d {} +", []string{"r a", "r b"}},
		{"find -delete", "find a -name c -delete", []string{"w a"}},
		{"mkdir -m", "mkdir -p -m 700 a", []string{"w a"}},
		{"a program that is not known", "frob a", nil},
		{"a wrapped program", "sudo -u me cat a", []string{"r a"}},
		{"a program of another machine", "ssh host 'cat a > b'", nil},
		{"an unknown path", `cat "$x" "a/$y" *`, []string{"r …", "r a/…", "r …"}},

		{"output", "a > b", []string{"w b"}},
		{"output that is appended", "a >> b 2>> c", []string{"w b", "w c"}},
		{"output that overwrites", "a >| b", []string{"w b"}},
		{"all output", "a &> b", []string{"w b"}},
		{"all output in the old way", "a >& b", []string{"w b"}},
		{"a descriptor", "a 2>&1 >&- 3>&2-", nil},
		{"input", "a < b", []string{"r b"}},
		{"input and output", "a <> b", []string{"w b"}},
		{"a redirection of a group", "{ a; b; } > c", []string{"w c"}},
		{"a redirection without a command", "> a", []string{"w a"}},
		{"a here-document", "cat > a <<E\nx > y\nE", []string{"w a"}},

		{"cd and", "cd a && cat b", []string{"r a//b"}},
		{"cd twice", "cd a && cd b && cat c > d", []string{"r a/b//c", "w a/b//d"}},
		{"cd that may fail", "cd a; cat b", []string{"r a//b or b"}},
		{"cd or", "cd a || exit; cat b", []string{"r a//b or b"}},
		{"what runs if cd fails", "cd a || cat b", []string{"r b"}},
		{"cd to an absolute directory", "cd a && cd /b && cat c", []string{"r /b//c"}},
		{"cd home", "cd && cat b", []string{"r ~//b"}},
		{"cd to a home directory", "cd ~/a && cat b", []string{"r ~/a//b"}},
		{"cd back", "cd - && cat b", []string{"r …//b"}},
		{"cd to an unknown directory", `cd "$x" && cat b`, []string{"r …//b"}},
		{"cd -P", "cd -P -- a && cat b", []string{"r a//b"}},
		{"pushd", "pushd a && cat b && popd && cat c", []string{"r a//b", "r …//c"}},
		{"cd in a subshell", "(cd a && cat b); cat c", []string{"r a//b", "r c"}},
		{"cd in a pipe", "cd a | cat b; cat c", []string{"r b", "r c"}},
		{"cd in the background", "cd a & cat b", []string{"r b"}},
		{"cd in a substitution", "cat $(cd a && cat b) c", []string{"r a//b", "r …", "r c"}},
		{"cd in a condition", "if cd a; then cat b; else cat c; fi", []string{"r a//b", "r c"}},
		{"cd in a loop", "while x; do cat b; cd ..; done; cat c", []string{"r …//b", "r …//c"}},
		{"cd in a function", "f() { cd a; }; f; cat b", []string{"r …//b"}},
		{"a function and a cd", "f() { cat b; }; cd a && f", []string{"r …//b"}},
		{"cd in eval", "eval 'cd a' && cat b", []string{"r a//b"}},
		{"cd in another shell", "bash -c 'cd a && cat b'; cat c", []string{"r a//b", "r c"}},
		{"command cd", "command cd a && cat b", []string{"r a//b"}},
		{"negated cd", "! cd a && cat b", []string{"r b"}},
		{"env -C", "env -C a cat b", []string{"r a//b"}},
		{"find -execdir", `find a -execdir cat b \;`, []string{"r a", "r …//b"}},
		{"many directories", "cd 1; cd 2; cd 3; cd 4; cat b", []string{"r …//b"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, touched(shell.Parse(test.text))); diff != "" {
				t.Errorf("%s (-want +got):\n%s", test.text, diff)
			}
		})
	}
}
