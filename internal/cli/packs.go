package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/grapnel-hooks/grapnel/internal/dialect/all"
)

func newPacks() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "packs [NAME]",
		Short: "Show the built-in packs of rules",
		Long: `Packs lists the sets of rules that grapnel.yaml can include by name, as in
include: pack:git-safety. With a name it prints that pack, which is a native file
like any other.`,
		Example: `  grapnel packs
  grapnel packs git-safety`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 {
				return printPack(cmd, args[0])
			}
			list := listPacks()
			return printEither(cmd, asJSON, list, func(p printer) {
				for _, pack := range list {
					p.linef("%-22s %s", pack.Name, pack.Summary)
				}
			})
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "list them as JSON")
	return cmd
}

// listedPack is a pack in `grapnel packs --json`.
type listedPack struct {
	Name    string `json:"name"`
	Summary string `json:"summary"`
}

func listPacks() []listedPack {
	list := []listedPack{}
	for _, pack := range all.Packs() {
		list = append(list, listedPack{pack.Name, pack.Summary})
	}
	return list
}

// printPack prints the text of a pack.
func printPack(cmd *cobra.Command, name string) error {
	var names []string
	for _, pack := range all.Packs() {
		if pack.Name == name {
			return printText(cmd, func(p printer) {
				for line := range strings.Lines(string(pack.Text)) {
					p.linef("%s", strings.TrimSuffix(line, "\n"))
				}
			})
		}
		names = append(names, pack.Name)
	}
	return fmt.Errorf("there is no pack %q; the packs are: %s", name, strings.Join(names, ", "))
}
