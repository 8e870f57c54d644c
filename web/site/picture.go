package site

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/evidence"
	"zhiwen/checker/record"
	"zhiwen/extract"
)

// PageDrawer draws pages of stored documents. It must be safe for concurrent use.
type PageDrawer interface {
	// Page returns the drawing of page n of a document, from 1; recognised says that its
	// text was read from a picture. The error wraps record.ErrCrowded where too many
	// are asked for at once, one of extract.Errors where the page cannot be drawn.
	Page(ctx context.Context, d record.Document, n int, recognised bool) (*extract.Drawing, error)
	// Figure returns the drawing of a figure of a document; the errors are those of Page.
	Figure(ctx context.Context, d record.Document, f extract.Figure) (*extract.Drawing, error)
}

// PictureStore is the part of the library needed here: the text of a document, with its pages.
type PictureStore interface {
	Extraction(ctx context.Context, documentID int64) (*extract.Document, error)
}

// Pictures provides drawings. It is safe for concurrent use.
type Pictures struct {
	Store PictureStore
	Pages PageDrawer // nil where none can be drawn
}

// Answer returns the picture of the page of a document that the path names. A browser
// may keep it, but asks each time whether its reader may still see it.
func (p *Pictures) Answer(c *gin.Context, d record.Document) error {
	n, err := ParamID(c, "page")
	if err != nil || n > int64(d.Pages) || p.Pages == nil {
		return record.ErrNotFound
	}
	return p.answer(c, d, strconv.FormatInt(n, 10), func(ctx context.Context, text *extract.Document) (*extract.Drawing, error) {
		i := slices.IndexFunc(text.Pages, func(x extract.Page) bool { return x.Number == int(n) })
		if i < 0 || !text.Drawable() {
			return nil, record.ErrNotFound
		}
		return p.Pages.Page(ctx, d, int(n), text.Pages[i].Recognised)
	})
}

// AnswerFigure returns the picture of a figure of a document, as evidence names it. Where the
// file was read anew since, and has another one in its place, it is not found.
func (p *Pictures) AnswerFigure(c *gin.Context, d record.Document, f evidence.Looks) error {
	if p.Pages == nil {
		return record.ErrNotFound
	}
	return p.answer(c, d, "figure-"+f.Hash+"-"+strconv.Itoa(f.Number),
		func(ctx context.Context, text *extract.Document) (*extract.Drawing, error) {
			if f.Number < 1 || f.Number > len(text.Figures) || evidence.HashText(text.Figures[f.Number-1].Hash) != f.Hash {
				return nil, record.ErrNotFound
			}
			return p.Pages.Figure(ctx, d, text.Figures[f.Number-1])
		})
}

// answer sends a drawn picture of a document unless the browser already has it; name identifies the
// picture within the file.
func (p *Pictures) answer(c *gin.Context, d record.Document, name string,
	draw func(context.Context, *extract.Document) (*extract.Drawing, error)) error {
	tag := fmt.Sprintf(`"%.32s-%s-%d"`, d.Identity.SHA256, name, extract.DrawingVersion)
	keep := func() {
		c.Header("ETag", tag)
		c.Header("Cache-Control", "private, no-cache")
	}
	if slices.Contains(strings.Split(strings.ReplaceAll(c.GetHeader("If-None-Match"), " ", ""), ","), tag) {
		keep()
		c.Status(http.StatusNotModified)
		return nil
	}
	ctx := c.Request.Context()
	text, err := p.Store.Extraction(ctx, d.ID)
	if err != nil {
		return err
	}
	drawn, err := draw(ctx, text)
	if err != nil {
		return Crowded(c, err)
	}
	keep()
	c.Data(http.StatusOK, "image/png", drawn.PNG)
	return nil
}
