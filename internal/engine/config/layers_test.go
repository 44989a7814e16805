package config_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/dialect/all"
	"github.com/grapnel-hooks/grapnel/internal/engine/config"
)

// loadLayers reads LLxprt's settings of three layers, each of which has a hook
// with its name; "" means that there is no file.
func loadLayers(t *testing.T, system, user, project string) config.Set {
	t.Helper()
	d, err := all.ByName("llxprt")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for name, text := range map[string]string{
		"system.json": system, "home/.llxprt/settings.json": user, "project/.llxprt/settings.json": project,
	} {
		if text != "" {
			write(t, dir, name, text)
		}
	}
	return config.Load(d, dialect.Environment{
		Project: dir + "/project", Home: dir + "/home",
		Getenv: func(name string) string {
			return map[string]string{"LLXPRT_SYSTEM_SETTINGS_PATH": dir + "/system.json"}[name]
		},
	})
}

// settings has one hook, and what else is said.
func settings(name, others string) string {
	return fmt.Sprintf(`{%s "hooks": {"BeforeTool": [{"hooks": [{"type": "command", "name": %q, "command": "echo %[2]s"}]}]}}`, others, name)
}

func running(set config.Set) string {
	var names []string
	for _, def := range set.Active() {
		names = append(names, def.Name)
	}
	slices.Sort(names)
	return strings.Join(names, " ")
}

func attempts(set config.Set) int {
	n := 0
	for _, d := range set.Diagnostics {
		if d.Code == config.LessTrusted {
			n++
		}
	}
	return n
}

func TestASwitchReachesItsOwnLayerAndLessTrustedOnes(t *testing.T) {
	const on, off, silent = `"enableHooks": true,`, `"enableHooks": false,`, ``
	tests := []struct {
		name                  string
		system, user, project string
		want                  string
		attempts              int
	}{
		{"nobody says anything", silent, silent, silent, "", 0},
		{"the project switches all on", silent, silent, on, "project system user", 0},
		{"the user switches all on", silent, on, silent, "project system user", 0},
		{"the project switches only its own off", silent, on, off, "system user", 2},
		{"the project switches its own off where all are", silent, silent, off, "", 0},
		{"the user switches off what is not the system's", on, off, silent, "system", 1},
		{"the project cannot undo that", on, off, on, "system", 2},
		{"the user switches all off that nobody has switched on", silent, off, silent, "", 0},
		{"the system switches all off", off, on, on, "", 2},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			set := loadLayers(t, settings("system", tt.system), settings("user", tt.user), settings("project", tt.project))
			if got := running(set); got != tt.want {
				t.Errorf("%q run, want %q", got, tt.want)
			}
			if got := attempts(set); got != tt.attempts {
				t.Errorf("%d attempts are reported, want %d: %v", got, tt.attempts, set.Diagnostics)
			}
			if all := len(set.Definitions) + len(set.Skipped); all != 3 {
				t.Errorf("%d hooks are accounted for", all)
			}
		})
	}
}

func TestOnlyATrustedFileDisablesAHook(t *testing.T) {
	const both = `"enableHooks": true, "hooksConfig": {"disabled": ["user", "project"]},`
	tests := []struct {
		name, user, project, want string
		attempts                  int
	}{
		{"the project its own", ``, both, "user", 1},
		{"the user any", both, ``, "", 0},
		{"the user what the project tries to", both, both, "", 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			set := loadLayers(t, "", settings("user", tt.user), settings("project", tt.project))
			if got := running(set); got != tt.want || attempts(set) != tt.attempts {
				t.Errorf("%q run, want %q; diagnostics %v", got, tt.want, set.Diagnostics)
			}
		})
	}
}

func TestADuplicateHasTheTimeOfTheMoreTrustedLayer(t *testing.T) {
	guard := func(timeout string) string {
		return `{"enableHooks": true, "hooks": {"BeforeTool": [{"hooks": [{"type": "command", "command": "guard"` + timeout + `}]}]}}`
	}
	tests := []struct {
		name, user, project string
		want                time.Duration
		attempts            int
	}{
		{"if it is longer", ``, `, "timeout": 0.001`, time.Minute, 1},
		{"not if it is shorter", `, "timeout": 1000`, `, "timeout": 2000`, 2 * time.Second, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			set := loadLayers(t, "", guard(tt.user), guard(tt.project))
			first := set.Active()[0]
			if first.Timeout != tt.want || !strings.Contains(first.Origin.File, "project") || attempts(set) != tt.attempts {
				t.Errorf("%v at %s, want %v; diagnostics %v", first.Timeout, first.Origin, tt.want, set.Diagnostics)
			}
		})
	}
}
