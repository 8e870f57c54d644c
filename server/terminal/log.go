package terminal

import (
	"context"
	"log/slog"
	"os"

	"golang.org/x/term"

	"zhiwen/checker/audit"
)

// Log returns the logger of a command, which writes to standard error.
func (t Terminal) Log() *slog.Logger {
	format := t.Logging
	if format != "text" && format != "json" {
		format = "json"
		if f, isFile := t.Err.(*os.File); isFile && term.IsTerminal(int(f.Fd())) {
			format = "text"
		}
	}
	var h slog.Handler = slog.NewTextHandler(t.Err, nil)
	if format == "json" {
		h = slog.NewJSONHandler(t.Err, nil)
	}
	return slog.New(requestHandler{h})
}

// requestKey names the id of a request in the log.
const requestKey = "request"

// requestHandler adds the id of the request that a line is about, which its answer names
// too (X-Request-Id).
type requestHandler struct{ slog.Handler }

// Handle implements slog.Handler.
func (h requestHandler) Handle(ctx context.Context, r slog.Record) error {
	named := false // by whoever writes the line
	r.Attrs(func(a slog.Attr) bool { named = a.Key == requestKey; return !named })
	if id := audit.ActorOf(ctx).Request; id != "" && !named {
		r = r.Clone()
		r.AddAttrs(slog.String(requestKey, id))
	}
	return h.Handler.Handle(ctx, r)
}

// WithAttrs implements slog.Handler.
func (h requestHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return requestHandler{h.Handler.WithAttrs(attrs)}
}

// WithGroup implements slog.Handler.
func (h requestHandler) WithGroup(name string) slog.Handler {
	return requestHandler{h.Handler.WithGroup(name)}
}
