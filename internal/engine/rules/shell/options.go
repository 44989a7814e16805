package shell

import "strings"

// optionTable describes how a program reads its arguments.
type optionTable struct {
	// list has an entry for each option, separated by spaces: its names,
	// separated by commas, and ":" if it takes a value or "?" if a value may
	// be attached. Names of one letter are short, others are long. It is one
	// string because most tables are never looked at.
	list string
	// ordered is set if the first operand ends the options.
	ordered bool
	// singleDash is set if long names follow one dash and letters do not
	// cluster: find -delete, go test -run.
	singleDash bool
	// assignments is set if key=value operands may be in any order, as for dd.
	assignments bool
	// subcommands is set if the first operand names a command with options
	// of its own.
	subcommands bool
}

// ArgumentKind says what an Argument is.
type ArgumentKind uint8

// The kinds of arguments.
const (
	Operand   ArgumentKind = iota // a word that is not an option
	Option                        // an option, perhaps with a value
	Uncertain                     // a word that may be either, or several words
)

// Argument is an argument of a command as its program understands it.
type Argument struct {
	Kind ArgumentKind
	// Name is the name of an option without dashes. All spellings of an
	// option that its program's table knows have the same name.
	Name string
	// Listed is set if the program's table has the option.
	Listed bool
	// Ambiguous is set if the option is an abbreviation of several others.
	Ambiguous bool
	// Word is the word that the argument is in.
	Word Word
	// Value is the value of an option; it is meaningful if HasValue is set.
	Value    Word
	HasValue bool
	// next is the index of the word after the argument.
	next  int
	entry entry // of the table, if Listed
}

// Is reports whether an option has that name, which may be any of its spellings.
func (a *Argument) Is(name string) bool {
	if a.Name == name || !a.Listed {
		return a.Name == name
	}
	exact, _ := a.entry.compare(name)
	return exact
}

// Arguments returns the arguments of the command, without "--".
func (c *Command) Arguments() []Argument {
	if len(c.Words) < 2 {
		return nil
	}
	return Split(c.Program, c.Words[1:])
}

// Split tells options from operands in the arguments of a program.
func Split(program string, words []Word) []Argument {
	list := make([]Argument, 0, len(words)+2)
	s := splitter{options: optionsOf(program), words: words}
	for arg, ok := s.next(); ok; arg, ok = s.next() {
		list = append(list, arg)
		if s.options.subcommands && arg.Kind == Operand {
			s.options = s.options.of(program, arg.Word.Text)
		}
	}
	return list
}

// of returns the options of a subcommand: its own if there is a table for it,
// and else those of the program, which are then allowed anywhere.
func (o optionTable) of(program, subcommand string) optionTable {
	if own := subcommandOptions(program, subcommand); own.list != "" {
		return own
	}
	o.subcommands, o.ordered = false, false
	return o
}

// splitter reads arguments one after another.
type splitter struct {
	options optionTable
	words   []Word
	at      int    // the next word
	cluster string // what is left of a word of short options
	ended   bool   // by "--", or by an operand if the program is like that
}

// next returns the next argument.
func (s *splitter) next() (Argument, bool) {
	if s.cluster != "" {
		return s.short(), true
	}
	if s.at == len(s.words) {
		return Argument{}, false
	}
	word := s.words[s.at]
	s.at++
	switch {
	case s.ended, word.Multi && !word.MayBeOption():
		return s.operand(word), true
	case word.Multi, word.MayBeOption() && word.Text[0] == 0:
		return Argument{Kind: Uncertain, Word: word, next: s.at}, true
	case word.Text == "--":
		s.ended = true
		return s.next()
	case s.options.assignments && strings.IndexByte(word.Text, '=') > 0:
		return s.assignment(word), true
	case len(word.Text) < 2 || word.Text[0] != '-':
		return s.operand(word), true
	case word.Text[1] == '-' || s.options.singleDash:
		return s.long(word), true
	case word.Text[1] == 0: // it may be short or long
		return Argument{Kind: Uncertain, Word: word, next: s.at}, true
	}
	s.cluster = word.Text[1:]
	return s.short(), true
}

