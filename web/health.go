package web

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/record"
	"zhiwen/checker/search"
	"zhiwen/web/site"
)

// health says that the server answers and its store does.
func (p *pages) health(c *gin.Context) error {
	if err := p.Store.Ping(c.Request.Context()); err != nil {
		return fmt.Errorf("health: %w", err)
	}
	c.String(http.StatusOK, "ok\n")
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
