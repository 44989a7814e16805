package doctor

import "testing"

func TestVersions(t *testing.T) {
	tests := []struct {
		said, measured string
		version        string
		newer          bool
	}{
		{"2.1.325 (Claude Code)", "2.1.325", "2.1.325", false},
		{"codex-cli 0.167.0\n", "0.166.0", "0.167.0", true},
		{"0.9.0", "0.166.0", "0.9.0", false},
		{"v1.0.102.1", "1.0.102", "1.0.102.1", true},
		{"droid", "0.225.2", "", false},
		{"built 2026 with 1.2", "1.0.0", "", false},
	}
	for _, tt := range tests {
		version := versionIn(tt.said)
		if version != tt.version || newer(version, tt.measured) != tt.newer {
			t.Errorf("%q: %q, newer than %s: %v", tt.said, version, tt.measured, newer(version, tt.measured))
		}
	}
}
