package cli

import (
	"cmp"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/grapnel-hooks/grapnel/examples"
	"github.com/grapnel-hooks/grapnel/internal/base/suggest"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/dialect/all"
)

type initFlags struct {
	dialect, dir, recipe string
	json, schema         bool
}

func newInit() *cobra.Command {
	var f initFlags
	cmd := &cobra.Command{
		Use:   "init",
		Short: "Start with an example: rules or hooks that work, and their tests",
		Long: `Init writes a commented grapnel.yaml with five rules that most people want, and
their tests. For another dialect it writes a configuration with two hooks, a
guard and one that adds context; with --recipe, one of the recipes of
docs/examples.md. Then it says what to do next.

If the agent has settings there already, the hooks are added to them, and all else
in them stays as it is. Other files are never overwritten: if one of them exists,
init writes nothing and lists what there is.`,
		Example: `  grapnel init && grapnel test
  grapnel init --recipe secret-scan
  grapnel init --dialect wave --schema
  grapnel init --dialect massgen --cwd my-project`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return f.run(cmd)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&f.dialect, "dialect", "", "contract the hooks are for: "+strings.Join(all.Names(), ", ")+" (default "+all.Native+")")
	flags.StringVar(&f.dir, "cwd", ".", "project `directory`")
	flags.StringVar(&f.recipe, "recipe", "", "copy the recipe of this `name` in place of the example")
	flags.BoolVar(&f.schema, "schema", false, "write the schema of the configuration beside it, and refer to it, for editors")
	flags.BoolVar(&f.json, "json", false, "list the files as JSON")
	completeFlag(cmd, "dialect", all.Names)
	completeFlag(cmd, "recipe", examples.Names)
	return cmd
}

func (f initFlags) run(cmd *cobra.Command) error {
	d, err := all.ByName(cmp.Or(f.dialect, f.defaultDialect()))
	if err != nil {
		return err
	}
	files, next, err := f.start(d)
	if err == nil && f.schema {
		files, err = withSchema(d, files)
	}
	if err != nil {
		return err
	}
	existing, err := f.merge(files)
	if err != nil {
		return fmt.Errorf("nothing was written: %w", err)
	}
	if len(existing) > 0 {
		return fmt.Errorf("nothing was written, because there is already:\n  %s\nMove it away, or start in another directory: grapnel init --cwd DIR", strings.Join(existing, "\n  "))
	}
	var written []string
	for _, file := range files {
		if err := file.write(f.dir); err != nil {
			return fmt.Errorf("write the example: %w", err)
		}
		written = append(written, filepath.Join(f.dir, file.path))
	}
	if err := printFiles(cmd, f.json, written); err != nil || f.json {
		return err
	}
	return printText(cmd, func(p printer) { f.printNext(p, next) })
}

// defaultDialect is the one that recipes are written for if one is wanted, else
// the native one.
func (f initFlags) defaultDialect() string {
	if f.recipe != "" {
		return examples.Dialect
	}
	return all.Native
}

// start returns the files to begin with, and what to do then: those of a recipe,
// else the dialect's example.
func (f initFlags) start(d dialect.Dialect) (files []newFile, next []string, err error) {
	if f.recipe == "" {
		example := d.Describe().Example
		files, err = filesIn(example.Files)
		return files, example.Next, err
	}
	recipe, ok := examples.Recipe(f.recipe)
	switch {
	case !ok:
		hint := cmp.Or(suggest.DidYouMean(f.recipe, examples.Names()), "the recipes are: "+strings.Join(examples.Names(), ", "))
		return nil, nil, fmt.Errorf("there is no recipe %q; %s", f.recipe, hint)
	case d.Name() != examples.Dialect:
		return nil, nil, fmt.Errorf("recipes are written for %s; for %s, copy one and use grapnel convert --from %[1]s --to %[2]s", examples.Dialect, d.Name())
	}
	files, err = filesIn(recipe)
	return files, []string{
		"grapnel test    run the tests of the recipe",
		"grapnel list    show the hooks in force",
	}, err
}

// printNext says what to do with what was written.
func (f initFlags) printNext(p printer, steps []string) {
	p.linef("\nNext:")
	if f.dir != "." {
		p.linef("  cd %s", f.dir)
	}
	for _, step := range steps {
		p.linef("  %s", step)
	}
}