func (s *splitter) operand(word Word) Argument {
	s.ended = s.ended || s.options.ordered && !s.options.subcommands
	return Argument{Kind: Operand, Word: word, next: s.at}
}

func (s *splitter) assignment(word Word) Argument {
	name, value, _ := strings.Cut(word.Text, "=")
	return Argument{Kind: Option, Name: name + "=", Word: word, Value: Word{Text: value}, HasValue: true, Listed: true, next: s.at}
}

// long reads an option such as --name, --name=value or --name value.
func (s *splitter) long(word Word) Argument {
	name, value, attached := strings.Cut(strings.TrimLeft(word.Text, "-"), "=")
	if strings.IndexByte(name, 0) >= 0 {
		return Argument{Kind: Uncertain, Word: word, next: s.at}
	}
	arg := Argument{Kind: Option, Name: name, Word: word}
	entry, matches := s.options.find(name)
	arg.Listed, arg.Ambiguous = matches == 1, matches > 1
	if arg.Listed {
		arg.Name, arg.entry = entry.name(), entry
	}
	if attached {
		arg.Value, arg.HasValue = Word{Text: value}, true
	} else if arg.Listed && entry.takesValue() {
		s.separateValue(&arg)
	}
	arg.next = s.at
	return arg
}

// short reads the next letter of a word of short options.
func (s *splitter) short() Argument {
	word := s.words[s.at-1]
	name := s.cluster[:1]
	s.cluster = s.cluster[1:]
	if name == Unknown {
		s.cluster = ""
		return Argument{Kind: Uncertain, Word: word, next: s.at}
	}
	arg := Argument{Kind: Option, Name: name, Word: word}
	entry, matches := s.options.find(name)
	arg.Listed = matches == 1
	if !arg.Listed {
		if name == "=" && s.options.list == "" { // of an unknown program: -x=value
			arg.Value, arg.HasValue = Word{Text: s.cluster}, true
			s.cluster = ""
		}
		arg.next = s.at
		return arg
	}
	arg.Name, arg.entry = entry.name(), entry
	switch {
	case s.cluster != "" && (entry.takesValue() || entry.mayHaveValue()):
		arg.Value, arg.HasValue = Word{Text: s.cluster}, true
		s.cluster = ""
	case entry.takesValue():
		s.separateValue(&arg)
	}
	arg.next = s.at
	return arg
}

// separateValue takes the next word as the value of an option. One that may be
// several words is left where it is: only the first would be the value.
func (s *splitter) separateValue(arg *Argument) {
	if s.at == len(s.words) {
		return
	}
	arg.Value, arg.HasValue = s.words[s.at], true
	if !arg.Value.Multi {
		s.at++
	}
}

// entry is an option in a table: "r,R,recursive", "u,user:", "w,width?".
type entry string

func (e entry) takesValue() bool   { return e[len(e)-1] == ':' }
func (e entry) mayHaveValue() bool { return e[len(e)-1] == '?' }

// name returns the first of an option's names.
func (e entry) name() string {
	names := strings.TrimRight(string(e), ":?")
	first, _, _ := strings.Cut(names, ",")
	return first
}

// find returns the entry of an option and how many there are: several if name
// abbreviates more than one long name.
func (o optionTable) find(name string) (found entry, matches int) {
	for rest := o.list; rest != ""; {
		var item string
		item, rest, _ = strings.Cut(rest, " ")
		exact, prefix := entry(item).compare(name)
		if exact {
			return entry(item), 1
		}
		if prefix && !o.singleDash {
			found = entry(item)
			matches++
		}
	}
	return found, matches
}

// compare tells whether an option has that name, or a long name that begins so.
func (e entry) compare(name string) (exact, prefix bool) {
	for rest := strings.TrimRight(string(e), ":?"); rest != ""; {
		var own string
		own, rest, _ = strings.Cut(rest, ",")
		if own == name {
			return true, true
		}
		prefix = prefix || len(name) > 1 && strings.HasPrefix(own, name)
	}
	return false, prefix
}
