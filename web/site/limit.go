package site

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/gin-gonic/gin"
	"golang.org/x/sync/semaphore"

	"zhiwen/checker/audit"
	"zhiwen/checker/record"
)

// What a server does at the same time, so that its memory has a bound whoever asks
// for whatever: who finds no place waits for a while and is then asked to come again
// (503 with Retry-After).
const (
	// maxAnswers is how many pages are made and sent at once: more than two dozens of
	// processors keep busy, each of some MB at most.
	maxAnswers = 48
	// maxExports is how many reports and evidence files are: of a large check they
	// take tens of MB each.
	maxExports = 4
	// maxUploads is how many uploads come in at once. They are kept on disk until they
	// are complete.
	maxUploads = 64
	// maxStreams is how many event streams are open.
	maxStreams = 500
	// patience is how long a request waits for its place.
	patience = 10 * time.Second
	// exportPatience is longer: who exports many at once gets them one after the other.
	exportPatience = time.Minute
	// writePatience is how long a client may take to read the next piece of an answer.
	writePatience = 20 * time.Second
	// pieceSize is what is given to the network at a time.
	pieceSize = 256 << 10
)

// limits are the places of a server. They are safe for concurrent use.
type limits struct {
	answers, exports, uploads, streams *semaphore.Weighted
	// memory is how many bytes of uploads are in memory; an upload takes its size.
	memory *semaphore.Weighted
	bytes  int64 // of memory
}

func newLimits(memory int64) *limits {
	return &limits{
		answers: semaphore.NewWeighted(maxAnswers), exports: semaphore.NewWeighted(maxExports), uploads: semaphore.NewWeighted(maxUploads),
		streams: semaphore.NewWeighted(maxStreams), memory: semaphore.NewWeighted(memory), bytes: memory,
	}
}

// take waits for n places. The error is record.ErrCrowded if they do not become free within the
// time limit.
func take(ctx context.Context, places *semaphore.Weighted, n int64, wait time.Duration) error {
	if places.TryAcquire(n) {
		return nil
	}
	timed, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	if err := places.Acquire(timed, n); err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return fmt.Errorf("no place within %v: %w", wait, record.ErrCrowded)
	}
	return nil
}

// placed makes an Action of one that takes a place of its sort while it answers.
func (s *Site) placed(r Route, do Action) Action {
	places, wait := s.limits.answers, patience
	switch {
	case r.free:
		return do
	case r.Stream:
		places, wait = s.limits.streams, 0
	case r.Upload:
		places = s.limits.uploads
	case r.Act == audit.Export || r.Act == audit.Print:
		places, wait = s.limits.exports, exportPatience
	}
	return func(c *gin.Context) error {
		if err := take(c.Request.Context(), places, 1, wait); err != nil {
			return Crowded(c, err)
		}
		defer places.Release(1)
		return do(c)
	}
}

// steady makes a request's connection one that is given up where the client takes
// too long to read what it has asked for.
func steady(c *gin.Context) (done func()) {
	connection := http.NewResponseController(c.Writer)
	// What an earlier request on the connection has left holds no more. Where the
	// connection knows no deadlines, as in a test, there are none.
	_ = connection.SetWriteDeadline(time.Time{})
	w := &steadyWriter{ResponseWriter: c.Writer, connection: connection, before: func() { closeUnread(c) }}
	c.Writer = w
	return func() {
		if w.Written() {
			w.extend() // what is still held is sent after this
		}
	}
}

// steadyWriter returns pieces to the network, each with a deadline.
type steadyWriter struct {
	gin.ResponseWriter
	connection *http.ResponseController
	before     func() // an answer begins
}

func (w *steadyWriter) extend() { _ = w.connection.SetWriteDeadline(time.Now().Add(writePatience)) }

// Unwrap is for http.ResponseController.
func (w *steadyWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

func (w *steadyWriter) Write(b []byte) (n int, err error) {
	if !w.Written() {
		w.before()
	}
	for first := true; first || len(b) > 0; first = false {
		piece := b[:min(len(b), pieceSize)]
		b = b[len(piece):]
		w.extend()
		m, err := w.ResponseWriter.Write(piece)
		n += m
		if err != nil {
			return n, err
		}
	}
	return n, nil
}

func (w *steadyWriter) WriteString(s string) (int, error) { return w.Write([]byte(s)) }

// Hold reserves memory for bytes of uploads and waits for it if necessary; release returns
// it. A request for more than the total waits until there are no others. The error is
// record.ErrCrowded if others hold all for too long.
func (s *Site) Hold(ctx context.Context, bytes int64) (release func(), err error) {
	bytes = min(bytes, s.limits.bytes)
	if err := take(ctx, s.limits.memory, bytes, exportPatience); err != nil {
		return nil, err
	}
	return func() { s.limits.memory.Release(bytes) }, nil
}

// RetryAfter is after how many seconds it is worth asking again for what there was no
// room for: by then a few are done.
const RetryAfter = "5"

// Crowded says of an answer that there was no room for, when to ask again.
func Crowded(c *gin.Context, err error) error {
	if errors.Is(err, record.ErrCrowded) {
		c.Header("Retry-After", RetryAfter)
	}
	return err
}
