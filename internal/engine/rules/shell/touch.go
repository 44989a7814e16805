package shell

// usage says what a program does with the files it is given.
type usage struct {
	operands access // what it does with operands
	last     access // what it does with the last operand, if that is special
	skip     int    // how many operands come first that are not files
	instead  string // options that make up for the operands that are skipped
	target   string // the option that names the last operand instead
	reads    string // options whose value is a file that is read
	writes   string // options whose value is a file that is written
	inPlace  string // options that make it write its operands
	leading  bool   // only operands before the first option are files
}

type access uint8

const (
	ignores access = iota
	readsFiles
	writesFiles
)

// Paths returns the files that the command touches, as far as it is one of the
// programs whose arguments are known. Redirections are not among them.
func (c *Command) Paths() []Path {
	use, ok := usageOf(c.Program)
	if !ok || c.Remote {
		return nil
	}
	args := c.Arguments()
	skip, last := use.skip, -1
	for i, arg := range args {
		switch {
		case arg.Kind == Option && listed(use.instead, arg.Name):
			skip = 0
		case arg.Kind == Option && listed(use.inPlace, arg.Name):
			use.operands = writesFiles
		case arg.Kind == Option && listed(use.target, arg.Name):
			use.last = ignores
		case arg.Kind != Option:
			last = i
		}
	}
	list := make([]Path, 0, len(args))
	for i, arg := range args {
		does := use.operands
		switch {
		case arg.Kind == Option:
			does, arg.Word = use.option(arg), arg.Value
		case skip > 0:
			skip--
			continue
		case use.leading && i > 0 && args[i-1].Kind == Option:
			return list
		case i == last && use.last != ignores:
			does = use.last
		}
		if does != ignores {
			list = append(list, Path{Word: arg.Word, Write: does == writesFiles, Dirs: c.Dirs})
		}
	}
	return list
}

// option says what is done with the value of an option.
func (u usage) option(arg Argument) access {
	switch {
	case !arg.HasValue:
		return ignores
	case listed(u.writes, arg.Name), listed(u.target, arg.Name):
		return writesFiles
	case listed(u.reads, arg.Name):
		return readsFiles
	}
	return ignores
}

// usageOf has the common programs that take files as arguments.
func usageOf(program string) (usage, bool) {
	switch program {
	case "cat", "tac", "nl", "less", "more", "most", "bat", "batcat", "head", "tail", "wc", "file", "stat", "ls", "dir", "tree", "du",
		"md5sum", "sha1sum", "sha256sum", "sha512sum", "shasum", "cksum", "xxd", "od", "hexdump", "strings", "base64", "base32",
		"diff", "cmp", "comm", "paste", "cut", "fold", "rev", "column", "uniq", "readlink", "realpath", "zcat", "bzcat", "xzcat",
		"source", ".", "open", "xdg-open":
		return usage{operands: readsFiles}, true
	case "rm", "rmdir", "unlink", "touch", "mkdir", "mkfifo", "tee", "truncate", "shred", "mv", "sponge", "patch",
		"gzip", "gunzip", "bzip2", "bunzip2", "xz", "unxz", "zstd", "vi", "vim", "nvim", "nano", "emacs", "ed", "ex":
		return usage{operands: writesFiles, target: "t"}, true
	case "chmod", "chown", "chgrp", "chattr", "setfacl":
		return usage{operands: writesFiles, skip: 1, instead: "reference", reads: "reference"}, true
	case "cp", "install", "ln", "link", "rsync", "scp":
		return usage{operands: readsFiles, last: writesFiles, target: "t"}, true
	case "dd":
		return usage{reads: "if=", writes: "of="}, true
	case "grep", "egrep", "fgrep", "zgrep", "rg", "ag":
		return usage{operands: readsFiles, skip: 1, instead: "e,f", reads: "f"}, true
	case "sed", "gsed":
		return usage{operands: readsFiles, skip: 1, instead: "e,f", reads: "f", inPlace: "i"}, true
	case "awk", "gawk", "mawk", "jq", "yq":
		return usage{operands: readsFiles, skip: 1, instead: "f", reads: "f"}, true
	case "sort":
		return usage{operands: readsFiles, writes: "o"}, true
	case "curl":
		return usage{reads: "T,K,E,key,cacert", writes: "o,D,c,output-dir"}, true
	case "wget":
		return usage{reads: "i,post-file,body-file", writes: "O,o,a,P"}, true
	case "find":
		return usage{operands: readsFiles, inPlace: "delete", leading: true}, true
	case "tar":
		return usage{reads: "T,X", writes: "f,C"}, true
	}
	return usage{}, false
}
