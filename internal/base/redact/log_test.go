package redact

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
)

func TestLogsHaveNoSecrets(t *testing.T) {
	var out bytes.Buffer
	log := slog.New(Handler(slog.NewTextHandler(&out, nil))).With("a", "TOKEN=with").WithGroup("g")
	log.Warn("TOKEN=message", "b", "TOKEN=text", "c", errors.New("TOKEN=error"), slog.Group("d", "e", "TOKEN=group"), "f", 12, "h", fmt.Errorf("run: %w", errors.New("TOKEN=wrapped")))
	text := out.String()
	for _, word := range []string{"with", "message", "text", "error", "group", "wrapped"} {
		if strings.Contains(text, "TOKEN="+word) {
			t.Errorf("the secret %q is in %s", word, text)
		}
	}
	if strings.Count(text, mark) != 6 || !strings.Contains(text, "g.f=12") {
		t.Errorf("got %s", text)
	}
}

func TestHandlerKeepsWhatNeedsNoCleaning(t *testing.T) {
	if Handler(slog.DiscardHandler) != slog.DiscardHandler {
		t.Error("a handler that discards is wrapped")
	}
	if once := Handler(slog.NewTextHandler(&bytes.Buffer{}, nil)); Handler(once) != once {
		t.Error("a clean handler is wrapped again")
	}
}
