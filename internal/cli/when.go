package cli

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// parseWhen reads a moment: how long ago (90s, 2h30m, 1d, 2w), a day, or a time
// of a day. "" is the zero time.
func parseWhen(text string, now time.Time) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	if ago, ok := parseAgo(text); ok {
		return now.Add(-ago), nil
	}
	for _, layout := range []string{time.DateOnly, "2006-01-02 15:04", time.DateTime, "2006-01-02T15:04", "2006-01-02T15:04:05"} {
		if t, err := time.ParseInLocation(layout, text, now.Location()); err == nil {
			return t, nil
		}
	}
	if t, err := time.Parse(time.RFC3339Nano, text); err == nil {
		return t, nil
	}
	return time.Time{}, fmt.Errorf("%q is not a time; use 30m, 2h, 1d, 2w, 2026-07-31 or \"2026-07-31 14:00\"", text)
}

// parseAgo reads a duration in Go's words, or in days or weeks.
func parseAgo(text string) (time.Duration, bool) {
	const day = 24 * time.Hour
	for suffix, unit := range map[string]time.Duration{"d": day, "w": 7 * day} {
		if number, ok := strings.CutSuffix(text, suffix); ok {
			n, err := strconv.ParseFloat(number, 64)
			return time.Duration(n * float64(unit)), err == nil && 0 <= n && n < 1e4
		}
	}
	ago, err := time.ParseDuration(text)
	return ago, err == nil && ago >= 0
}
