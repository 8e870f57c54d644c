package web

import (
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
	"zhiwen/web/report"
)

const (
	// pollEvery is how often a stream looks at the store. The store is asked,
	// not the jobs, so that the work may run in another process.
	pollEvery = 400 * time.Millisecond
	// heartbeatEvery keeps proxies from closing a stream that has nothing to say.
	heartbeatEvery = 15 * time.Second
	// streamLife bounds a stream; a browser that still wants it asks again.
	streamLife = 10 * time.Minute
	// maxStreamRows is how many checks and documents one stream follows: a page of a list and some.
	maxStreamRows = 2 * pageSize
)

// progressView is the view of page/progress.html: a check that is not done.
type progressView struct {
	Page
	Row  checkRow
	Live string
}

func (s *site) showProgress(c *gin.Context, check record.Check) error {
	v := progressView{Row: checkRow{Check: check, Title: report.NameOf(check.Document.Identity)}}
	v.Page = s.page(c, v.Row.Title, "live.js")
	v.Section = "checks"
	if !v.Row.Final() {
		v.Reload = true
		v.Live = streamAddress(url.Values{"check": {strconv.FormatInt(check.ID, 10)}})
	}
	return s.render(c, http.StatusOK, "progress", v)
}

// event is what a stream says of one row when it has changed.
type event struct {
	Row      string `json:"row"` // id of the element that shows it: "check-12"
	State    string `json:"state"`
	Label    string `json:"label"` // the state in the reader's language
	Progress int    `json:"progress"`
	Final    bool   `json:"final"`
}

// follower reads one row.
type follower struct {
	row  string
	read func() (event, error)
}

// events streams the rows of the query (check=ID, document=ID, repeated) as
// they change: one "row" event each at first and at every change, "end" when
// all are final. Rows that are gone are final.
func (s *site) events(c *gin.Context) error {
	followers, err := s.followers(c)
	if err != nil {
		return err
	}
	stream := http.NewResponseController(c.Writer)
	c.Header("Content-Type", "text/event-stream")
	c.Header("X-Accel-Buffering", "no")
	// A server that bounds the time of an answer must not bound this one.
	if err := stream.SetWriteDeadline(time.Now().Add(streamLife + heartbeatEvery)); err != nil && !errors.Is(err, http.ErrNotSupported) {
		return fmt.Errorf("stream: %w", err)
	}
	c.Status(http.StatusOK)

	ctx := c.Request.Context()
	poll, heartbeat, life := time.NewTicker(s.pollEvery), time.NewTicker(heartbeatEvery), time.NewTimer(streamLife)
	defer poll.Stop()
	defer heartbeat.Stop()
	defer life.Stop()
	last := map[string]event{}
	for {
		open := followers[:0:0]
		wrote := false
		for _, f := range followers {
			now, err := f.read()
			if err != nil {
				return fmt.Errorf("stream %s: %w", f.row, err)
			}
			if now != last[f.row] {
				last[f.row], wrote = now, true
				if err := writeEvent(c, "row", now); err != nil {
					return nil // the client has left
				}
			}
			if !now.Final {
				open = append(open, f)
			}
		}
		if followers = open; len(followers) == 0 {
			if writeEvent(c, "end", struct{}{}) == nil {
				_ = stream.Flush()
			}
			return nil
		}
		if wrote {
			if err := stream.Flush(); err != nil {
				return nil
			}
		}
		select {
		case <-ctx.Done():
			return nil
		case <-s.config.Stopping:
			return nil
		case <-life.C:
			return nil
		case <-heartbeat.C:
			if _, err := c.Writer.WriteString(": still here\n\n"); err != nil || stream.Flush() != nil {
				return nil
			}
		case <-poll.C:
		}
	}
}

func writeEvent(c *gin.Context, name string, v any) error {
	b, err := json.Marshal(v)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(c.Writer, "event: %s\ndata: %s\n\n", name, b)
	return err
}

// followers are the rows that the query names.
func (s *site) followers(c *gin.Context) ([]follower, error) {
	ctx, language := c.Request.Context(), s.language(c)
	q := c.Request.URL.Query()
	if n := len(q["check"]) + len(q["document"]); n == 0 || n > maxStreamRows {
		return nil, errBadInput
	}
	var out []follower
	add := func(kind, text string, read func(id int64) (string, record.Document, int, bool, error)) error {
		id, err := strconv.ParseInt(text, 10, 64)
		if err != nil || id < 1 {
			return errBadInput
		}
		row := kind + "-" + text
		if slices.ContainsFunc(out, func(f follower) bool { return f.row == row }) {
			return nil
		}
		out = append(out, follower{row: row, read: func() (event, error) {
			state, d, progress, final, err := read(id)
			if errors.Is(err, record.ErrNotFound) {
				return event{Row: row, State: "gone", Label: language.Text("state.gone"), Final: true}, nil
			}
			return event{Row: row, State: state, Label: labelOf(language, state, d), Progress: progress, Final: final}, err
		}})
		return nil
	}
	for _, id := range q["check"] {
		err := add("check", id, func(id int64) (string, record.Document, int, bool, error) {
			check, err := s.Store.Check(ctx, id)
			return string(check.State), check.Document, check.Progress, isFinal(check.State), err
		})
		if err != nil {
			return nil, err
		}
	}
	for _, id := range q["document"] {
		err := add("document", id, func(id int64) (string, record.Document, int, bool, error) {
			d, err := s.Store.Document(ctx, id)
			return string(d.State), d, 0, d.State != record.DocumentWaiting, err
		})
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

// labelOf says how far a row is: its state or, while scanned pages of its
// document are recognised, which one.
func labelOf(l *catalogue.Language, state string, d record.Document) string {
	if d.State == record.DocumentWaiting && d.Scans > 0 {
		return l.Text("state.scans", "Page", min(d.ScansRead+1, d.Scans), "Pages", d.Scans)
	}
	return l.Text("state." + state)
}

// cancelCheck, retryCheck and deleteCheck change one check and go back to where
// it is seen.
func (s *site) cancelCheck(c *gin.Context, id int64) error {
	if err := s.Jobs.Cancel(c.Request.Context(), id); err != nil {
		return err
	}
	c.Redirect(http.StatusSeeOther, backOr(c, report.CheckPath(id)))
	return nil
}

func (s *site) retryCheck(c *gin.Context, id int64) error {
	check, err := s.Jobs.Retry(c.Request.Context(), id)
	if err != nil {
		return err
	}
	c.Redirect(http.StatusSeeOther, report.CheckPath(check))
	return nil
}

// deleteCheck deletes a check and, where its document was only uploaded for it,
// the document as well: nothing else leads there.
func (s *site) deleteCheck(c *gin.Context, id int64) error {
	ctx := c.Request.Context()
	check, err := s.Store.Check(ctx, id)
	if err != nil {
		return err
	}
	checks, err := s.Store.DocumentChecks(ctx, check.Document.ID)
	if err != nil {
		return err
	}
	if !check.Document.Kept() && len(checks) == 1 {
		err = s.Jobs.DeleteDocument(ctx, check.Document.ID)
	} else {
		err = s.Store.DeleteCheck(ctx, id)
	}
	if err != nil {
		return err
	}
	c.Redirect(http.StatusSeeOther, "/")
	return nil
}

// backOr is the page that a form says it stands on, or other.
func backOr(c *gin.Context, other string) string {
	if back := c.PostForm("back"); back != "" {
		return localPath(back)
	}
	return other
}
