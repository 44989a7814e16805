package cli

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

var update = flag.Bool("update", false, "write docs/commands.md")

func TestReferenceIsUpToDate(t *testing.T) {
	const path = "../../docs/commands.md"
	if *update {
		if err := os.WriteFile(path, []byte(reference()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(text) != reference() {
		t.Error("docs/commands.md is not what --help says; run `make docs`")
	}
}

// reference returns the documentation of all commands, as Markdown. It is what
// --help says, so that the two cannot differ.
func reference() string {
	var b strings.Builder
	b.WriteString("# Commands\n\nThis page is generated from what `--help` says; `make docs` writes it anew.\n")
	writeCommands(&b, newRoot())
	return b.String()
}

func writeCommands(b *strings.Builder, cmd *cobra.Command) {
	for _, sub := range cmd.Commands() {
		if !sub.IsAvailableCommand() || sub.Name() == "help" {
			continue
		}
		writeCommand(b, sub)
		writeCommands(b, sub)
	}
}

func writeCommand(b *strings.Builder, cmd *cobra.Command) {
	text := cmd.Long
	if text == "" {
		text = cmd.Short + "."
	}
	fmt.Fprintf(b, "\n## %s\n\n%s\n\n```\n%s\n```\n", cmd.CommandPath(), text, cmd.UseLine())
	if flags := flagRows(cmd.NonInheritedFlags()); flags != "" {
		fmt.Fprintf(b, "\n| flag | meaning |\n|---|---|\n%s", flags)
	}
	if cmd.Example != "" {
		fmt.Fprintf(b, "\n```sh\n%s\n```\n", trimIndent(cmd.Example))
	}
}

func flagRows(flags *pflag.FlagSet) string {
	var b strings.Builder
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Hidden || f.Name == "help" {
			return
		}
		placeholder, usage := pflag.UnquoteUsage(f)
		name := "--" + f.Name
		if f.Shorthand != "" {
			name = "-" + f.Shorthand + ", " + name
		}
		if placeholder != "" {
			name += " " + placeholder
		}
		fmt.Fprintf(&b, "| `%s` | %s |\n", name, strings.ReplaceAll(usage, "|", `\|`))
	})
	return b.String()
}

func trimIndent(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = strings.TrimPrefix(line, "  ")
	}
	return strings.Join(lines, "\n")
}
