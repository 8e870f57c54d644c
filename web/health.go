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
)

// health says that the server answers and its store does.
func (s *site) health(c *gin.Context) error {
	if err := s.Store.Ping(c.Request.Context()); err != nil {
		return fmt.Errorf("health: %w", err)
	}
	c.String(http.StatusOK, "ok\n")
	return nil
}

// ready says whether the server can do all its work, or what of it is wrong, a line
// each: the words are for machines and the same in all languages.
func (s *site) ready(c *gin.Context) error {
	ctx := c.Request.Context()
	var wrong []string
	note := func(what string, err error) {
		if err == nil {
			return
		}
		if errors.Is(err, record.ErrNoRoom) {
			what = "disk"
		} else {
			s.log.ErrorContext(ctx, "not ready", "request", c.GetString(keyRequest), "what", what, "error", err)
		}
		if !slices.Contains(wrong, what) {
			wrong = append(wrong, what)
		}
	}
	note("database", s.Store.TryWrite(ctx))
	if s.Room != nil {
		note("disk", s.Room(0))
	}
	_, err := s.Search.Search(ctx, search.Query{Text: "", Limit: 1})
	note("search", err)
	if len(wrong) > 0 {
		c.Header("Retry-After", retryCrowded)
		c.String(http.StatusServiceUnavailable, "not ready: "+strings.Join(wrong, ", ")+"\n")
		return nil
	}
	c.String(http.StatusOK, "ready\n")
	return nil
}
