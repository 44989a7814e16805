package shell

import "strings"

// starter follows programs that start others in a way of their own.
func (w *walker) starter(name string, words []Word, ctx context, depth int) {
	args := words[1:]
	switch name {
	case "find":
		w.find(words, ctx, depth)
	case "ssh":
		w.ssh(words, ctx)
	case "su", "runuser":
		w.su(words, ctx)
	case "watch":
		w.watch(words, ctx, depth)
	case "docker", "podman", "nerdctl", "docker-compose":
		w.container(name, words, ctx, depth)
	case "kubectl", "oc":
		w.pod(words, ctx, depth)
	case "at", "batch":
		w.shellInput(ctx)
	case "crontab":
		if ctx.stdin.kind != inherited {
			w.undecided("crontab takes commands that are not parsed")
		}
	case "parallel", "entr":
		if len(args) > 0 {
			w.undecided("what " + name + " runs is only known at run time")
		}
	case "git":
		w.git(args, ctx, depth)
	}
}

// git follows the subcommands of git that run other commands.
func (w *walker) git(args []Word, ctx context, depth int) {
	before, rebases := "", false
	for i, arg := range args {
		rest := args[i+1:]
		rebases = rebases || arg.Text == "rebase"
		switch {
		case strings.HasPrefix(arg.Text, "alias."), strings.HasPrefix(arg.Text, "-calias."):
			w.undecided("an alias of git changes what it runs")
		case before == "submodule foreach" && !strings.HasPrefix(arg.Text, "-"):
			w.plainText(args[i:], ctx)
			return
		case before == "bisect run":
			w.run(args[i:], ctx, depth)
			return
		case rebases && listed("-x,--exec", arg.Text) && len(rest) > 0:
			w.plainText(rest[:1], ctx)
		case rebases && strings.HasPrefix(arg.Text, "--exec="):
			w.plainText([]Word{{Text: arg.Text[len("--exec="):]}}, ctx)
		case arg.Text == "filter-branch":
			w.undecided("git filter-branch runs commands that are not parsed")
		case !strings.HasPrefix(arg.Text, "-"):
			before = strings.TrimSpace(lastWord(before) + " " + arg.Text)
		}
	}
}

// lastWord returns the last of several words.
func lastWord(text string) string {
	return text[strings.LastIndexByte(text, ' ')+1:]
}

// find follows -exec and its relatives.
func (w *walker) find(words []Word, ctx context, depth int) {
	root, args := findRoot(words[1:])
	for i := 0; i < len(args); i++ {
		switch args[i].Text {
		case Unknown:
			if args[i].Multi {
				w.unknownProgram(words, ctx)
				return
			}
		case "-exec", "-ok", "-execdir", "-okdir":
			end := i + 1
			for end < len(args) && args[end].Text != ";" && !(args[end].Text == "+" && args[end-1].Text == "{}") {
				end++
			}
			inner, found := ctx, root
			if strings.HasSuffix(args[i].Text, "dir") {
				inner.dirs, found = unknownDirs(), "./"+Unknown
			}
			w.run(withFound(args[i+1:end], found), inner, depth)
			i = end
		}
	}
}

// findRoot returns how the paths that find finds begin, and the arguments after
// the directories that it searches.
func findRoot(args []Word) (root string, rest []Word) {
	for len(args) > 0 && len(args[0].Text) == 2 && strings.Contains("-H-L-P", args[0].Text) {
		args = args[1:]
	}
	n := 0
	for n < len(args) && args[n].Text != "" && strings.IndexByte("-(!,\x00", args[n].Text[0]) < 0 {
		n++
	}
	if n < len(args) && args[n].Text != "" && args[n].Text[0] == 0 {
		return Unknown, args
	}
	if n == 0 {
		return "." + Unknown, args
	}
	root = args[0].Text
	for _, arg := range args[1:n] {
		root = root[:commonPrefix(root, arg.Text)]
	}
	return root + Unknown, args[n:]
}

