package site

import (
	"net/http"
	"net/url"
	"strings"

	"github.com/gin-gonic/gin"
)

// BackOr is the page that a form says it stands on, or other.
func BackOr(c *gin.Context, other string) string {
	if back := c.PostForm("back"); back != "" {
		return LocalPath(back)
	}
	return other
}

// LocalPath gives back if it is a path of this site and "/" otherwise, so that
// no form can be made to lead elsewhere.
func LocalPath(back string) string {
	u, err := url.Parse(back)
	if err != nil || u.Scheme != "" || u.Host != "" || u.User != nil || !strings.HasPrefix(back, "/") ||
		strings.HasPrefix(back, "//") || strings.ContainsAny(back, "\\\r\n\t") {
		return "/"
	}
	return back
}

// cameFrom is the page of this site on which a form stood that was posted, or "".
func cameFrom(c *gin.Context) string {
	u, err := url.Parse(c.GetHeader("Referer"))
	if err != nil || c.Request.Method != http.MethodPost || u.Host != c.Request.Host {
		return ""
	}
	if back := LocalPath(u.RequestURI()); back != "/" {
		return back
	}
	return ""
}
