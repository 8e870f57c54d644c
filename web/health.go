package web

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/record"
	"zhiwen/checker/search"
	"zhiwen/web/live"
	"zhiwen/web/site"
)

// SeenHeader is the header of /healthz that says how the server sees a request behind a proxy, as a query: its protocol, its host
// and the address of the client.
const SeenHeader = "Zhiwen-Seen"

// StreamPause is between the two lines of /healthz?stream=1, by which can be seen whether a proxy hands on what a stream writes.
const StreamPause = time.Second

// health says that the server answers and its store does.
func (p *pages) health(c *gin.Context) error {
	if err := p.Store.Ping(c.Request.Context()); err != nil {
		return fmt.Errorf("health: %w", err)
	}
	c.Header(SeenHeader, url.Values{"protocol": {c.Request.Proto}, "host": {c.Request.Host}, "address": {c.ClientIP()}}.Encode())
	if c.Query("stream") == "" {
		c.String(http.StatusOK, "ok\n")
		return nil
	}
	live.Begin(c)
	_, _ = io.WriteString(c.Writer, ": begun\n\n") // who has left needs no answer
	c.Writer.Flush()
	select {
	case <-c.Request.Context().Done():
	case <-time.After(StreamPause):
		_, _ = io.WriteString(c.Writer, ": ended\n\n")
	}
	return nil
}

// ready reports whether the server can do all its work, or what of it is wrong, a line
// each: the words are for machines and the same in all languages.
func (p *pages) ready(c *gin.Context) error {
	ctx := c.Request.Context()
	var wrong []string
	var reason error
	note := func(what string, err error) {
		if err == nil {
			return
		}
		reason = errors.Join(reason, err)
		if errors.Is(err, record.ErrNoRoom) {
			what = "disk"
		}
		if !slices.Contains(wrong, what) {
			wrong = append(wrong, what)
		}
	}
	note("database", p.Store.TryWrite(ctx))
	if p.Room != nil {
		note("disk", p.Room(0))
	}
	_, err := p.Search.Search(ctx, search.Query{Text: "", Limit: 1})
	note("search", err)
	if p.Whole != nil {
		note("integrity", p.Whole())
	}
	if len(wrong) == 0 {
		p.notReady.Store(nil)
	} else {
		said := strings.Join(wrong, ", ")
		if before := p.notReady.Swap(&said); before == nil || *before != said { // monitors ask again and again
			p.Log.ErrorContext(ctx, "not ready", "request", site.RequestID(c), "what", said, "error", reason)
		}
		c.Header("Retry-After", site.RetryAfter)
		c.String(http.StatusServiceUnavailable, "not ready: "+strings.Join(wrong, ", ")+"\n")
		return nil
	}
	c.String(http.StatusOK, "ready\n")
	return nil
}
