// Package live tells pages that are open how far the work on what they show is: a
// stream of events on the rows of an address.
package live

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/record"
	"zhiwen/web/catalogue"
	"zhiwen/web/site"
)

const (
	// heartbeatEvery keeps proxies from closing a stream that has nothing to say.
	heartbeatEvery = 15 * time.Second
	// streamLife bounds a stream; a browser that still wants it asks again.
	streamLife = 10 * time.Minute
	// readEvery is the least time between two looks at the rows of one stream,
	// however often they change: a job tells of every percent.
	readEvery = 250 * time.Millisecond
	// maxStreamRows is how many checks and documents one stream follows: the pages of several tabs.
	maxStreamRows = 12 * site.PageSize
)

// Address returns the stream of the named rows, "" for none.
func Address(rows url.Values) string {
	if len(rows) == 0 {
		return ""
	}
	return "/events?" + rows.Encode()
}

// Store is what streams need of the library; unknown ids give errors that wrap
// record.ErrNotFound. It must be safe for concurrent use.
type Store interface {
	Check(ctx context.Context, id int64) (record.Check, error)
	Document(ctx context.Context, id int64) (record.Document, error)
	// Watch returns a channel that gets a value after one of the checks or documents
	// has changed, and maybe without a change. Who watches first and then reads
	// misses nothing.
	Watch(checks, documents []int64) (changed <-chan struct{}, stop func())
}

// Dependencies is what streams stand on.
type Dependencies struct {
	Store Store
	// Stopping is closed when the server begins to shut down; streams end then. It may be nil.
	Stopping <-chan struct{}
}

// pages is the site with what streams need.
type pages struct {
	*site.Site
	Dependencies
}

// Routes returns the routes of streams.
func Routes(s *site.Site, d Dependencies) []site.Route {
	p := &pages{Site: s, Dependencies: d}
	return []site.Route{{Method: http.MethodGet, Path: "/events", Do: p.events, Stream: true}}
}

// event is a stream's message about a changed row.
type event struct {
	Row      string `json:"row"` // id of the element that shows it: "check-12"
	State    string `json:"state"`
	Label    string `json:"label"` // the state in the reader's language
	Progress int    `json:"progress"`
	Final    bool   `json:"final"`
}

// row is a check or a document that a stream follows.
type row struct {
	name string // id of the element that shows it
	read func() (event, error)
	last event // that was sent
}

// Begin writes the headers of a stream, which a proxy is to hand on as it comes.
func Begin(c *gin.Context) {
	c.Header("Content-Type", "text/event-stream")
	c.Header("X-Accel-Buffering", "no")
}

// events streams the rows of the query (check=ID, document=ID, repeated) as
// they change: one "row" event each at first and at every change, "end" when
// all are final. Rows that are gone are final. The store is watched, not the
// jobs, so that the work may be done in another process; nothing is read while
// nothing changes.
func (s *pages) events(c *gin.Context) error {
	checks, documents, err := streamRows(c.Request.URL.Query())
	if err != nil {
		return err
	}
	changed, stop := s.Store.Watch(checks, documents)
	defer stop()
	stream := http.NewResponseController(c.Writer)
	Begin(c)
	// A server that bounds the time of an answer must not bound this one.
	if err := stream.SetWriteDeadline(time.Now().Add(streamLife + heartbeatEvery)); err != nil && !errors.Is(err, http.ErrNotSupported) {
		return fmt.Errorf("stream: %w", err)
	}
	c.Status(http.StatusOK)

	life := time.NewTimer(streamLife)
	defer life.Stop()
	rows := s.rows(c, checks, documents)
	for {
		rows, err = sendChanges(c, rows)
		if err != nil {
			return err
		}
		if len(rows) == 0 {
			_ = writeEvent(c, "end", struct{}{}) // who has left needs no end
			_ = stream.Flush()
			return nil
		}
		if err := stream.Flush(); err != nil {
			return nil // the client has left
		}
		if !s.awaitChange(c, stream, changed, life.C) {
			return nil
		}
		time.Sleep(readEvery)
	}
}

