//go:build unix

package faults

import (
	"bytes"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"

	"github.com/grapnel-hooks/grapnel"
	"github.com/grapnel-hooks/grapnel/hook"
)

// system is a System with the guard of a contract.
func (c contract) system(t *testing.T, command string, o grapnel.Options) *grapnel.System {
	t.Helper()
	p := newPlace(t)
	p.write(c.guard(command))
	o.Dialect, o.Dir, o.ConfigFiles = c.name, p.dir, []string{filepath.Join(p.dir, c.file)}
	s := grapnel.New(o)
	t.Cleanup(func() { s.Close() })
	if err := s.Initialize(); err != nil {
		t.Fatal(err)
	}
	return s
}

// What hooks print goes to the log of a Go host without its secrets.
func TestLogsHaveNoSecrets(t *testing.T) {
	for _, c := range contracts() {
		for _, s := range []string{"ghp_{36}", "npm_{36}", "DB_PASSWORD=«hunter2hunter2»", `{"password": "«hunter2hunter2»"}`} {
			t.Run(c.name+", "+s, func(t *testing.T) {
				count(t)
				if !strings.Contains(s, "«") {
					s = "«" + s + "»"
				}
				text, hidden := secret{text: s}.parts()
				var log bytes.Buffer
				logger := slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
				system := c.system(t, "echo '"+text+"'; echo '"+text+"' >&2; exit 1", grapnel.Options{Logger: logger})
				system.BeforeTool(t.Context(), "write_file", hook.Object{}.Raw())
				if log.Len() == 0 || strings.Contains(log.String(), hidden) {
					t.Errorf("the log:\n%s", &log)
				}
			})
		}
	}
}

// Many events at one System do not get each other's answers.
func TestEventsAtTheSameTime(t *testing.T) {
	for _, c := range contracts() {
		t.Run(c.name, func(t *testing.T) {
			count(t)
			t.Parallel()
			system := c.system(t, `grep -q '"path": *"/no' && `+denying+`; exit 0`, grapnel.Options{})
			results := make(chan bool, 40)
			for i := range cap(results) {
				go func() {
					path := []string{"/yes", "/no"}[i%2]
					out := system.BeforeTool(t.Context(), "write_file", []byte(`{"path":"`+path+`"}`))
					results <- out.Blocked == (path == "/no")
				}()
			}
			for range cap(results) {
				if !<-results {
					t.Error("an event got another one's answer")
				}
			}
		})
	}
}
