package site

import (
	"net/http"
	"path"
	"strings"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/record"
)

// shows reports whether a route shows a page, which names what is damaged and shows the rest. Programs and files get all or nothing.
func (r Route) shows() bool {
	return r.Method == http.MethodGet && !r.Stream && !strings.HasPrefix(r.Path, "/api/") && !strings.Contains(path.Base(r.Path), ".")
}

// leavingOut has what an action reads go on where a value is damaged.
func leavingOut(do Action) Action {
	return func(c *gin.Context) error {
		c.Request = c.Request.WithContext(record.LeavingOut(c.Request.Context()))
		return do(c)
	}
}
