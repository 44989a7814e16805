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
		w.shell(name, words, ctx)
		return stay(ctx)
	}
	if result, ok := w.builtin(name, words[1:], ctx); ok {
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

func (w *walker) add(c Command) {
	if w.budget.commands--; w.budget.commands < 0 {
		w.undecided("there are too many commands")
		return
	}
	w.script.Commands = append(w.script.Commands, c)
}

// knownProgram reports whether the last element of a program's path is known.
func knownProgram(word Word) bool {
	return !word.Multi && strings.IndexByte(word.Text[strings.LastIndexByte(word.Text, '/')+1:], 0) < 0
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
	s := splitter{options: Options{list: wr.options, ordered: true}, words: words[1:]}
	operands, replace := wr.operands, ""
	for arg, ok := s.next(); ok; arg, ok = s.next() {
		switch {
		case arg.Kind == Uncertain, arg.Kind == Option && !arg.Listed, arg.Word.Multi && operands > 0:
			w.unknownProgram(words, ctx)
			return stay(ctx)
		case arg.Kind == Option && listed(wr.query, arg.Name):
			return stay(ctx)
		case arg.Kind == Option && listed(wr.text, arg.Name):
			w.nested(arg.Value.Text, ctx)
			return stay(ctx)
		case arg.Kind == Option && wr.assigns && arg.Name == "S" && listed(wr.chdir, "C"):
			return w.splitString(arg, words, ctx, depth)
		case arg.Kind == Option && wr.items && (arg.Name == "I" || arg.Name == "i" || arg.Name == "J"):
			replace = replacement(arg)
		case arg.Kind == Option:
			w.wrapperOption(wr, arg, &ctx)
		case wr.assigns && isAssignment(arg.Word.Text):
		case operands > 0:
			operands--
		default:
			return w.wrapped(wr, replace, words[arg.next:], ctx, depth)
		}
	}
	if wr.shell {
		w.shellInput(ctx)
	}
	return stay(ctx)
}

// wrapperOption follows an option that changes where the program runs.
func (w *walker) wrapperOption(wr wrapper, arg Argument, ctx *context) {
	if listed(wr.chdir, arg.Name) {
		ctx.dirs = enter(ctx.dirs, arg.Value)
	}
	if listed(wr.elsewhere, arg.Name) {
		ctx.remote = true
	}
}

// wrapped goes through the program of a wrapper; rest begins with its name.
func (w *walker) wrapped(wr wrapper, replace string, rest []Word, ctx context, depth int) outcome {
	if wr.text != "" && rest[0].Text == "-c" && len(rest) > 1 { // flock FILE -c TEXT
		w.nested(rest[1].Text, ctx)
		return stay(ctx)
	}
	if wr.items {
		rest = withItems(rest, replace)
		ctx.stdin = input{kind: inherited}
	}
	result := w.run(rest, ctx, depth)
	if wr.builtin {
		return result
	}
	return stay(ctx)
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
func withItems(words []Word, replace string) []Word {
	list := make([]Word, 0, len(words)+1)
	for _, word := range words {
		switch {
		case replace == Unknown: // any word may contain what is replaced
			word = anyWords()
		case replace != "":
			word.Text = strings.ReplaceAll(word.Text, replace, Unknown)
		}
		list = append(list, word)
	}
	if replace == "" {
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
