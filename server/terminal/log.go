package terminal

import (
	"context"
	"log/slog"
	"os"
	"time"

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
	options := &slog.HandlerOptions{ReplaceAttr: plainAttr}
	var h slog.Handler = slog.NewTextHandler(t.Err, options)
	if format == "json" {
		h = slog.NewJSONHandler(t.Err, options)
	}
	return slog.New(requestHandler{h})
}

// plainAttr writes a duration as a number of milliseconds, whose name says so: each name has values of one type.
func plainAttr(_ []string, a slog.Attr) slog.Attr {
	if a.Value.Kind() == slog.KindDuration {
		return slog.Float64(a.Key+"_ms", float64(a.Value.Duration().Microseconds())/float64(time.Millisecond/time.Microsecond))
	}
	return a
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
