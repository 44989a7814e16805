package cli

import (
	"testing"
	"time"
)

func TestParseWhen(t *testing.T) {
	now := time.Date(2026, 7, 31, 12, 0, 0, 0, time.UTC)
	tests := []struct{ text, want string }{
		{"90s", "2026-07-31T11:58:30Z"},
		{"2h30m", "2026-07-31T09:30:00Z"},
		{"1d", "2026-07-30T12:00:00Z"},
		{"1.5d", "2026-07-30T00:00:00Z"},
		{"2w", "2026-07-17T12:00:00Z"},
		{"0s", "2026-07-31T12:00:00Z"},
		{"2026-07-01", "2026-07-01T00:00:00Z"},
		{"2026-07-01 14:30", "2026-07-01T14:30:00Z"},
		{"2026-07-01 14:30:15", "2026-07-01T14:30:15Z"},
		{"2026-07-01T14:30", "2026-07-01T14:30:00Z"},
		{"2026-07-01T14:30:15+02:00", "2026-07-01T12:30:15Z"},
		{"", "0001-01-01T00:00:00Z"},
		{"-1h", ""},
		{"-1d", ""},
		{"d", ""},
		{"99999999999w", ""},
		{"NaNd", ""},
		{"5", ""},
		{"yesterday", ""},
	}
	for _, tt := range tests {
		t.Run(tt.text, func(t *testing.T) {
			got, err := parseWhen(tt.text, now)
			if tt.want == "" {
				if err == nil {
					t.Errorf("is %v", got)
				}
				return
			}
			if err != nil || got.UTC().Format(time.RFC3339) != tt.want {
				t.Errorf("got %v, %v; want %s", got, err, tt.want)
			}
		})
	}
}
