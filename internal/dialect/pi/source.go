package pi

import (
	"path/filepath"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/diag"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
)

// Where hooks come from, as results name it.
const (
	SourceCLI     hook.Source = "cli"
	SourceEnv     hook.Source = "env"
	SourceClaude  hook.Source = "claude_settings"
	SourceDefault hook.Source = "default"
)

// configVariable holds a whole configuration.
const configVariable = "PI_HOOKS_JSON"

// The options that only pi has.
var (
	hooksConfig = dialect.Flag{
		Name: "hooks-config", File: true,
		Help: "this `file`, the same as --config",
	}
	gastown = dialect.Flag{
		Name: "gastown", Variable: "PI_GASTOWN_MODE",
		Help: "use the built-in hooks if nothing else is configured",
	}
	claudeSettings = dialect.Flag{
		Name: "claude-settings-hooks", Variable: "PI_ENABLE_CLAUDE_SETTINGS_HOOKS",
		Help: "also read .claude/settings.json",
	}
)

// Locations lists where configuration may be; the first place that has some
// counts alone. A file or variable that the user gave ends the list: if it is
// broken, nothing else takes its place.
func (Dialect) Locations(env dialect.Environment) ([]dialect.Location, []hook.Diagnostic) {
	if len(env.Files) > 0 {
		return dialect.Named(env.Files[:1], dialect.StrictJSON, SourceCLI), notRead(env.Files)
	}
	if text := env.Getenv(configVariable); text != "" {
		return []dialect.Location{{Path: configVariable, Text: []byte(text), Format: dialect.StrictJSON, Source: SourceEnv}}, nil
	}
	var list []dialect.Location
	if claudeSettings.IsOn(env) {
		for _, name := range []string{"settings.local.json", "settings.json"} {
			path := filepath.Join(env.Project, ".claude", name)
			list = append(list, dialect.Location{Path: path, Format: dialect.StrictJSON, Source: SourceClaude, IfHooks: true})
		}
	}
	if gastown.IsOn(env) {
		list = append(list, dialect.Location{Path: "built-in hooks", Text: []byte(builtIns), Format: dialect.StrictJSON, Source: SourceDefault, Fallback: true})
	}
	return list, nil
}

// notRead says which of the files that the user named do not count: the first
// one does, as everywhere the first source.
func notRead(files []string) []hook.Diagnostic {
	var list []hook.Diagnostic
	for _, file := range files[1:] {
		list = append(list, diag.Warnf("not-read", "%s is not read: %s comes first, and only one file counts", file, files[0]).
			Fixf("join them into %s", files[0]))
	}
	return list
}
