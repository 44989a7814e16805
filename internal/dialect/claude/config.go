package claude

import (
	"path/filepath"
	"runtime"
	"strings"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/diag"
	"github.com/grapnel-hooks/grapnel/internal/base/document"
	"github.com/grapnel-hooks/grapnel/internal/base/match"
	"github.com/grapnel-hooks/grapnel/internal/base/schema"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/dialect/family"
)

// locations lists managed, user, project and local settings. Of equal hooks the
// first counts, which is the one that is trusted most.
func locations(env dialect.Environment) []dialect.Location {
	managed := managedDir(env.Getenv)
	found := []dialect.Location{{Path: filepath.Join(managed, "managed-settings.json"), Source: hook.SourceSystem, Layer: dialect.ManagedLayer}}
	dropIns, _ := filepath.Glob(filepath.Join(managed, "managed-settings.d", "*.json")) // the pattern is valid
	for _, path := range dropIns {
		found = append(found, dialect.Location{Path: path, Source: hook.SourceSystem, Layer: dialect.ManagedLayer})
	}
	if env.Home != "" && env.Home != env.Project {
		found = append(found, dialect.Location{Path: settingsIn(env.Home, "settings.json"), Source: hook.SourceUser, Layer: dialect.UserLayer})
	}
	return append(found,
		dialect.Location{Path: settingsIn(env.Project, "settings.json"), Source: hook.SourceProject, Layer: env.ProjectLayer()},
		dialect.Location{Path: settingsIn(env.Project, "settings.local.json"), Source: family.SourceLocal, Layer: env.ProjectLayer()})
}

func settingsIn(dir, name string) string { return filepath.Join(dir, ".claude", name) }

// managedDir is where administrators keep settings.
func managedDir(getenv func(string) string) string {
	switch runtime.GOOS {
	case "darwin":
		return "/Library/Application Support/ClaudeCode"
	case "windows":
		return filepath.Join(getenv("ProgramFiles"), "ClaudeCode")
	}
	return "/etc/claude-code"
}

// readSwitches reads the switches for whole layers: disableAllHooks, and the
// administrator's allowManagedHooksOnly.
func readSwitches(r *family.Reader, doc *document.Value) {
	r.ReportSwitch(doc, "disableAllHooks")
	for _, key := range []string{"disableAllHooks", "allowManagedHooksOnly"} {
		only := key == "allowManagedHooksOnly"
		v := doc.Get(key)
		if v == nil || only && r.From.Layer != dialect.ManagedLayer {
			continue
		}
		if on := r.Bool(v, key); on != nil && *on {
			r.Config.Off = append(r.Config.Off, dialect.LayerSwitch{Key: key, At: v.Pos, OnlyBelow: only})
		}
	}
}

func switchHelp() schema.Property {
	return schema.Optional("disableAllHooks", schema.Flag("true switches off the hooks of this file's layer and of less trusted ones.").Otherwise(false))
}

// checkMatcher notices matchers that match nothing although they are valid.
func checkMatcher(pattern string) (problem hook.Diagnostic, ok bool) {
	if rule, ok := family.ParseRule(pattern); ok && !rule.AnyUse && match.IsNameList(rule.Tool) && !strings.ContainsAny(pattern, "|.^$") {
		return diag.Warnf("bad-matcher", "the matcher %q matches no tool: it is a permission rule", pattern).
			Fixf("write \"matcher\": %q, and \"if\": %q in the hook", rule.Tool, pattern), false
	}
	if !match.IsNameList(pattern) {
		return problem, true
	}
	for _, name := range match.NameList(pattern) {
		if server, isMCP := strings.CutPrefix(name, "mcp__"); isMCP && !strings.Contains(server, "__") {
			return diag.Warnf("bad-matcher", "%q is the name of a server and matches none of its tools", name).Fixf("write %s__.*", name), false
		}
	}
	return problem, true
}
