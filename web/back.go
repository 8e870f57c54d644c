package web

import (
	"net/url"
	"strings"

	"github.com/gin-gonic/gin"
)

// backOr is the page that a form says it stands on, or other.
func backOr(c *gin.Context, other string) string {
	if back := c.PostForm("back"); back != "" {
		return localPath(back)
	}
	return other
}

// localPath gives back if it is a path of this site and "/" otherwise, so that
// no form can be made to lead elsewhere.
func localPath(back string) string {
	u, err := url.Parse(back)
	if err != nil || u.Scheme != "" || u.Host != "" || u.User != nil || !strings.HasPrefix(back, "/") ||
		strings.HasPrefix(back, "//") || strings.ContainsAny(back, "\\\r\n\t") {
		return "/"
	}
	return back
}
