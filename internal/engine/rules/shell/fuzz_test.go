package shell_test

import (
	"testing"

	"github.com/grapnel-hooks/grapnel/internal/engine/rules/shell"
)

func FuzzParse(f *testing.F) {
	for _, text := range []string{
		"rm -rf x", "bash -c \"eval 'a $(b)'\"", "a <<E\n$x\nE\nb", "{a,b}{c,{d,e}}{1..9}", "cd a && cat \"$x\" > y", "find . -exec sh -c 'rm {}' \\;",
		"f() { a; }; case x in a) b;; esac", "$'\\x41\\u0042\\c'", "sudo -u x env -S 'a b' c", "a[$(b)]=1; ((a))", "[[ a -eq b ]] && c", "a \\\r\nb # c \\\nd",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		script := shell.Parse(text)
		for i := range script.Commands {
			c := &script.Commands[i]
			if (c.Program == "") != (c.Undecided != "") || len(c.Words) == 0 || len(c.Dirs) == 0 {
				t.Errorf("odd command %+v", *c)
			}
			c.Arguments()
			c.Paths()
		}
	})
}
