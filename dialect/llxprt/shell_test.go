//go:build unix

package llxprt

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/grapnel-hooks/grapnel/hook"
)

// TestDirectoryIsOneWordHoweverItIsWritten runs commands in real bash in a
// directory whose name would do harm if any part of it were read as code.
func TestDirectoryIsOneWordHoweverItIsWritten(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a \"b\" $(touch x);`id`  'c'\n* d")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	const show = `printf '<%s>' `
	word := "<" + dir + ">"
	tests := []struct{ command, want string }{
		{show + `$LLXPRT_PROJECT_DIR`, word},
		{show + `"$LLXPRT_PROJECT_DIR"`, word},
		{show + `${LLXPRT_PROJECT_DIR}`, word},
		{show + `"${LLXPRT_PROJECT_DIR}"`, word},
		{show + `$GEMINI_PROJECT_DIR`, word},
		{show + `$CLAUDE_PROJECT_DIR`, word},
		{show + `'$LLXPRT_PROJECT_DIR'`, "<$LLXPRT_PROJECT_DIR>"},
		{show + `\$LLXPRT_PROJECT_DIR`, "<$LLXPRT_PROJECT_DIR>"},
		{show + `"$LLXPRT_PROJECT_DIRX"`, "<>"},
		{show + `$LLXPRT_PROJECT_DIR/x`, "<" + dir + "/x>"},
		{show + `--dir=$LLXPRT_PROJECT_DIR/x`, "<--dir=" + dir + "/x>"},
		{show + `"in $LLXPRT_PROJECT_DIR"`, "<in " + dir + ">"},
		{show + `"$(printf %s $LLXPRT_PROJECT_DIR)"`, word},
		{`x=$LLXPRT_PROJECT_DIR; ` + show + `"$x"`, word},
		{`for d in $LLXPRT_PROJECT_DIR b; do ` + show + `"$d"; done`, word + "<b>"},
		{`echo hi > $LLXPRT_PROJECT_DIR/out; cat "$LLXPRT_PROJECT_DIR/out"`, "hi\n"},
		{`[[ $LLXPRT_PROJECT_DIR == $PWD ]] && echo same`, "same\n"},
		{`case $LLXPRT_PROJECT_DIR in "$PWD") echo same;; esac`, "same\n"},
		{`cat <<END` + "\n$LLXPRT_PROJECT_DIR\nEND\n", dir + "\n"},
		{`echo $((${#LLXPRT_PROJECT_DIR} > 1))`, "1\n"},
		{`cat <<< $LLXPRT_PROJECT_DIR`, dir + "\n"},
		{show + "`printf %s $LLXPRT_PROJECT_DIR | wc -l`", "<1>"},
		{show + `"${LLXPRT_PROJECT_DIR##*/}"`, "<" + filepath.Base(dir) + ">"},
		{show + `"${NOT_SET:-$LLXPRT_PROJECT_DIR}"`, word},
	}
	_, env := Dialect{}.Input(hook.Event{Session: hook.Session{Dir: dir}})
	for _, tt := range tests {
		t.Run(tt.command, func(t *testing.T) {
			program, err := Dialect{}.Program(hook.Definition{Type: "command", Command: tt.command}, dir)
			if err != nil {
				t.Fatal(err)
			}
			argv := program.Argv
			cmd := exec.Command(argv[0], argv[1:]...)
			cmd.Dir, cmd.Env = dir, append(os.Environ(), env...)
			out, err := cmd.CombinedOutput()
			if err != nil {
				t.Fatalf("%v\n%s\nran %s", err, out, argv[2])
			}
			if string(out) != tt.want {
				t.Errorf("got  %q\nwant %q\nran  %s", out, tt.want, argv[2])
			}
		})
	}
	if _, err := os.Stat(filepath.Join(dir, "x")); err == nil {
		t.Error("a part of the directory's name was executed")
	}
}

func TestCommandWithoutDirectoryIsLeftAlone(t *testing.T) {
	for _, command := range []string{`echo $HOME "$PATH"`, `if then`, `echo $LLXPRT_PROJECT_DIR "unclosed`, ``} {
		if got := quoteDirectories(command); got != command {
			t.Errorf("%q became %q", command, got)
		}
	}
}

func FuzzQuoteDirectories(f *testing.F) {
	for _, seed := range []string{"echo $LLXPRT_PROJECT_DIR/x", "cat <<E\n$LLXPRT_PROJECT_DIR\nE", `"$(echo ${CLAUDE_PROJECT_DIR})"`, "$((${LLXPRT_PROJECT_DIR}))", "`$GEMINI_PROJECT_DIR`"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, command string) {
		once := quoteDirectories(command)
		if twice := quoteDirectories(once); twice != once {
			t.Errorf("%q becomes %q and then %q", command, once, twice)
		}
	})
}
