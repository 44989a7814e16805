package grapnel

import (
	"cmp"
	"embed"
	"errors"
	"fmt"
	"strings"

	"github.com/grapnel-hooks/grapnel/internal/base/document"
	"github.com/grapnel-hooks/grapnel/internal/base/suggest"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
)

//go:embed packs
var packs embed.FS

// Pack is a set of rules that files can include by name.
type Pack struct {
	Name    string
	Summary string // the first line of its comment
	Text    []byte
}

// Packs returns the built-in packs, sorted by name.
func Packs() []Pack {
	entries, err := packs.ReadDir("packs")
	if err != nil {
		panic(err) // they are part of the program
	}
	var list []Pack
	for _, entry := range entries {
		name, isPack := strings.CutSuffix(entry.Name(), ".yaml")
		if !isPack || strings.HasSuffix(name, ".hooktest") {
			continue
		}
		pack, _ := findPack(name)
		list = append(list, pack)
	}
	return list
}

func findPack(name string) (Pack, bool) {
	text, err := packs.ReadFile("packs/" + name + ".yaml")
	if err != nil {
		return Pack{}, false
	}
	summary, _, _ := strings.Cut(strings.TrimPrefix(string(text), "# "), "\n")
	return Pack{name, summary, text}, true
}

// readPack adds the rules of a pack.
func (r *reader) readPack(v *document.Value, name string) {
	pack, ok := findPack(name)
	if !ok {
		var names []string
		for _, p := range Packs() {
			names = append(names, p.Name)
		}
		r.mistake(v.Pos, cmp.Or(suggest.DidYouMean(name, names), "the packs are "+strings.Join(names, ", ")), "there is no pack %q", name)
		return
	}
	config, err := pack.read(r.From, r.env)
	if err != nil {
		r.mistakes = append(r.mistakes, err)
	}
	r.Config.Definitions = append(r.Config.Definitions, config.Definitions...)
}

// read reads the rules of a pack for a file that includes it.
func (p Pack) read(from dialect.Location, env dialect.Environment) (dialect.Config, error) {
	from.Path = packPrefix + p.Name
	doc, err := document.ParseYAML(from.Path, p.Text)
	if err != nil {
		return dialect.Config{}, fmt.Errorf("read %s: %w", from.Path, err)
	}
	config, err := Dialect{}.ReadConfig(doc, from, env)
	if err == nil && len(config.Includes) > 0 {
		err = errors.New("a pack includes nothing")
	}
	return config, err
}
