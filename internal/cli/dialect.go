package cli

import (
	"github.com/grapnel-hooks/grapnel"
	"github.com/grapnel-hooks/grapnel/dialect"
	"github.com/grapnel-hooks/grapnel/dialect/all"
)

// chooseDialect returns the dialect of that name, or the one that the
// configuration is written for.
func chooseDialect(name string, o grapnel.Options) (dialect.Dialect, error) {
	if name != "" {
		return all.ByName(name)
	}
	return all.Detect(o.Place()), nil
}
