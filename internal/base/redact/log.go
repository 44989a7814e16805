package redact

import (
	"context"
	"fmt"
	"log/slog"
)

// Handler returns a handler of log records that removes secrets from messages
// and attributes before it passes them on.
func Handler(next slog.Handler) slog.Handler {
	if _, clean := next.(handler); clean || next == slog.DiscardHandler {
		return next
	}
	return handler{next}
}

// handler cleans records on their way to the next handler.
type handler struct{ next slog.Handler }

// Enabled asks the next handler.
func (h handler) Enabled(ctx context.Context, level slog.Level) bool {
	return h.next.Enabled(ctx, level)
}

// Handle passes a clean copy on: records are not the handler's to change.
func (h handler) Handle(ctx context.Context, r slog.Record) error {
	clean := slog.NewRecord(r.Time, r.Level, Secrets(r.Message), r.PC)
	r.Attrs(func(a slog.Attr) bool {
		clean.AddAttrs(attr(a))
		return true
	})
	return h.next.Handle(ctx, clean)
}

// WithAttrs cleans attributes once for all records.
func (h handler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return handler{h.next.WithAttrs(all(attrs))}
}

// WithGroup keeps the records of a group clean, too.
func (h handler) WithGroup(name string) slog.Handler { return handler{h.next.WithGroup(name)} }

// all cleans a list of attributes.
func all(attrs []slog.Attr) []slog.Attr {
	clean := make([]slog.Attr, len(attrs))
	for i, a := range attrs {
		clean[i] = attr(a)
	}
	return clean
}

// attr cleans texts, and what handlers would make a text of. Numbers, times and
// flags have no secrets.
func attr(a slog.Attr) slog.Attr {
	switch v := a.Value.Resolve(); v.Kind() {
	case slog.KindString:
		return slog.String(a.Key, Secrets(v.String()))
	case slog.KindGroup:
		return slog.Attr{Key: a.Key, Value: slog.GroupValue(all(v.Group())...)}
	case slog.KindAny:
		switch v.Any().(type) {
		case error, fmt.Stringer, string:
			return slog.String(a.Key, Secrets(fmt.Sprint(v.Any())))
		}
	}
	return a
}
