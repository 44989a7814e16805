package pattern

import (
	"strconv"
	"strings"
)

// impliesOption reports whether an operand means the same as an option: git
// push has a spelling of --force and --delete in what it pushes.
func impliesOption(program, subcommand, option, operand string) bool {
	if program != "git" || subcommand != "push" {
		return false
	}
	switch option {
	case "f":
		return strings.HasPrefix(operand, "+")
	case "d":
		return strings.HasPrefix(operand, ":") && len(operand) > 1
	}
	return false
}

// hasSpellings reports whether the first operand of a program can be spelled in
// several ways.
func hasSpellings(program string) bool { return program == "chmod" }

// sameOperand reports whether the first operand of a program is another
// spelling of what a pattern says: 0777 and a=rwx are the mode 777.
func sameOperand(program string, own glob, text string) bool {
	if !hasSpellings(program) || !own.literal {
		return false
	}
	want, ok := fileMode(own.text)
	have, known := fileMode(text)
	return ok && known && want == have
}

// fileMode returns the mode that chmod would set, whatever it was before. ok is
// false if that depends on the mode before.
func fileMode(text string) (mode uint64, ok bool) {
	if mode, err := strconv.ParseUint(text, 8, 32); err == nil {
		return mode, true
	}
	var known uint64 // bits that do not depend on the mode before
	for clause := range strings.SplitSeq(text, ",") {
		at := strings.IndexAny(clause, "=+")
		if at < 1 || strings.Trim(clause[:at], "ugoa") != "" || strings.Trim(clause[at+1:], "rwx") != "" {
			return 0, false
		}
		who := modeBits(clause[:at], "ugoa", 0o700, 0o070, 0o007, 0o777)
		bits := modeBits(clause[at+1:], "rwx", 0o444, 0o222, 0o111)
		if clause[at] == '=' {
			known |= who
			mode &^= who
		}
		known |= who & bits
		mode |= who & bits
	}
	return mode, known == 0o777
}

// modeBits returns the bits that letters stand for.
func modeBits(text, letters string, masks ...uint64) (bits uint64) {
	for i := range len(text) {
		if at := strings.IndexByte(letters, text[i]); at >= 0 {
			bits |= masks[at]
		}
	}
	return bits
}
