package grapnel_test

import (
	"os"
	"strings"
	"testing"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/cli"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/dialect/all"
	"github.com/grapnel-hooks/grapnel/internal/engine/config"
)

func TestPacksDoWhatTheirTestsSay(t *testing.T) {
	t.Setenv("GRAPNEL_JOURNAL", "off")
	if code := cli.Main([]string{"test", "packs"}); code != 0 {
		t.Errorf("exit code %d", code)
	}
}

// Every rule of a pack says why it is there, is named after its pack, and has
// no mistakes.
func TestPacksAreWellKept(t *testing.T) {
	packs := all.Packs()
	if len(packs) != 5 {
		t.Errorf("%d packs", len(packs))
	}
	for _, pack := range packs {
		file := "packs/" + pack.Name + ".yaml"
		d, err := all.ByName(all.Native)
		if err != nil {
			t.Fatal(err)
		}
		set := config.Load(d, dialect.Environment{Project: t.TempDir(), Files: []string{file}, Getenv: os.Getenv})
		if set.Err != nil || len(set.Diagnostics) > 0 {
			t.Errorf("%s: %v %v", pack.Name, set.Err, set.Diagnostics)
		}
		lines := strings.Split(string(pack.Text), "\n")
		prefix, _, _ := strings.Cut(set.Definitions[0].Name, "-")
		for _, def := range set.Definitions {
			if before := lines[def.Origin.Line-2]; !strings.HasPrefix(before, "  # ") || !strings.HasSuffix(before, ".") {
				t.Errorf("%s: no sentence says why %s is there", pack.Name, def.Name)
			}
			if !strings.HasPrefix(def.Name, prefix+"-") || def.Rule == nil || def.Rule.Effect == hook.EffectAllow {
				t.Errorf("%s: %+v", pack.Name, def)
			}
		}
	}
}