// awaitChange waits for a change; it returns false if the stream has to end first.
func (s *pages) awaitChange(c *gin.Context, stream *http.ResponseController, changed <-chan struct{}, end <-chan time.Time) bool {
	heartbeat := time.NewTicker(heartbeatEvery)
	defer heartbeat.Stop()
	for {
		select {
		case <-changed:
			return true
		case <-heartbeat.C:
			if _, err := c.Writer.WriteString(": still here\n\n"); err != nil || stream.Flush() != nil {
				return false // the client has left
			}
		case <-c.Request.Context().Done():
			return false
		case <-s.Stopping:
			return false
		case <-end:
			return false
		}
	}
}

// sendChanges reads the rows, writes those that have changed and returns those that
// still may.
func sendChanges(c *gin.Context, rows []row) ([]row, error) {
	var open []row
	for _, r := range rows {
		now, err := r.read()
		if err != nil {
			return nil, fmt.Errorf("stream %s: %w", r.name, err)
		}
		if now != r.last {
			r.last = now
			if err := writeEvent(c, "row", now); err != nil {
				return open, nil //nolint:nilerr // the client has left
			}
		}
		if !now.Final {
			open = append(open, r)
		}
	}
	return open, nil
}

func writeEvent(c *gin.Context, name string, v any) error {
	b, err := json.Marshal(v)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(c.Writer, "event: %s\ndata: %s\n\n", name, b)
	return err
}

// streamRows reads the ids of the checks and documents that a query names, each
// once. The error is site.ErrBadInput.
func streamRows(q url.Values) (checks, documents []int64, err error) {
	if n := len(q["check"]) + len(q["document"]); n == 0 || n > maxStreamRows {
		return nil, nil, site.ErrBadInput
	}
	read := func(values []string) (ids []int64) {
		for _, text := range values {
			id, parseErr := strconv.ParseInt(text, 10, 64)
			if parseErr != nil || id < 1 {
				err = site.ErrBadInput
			}
			if !slices.Contains(ids, id) {
				ids = append(ids, id)
			}
		}
		return ids
	}
	checks, documents = read(q["check"]), read(q["document"])
	return checks, documents, err
}

// rows returns the checks and documents that a stream follows.
func (s *pages) rows(c *gin.Context, checks, documents []int64) []row {
	ctx, language, reader := c.Request.Context(), s.Language(c), s.Reader(c)
	var out []row
	add := func(name string, read func() (event, error)) {
		out = append(out, row{name: name, read: func() (event, error) {
			e, err := read()
			if errors.Is(err, record.ErrNotFound) {
				e, err = event{State: "gone", Label: language.Text("state.gone"), Final: true}, nil
			}
			e.Row = name
			return e, err
		}})
	}
	for _, id := range checks {
		add("check-"+strconv.FormatInt(id, 10), func() (event, error) {
			check, err := s.Store.Check(ctx, id)
			if err == nil {
				err = s.MaySee(ctx, reader, check.Document)
			}
			if err != nil {
				return event{}, err
			}
			state := string(check.State)
			return event{State: state, Label: labelOf(language, state, check.Document), Progress: check.Progress,
				Final: check.State.Final()}, err
		})
	}
	for _, id := range documents {
		add("document-"+strconv.FormatInt(id, 10), func() (event, error) {
			d, err := s.Store.Document(ctx, id)
			if err == nil {
				err = s.MaySee(ctx, reader, d)
			}
			if err != nil {
				return event{}, err
			}
			state := string(d.State)
			return event{State: state, Label: labelOf(language, state, d), Final: d.State != record.DocumentWaiting}, err
		})
	}
	return out
}

// labelOf returns the progress of a row: its state or, while scanned pages are being recognised,
// the page.
func labelOf(l *catalogue.Language, state string, d record.Document) string {
	if d.State == record.DocumentWaiting && d.Scans > 0 {
		return l.Text("state.scans", "Page", min(d.ScansRead+1, d.Scans), "Pages", d.Scans)
	}
	return l.Text("state." + state)
}
