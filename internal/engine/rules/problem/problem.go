// Package problem says what is wrong with a text that somebody wrote, and where.
package problem

import "fmt"

// Problem is something wrong with a text.
type Problem struct {
	// Offset is where it is in the text, in bytes.
	Offset int
	// Message says what is wrong and what to write instead.
	Message string
}

// Error returns the message: where the text is, only its reader knows.
func (p *Problem) Error() string { return p.Message }

// At returns a problem with a formatted message.
func At(offset int, format string, args ...any) *Problem {
	return &Problem{Offset: offset, Message: fmt.Sprintf(format, args...)}
}
