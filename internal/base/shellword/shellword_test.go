//go:build unix

package shellword

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

var variables = []string{"PROJECT_DIR", "OTHER_DIR"}

// TestDirectoryIsOneWordHoweverItIsWritten runs commands in real shells in a
// directory whose name would do harm if any part of it were read as code.
func TestDirectoryIsOneWordHoweverItIsWritten(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a \"b\" $(touch x);`id`  'c'\n* d")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	const show = `printf '<%s>' `
	word := "<" + dir + ">"
	const anyShell, bashOnly = "sh", "bash"
	tests := []struct{ shell, command, want string }{
		{anyShell, show + `$PROJECT_DIR`, word},
		{anyShell, show + `"$PROJECT_DIR"`, word},
		{anyShell, show + `${PROJECT_DIR}`, word},
		{anyShell, show + `"${PROJECT_DIR}"`, word},
		{anyShell, show + `$OTHER_DIR`, word},
		{anyShell, show + `'$PROJECT_DIR'`, "<$PROJECT_DIR>"},
		{anyShell, show + `\$PROJECT_DIR`, "<$PROJECT_DIR>"},
		{anyShell, show + `"$PROJECT_DIRX"`, "<>"},
		{anyShell, show + `$PROJECT_DIR/x`, "<" + dir + "/x>"},
		{anyShell, show + `--dir=$PROJECT_DIR/x`, "<--dir=" + dir + "/x>"},
		{anyShell, show + `"in $PROJECT_DIR"`, "<in " + dir + ">"},
		{anyShell, show + `"$(printf %s $PROJECT_DIR)"`, word},
		{anyShell, `x=$PROJECT_DIR; ` + show + `"$x"`, word},
		{anyShell, `for d in $PROJECT_DIR b; do ` + show + `"$d"; done`, word + "<b>"},
		{anyShell, `echo hi > $PROJECT_DIR/out; cat "$PROJECT_DIR/out"`, "hi\n"},
		{bashOnly, `[[ $PROJECT_DIR == $PWD ]] && echo same`, "same\n"},
		{anyShell, `[ $PROJECT_DIR = "$PWD" ] && echo same`, "same\n"},
		{anyShell, `case $PROJECT_DIR in "$PWD") echo same;; esac`, "same\n"},
		{anyShell, `cat <<END` + "\n$PROJECT_DIR\nEND\n", dir + "\n"},
		{anyShell, `cat <<END > $PROJECT_DIR/out; cat "$PROJECT_DIR/out"` + "\n$(printf %s $PROJECT_DIR)\nEND\n", dir + "\n"},
		{anyShell, `echo $((${#PROJECT_DIR} > 1))`, "1\n"},
		{bashOnly, `cat <<< $PROJECT_DIR`, dir + "\n"},
		{anyShell, show + "`printf %s $PROJECT_DIR | wc -l | tr -d ' '`", "<1>"},
		{anyShell, "touch ./f; " + show + "`ls \\$PROJECT_DIR/f | wc -l | tr -d ' '`", "<2>"},
		{anyShell, "touch ./f; " + show + "\"`ls \\${PROJECT_DIR}/f`\"", "<" + dir + "/f>"},
		{anyShell, show + `\\$PROJECT_DIR`, `<\` + dir + ">"},
		{anyShell, show + `"${PROJECT_DIR##*/}"`, "<" + filepath.Base(dir) + ">"},
		{anyShell, show + `"${NOT_SET:-$PROJECT_DIR}"`, word},
	}
	env := append(os.Environ(), "PROJECT_DIR="+dir, "OTHER_DIR="+dir)
	for _, tt := range tests {
		shells := []string{bashOnly}
		if tt.shell == anyShell {
			shells = append(shells, "/bin/sh")
		}
		for _, shell := range shells {
			t.Run(shell+" "+tt.command, func(t *testing.T) {
				command := Quote(tt.command, variables)
				cmd := exec.Command(shell, "-c", command)
				cmd.Dir, cmd.Env = dir, env
				out, err := cmd.CombinedOutput()
				if err != nil {
					t.Fatalf("%v\n%s\nran %s", err, out, command)
				}
				if string(out) != tt.want {
					t.Errorf("got  %q\nwant %q\nran  %s", out, tt.want, command)
				}
			})
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "x")); err == nil {
		t.Error("a part of the directory's name was executed")
	}
}

func TestCommandWithoutDirectoryIsLeftAlone(t *testing.T) {
	for _, command := range []string{`echo $HOME "$PATH"`, `echo ${!PROJECT_DIR} ${#PROJECT_DIR} ${PROJECT_DIR%/*}`, `if then`, `echo $PROJECT_DIR "unclosed`, ``} {
		if got := Quote(command, variables); got != command {
			t.Errorf("%q became %q", command, got)
		}
	}
}

// TestCommandThatOnlyASmallShellTakesIsQuotedToo uses a word that bash keeps
// for itself.
func TestCommandThatOnlyASmallShellTakesIsQuotedToo(t *testing.T) {
	command := `select $PROJECT_DIR/x`
	if got := Quote(command, variables); got != strings.Replace(command, "$PROJECT_DIR", `"$PROJECT_DIR"`, 1) {
		t.Errorf("got %q", got)
	}
}

func FuzzQuote(f *testing.F) {
	for _, seed := range []string{"echo $PROJECT_DIR/x", "cat <<E\n$PROJECT_DIR\nE", `"$(echo ${OTHER_DIR})"`, "$((${PROJECT_DIR}))", "`$OTHER_DIR`", "select $PROJECT_DIR"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, command string) {
		once := Quote(command, variables)
		if twice := Quote(once, variables); twice != once {
			t.Errorf("%q becomes %q and then %q", command, once, twice)
		}
	})
}
