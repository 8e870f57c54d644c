package api

import (
	_ "embed"
	"net/http"
	"strings"
	"sync"

	"github.com/gin-gonic/gin"
	"github.com/goccy/go-yaml"

	"zhiwen/internal/wrap"
)

// Document is the description of the interface: OpenAPI 3.1 as YAML. A test holds it against
// the routes, and what is answered against its schemas.
//
//go:embed openapi.yaml
var Document []byte

// documentAsJSON is the same as JSON.
var documentAsJSON = sync.OnceValues(func() ([]byte, error) {
	out, err := yaml.YAMLToJSON(Document)
	return out, wrap.Error(err, "the description of the interface")
})

func (p *api) document(c *gin.Context) error {
	return p.giveDocument(c, "application/yaml; charset=utf-8", Document)
}

func (p *api) documentJSON(c *gin.Context) error {
	body, err := documentAsJSON()
	if err != nil {
		return err
	}
	return p.giveDocument(c, kind, body)
}

// giveDocument answers with a description; it is that of the program and tells nothing of what
// is stored.
func (p *api) giveDocument(c *gin.Context, as string, body []byte) error {
	tag := tagOf(body)
	c.Header("ETag", tag)
	c.Header("Cache-Control", "no-cache")
	if named(strings.TrimSpace(c.GetHeader("If-None-Match")), tag) {
		c.Status(http.StatusNotModified)
		c.Writer.WriteHeaderNow()
		return nil
	}
	c.Data(http.StatusOK, as, body)
	return nil
}

// serverOut is what a caller asks first: which program it is, and who the caller is.
type serverOut struct {
	Program string   `json:"program"`
	Version string   `json:"version"`
	Account *string  `json:"account"`
	Roles   []string `json:"roles"`
	Limits  struct {
		File int64 `json:"file"` // bytes
		Page int   `json:"page"` // items
	} `json:"limits"`
}

func (p *api) server(c *gin.Context) error {
	out := serverOut{Program: "zhiwen", Version: p.Version, Roles: []string{}}
	if reader := p.Reader(c); reader.LoggedIn() {
		out.Account = &reader.Account.Login
		for _, r := range reader.Account.Roles {
			out.Roles = append(out.Roles, string(r))
		}
	}
	out.Limits.File, out.Limits.Page = p.MaxFile, mostItems
	return give(c, http.StatusOK, out)
}
