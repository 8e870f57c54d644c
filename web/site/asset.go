package site

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"html/template"
	"io/fs"
	"net/http"
	"path"
	"strings"

	"github.com/gin-gonic/gin"

	"zhiwen/static"
)

// checksumDigits of an asset's SHA-256 stand in its address: enough that two
// versions of a file never share one.
const checksumDigits = 12

// assets is the embedded files under their addresses. An address changes with
// the file's content, so that browsers may keep what they have for ever.
type assets struct {
	addresses map[string]string // by file name
	files     map[string]asset  // by last part of the address
}

type asset struct {
	content     []byte
	contentType string
}

// styleName is the stylesheet's name among the assets.
const styleName = "style.css"

func newAssets() (*assets, error) {
	a := &assets{addresses: map[string]string{}, files: map[string]asset{}}
	style, err := static.Style()
	if err != nil {
		return nil, err
	}
	a.add(styleName, "text/css; charset=utf-8", style)
	names, err := fs.Glob(static.Files, "*.*")
	if err != nil {
		return nil, err
	}
	types := map[string]string{".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml"}
	for _, name := range names {
		content, err := static.Files.ReadFile(name)
		if err != nil {
			return nil, err
		}
		ext := path.Ext(name)
		if types[ext] == "" {
			return nil, fmt.Errorf("static file %s: no content type for %q", name, ext)
		}
		a.add(name, types[ext], content)
	}
	return a, nil
}

func (a *assets) add(name, contentType string, content []byte) {
	ext := path.Ext(name)
	sum := sha256.Sum256(content)
	last := strings.TrimSuffix(name, ext) + "." + hex.EncodeToString(sum[:])[:checksumDigits] + ext
	a.addresses[name] = "/static/" + last
	a.files[last] = asset{content: content, contentType: contentType}
}

// address of the file; an unknown name fails the page that asks for it.
func (a *assets) address(name string) (string, error) {
	address, ok := a.addresses[name]
	if !ok {
		return "", fmt.Errorf("no static file %q", name)
	}
	return address, nil
}

// style returns the stylesheet itself, for a page that stands alone.
func (a *assets) style() (template.CSS, error) {
	address, err := a.address(styleName)
	if err != nil {
		return "", err
	}
	return template.CSS(a.files[path.Base(address)].content), nil //nolint:gosec // our own file
}

func (s *Site) asset(c *gin.Context) error {
	f, ok := s.assets.files[c.Param("name")]
	if !ok {
		return errNoRoute
	}
	c.Header("Cache-Control", "public, max-age=31536000, immutable")
	c.Data(http.StatusOK, f.contentType, f.content)
	return nil
}

// favicon is for browsers that ask without having read a page.
func (s *Site) favicon(c *gin.Context) error {
	address, err := s.assets.address("logo.svg")
	if err != nil {
		return err
	}
	c.Redirect(http.StatusFound, address)
	return nil
}
