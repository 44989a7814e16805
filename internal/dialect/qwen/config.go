package qwen

import (
	"fmt"
	"path/filepath"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/document"
	"github.com/grapnel-hooks/grapnel/internal/base/match"
	"github.com/grapnel-hooks/grapnel/internal/base/schema"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/dialect/family"
)

// locations lists the user's settings and the project's. Of equal hooks the first
// counts, which is the one that is trusted most.
func locations(env dialect.Environment) []dialect.Location {
	settingsIn := func(dir string) string { return filepath.Join(dir, ".qwen", "settings.json") }
	var found []dialect.Location
	if env.Home != "" && env.Home != env.Project {
		found = append(found, dialect.Location{Path: settingsIn(env.Home), Source: hook.SourceUser, Layer: dialect.UserLayer})
	}
	return append(found, dialect.Location{Path: settingsIn(env.Project), Source: hook.SourceProject, Layer: env.ProjectLayer()})
}

// switchKey switches hooks off.
const switchKey = "disableAllHooks"

// readSwitch reads the switch, which is for the hooks of its layer and of less
// trusted ones.
func readSwitch(r *family.Reader, doc *document.Value) {
	r.ReportSwitch(doc, switchKey)
	v := doc.Get(switchKey)
	if v == nil {
		return
	}
	if off := r.Bool(v, switchKey); off != nil && *off {
		r.Config.Off = append(r.Config.Off, dialect.LayerSwitch{Key: switchKey, At: v.Pos})
	}
}

func switchHelp() schema.Property {
	return schema.Optional(switchKey, schema.Flag("true switches off the hooks of this file's layer and of less trusted ones.").Otherwise(false))
}

// matcher compiles a regular expression. One that is not valid matches nothing.
func matcher(pattern string) (match.Matcher, error) {
	if pattern == "*" {
		return match.All{}, nil
	}
	m, err := match.Regexp(pattern)
	if err != nil {
		return match.Names{}, fmt.Errorf("the matcher %q is not a valid regular expression and matches nothing: %w", pattern, err)
	}
	return family.WithAliases(m, aliases), nil
}

// aliases are the names under which matchers know the shell.
func aliases(tool string) []string {
	if tool == shellTool {
		return []string{"Bash", "Shell", "ShellTool"}
	}
	return nil
}
