package grapnel

import (
	"context"
	"log/slog"
)

// calmHandler is a log handler whose panics go no further: a logger must not
// decide whether hooks run.
type calmHandler struct{ slog.Handler }

// Handle passes the record on.
func (h calmHandler) Handle(ctx context.Context, r slog.Record) error {
	defer func() { _ = recover() }()
	return h.Handler.Handle(ctx, r)
}

// Enabled asks the handler.
func (h calmHandler) Enabled(ctx context.Context, level slog.Level) (enabled bool) {
	defer func() { _ = recover() }()
	return h.Handler.Enabled(ctx, level)
}
