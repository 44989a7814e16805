package cli

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"
)

// printer writes for people. Whatever it is given as an argument is data: a
// configuration, a hook or a file name may have chosen it, so that it is made
// visible before it gets to a terminal. Nothing else in this package writes
// text. Colours are used only on a terminal, and not if NO_COLOR is set.
type printer struct {
	to      io.Writer
	colours bool
	columns int // how wide lines may be; 0 is any width
}

func newPrinter(to io.Writer) printer {
	return printer{
		to:      to,
		colours: isTerminal(to) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb",
		columns: columnsOf(to),
	}
}

// stdoutPrinter writes answers as they come; printText writes them at once.
func stdoutPrinter(cmd *cobra.Command) printer { return newPrinter(cmd.OutOrStdout()) }

// stderrPrinter writes what is not part of the answer.
func stderrPrinter(cmd *cobra.Command) printer { return newPrinter(cmd.ErrOrStderr()) }

// painted is text with colours: its data was made visible before they came in.
type painted string

// Colours, as ANSI codes.
const (
	bold   = "1"
	dim    = "2"
	red    = "31"
	green  = "32"
	yellow = "33"
)

func (p printer) paint(colour, text string) painted {
	text = visible(text)
	if !p.colours {
		return painted(text)
	}
	return painted("\x1b[" + colour + "m" + text + "\x1b[0m")
}

// linef writes a line.
func (p printer) linef(format string, args ...any) { p.printf(format+"\n", args...) }

func (p printer) printf(format string, args ...any) {
	fmt.Fprint(p.to, string(paintedf(format, args...)))
}

// complain says what went wrong.
func (p printer) complain(what any) { p.linef("grapnel: %v", what) }

// paintedf is fmt.Sprintf for arguments of which only painted ones may have
// control characters.
func paintedf(format string, args ...any) painted {
	shown := make([]any, len(args))
	for i, arg := range args {
		shown[i] = arg
		if _, clean := arg.(painted); !clean {
			shown[i] = data{arg}
		}
	}
	return painted(fmt.Sprintf(format, shown...))
}

// data is a value that formats itself as ever, but visibly.
type data struct{ value any }

// Format implements fmt.Formatter.
func (d data) Format(state fmt.State, verb rune) {
	io.WriteString(state, visible(fmt.Sprintf(fmt.FormatString(state, verb), d.value)))
}

// textf writes a line that is broken between words if it does not fit the
// screen.
func (p printer) textf(indentation int, format string, args ...any) {
	p.linef("%s", painted(wrapped(string(paintedf(format, args...)), p.columns, indentation)))
}

// indent keeps the lines of a text below its first.
func indent(text string) string {
	return strings.ReplaceAll(strings.TrimRight(text, "\n"), "\n", "\n    ")
}
