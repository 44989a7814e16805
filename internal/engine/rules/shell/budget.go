package shell

// Limits that keep the work linear in the length of the text. What exceeds them
// is undecided, never ignored.
const (
	// maxText is the longest text that is parsed, in bytes.
	maxText = 1 << 20
	// maxOpeners bounds how deep a text can be nested, which costs stack.
	maxOpeners = 20_000
	// maxNesting is how many texts may be inside each other: bash -c "bash -c …".
	maxNesting = 12
	// maxCommands is how many simple commands a script may have.
	maxCommands = 10_000
	// maxBraceWords and maxBraceBytes bound what all brace expansions of a
	// script may produce.
	maxBraceWords = 1_000
	maxBraceBytes = 64 << 10
	// maxDirs is how many working directories a command may have.
	maxDirs = 8
	// maxWrappers is how many commands one simple command may start in turn.
	maxWrappers = 24
)

// budget is what is left of the limits while a script is read.
type budget struct {
	commands, braceWords, braceBytes int
	nestedBytes                      int
}

func newBudget() budget {
	return budget{commands: maxCommands, braceWords: maxBraceWords, braceBytes: maxBraceBytes, nestedBytes: 2 * maxText}
}
