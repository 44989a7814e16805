//go:build !windows

package pattern_test

import (
	"fmt"
	"strings"
)

// quote puts a text in single quotes.
func quote(text string) string {
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}

// doubleQuote puts a text in double quotes.
func doubleQuote(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "$", `\$`, "`", "\\`").Replace(text) + `"`
}

// spellings are ways to write rm -rf x, and texts that only look like it. ABS is
// a directory with another rm.
func spellings() []string {
	return []string{
		// Options and operands of rm, and what is not rm.
		"rm -rf x", "rm -fr x", "rm -r -f x", "rm x -rf", "rm -f -- x -r", "rm --recursive --force x", "rm --rec --forc x",
		"rm -Rf x", "rm -rfv x y z", "rm -rf", "rm -r x", "rm -f x", "rm x", "rm -- -rf", "rmm -rf x", "echo rm -rf x",
		"echo 'rm -rf x'",
		// Quotes and braces.
		"'rm' -rf x", `"rm" '-rf' "x"`, `r\m -rf x`, `\rm -\rf x`, `r''m -r""f x`, `$'rm' -rf x`, `$'\x72m' -rf x`,
		`$'\162\155' -rf x`,
		`$'\u0072m' -rf x`, `$"rm" -rf x`, "{rm,-rf,x}", "rm -{r,f} x", "rm -r{f,} x", "{rm,} -rf x", "rm -rf {1..3}",
		// Paths, line breaks and assignments.
		"ABS/rm -rf x", `"ABS"/rm -rf x`, "ABS/./rm -rf x", "rm \\\n-rf x", "rm -rf x # rm", "A=b rm -rf x",
		"A=$(rm -rf x)", "A=b B='c d' rm -rf x",
		// What is only known at run time.
		`${v:-rm} -rf x`, `$(echo rm) -rf x`, "`echo rm` -rf x", `v=rm; $v -rf x`, `v="rm -rf x"; $v`,
		`set -- rm -rf x; "$@"`, `rm${IFS}-rf${IFS}x`,
		`f=-rf; rm $f x`, `f=-rf; rm "$f" x`, "rm -rf $HOME", "rm -rf ~/x", "rm -rf *", `rm -rf "$HOME"/x`,
		// Redirections and keywords.
		"> out rm -rf x", "rm > out -rf x", "rm -rf x 2>&1", "2>/dev/null rm -rf x <&-", "! rm -rf x", "time rm -rf x",
		"time -p rm -rf x",
		// Substitutions.
		"echo $(rm -rf x)", "echo `rm -rf x`", `echo "$(rm -rf x)"`, "echo \"`rm -rf x`\"", "cat <(rm -rf x)",
		"echo > >(rm -rf x; cat)", "echo ${v:-$(rm -rf x)}",
		"echo $((1 + $(rm -rf x; echo 1)))", "echo ${a[$(rm -rf x)0]}", "a[$(rm -rf x)0]=1", "[[ -n $(rm -rf x) ]]",
		"[ -n \"$(rm -rf x)\" ]", "case $(rm -rf x) in *) ;; esac",
		"(( $(rm -rf x) + 1 ))", "let 'a[$(rm -rf x)0]=1'", "declare a=$(rm -rf x)", "export a=`rm -rf x`",
		"a=($(rm -rf x))", "for i in $(rm -rf x); do :; done",
		// Text that is evaluated later.
		"v='a[$(rm -rf x)0]'; echo $((v))", "v='a[$(rm -rf x)0]'; [[ v -eq 0 ]]", "v='a[$(rm -rf x)0]'; (( v )) ",
		"test -v 'a[$(rm -rf x)0]'", "printf -v 'a[$(rm -rf x)0]' x",
		"v='$(rm -rf x)'; echo ${v@P}", "PS4='$(rm -rf x)'; set -x; :", "unset 'a[$(rm -rf x)0]'",
		"read 'a[$(rm -rf x)0]' <<< x",
		// Background and coprocesses.
		"coproc rm -rf x; wait", "coproc A=b rm -rf x; wait", "coproc 2>/dev/null rm -rf x; wait", "coproc { rm -rf x; }; wait", "rm -rf x &\nwait", "mapfile -C 'rm -rf x; :' -c 1 v <<< y",
		// Aliases and functions.
		"alias z='rm -rf x'\nz", "shopt -s expand_aliases\nalias z='rm -rf x'\nz", "function rm { echo; }; rm -rf x",
		"z() { rm -rf x; }; z", "z() { rm \"$@\"; }; z -rf x", "z() (rm -rf x); z", "function z { rm -rf x; }\nz",
		// Here-documents.
		"cat <<E\n$(rm -rf x)\nE", "cat <<'E'\n$(rm -rf x)\nE", "cat <<E\nrm -rf x\nE", "cat <<-E\n\t`rm -rf x`\n\tE",
		"cat <<E; rm -rf x\nE\nE", "cat <<\"E F\"\nE\nrm\nE F\nrm -rf x",
		// Shells that read their input.
		"bash <<E\nrm -rf x\nE", "bash <<'E'\nrm -rf x\nE", "bash <<-E\n\trm -rf x\n\tE", "bash <<< 'rm -rf x'",
		"sh -s <<< 'rm -rf x'", "bash /dev/stdin <<< 'rm -rf x'", "echo rm -rf x | bash", "bash <(echo rm -rf x)",
		"source /dev/stdin <<< 'rm -rf x'", ". <(echo rm -rf x)", "source <(echo rm -rf x)",
		// Traps and xargs.
		"trap 'rm -rf x' EXIT", "trap -- 'rm -rf x' EXIT", "trap \"rm -rf x\" EXIT; exit", "xargs rm -rf <<< x",
		"echo x | xargs rm -rf", "echo x | xargs -n1 rm -rf", "echo -rf x | xargs rm", "echo x | xargs -I{} rm -rf {}",
		"echo rm | xargs -I@ @ -rf x", "echo x | xargs -I@ bash -c 'rm -rf @'", "echo 'rm -rf x' | xargs -I@ sh -c @",
		"echo x | xargs -0 -r rm -rf", "echo x | xargs --max-args=1 rm -rf",
		// Find.
		"find . -exec rm -rf {} +", "find . -exec rm -rf {} ';'", "find . -maxdepth 0 -execdir rm -rf {} \\;",
		"find . -exec sh -c 'rm -rf x' \\;", "find . -name x -o -exec rm {} -rf \\;",
		// Env.
		"env -S 'rm -rf x'", "env -S'rm -rf' x", "env -i PATH=$PATH RECORD=$RECORD rm -rf x", "env -u A B=c rm -rf x",
		"env -C . rm -rf x", "env - PATH=$PATH RECORD=$RECORD rm -rf x", "env --unset A rm -rf x",
		"env --unset=A rm -rf x", "env -- rm -rf x",
		// Compound commands.
		"if rm -rf x; then :; fi", "while rm -rf x; do break; done", "until ! rm -rf x; do break; done",
		"for ((;;)); do rm -rf x; break; done", "select i in a; do rm -rf x; break; done <<< 1",
		"case a in a) rm -rf x;; esac", "{ rm -rf x; }", "(rm -rf x)", "( (rm -rf x) )", "((rm -rf x); (rm -rf x))",
		"!(rm -rf x)", "! (rm -rf x)", "false || rm -rf x", "true && rm -rf x", ": | rm -rf x", "rm -rf x |& cat",
		// Builtins that run commands.
		"exec -a z rm -rf x", "exec -c ABS/rm -rf x", "command -p -- rm -rf x", "command -v rm -rf x",
		"builtin command rm -rf x", "eval rm -rf x", "eval 'rm' -rf \"x\"", "eval \"$(echo rm -rf x)\"",
		"eval -- rm -rf x", "hash -p ABS/rm z; z -rf x",
		// Texts that shells read in different ways.
		"$\\\n'rm' -rf x", "dash -c '((rm -rf))'", "dash -c '[[ a || rm -rf x ]]'", "((rm -rf))", "[[ a || rm -rf x ]]", "[[ a && rm -rf x ]]", "echo $((rm -rf x); (rm -rf x))",
		"echo $( (rm -rf x) )", "((echo); rm -rf x)", "((echo a) ; rm -rf x )", "echo $(case x in x) rm -rf x;; esac)",
		"echo $(case x in (x) rm -rf x;; esac)",
		// Here-documents in odd places.
		"echo $(cat <<E\nx\nE\nrm -rf x)", "echo $(cat <<E\nx\nE\n); rm -rf x", "cat <<E\nx\\\nE\nrm -rf x\nE",
		"cat <<E\nx\\\nE\nE\nrm -rf x", "cat <<'E'\nx\\\nE\nrm -rf x", "cat <<E\\\nF\nx\nEF\nrm -rf x",
		"cat <<\"E\\\nF\"\nx\nEF\nrm -rf x", "cat <<E <<F\nE\nF\nrm -rf x", "cat <<-E\n\tE\nrm -rf x",
		"cat <<E\n E\nrm -rf x\nE", "cat <<\\E\n$x\nE\nrm -rf x",
		// All kinds of syntax.
		"time -- rm -rf x", "time -p -- rm -rf x", "! time rm -rf x", "time ! rm -rf x", "coproc N (rm -rf x); wait",
		"coproc N { rm -rf x; }; wait", "echo a;# b\nrm -rf x", "echo a#b; rm -rf x", "echo ${#x}; rm -rf x",
		"echo $(# )\nrm -rf x)", "echo $(echo '#'; rm -rf x)", "[[ a =~ # ]]; rm -rf x", "[[ x =~ (a|b) ]]; rm -rf x",
		"{rm -rf x}", "{ rm -rf x }", "rm() (rm -rf x)", ">out if true; then rm -rf x; fi", "exec >out rm -rf x",
		"echo rm -rf x > >(bash)", "bash <<< 'rm -rf x' | cat", "{fd}>out rm -rf x", "rm -rf x &> out", "rm -rf x >&2",
		"echo x &>out; rm -rf x", "case rm in rm) ;& x) rm -rf x;; esac", "a=1 b=$(rm -rf x) c", "a+=b rm -rf x",
		"a[0]=b rm -rf x", "1a=b rm -rf x", "f() rm -rf x", "echo <(echo >(rm -rf x))", "echo ${x/$(rm -rf x)/y}",
		"echo ${x:$(rm -rf x)0}", "echo \"${x:-\"$(rm -rf x)\"}\"", "echo '\n'\\''$(rm -rf x)'", "echo \"'$(rm -rf x)'\"",
		"echo '\"$(rm -rf x)\"'", "echo \\`rm -rf x\\`", "echo `echo \\`rm -rf x\\``",
		"echo \"`echo \\\"$(rm -rf x)\\\"`\"", "select x in a b; do rm -rf x; break; done < out",
		"if :; then :; elif :; then :; else :; fi; rm -rf x", "$'r\\\nm' -rf x", "r$()m -rf x", "r``m -rf x",
		"r${x}m -rf x", "r\"\"m -rf x", "rm -rf x;;", "rm -rf x; )", "rm -rf x\n)", "rm -rf x\nif", ": ; rm -rf x 'y",
		// Options of shells and wrappers.
		"echo `echo \\`echo \\\\\\`rm -rf x\\\\\\`\\``", "sudo A=b -u root rm -rf x",
		"set -o posix\nalias z='rm -rf x'\nz", "bash -c 'rm -rf \"$1\"' _ x", "bash -c '\"$@\"' _ rm -rf x",
		"xargs -I{} -n2 rm <<< '-rf x'", "xargs -n2 -I{} rm {} <<< '-rf x'", "xargs -a /dev/null rm -rf",
		"script -qec 'rm x' -c 'rm -rf x' /dev/null", "bash -O extglob -c 'rm -rf x'", "bash -c -- 'rm -rf x'",
		"bash +ec 'rm -rf x'", "bash -co pipefail 'rm -rf x'", "bash --rcfile x -c 'rm -rf x'", "bash ABS/rm -rf x",
		". ABS/rm -rf x",
	}
}

