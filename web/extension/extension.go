// Package extension is the page that offers the browser extension, its archive, and what it, and
// other programs, ask about addresses of web pages: what is known of them, and that they should be
// fetched (address.go).
//
// Lists of addresses go in as JSON, answers come out as JSON, in the reader's language. It fetches
// nothing: what is to be fetched waits in the library.
package extension

import (
	"net/http"

	"github.com/gin-gonic/gin"

	"zhiwen/web/site"
)

// Routes returns the routes of these pages; archive is the extension as a zip.
func Routes(s *site.Site, j Jobs, archive []byte) []site.Route {
	p := &pages{Site: s, Jobs: j, archive: archive}
	return []site.Route{
		{Method: http.MethodGet, Path: "/extension", Do: p.show, Compress: true},
		{Method: http.MethodGet, Path: "/extension.zip", Do: p.give},
		site.Preflight(submitPath),
		site.Preflight(schedulePath),
		{Method: http.MethodPost, Path: submitPath, Do: p.submit, JSON: true},
		{Method: http.MethodPost, Path: schedulePath, Do: p.schedule, JSON: true},
	}
}

type pages struct {
	*site.Site
	Jobs

	archive []byte
}

// showView is the view of page/extension.html.
type showView struct {
	site.Page
	Address string // of the server, as the extension needs it
	Bytes   int64  // of the archive
}

func (p *pages) show(c *gin.Context) error {
	v := showView{Page: p.Page(c, p.Language(c).Text("extension.title")), Address: p.Address(c, ""), Bytes: int64(len(p.archive))}
	v.Back = "/extension"
	return p.Render(c, http.StatusOK, "extension", v)
}

// give sends the archive.
func (p *pages) give(c *gin.Context) error {
	c.Header("Content-Disposition", site.Attachment("zhiwen-extension.zip", "zhiwen-extension.zip"))
	c.Data(http.StatusOK, "application/zip", p.archive)
	return nil
}
