package shell

import (
	"runtime"
	"strings"
)

// run adds a simple command and whatever it starts. depth is how many commands
// in a row started each other.
func (w *walker) run(words []Word, ctx context, depth int) outcome {
	if len(words) == 0 {
		return stay(ctx)
	}
	if depth == maxWrappers {
		w.undecided("too many commands start each other")
		return stay(ctx)
	}
	name := ""
	if knownProgram(words[0]) {
		name = ProgramName(words[0].Text)
	}
	if name == "" {
		w.unknownProgram(words, ctx)
		return stay(ctx)
	}
	w.add(Command{Program: name, Words: words, Dirs: ctx.dirs, Remote: ctx.remote})
	if wr, ok := wrapperOf(name); ok {
		return w.unwrap(wr, words, ctx, depth+1)
	}
	if kindOf(name) != notShell {
		w.shell(name, words, ctx, depth+1)
		return stay(ctx)
	}
	if result, ok := w.builtin(name, words[1:], ctx, depth+1); ok {
		return result
	}
	w.starter(name, words, ctx, depth+1)
	return stay(ctx)
}

// unknownProgram adds a command whose program is only known at run time. It may
// be one that starts others or evaluates its arguments.
func (w *walker) unknownProgram(words []Word, ctx context) {
	w.add(Command{Words: words, Undecided: "the program is only known at run time", Dirs: ctx.dirs, Remote: ctx.remote})
}

// add adds a command, unless there are too many.
func (w *walker) add(c Command) {
	if w.budget.commands--; w.budget.commands < 0 {
		w.undecided("there are too many commands")
		return
	}
	w.script.Commands = append(w.script.Commands, c)
}

// is reports whether a word is the program of that name.
func (w Word) is(program string) bool { return ProgramName(w.Text) == program }

// knownProgram reports whether the last element of a program's path is known.
// One with an equals sign may be an assignment, or in zsh =a, the path of a.
func knownProgram(word Word) bool {
	name := word.Text[strings.LastIndexByte(word.Text, '/')+1:]
	return !word.Multi && !strings.ContainsAny(name, "=\x00")
}

// ProgramName returns the name by which a program is compared: without its
// directory, and as the file system would find it.
func ProgramName(path string) string {
	if runtime.GOOS == "windows" {
		path = strings.ReplaceAll(path, `\`, "/")
	}
	name := path[strings.LastIndexByte(path, '/')+1:]
	switch runtime.GOOS {
	case "windows":
		return strings.TrimSuffix(strings.ToLower(name), ".exe")
	case "darwin": // whose file systems usually ignore case
		return strings.ToLower(name)
	}
	return name
}

// unwrap goes through the program that a wrapper runs.
func (w *walker) unwrap(wr wrapper, words []Word, ctx context, depth int) outcome {
	s := splitter{options: optionTable{list: wr.options, ordered: true}, words: words[1:]}
	u := unwrapping{wrapper: wr, operands: wr.operands, appends: wr.items}
	for arg, ok := s.next(); ok; arg, ok = s.next() {
		switch {
		case arg.Kind == Uncertain, arg.Kind == Option && !arg.Listed, arg.Word.Multi && u.operands > 0:
			w.unknownProgram(words, ctx)
			return stay(ctx)
		case arg.Kind == Option && listed(wr.query, arg.Name):
			return stay(ctx)
		case arg.Kind == Option && arg.Name == "S" && words[0].is("env"):
			return w.splitString(arg, words, ctx, depth)
		case arg.Kind == Option:
			w.wrapperOption(&u, arg, &ctx)
		case u.ran: // the program was given as a text, what follows are its files
			s.ended = false
		case wr.assigns && isAssignment(arg.Word.Text):
			s.ended = !wr.mixes
		case u.operands > 0:
			u.operands--
		default:
			return w.wrapped(&u, words[arg.next:], ctx, depth)
		}
	}
	if wr.shell && !u.ran {
		w.shellInput(ctx)
	}
	return stay(ctx)
}

// unwrapping is how far the arguments of a wrapper were read.
type unwrapping struct {
	wrapper
	operands int    // how many are still to come
	ran      bool   // an option had a text for a shell
	replace  string // what an item replaces
	appends  bool   // items follow the arguments
}

// wrapperOption follows an option that changes what runs or where.
func (w *walker) wrapperOption(u *unwrapping, arg Argument, ctx *context) {
	switch {
	case listed(u.text, arg.Name):
		w.plainText([]Word{arg.Value}, *ctx)
		u.ran = true
	case listed(u.chdir, arg.Name):
		ctx.dirs = enter(ctx.dirs, arg.Value)
	case listed(u.elsewhere, arg.Name):
		ctx.remote = true
	case u.items && listed("I,i,J", arg.Name):
		u.replace, u.appends = replacement(arg), arg.Name == "J"
	case u.items && listed("n,L,l", arg.Name):
		u.appends = true
	}
}

// wrapped goes through the program of a wrapper; rest begins with its name.
func (w *walker) wrapped(u *unwrapping, rest []Word, ctx context, depth int) outcome {
	if u.text != "" && rest[0].Text == "-c" && len(rest) > 1 { // flock FILE -c TEXT
		w.plainText(rest[1:2], ctx)
		return stay(ctx)
	}
	if u.items {
		rest = u.withItems(rest)
		ctx.stdin = input{kind: inherited}
	}
	result := w.run(rest, ctx, depth)
	if u.builtin {
		return result
	}
	return stay(ctx)
}

// plainText follows a text that is run by whatever shell there is.
func (w *walker) plainText(words []Word, ctx context) {
	ctx.posix = true
	w.nested(joined(words), ctx)
}

// splitString handles env -S, which takes a text apart without a shell.
func (w *walker) splitString(arg Argument, words []Word, ctx context, depth int) outcome {
	if !arg.Value.Known() || strings.ContainsAny(arg.Value.Text, "\\'\"$#") || depth == maxWrappers {
		w.unknownProgram(words, ctx)
		return stay(ctx)
	}
	split := []Word{words[0]}
	for _, field := range strings.Fields(arg.Value.Text) {
		split = append(split, Word{Text: field})
	}
	split = append(split, words[1+arg.next:]...)
	wr, _ := wrapperOf("env")
	return w.unwrap(wr, split, ctx, depth+1)
}

// replacement is what xargs replaces by an item.
func replacement(arg Argument) string {
	switch {
	case !arg.HasValue:
		return "{}"
	case !arg.Value.Known() || arg.Value.Text == "":
		return Unknown
	}
	return arg.Value.Text
}

// withItems returns the command that xargs runs: items replace a text in it, or
// follow it.
func (u *unwrapping) withItems(words []Word) []Word {
	list := make([]Word, 0, len(words)+1)
	for _, word := range words {
		switch {
		case u.replace == Unknown: // any word may contain what is replaced
			word = anyWords()
		case u.replace != "":
			word.Text = strings.ReplaceAll(word.Text, u.replace, Unknown)
		}
		list = append(list, word)
	}
	if u.appends {
		list = append(list, anyWords())
	}
	return list
}

// listed reports whether a comma-separated list has the name.
func listed(list, name string) bool {
	for list != "" {
		var item string
		if item, list, _ = strings.Cut(list, ","); item == name {
			return true
		}
	}
	return false
}

// isAssignment reports whether a word is NAME=value for env and sudo.
func isAssignment(text string) bool {
	at := strings.IndexByte(text, '=')
	return at > 0 && strings.IndexByte(text[:at], 0) < 0
}
