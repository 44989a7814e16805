//go:build unix

package conformance

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/grapnel-hooks/grapnel"
	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/jsonx"
)

// record is a line of the log.
type record map[string]any

// piSystem returns a system with hooks for pi, and a function that gives the
// lines of its log that have a message.
func piSystem(t *testing.T, hooks string) (*grapnel.System, func(message string) []record) {
	t.Helper()
	dir := t.TempDir()
	file := filepath.Join(dir, "hooks.json")
	if err := os.WriteFile(file, []byte(hooks), 0o644); err != nil {
		t.Fatal(err)
	}
	var buf bytes.Buffer
	log := slog.New(slog.NewJSONHandler(&buf, &slog.HandlerOptions{Level: slog.LevelDebug}))
	lines := func(message string) []record {
		var list []record
		for dec := json.NewDecoder(bytes.NewReader(buf.Bytes())); dec.More(); {
			var line record
			if err := dec.Decode(&line); err != nil {
				t.Fatal(err)
			}
			if line["msg"] == message {
				list = append(list, line)
			}
		}
		return list
	}
	return grapnel.New(grapnel.Options{Dialect: "pi", Dir: dir, ConfigFiles: []string{file}, Logger: log}), lines
}

// wantLine checks that there is one line, with these members.
func wantLine(t *testing.T, lines []record, want record) record {
	t.Helper()
	if len(lines) != 1 {
		t.Fatalf("%d lines: %v", len(lines), lines)
	}
	for key, value := range want {
		if lines[0][key] != value {
			t.Errorf("%s is %v, want %v in %v", key, lines[0][key], value, lines[0])
		}
	}
	return lines[0]
}

// TestPiAPI shows what only a Go program sees.
func TestPiAPI(t *testing.T) {
	t.Run("PI-1.7_PI-1.8_a_broken_configuration_is_logged_as_an_error_with_source_and_reason", func(t *testing.T) {
		s, lines := piSystem(t, `{"PreToolUse": [{"command": "true"}, {"command": 1}]}`)
		out := s.BeforeTool(t.Context(), "bash", json.RawMessage(`{}`))
		if out.Blocked || len(out.Hooks) > 0 {
			t.Errorf("outcome %+v", out)
		}
		wantLine(t, lines("hooks are disabled"), record{
			"level": "ERROR", "source": "cli", "reason": "PreToolUse[1].command must be a string, not a number",
		})
	})

	t.Run("PI-2.3_PI-2.6_ask_is_logged_as_a_warning", func(t *testing.T) {
		s, lines := piSystem(t, `{"PreToolUse": [{"command": "echo '{\"decision\": \"ask\"}'"}]}`)
		out := s.BeforeTool(t.Context(), "bash", json.RawMessage(`{}`))
		if out.Decision != hook.Ask || out.Blocked || s.AskNeedsUser() {
			t.Errorf("outcome %+v", out)
		}
		wantLine(t, lines("hook diagnostic"), record{"level": "WARN", "event": "PreToolUse", "code": "ask-allowed"})
	})

	t.Run("PI-5.1_PI-5.2_PI-5.3_PI-5.4_PI-5.5_PI-5.6_PI-5.7_PI-5.8_PI-5.11_the_log_has_a_record_of_every_hook", func(t *testing.T) {
		const command = `echo 'TOKEN=a no'; head -c 3000 /dev/zero | tr '\0' x >&2; exit 2`
		s, lines := piSystem(t, `{"PreToolUse": [{"command": `+string(jsonx.AppendString(nil, command))+`}]}`)
		s.BeforeTool(t.Context(), "bash", json.RawMessage(`{}`))
		line := wantLine(t, lines("hook"), record{
			"level": "DEBUG", "event": "PreToolUse", "command": strings.Replace(command, "TOKEN=a", "TOKEN=[REDACTED]", 1), "exitCode": 2.0, "decision": "deny", "source": "cli",
			"stdout": "TOKEN=[REDACTED] no\n", "redacted": true, "stderrTruncated": true, "stdoutTruncated": nil,
		})
		if ms, _ := line["durationMs"].(float64); ms <= 0 {
			t.Errorf("duration %v", line["durationMs"])
		}
		if reason, _ := line["reason"].(string); len(reason) != 2015 || !strings.HasPrefix(reason, "TOKEN=[REDACTED] no\nxxx") {
			t.Errorf("reason %q", reason)
		}
		if stderr, _ := line["stderr"].(string); len(stderr) != 2015 {
			t.Errorf("stderr has %d characters", len(stderr))
		}
	})

	t.Run("PI-5.8_PI-5.10_redaction_is_no_warning_and_failures_are_logged_without_secrets", func(t *testing.T) {
		s, lines := piSystem(t, `{"PostToolUse": [{"command": "echo TOKEN=a"}, {"command": "echo TOKEN=b >&2; exit 1"}]}`)
		out := s.AfterTool(t.Context(), "bash", json.RawMessage(`{}`), json.RawMessage(`{}`))
		wantLine(t, lines(out.Diagnostics[0].String()), record{"level": "WARN", "stderr": "TOKEN=[REDACTED]\n"})
		if len(out.Diagnostics) != 1 || len(lines("hook diagnostic")) != 0 || out.Context[0].Text != "TOKEN=a" {
			t.Errorf("outcome %+v", out)
		}
	})

	t.Run("PI-8.6_hosts_can_tell_hooks_the_call_and_its_error", func(t *testing.T) {
		s, _ := piSystem(t, `{"PostToolUseFailure": [{"command": "sed 's/^/: /'"}], "SessionStart": [{"command": "sed 's/^/: /'"}]}`)
		out := s.Tool(t.Context(), hook.ToolFailure, hook.Data{
			Tool: "bash", ToolCallID: "call_1", ToolInput: json.RawMessage(`{"command":"ls"}`), ToolError: "exit 1",
		})
		const want = `,"tool_name":"bash","tool_input":{"command":"ls"},"tool_use_id":"call_1","tool_error":"exit 1"}`
		if len(out.Context) != 1 || !strings.HasSuffix(out.Context[0].Text, want) {
			t.Errorf("outcome %+v", out)
		}
		out = s.Lifecycle(t.Context(), hook.SessionStart, hook.Data{Source: "startup"})
		if len(out.Context) != 1 || !strings.HasSuffix(out.Context[0].Text, `,"source":"startup"}`) {
			t.Errorf("outcome %+v", out)
		}
		if !s.WaitsFor(hook.SessionStart) || !s.WaitsFor(hook.CompactBefore) {
			t.Error("hosts do not wait for hooks before a session and a compaction")
		}
	})
}
