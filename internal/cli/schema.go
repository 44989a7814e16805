package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/schema"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/dialect/all"
)

type schemaFlags struct {
	stdin, output, dir string
	json               bool
}

func newSchema() *cobra.Command {
	var f schemaFlags
	cmd := &cobra.Command{
		Use:   "schema DIALECT",
		Short: "Print JSON Schemas of configuration, input and answers",
		Long: `Schema prints a JSON Schema (draft 2020-12) with which editors complete and check
files: of a dialect's configuration, of what hooks of an event read on standard
input, or of the object with which they may answer.

In a JSON file, an editor uses the schema that "$schema" names:

  {"$schema": "./llxprt.schema.json", "hooks": {}}

In a YAML file, the first line does that for many editors:

  # yaml-language-server: $schema=./massgen.schema.json`,
		Example: `  grapnel schema llxprt > .llxprt/llxprt.schema.json
  grapnel schema wave --stdin PreToolUse
  grapnel schema pi --output PostToolUse
  grapnel schema massgen --all schemas`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return fmt.Errorf("which dialect? Try: grapnel schema llxprt; the dialects are %s", strings.Join(all.Names(), ", "))
			}
			return nil
		},
		ValidArgs: all.Names(),
		RunE: func(cmd *cobra.Command, args []string) error {
			d, err := all.ByName(args[0])
			if err != nil {
				return err
			}
			return f.run(cmd, d)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&f.stdin, "stdin", "", "what hooks of this `event` read")
	flags.StringVar(&f.output, "output", "", "what hooks of this `event` may answer")
	flags.StringVar(&f.dir, "all", "", "write all schemas of the dialect into this `directory`")
	flags.BoolVar(&f.json, "json", false, "schemas are JSON anyway; with --all, list the files as JSON")
	exclusive(cmd, "stdin", "output", "all")
	return cmd
}

func (f schemaFlags) run(cmd *cobra.Command, d dialect.Dialect) error {
	if f.dir != "" {
		return f.writeAll(cmd, d)
	}
	text, err := f.one(d)
	if err != nil {
		return err
	}
	return write(exactJSON(cmd.OutOrStdout()), text)
}

func (f schemaFlags) one(d dialect.Dialect) ([]byte, error) {
	switch {
	case f.stdin != "":
		ev, err := findEvent(d, f.stdin)
		if err != nil {
			return nil, err
		}
		return inputSchema(d, ev)
	case f.output != "":
		ev, err := findEvent(d, f.output)
		if err != nil {
			return nil, err
		}
		return outputSchema(d, ev)
	}
	return configSchema(d)
}

func configSchema(d dialect.Dialect) ([]byte, error) {
	return schema.Document("Hooks of "+d.Describe().Product, d.ConfigSchema())
}

func inputSchema(d dialect.Dialect, ev hook.EventType) ([]byte, error) {
	return schema.Document(fmt.Sprintf("What a hook of %s reads for %s", d.Describe().Product, ev.Name), d.InputSchema(ev))
}

func outputSchema(d dialect.Dialect, ev hook.EventType) ([]byte, error) {
	return schema.Document(fmt.Sprintf("What a hook of %s may answer to %s", d.Describe().Product, ev.Name), d.OutputSchema(ev))
}

// writeAll writes a file for the configuration and two for each event.
func (f schemaFlags) writeAll(cmd *cobra.Command, d dialect.Dialect) error {
	if err := os.MkdirAll(f.dir, 0o755); err != nil {
		return fmt.Errorf("write schemas: %w", err)
	}
	written := []string{}
	var failed error
	write := func(name string, text []byte, err error) {
		path := filepath.Join(f.dir, name+".schema.json")
		if err == nil {
			err = os.WriteFile(path, text, 0o644)
		}
		failed = errors.Join(failed, err)
		written = append(written, path)
	}
	text, err := configSchema(d)
	write(d.Name(), text, err)
	for _, ev := range d.Events() {
		text, err := inputSchema(d, ev)
		write(d.Name()+"."+ev.Name+".stdin", text, err)
		text, err = outputSchema(d, ev)
		write(d.Name()+"."+ev.Name+".output", text, err)
	}
	if failed != nil {
		return fmt.Errorf("write schemas: %w", failed)
	}
	return printFiles(cmd, f.json, written)
}

// printFiles shows the files that a command has written.
func printFiles(cmd *cobra.Command, asJSON bool, files []string) error {
	return printEither(cmd, asJSON, map[string][]string{"files": files}, func(p printer) {
		for _, file := range files {
			p.linef("%s", file)
		}
	})
}
