// Package shell finds the simple commands in a shell command text: every
// program that bash could run, wherever it is written, and the paths it touches.
//
// What cannot be known without running the text is never guessed. It is marked:
// a Word may be unknown in part, a Command may have an unknown program, and a
// Script may hold commands that were not found at all.
package shell

import "strings"

// Script is what a text of shell commands would run. It is computed once and
// may be read by many rules at the same time.
type Script struct {
	// Commands are the simple commands in the order in which they are written.
	// A command that starts another one (sudo, xargs, bash -c) is listed, and
	// so is the one that it starts.
	Commands []Command
	// Redirects are the files that redirections read or write.
	Redirects []Path
	// Undecided says why the text may run commands that are not in Commands;
	// it is empty if there are no others.
	Undecided string
}

// Command is a simple command: a program and its arguments.
type Command struct {
	// Program is the base name of the program, or empty if it is only known
	// at run time.
	Program string
	// Words are the program as spelled and its arguments.
	Words []Word
	// Undecided says why it is not known what runs; Program is empty then.
	Undecided string
	// Dirs are the directories that the command may run in, as the text spells
	// them: relative to where the script starts, which is "". One that
	// contains Unknown is only known at run time.
	Dirs []string
	// Remote is set if the command runs on another machine or in a container,
	// so that its paths are not those of this file system.
	Remote bool
}

// Unknown marks text in a Word or Path that is only known at run time. It is a
// character that no argument of a program can contain.
const Unknown = "\x00"

// Word is one argument of a command, after quotes, escapes and braces were
// removed.
type Word struct {
	// Text is the word. Each Unknown in it stands for any text.
	Text string
	// Multi is set if the shell may make any number of words of it, none
	// included. Each of them looks like Text.
	Multi bool
	// Tilde is set if Text begins with a ~ that the shell replaces.
	Tilde bool
}

// Known reports whether the word is what Text says, whatever happens at run time.
func (w Word) Known() bool {
	return !w.Multi && strings.IndexByte(w.Text, 0) < 0
}

// MayBeOption reports whether a program could take the word for an option.
func (w Word) MayBeOption() bool {
	return w.Text != "" && (w.Text[0] == '-' || w.Text[0] == 0)
}

// String returns the word for people to read.
func (w Word) String() string {
	return strings.ReplaceAll(w.Text, Unknown, "…")
}

// String returns the command for people to read.
func (c Command) String() string {
	var b strings.Builder
	for i, word := range c.Words {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(word.String())
	}
	return b.String()
}

// Path is a file that a command or a redirection touches.
type Path struct {
	Word
	// Write is set if the file is changed, created or removed.
	Write bool
	// Dirs are the directories that a relative path may be relative to, as in
	// Command.
	Dirs []string
}

// anyWords is a word that stands for any number of any words.
func anyWords() Word { return Word{Text: Unknown, Multi: true} }

// ParseAs reads a text for the named shell, or for bash if the name is empty.
// Texts for shells with another syntax than bash's, such as PowerShell or
// cmd.exe, are undecided.
func ParseAs(shell, text string) *Script {
	name := ProgramName(shell)
	if kindOf(name) == foreignShell {
		return &Script{Undecided: "commands for " + name + " are not parsed"}
	}
	return parseText(text, name != "" && isPlainShell(name))
}
