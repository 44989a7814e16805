package picture

import (
	"context"
	"iter"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/grapnel-hooks/grapnel/trace"
)

// visit opens a page in a real browser and returns what its script made of it.
func visit(t *testing.T, records iter.Seq[trace.Record], fragment string) string {
	t.Helper()
	browser, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("there is no chromium")
	}
	file := filepath.Join(t.TempDir(), "trace.html")
	if err := os.WriteFile(file, []byte(page(t, records)), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute) // it does not hang
	defer cancel()
	cmd := exec.CommandContext(ctx, browser, "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
		"--disable-background-networking", "--disable-component-update", "--disable-sync",
		"--user-data-dir="+t.TempDir(), "--virtual-time-budget=5000", "--window-size=1200,800", "--dump-dom", "file://"+file+fragment)
	dom, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	return string(dom)
}

func TestBrowserShowsTheTimeline(t *testing.T) {
	dom := visit(t, slices.Values([]trace.Record{rewriting(), denying()}), "")
	for _, want := range []string{
		`data-ready="true"`, "2 of 2 events", `class="denied">denied<`, `class="rewritten">rewritten<`,
		`<i class="blocked"`, "guard: blocked, 3.0 ms", ">12.5 ms<", "<td title=\"format\">format</td>", "<title>Grapnel trace</title>",
	} {
		if !strings.Contains(dom, want) {
			t.Errorf("the page does not show %s", want)
		}
	}
}

func TestBrowserShowsWhatWasRewritten(t *testing.T) {
	dom := visit(t, slices.Values([]trace.Record{rewriting(), denying()}), "#"+rewriting().ID)
	for _, want := range []string{
		"Rewritten: tool input", `class="del">-   "content": "old"`, `class="add">+   "content": "new"`, "&lt;/script&gt;",
	} {
		if !strings.Contains(dom, want) {
			t.Errorf("the page does not show %s", want)
		}
	}
}

func TestBrowserDrawsOnlyTheRowsInSight(t *testing.T) {
	dom := visit(t, many(10_000), "")
	if !strings.Contains(dom, "10000 of 10000 events") || !strings.Contains(dom, `data-ready="true"`) {
		t.Error("the page is not ready")
	}
	if rows := strings.Count(dom, `class="row"`); rows == 0 || rows > 100 {
		t.Errorf("%d rows were made", rows)
	}
}
