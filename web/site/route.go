package site

import (
	"context"
	"net/http"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/audit"
)

// Action answers a request or returns the error to answer with; what it has
// answered it has answered whole.
type Action func(*gin.Context) error

// Route is one line of a route table. A GET answers HEAD as well unless it
// is a stream. A POST gets a small form, or files where it is an upload. Pages and
// our own files may be compressed; what people have uploaded mostly is already, and
// event streams must not wait for more to compress. What gives out texts, files or
// findings names the act as which it goes into the record; what changes something is
// recorded where it is stored.
type Route struct {
	Method, Path             string
	Do                       Action
	Stream, Compress, Upload bool
	// JSON says that what is posted is JSON, which Do reads by ReadJSON.
	JSON bool
	Act  audit.Action

	free bool // takes no place among requests: quick, and small
}

// Free returns a route that takes no place among requests, since it is quick and small.
func Free(r Route) Route {
	r.free = true
	return r
}

// Line returns the name of the route's line in the table of rights.
func (r Route) Line() string { return r.Method + " " + r.Path }

// Routes returns the routes that all pages share.
func (s *Site) Routes() []Route {
	return []Route{
		{Method: http.MethodPost, Path: "/language", Do: s.switchLanguage},
		{Method: http.MethodPost, Path: "/reviewer", Do: s.switchReviewer},
		{Method: http.MethodGet, Path: "/static/:name", Do: s.asset, Compress: true, free: true},
		{Method: http.MethodGet, Path: "/favicon.ico", Do: s.favicon, free: true},
		{Method: http.MethodGet, Path: "/logo/:name", Do: s.logo},
	}
}

// ByID makes a handler of one that takes the number in the path's ":id"; a path
// without a number leads nowhere.
func ByID(do func(c *gin.Context, id int64) error) Action {
	return func(c *gin.Context) error {
		id, err := ParamID(c, "id")
		if err != nil {
			return err
		}
		return do(c, id)
	}
}

// Found makes a handler that gets the object of an id with get and passes it to do.
func Found[T any](get func(ctx context.Context, id int64) (T, error), do func(c *gin.Context, found T) error) Action {
	return ByID(func(c *gin.Context, id int64) error {
		found, err := get(c.Request.Context(), id)
		if err != nil {
			return err
		}
		return do(c, found)
	})
}

// Acting makes the handler of what is done to the row of an id; it goes back to
// where the button stands, or to where otherwise says.
func Acting(do func(ctx context.Context, id int64) error, otherwise func(id int64) string) Action {
	return ByID(func(c *gin.Context, id int64) error {
		if err := do(c.Request.Context(), id); err != nil {
			return err
		}
		c.Redirect(http.StatusSeeOther, BackOr(c, otherwise(id)))
		return nil
	})
}

// Making returns a handler that makes a row from another one and redirects to it.
func Making(do func(ctx context.Context, id int64) (made int64, err error), path func(made int64) string) Action {
	return ByID(func(c *gin.Context, id int64) error {
		made, err := do(c.Request.Context(), id)
		if err != nil {
			return err
		}
		c.Redirect(http.StatusSeeOther, path(made))
		return nil
	})
}
