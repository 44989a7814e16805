package family

import (
	"slices"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/diag"
	"github.com/grapnel-hooks/grapnel/internal/base/document"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/dialect/kit"
)

// SourceLocal is where hooks come from that are in a project's settings that are
// not shared.
const SourceLocal hook.Source = "local"

// Locations lists the files that the user named, else those that the contract
// looks for.
func (d Dialect) Locations(env dialect.Environment) ([]dialect.Location, []hook.Diagnostic) {
	if len(env.Files) == 0 {
		return d.Contract.Locations(env), nil
	}
	named := dialect.Named(env.Files, dialect.JSON, hook.SourceProject)
	if d.Contract.NamedLast {
		slices.Reverse(named)
	}
	return named, nil
}

// Detect looks for groups of hooks for an event of the contract.
func (d Dialect) Detect(doc *document.Value) (sign string) {
	hooks := doc.Get("hooks")
	if hooks == nil || slices.ContainsFunc(hooks.Members, d.isElsewhere) {
		return ""
	}
	isGroup := func(v *document.Value) bool { return v.Get("hooks") != nil }
	for _, m := range hooks.Members {
		if dialect.HasEvent(d, m.Key) && slices.ContainsFunc(m.Value.Items, isGroup) {
			return "it has groups of hooks for " + m.Key
		}
	}
	return ""
}

// isElsewhere reports whether a member is an event of another contract.
func (d Dialect) isElsewhere(m document.Member) bool {
	return slices.ContainsFunc(d.Contract.Foreign, func(f Foreign) bool {
		return f.Elsewhere && slices.Contains(f.Names, m.Key)
	})
}

// ReadConfig reads a settings file.
func (d Dialect) ReadConfig(doc *document.Value, from dialect.Location, _ dialect.Environment) (dialect.Config, error) {
	if doc.Kind != document.Object {
		return dialect.Config{}, document.Errorf(doc.Pos, "settings must be an object, not %s", doc.Kind).Fixf(`write {"hooks": {…}}`)
	}
	r := d.NewReader(from)
	r.ReportDuplicates(doc)
	if d.Contract.Switch != nil {
		d.Contract.Switch(r, doc)
	}
	r.reportMisplaced(doc)
	if err := r.Groups(d, doc, r.ReadGroup); err != nil {
		return dialect.Config{}, err
	}
	return r.Config, nil
}

// Reader collects what one file says.
type Reader struct {
	kit.Reader
	contract *Contract
}

// NewReader returns a reader for a file.
func (d Dialect) NewReader(from dialect.Location) *Reader {
	return &Reader{Reader: kit.Reader{From: from}, contract: d.Contract}
}

// reportMisplaced notices events that are beside "hooks" and not in it.
func (r *Reader) reportMisplaced(doc *document.Value) {
	for _, m := range doc.Members {
		if dialect.HasEvent(Dialect{r.contract}, m.Key) {
			r.Report(m.Pos, diag.Errorf("misplaced-event", "%s is at the top of the file, where it has no effect", m.Key).Fixf(`put it into "hooks": {…}`))
		}
	}
}