func commonPrefix(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// withFound replaces {} by the paths that find finds.
func withFound(words []Word, found string) []Word {
	list := make([]Word, len(words))
	for i, word := range words {
		if word.Text == "{}" {
			word = Word{Text: found, Multi: true}
		}
		word.Text = strings.ReplaceAll(word.Text, "{}", Unknown)
		list[i] = word
	}
	return list
}

// ssh follows the command for another machine, which is run by a shell there.
func (w *walker) ssh(words []Word, ctx context) {
	s := splitter{options: optionTable{list: sshOptions, ordered: true}, words: words[1:]}
	for arg, ok := s.next(); ok; arg, ok = s.next() {
		switch {
		case arg.Kind == Uncertain, arg.Kind == Option && !arg.Listed, arg.Word.Multi:
			w.unknownProgram(words, ctx)
			return
		case arg.Kind == Option && arg.Name == "o" && strings.Contains(strings.ToLower(arg.Value.Text), "command"):
			w.undecided("an option of ssh runs a command")
		case arg.Kind == Operand:
			ctx.remote = true
			if rest := words[1+arg.next:]; len(rest) > 0 {
				w.plainText(rest, ctx)
			} else {
				w.shellInput(ctx)
			}
			return
		}
	}
}

// su follows the text that su runs as another user.
func (w *walker) su(words []Word, ctx context) {
	s := splitter{options: optionTable{list: suOptions}, words: words[1:]}
	operands, ran := 0, false
	for arg, ok := s.next(); ok; arg, ok = s.next() {
		switch {
		case arg.Kind == Option && (arg.Name == "c" || arg.Name == "session-command"):
			w.plainText([]Word{arg.Value}, ctx)
			ran = true
		case arg.Kind == Option && arg.Listed:
		case arg.Kind == Operand && arg.Word.Text == "-":
		case arg.Kind == Operand && operands == 0 && !arg.Word.Multi:
			operands++
		default:
			w.unknownProgram(words, ctx)
			return
		}
	}
	if !ran {
		w.shellInput(ctx)
	}
}

// watch follows the command that watch repeats, which is run by a shell.
func (w *walker) watch(words []Word, ctx context, depth int) {
	s := splitter{options: optionTable{list: watchOptions, ordered: true}, words: words[1:]}
	direct := false
	for arg, ok := s.next(); ok; arg, ok = s.next() {
		switch {
		case arg.Kind == Uncertain, arg.Kind == Option && !arg.Listed:
			w.unknownProgram(words, ctx)
			return
		case arg.Kind == Option:
			direct = direct || arg.Name == "x"
		case direct:
			w.run(words[arg.next:], ctx, depth)
			return
		default:
			w.plainText(words[arg.next:], ctx)
			return
		}
	}
}

// container follows docker exec.
func (w *walker) container(name string, words []Word, ctx context, depth int) {
	s := splitter{options: optionTable{list: optionsOf("docker").list, ordered: true, subcommands: true}, words: words[1:]}
	for arg, ok := s.next(); ok; arg, ok = s.next() {
		switch {
		case arg.Kind == Uncertain:
			w.unknownProgram(words, ctx)
			return
		case arg.Kind == Option || arg.Word.Text == "container" || arg.Word.Text == "compose":
		case arg.Word.Text == "exec":
			inner := wrapper{options: dockerExec + " T index:", operands: 1}
			ctx.remote = true
			w.unwrap(inner, words[arg.next:], ctx, depth)
			return
		default:
			return
		}
	}
}

// pod follows kubectl exec POD -- PROGRAM.
func (w *walker) pod(words []Word, ctx context, depth int) {
	s := splitter{options: optionsOf("kubectl"), words: words[1:]}
	operands := 0
	for arg, ok := s.next(); ok; arg, ok = s.next() {
		switch {
		case arg.Kind == Uncertain:
			w.unknownProgram(words, ctx)
			return
		case arg.Kind == Option:
		case operands == 0 && arg.Word.Text != "exec":
			return
		case operands == 2 || operands == 1 && s.ended:
			ctx.remote = true
			w.run(words[arg.next:], ctx, depth)
			return
		default:
			operands++
		}
	}
}
