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

// sameOperand reports whether the first operand of a program is another
// spelling of what a pattern says: 0777 and a=rwx are the mode 777.
func sameOperand(program string, own glob, text string) bool {
	if program != "chmod" || !own.literal {
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
		who, bits := classBits(clause[:at]), permissionBits(clause[at+1:])
		if clause[at] == '=' {
			known |= who
			mode &^= who
		}
		known |= who & bits
		mode |= who & bits
	}
	return mode, known == 0o777
}

// classBits returns the bits of owner, group and others.
func classBits(who string) (bits uint64) {
	for _, c := range who {
		switch c {
		case 'u':
			bits |= 0o700
		case 'g':
			bits |= 0o070
		case 'o':
			bits |= 0o007
		case 'a':
			bits |= 0o777
		}
	}
	return bits
}

// permissionBits returns the bits of permissions for everybody.
func permissionBits(permissions string) (bits uint64) {
	for _, c := range permissions {
		switch c {
		case 'r':
			bits |= 0o444
		case 'w':
			bits |= 0o222
		case 'x':
			bits |= 0o111
		}
	}
	return bits
}
