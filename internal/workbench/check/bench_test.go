package check

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/dialect/all"
	"github.com/grapnel-hooks/grapnel/internal/engine/config"
)

// BenchmarkThousandHooks checks 1,000 hooks that each run a script of their own.
func BenchmarkThousandHooks(b *testing.B) {
	dir := b.TempDir()
	var llxprt, massgen strings.Builder
	llxprt.WriteString(`{"enableHooks": true, "hooks": {"BeforeTool": [`)
	massgen.WriteString("hooks:\n  PreToolUse:\n")
	for i := range 1000 {
		if i > 0 {
			llxprt.WriteByte(',')
		}
		fmt.Fprintf(&llxprt, "\n{\"matcher\": \"tool_%d|write_file\", \"hooks\": [{\"type\": \"command\", \"command\": \"$LLXPRT_PROJECT_DIR/hook%d.sh --all\", \"timeout\": 5000}]}", i, i)
		fmt.Fprintf(&massgen, "    - handler: ./hook%d.sh --all\n      type: command\n      matcher: tool_%d|Write\n", i, i)
		script := fmt.Sprintf("#!/usr/bin/env bash\nif grep -q %d; then\n  echo no >&2\n  exit 2\nfi\n", i)
		write(b, filepath.Join(dir, fmt.Sprintf("hook%d.sh", i)), script, 0o755)
	}
	llxprt.WriteString("]}}")
	write(b, filepath.Join(dir, "llxprt.json"), llxprt.String(), 0o644)
	write(b, filepath.Join(dir, "massgen.yaml"), massgen.String(), 0o644)
	for _, file := range []string{"llxprt.json", "massgen.yaml"} {
		b.Run(file, func(b *testing.B) {
			env := dialect.Environment{Project: dir, Getenv: func(string) string { return "" }, Files: []string{filepath.Join(dir, file)}}
			for b.Loop() {
				c := Load(b.Context(), config.Detect(all.Dialects(), env, "").Dialect, env)
				if found := Run(c); c.Hooks() != 1000 || file == "llxprt.json" && len(found) != 0 {
					b.Fatal(c.Hooks(), show(c, found))
				}
			}
		})
	}
}

func write(tb testing.TB, path, text string, mode os.FileMode) {
	tb.Helper()
	if err := os.WriteFile(path, []byte(text), mode); err != nil {
		tb.Fatal(err)
	}
}