// wrapping is a way to run a command from another one.
type wrapping struct {
	program string // that it needs, if it is not part of bash
	text    func(command string) string
}

func prefixWith(program, words string) wrapping {
	return wrapping{program: program, text: func(c string) string { return words + " " + c }}
}

func format(program, text string, quoting func(string) string) wrapping {
	return wrapping{program: program, text: func(c string) string { return fmt.Sprintf(text, quoting(c)) }}
}

func asIs(text string) string { return text }

// wrappings are ways to run a command from another one.
func wrappings() []wrapping {
	list := []wrapping{
		prefixWith("", "command"), prefixWith("", "exec"), prefixWith("", "builtin command"), prefixWith("", "command --"),
		prefixWith("", "eval"),
		prefixWith("sudo", "sudo"), prefixWith("sudo", "sudo -u root -E A=b"), prefixWith("doas", "doas -u root"),
		prefixWith("unshare", "unshare -r"),
		prefixWith("env", "env"), prefixWith("env", "env A=b -- C=d"), prefixWith("nohup", "nohup"),
		prefixWith("nice", "nice"), prefixWith("nice", "nice -n 5"), prefixWith("nice", "nice -5"),
		prefixWith("nice", "nice --adjustment=5"),
		prefixWith("ionice", "ionice -c 3"), prefixWith("ionice", "ionice -c3"), prefixWith("timeout", "timeout 5"),
		prefixWith("timeout", "timeout -s KILL -k 1 5s"), prefixWith("timeout", "timeout --signal=KILL 5"),
		prefixWith("timeout", "timeout --sig KILL 5"),
		prefixWith("setsid", "setsid -w"), prefixWith("stdbuf", "stdbuf -oL"), prefixWith("stdbuf", "stdbuf -o L -e0"),
		prefixWith("flock", "flock lock"), prefixWith("flock", "flock -w 1 lock"),
		prefixWith("chrt", "chrt -o 0"), prefixWith("taskset", "taskset 1"), prefixWith("taskset", "taskset -c 0"),
		prefixWith("time", "$(:) time -p"), prefixWith("xargs", "xargs"), prefixWith("xargs", "xargs -n 1 -P1"),
		prefixWith("docker", "docker exec -it c"), prefixWith("kubectl", "kubectl exec pod --"),
		format("", "eval %s", quote), format("", "eval %s", doubleQuote), format("", "trap %s EXIT", quote),
		format("flock", "flock lock -c %s", quote), format("script", "script -qec %s /dev/null", quote),
		format("ssh", "ssh -p 22 host %s", quote),
		format("bash", "bash <<'EOT'\n%s\nEOT\n", asIs),
		format("bash", "bash <<EOT\n%s\nEOT\n", func(c string) string { return strings.NewReplacer(`\`, `\\`, "$", `\$`, "`", "\\`").Replace(c) }),
		format("bash", "bash <<< %s", quote), format("sh", "sh -s <<< %s", doubleQuote),
		format("bash", "cat <<EOT | bash\n%s\nEOT\n", asIs),
		format("", "{ %s\n}", asIs), format("", "( %s\n)", asIs), format("", "if true; then %s\nfi", asIs),
		format("", "while :; do %s\nbreak; done", asIs), format("", "for i in 1; do %s\ndone", asIs),
		format("", "case x in x) %s\n;; esac", asIs),
		format("", "f() { %s\n}; f", asIs), format("", "echo $(%s\n)", asIs), format("", "echo \"$(%s\n)\"", asIs),
		format("cat", "cat <(%s\n)", asIs), format("", "echo ${v:-$(%s\n)}", asIs), format("", ": && %s", asIs),
		format("", "%s\n:", asIs), format("cat", "cat <<EOT\n$(%s\n)\nEOT\n", asIs),
		{text: func(c string) string {
			return "echo `" + strings.NewReplacer(`\`, `\\`, "`", "\\`", "$", `\$`).Replace(c) + "\n`"
		}},
	}
	for _, shell := range []string{"bash -c", "sh -c", "dash -c", "bash -ec", "bash -e -c", "bash -o pipefail -c", "bash --norc -c", "bash +e -c", "env bash -c", "timeout 5 bash -c"} {
		program, _, _ := strings.Cut(shell, " ")
		list = append(list, format(program, shell+" %s", quote), format(program, shell+" %s z", doubleQuote))
	}
	return list
}
