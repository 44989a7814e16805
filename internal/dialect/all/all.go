// Package all is the list of dialects that Grapnel speaks.
package all

import (
	"fmt"
	"slices"
	"strings"

	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/dialect/claude"
	"github.com/grapnel-hooks/grapnel/internal/dialect/grapnel"
	"github.com/grapnel-hooks/grapnel/internal/dialect/llxprt"
	"github.com/grapnel-hooks/grapnel/internal/dialect/massgen"
	"github.com/grapnel-hooks/grapnel/internal/dialect/pi"
	"github.com/grapnel-hooks/grapnel/internal/dialect/wave"
)

// Default is the dialect of hosts that do not name one, and the first of the
// list.
const Default = llxprt.Name

// Native is Grapnel's own dialect, which holds for every agent.
const Native = grapnel.Name

// Packs returns the built-in packs of rules.
func Packs() []grapnel.Pack { return grapnel.Packs() }

// dialects, in the order in which they are listed.
var dialects = []dialect.Dialect{
	llxprt.Dialect{},
	wave.Dialect,
	claude.Dialect,
	massgen.Dialect{},
	pi.Dialect{},
	grapnel.Dialect{},
}

// ByName returns the dialect of that name; no name means the default.
func ByName(name string) (dialect.Dialect, error) {
	if name == "" {
		name = Default
	}
	for _, d := range dialects {
		if d.Name() == name {
			return d, nil
		}
	}
	return nil, fmt.Errorf("unknown dialect %q; the dialects are: %s", name, strings.Join(Names(), ", "))
}

// Dialects returns all of them.
func Dialects() []dialect.Dialect { return slices.Clone(dialects) }

// Names returns the names of all dialects.
func Names() []string {
	names := make([]string, len(dialects))
	for i, d := range dialects {
		names[i] = d.Name()
	}
	return names
}
