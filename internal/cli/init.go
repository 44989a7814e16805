package cli

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/grapnel-hooks/grapnel/internal/dialect/all"
)

type initFlags struct {
	dialect, dir string
	json         bool
}

func newInit() *cobra.Command {
	var f initFlags
	cmd := &cobra.Command{
		Use:   "init",
		Short: "Start with an example: rules or hooks that work, and their tests",
		Long: `Init writes a commented grapnel.yaml with five rules that most people want, and
their tests. For another dialect it writes a configuration with two hooks, a
guard and one that adds context. Then it says what to do next.

It never overwrites: if one of its files exists, it writes nothing and lists what
there is.`,
		Example: `  grapnel init && grapnel test
  grapnel init --dialect wave
  grapnel init --dialect massgen --cwd my-project`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return f.run(cmd)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&f.dialect, "dialect", all.Native, "contract the hooks are for: "+strings.Join(all.Names(), ", "))
	flags.StringVar(&f.dir, "cwd", ".", "project `directory`")
	flags.BoolVar(&f.json, "json", false, "list the files as JSON")
	completeFlag(cmd, "dialect", all.Names)
	return cmd
}

func (f initFlags) run(cmd *cobra.Command) error {
	d, err := all.ByName(f.dialect)
	if err != nil {
		return err
	}
	example := d.Describe().Example
	names, err := filesIn(example.Files)
	if err != nil {
		return err
	}
	if existing := f.existing(names); len(existing) > 0 {
		return fmt.Errorf("nothing was written, because there is already:\n  %s\nMove it away, or start in another directory: grapnel init --cwd DIR", strings.Join(existing, "\n  "))
	}
	var written []string
	for _, name := range names {
		path := filepath.Join(f.dir, filepath.FromSlash(name))
		if err := writeExample(example.Files, name, path); err != nil {
			return fmt.Errorf("write the example: %w", err)
		}
		written = append(written, path)
	}
	if err := printFiles(cmd, f.json, written); err != nil || f.json {
		return err
	}
	return printText(cmd, func(p printer) {
		p.linef("\nNext:")
		for _, step := range example.Next {
			p.linef("  %s", step)
		}
	})
}

func filesIn(files fs.FS) ([]string, error) {
	var names []string
	err := fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			names = append(names, name)
		}
		return err
	})
	return names, err
}

// existing returns those files that there are, whatever they are.
func (f initFlags) existing(names []string) []string {
	var found []string
	for _, name := range names {
		path := filepath.Join(f.dir, filepath.FromSlash(name))
		if _, err := os.Lstat(path); err == nil {
			found = append(found, path)
		}
	}
	return found
}

// writeExample writes a file of an example; scripts can be executed.
func writeExample(files fs.FS, name, path string) error {
	text, err := fs.ReadFile(files, name)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	mode := fs.FileMode(0o644)
	if bytes.HasPrefix(text, []byte("#!")) {
		mode = 0o755
	}
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return err
	}
	_, err = file.Write(text)
	if closed := file.Close(); err == nil {
		err = closed
	}
	return err
}
