package llxprt

import (
	"testing"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/document"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
)

// An extension must not switch off the guards of those who install it.
func TestExtensionsDisableNothing(t *testing.T) {
	doc, err := document.ParseJSON("x.json", []byte(`{"hooksConfig": {"disabled": ["guard"]}}`))
	if err != nil {
		t.Fatal(err)
	}
	for from, want := range map[hook.Source]int{hook.SourceProject: 1, hook.SourceExtensions: 0} {
		c, err := Code.ReadConfig(doc, dialect.Location{Source: from}, dialect.Environment{})
		if err != nil || len(c.Disabled) != want || len(c.Diagnostics) > 0 {
			t.Errorf("%s: %+v, %v", from, c, err)
		}
	}
}
