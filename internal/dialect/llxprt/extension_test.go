//go:build unix

package llxprt

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/grapnel-hooks/grapnel/internal/dialect"
)

// A repository may bring along a link to a device or a pipe, which has no end.
func TestLookingForHooksReadsOnlyRegularFiles(t *testing.T) {
	project, home := t.TempDir(), t.TempDir()
	manifest := filepath.Join(project, ".llxprt", "extensions", "x", "llxprt-extension.json")
	for _, path := range []string{
		manifest,
		filepath.Join(home, ".llxprt", "settings.json"),
		filepath.Join(home, ".llxprt", "extensions", "extension-enablement.json"),
	} {
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := syscall.Mkfifo(path, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	found := make(chan []dialect.Location, 1)
	go func() {
		locations, _ := Code.Locations(dialect.Environment{Project: project, Home: home, Getenv: func(string) string { return "" }})
		found <- locations
	}()
	select {
	case locations := <-found:
		for _, l := range locations {
			if l.Path == manifest {
				return
			}
		}
		t.Errorf("the manifest is not among %v, so that nobody says that it cannot be read", locations)
	case <-time.After(10 * time.Second):
		t.Error("a pipe is being read")
	}
}

// Settings that cannot be understood do not trust a project, when they speak of
// trust at all.
func TestBrokenSettingsDoNotSwitchFolderTrustOff(t *testing.T) {
	home := t.TempDir()
	env := dialect.Environment{Project: t.TempDir(), Home: home, Getenv: func(string) string { return "" }}
	if err := os.Mkdir(filepath.Join(home, ".llxprt"), 0o700); err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]bool{`{"folderTrust": true`: true, `{"theme": `: false} {
		if err := os.WriteFile(contract.settingsIn(home), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		locations, _ := Code.Locations(env)
		if got := locations[0].Untrusted != ""; got != want {
			t.Errorf("%s: untrusted %v, want %v", text, got, want)
		}
	}
}
