//go:build !windows

package pattern_test

import (
	"testing"

	"github.com/grapnel-hooks/grapnel/internal/engine/rules/shell"
	"github.com/grapnel-hooks/grapnel/internal/engine/rules/ternary"
)

// Where nothing depends on the run, the matcher must say exactly what bash does.
func TestLiteralCommandsAreDecidedAsInBash(t *testing.T) {
	s := newSandbox(t)
	p := compile(t, "rm -rf **")
	for _, text := range []string{
		"rm -rf x", "rm -fr x", "rm -r -f x", "rm x -r -f", "rm -r x", "rm x", "rm -- -rf", "rm --recursive --force x",
		"rm -r --force x",
		"echo rm -rf x", "echo 'rm -rf x'", "echo \"rm -rf x\"", "echo rm; echo -rf x", "'rm -rf x'", "rm-rf x", "xrm -rf x",
		"'rm' -rf x", `r\m -rf x`, `"r"'m' -rf x`, `$'\x72\x6d' -rf x`, "{rm,-rf,x}", "{rm,-r,x}", "rm -r{f,v} x", "rm -rf {1..3}",
		"rm \\\n  -rf x", "rm # -rf x", "rm '#' -rf x", "rm x#-rf", "# rm -rf x", ": # rm -rf x\nrm x",
		": 'a\nrm -rf x\n'", ": \"a\nrm -rf x\"",
		"A='rm -rf x' :", "A=b rm -rf x", "A=rm -rf x", "true && rm -rf x", "true; rm -rf x", "rm -rf x | cat",
		"(rm -rf x)", "{ rm -rf x; }",
		"if true; then rm -rf x; fi", "while true; do rm -rf x; break; done", "for i in 1; do rm -rf x; done",
		"case a in a) rm -rf x;; esac", "case rm in -rf) x;; esac",
		"f() { rm -rf x; }; f", "echo $(rm -rf x)", "echo '$(rm -rf x)'", "echo \"$(rm -rf x)\"", "echo \"\\$(rm -rf x)\"",
		"echo `rm -rf x`", "cat <(rm -rf x)",
		"cat <<E\nrm -rf x\nE", "cat <<E\n$(rm -rf x)\nE", "cat <<'E'\n$(rm -rf x)\nE", "cat <<E\nx\nE\nrm -rf x",
		"cat <<-E\n\tx\n\tE\nrm -rf x", "cat <<< 'rm -rf x'",
		"bash -c 'rm -rf x'", "bash -c 'rm x' -rf", "bash -c 'echo rm -rf x'", "sh -c \"sh -c 'rm -rf x'\"",
		"bash -ec 'rm -rf x'", "bash -c -e 'rm -rf x'", "bash -x -c 'rm -rf x'",
		"eval 'rm -rf x'", "eval rm '-rf' x", "eval echo 'rm -rf x'", "bash <<E\nrm -rf x\nE", "bash <<< 'rm -rf x'",
		"bash <<< 'echo rm -rf x'", "bash -s -- a <<< 'rm -rf x'",
		"trap 'rm -rf x' EXIT", "trap 'rm -rf x' USR1; kill -USR1 $$", "env rm -rf x", "env A=b rm -rf x",
		"env A=rm echo -rf x", "env -u rm echo -rf x", "env -S 'rm -rf x'", "nohup rm -rf x", "nice rm -rf x",
		"nice -n 5 rm -rf x", "timeout 5 rm -rf x", "timeout -s KILL 5 rm -rf x",
		"command rm -rf x", "command -v rm -rf x", "exec rm -rf x", "exec echo rm -rf x", "sudo rm -rf x",
		"sudo -u rm echo -rf x", "setsid -w rm -rf x", "stdbuf -oL rm -rf x",
		"echo x | xargs rm -rf", "echo x | xargs echo rm -rf", "find . -maxdepth 0 -exec rm -rf {} ';'",
		"find . -maxdepth 0 -exec echo rm -rf {} +", "find . -name rm -rf", "ssh host rm -rf x", "ssh host 'rm -rf x'",
		"ssh host echo 'rm -rf x'", "docker exec c rm -rf x", "kubectl exec p -- rm -rf x",
		"time rm -rf x", "! rm -rf x", "rm -rf x > out", "> out rm -rf x", "rm > -rf x", "[[ -n 'rm -rf x' ]]",
		"[ rm = -rf ]", "function f { rm -rf x; }; f",
	} {
		t.Run(text, func(t *testing.T) {
			got, _ := p.MatchScript(shell.Parse(text))
			if want := ternary.Of(deletes(s.run(text))); got != want {
				t.Errorf("%v, but in bash %v", got, want)
			}
		})
	}
}
