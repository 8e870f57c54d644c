package site

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"html/template"
	"net/http"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/setting"
	"zhiwen/web/catalogue"
)

// Agency describes the owner of the installation on a page, in the reader's language.
type Agency struct {
	Name string // "" is the program's
	Logo *Logo  // nil is the program's
}

// Logo is the agency's, as a page shows it.
type Logo struct {
	Address string // where it is
	// Data is the picture itself, for pages that stand alone.
	Data          template.URL
	Width, Height int // as it is shown in the bar of a page
}

// barLogo is how high a logo is in the bar of a page, and how wide at most: pixels.
const (
	barLogo      = 26
	barLogoWidth = 120
)

// Settings returns those that hold.
func (s *Site) Settings(c *gin.Context) (setting.Values, error) {
	return s.config.Store.Settings(c.Request.Context())
}

// agency returns who the pages are of. Where the settings cannot be read, as on the page that says
// so, they are the program's.
func (s *Site) agency(ctx context.Context, l *catalogue.Language) Agency {
	values, err := s.config.Store.Settings(ctx)
	if err != nil {
		return Agency{}
	}
	a := Agency{Name: values.Agency.In(l.Code)}
	if p := values.Logo; p != nil {
		height := barLogo
		width := p.Width * barLogo / p.Height
		if width > barLogoWidth {
			width, height = barLogoWidth, max(1, p.Height*barLogoWidth/p.Width)
		}
		a.Logo = &Logo{Address: logoPath(p), Data: logoData(p), Width: max(1, width), Height: height}
	}
	return a
}

// Standing returns the layout's part of a page that stands alone, in a language.
func (s *Site) Standing(ctx context.Context, l *catalogue.Language, title string) Page {
	return Page{Title: title, Agency: s.agency(ctx, l)}
}

func logoPath(p *setting.Picture) string {
	sum := sha256.Sum256(p.PNG)
	return "/logo/" + hex.EncodeToString(sum[:])[:checksumDigits] + ".png"
}

func logoData(p *setting.Picture) template.URL {
	//nolint:gosec // pixels that this program has drawn
	return template.URL("data:image/png;base64," + base64.StdEncoding.EncodeToString(p.PNG))
}

// logo returns the agency's logo. Its address changes with it, so browsers may keep it.
func (s *Site) logo(c *gin.Context) error {
	values, err := s.Settings(c)
	if err != nil {
		return err
	}
	if values.Logo == nil || logoPath(values.Logo) != c.Request.URL.Path {
		return errNoRoute
	}
	c.Header("Cache-Control", "public, max-age=31536000, immutable")
	c.Data(http.StatusOK, "image/png", values.Logo.PNG)
	return nil
}
