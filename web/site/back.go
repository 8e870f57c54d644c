package site

import (
	"net/http"
	"net/url"
	"strings"

	"github.com/gin-gonic/gin"
)

// BackOr returns the page that a form says it stands on, or other.
func BackOr(c *gin.Context, other string) string {
	if back := c.PostForm("back"); back != "" {
		return LocalPath(back)
	}
	return other
}

// LocalPath returns back if it is a path of this site and "/" otherwise, so that
// no form can be made to lead elsewhere.
func LocalPath(back string) string {
	u, err := url.Parse(back)
	if err != nil || u.Scheme != "" || u.Host != "" || u.User != nil || !strings.HasPrefix(back, "/") ||
		strings.HasPrefix(back, "//") || strings.ContainsAny(back, "\\\r\n\t") {
		return "/"
	}
	return back
}

// cameFrom returns the page of this site on which a form stood that was posted, or "". Where the
// browser does not say it, as some are told not to, the form may have. The form is not read for
// that: the request may have failed because it is too large.
func cameFrom(c *gin.Context) string {
	if c.Request.Method != http.MethodPost {
		return ""
	}
	back := c.Request.PostForm.Get("back")
	if u, err := url.Parse(c.GetHeader("Referer")); err == nil && u.Host == c.Request.Host {
		back = u.RequestURI()
	}
	if back = LocalPath(back); back != "/" {
		return back
	}
	return ""
}
