package cli

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/grapnel-hooks/grapnel/internal/jsonx"
)

// Formats of output.
const (
	formatJSON = "json"
	formatText = "text"
	formatHook = "hook"
)

// outputFlags choose the format of an answer.
type outputFlags struct {
	output  string
	json    bool
	formats []string
	piped   string // the format where no person reads it
}

// register lets people choose from formats; the first is what they get. piped is
// what programs get that do not choose.
func (f *outputFlags) register(cmd *cobra.Command, piped string, formats ...string) {
	f.formats, f.piped = formats, piped
	last := len(formats) - 1
	usage := fmt.Sprintf("%s or %s", strings.Join(formats[:last], ", "), formats[last])
	if piped != formats[0] {
		usage += fmt.Sprintf(" (default: %s on a terminal, else %s)", formats[0], piped)
	}
	cmd.Flags().StringVar(&f.output, "output", "", usage)
	cmd.Flags().BoolVar(&f.json, "json", false, "the same as --output json")
	completeFlag(cmd, "output", func() []string { return formats })
}

// format returns the wanted format, or what suits those who read it.
func (f *outputFlags) format(cmd *cobra.Command) (string, error) {
	switch {
	case f.json && f.output != "" && f.output != formatJSON:
		return "", fmt.Errorf("--json and --output %s contradict each other", f.output)
	case f.json:
		return formatJSON, nil
	case f.output == "" && isTerminal(cmd.OutOrStdout()):
		return f.formats[0], nil
	case f.output == "":
		return f.piped, nil
	case slices.Contains(f.formats, f.output):
		return f.output, nil
	}
	return "", fmt.Errorf("unknown output format %q; the formats are %s", f.output, strings.Join(f.formats, ", "))
}

func printJSON(cmd *cobra.Command, v any) error {
	text, err := jsonx.Marshal(v)
	if err != nil {
		return fmt.Errorf("encode the answer: %w", err)
	}
	return write(exactJSON(cmd.OutOrStdout()), append(text, '\n'))
}

// printEither prints a value as JSON, or what show writes for people.
func printEither(cmd *cobra.Command, asJSON bool, v any, show func(printer)) error {
	if asJSON {
		return printJSON(cmd, v)
	}
	return printText(cmd, show)
}

// printText prints what show writes for people.
func printText(cmd *cobra.Command, show func(printer)) error {
	p := stdoutPrinter(cmd)
	var text bytes.Buffer
	p.to = &text
	show(p)
	return write(cmd.OutOrStdout(), text.Bytes())
}

// write writes an answer. That it could not be written must be known: without
// it, an exit code of 0 would be read as approval.
func write(to io.Writer, text []byte) error {
	if _, err := to.Write(text); err != nil {
		return fmt.Errorf("write the answer: %w", err)
	}
	return nil
}
