package api

import (
	"net/http"
	"time"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/evidence"
	"zhiwen/checker/record"
	"zhiwen/internal/each"
	"zhiwen/web/site"
)

// documentOut is a document in the JSON of answers.
type documentOut struct {
	ID         int64         `json:"id"`
	State      string        `json:"state"`
	Failure    *failureOut   `json:"failure"`
	Identity   identityOut   `json:"identity"`
	Library    bool          `json:"library"`
	Form       bool          `json:"form"`
	Call       *int64        `json:"call"`
	Reference  string        `json:"reference"`
	Status     string        `json:"status"`
	Format     string        `json:"format"`
	Size       int64         `json:"size"`
	Characters int           `json:"characters"`
	Pages      int           `json:"pages"`
	CreatedAt  *time.Time    `json:"created_at"`
	Links      documentLinks `json:"links"`
}

type documentLinks struct {
	Self   string `json:"self"`
	File   string `json:"file"`
	Checks string `json:"checks"`
	Page   string `json:"page"`
}

func (p *api) documentSaid(c *gin.Context, d record.Document) documentOut {
	self := path("/documents/%d", d.ID)
	return documentOut{
		ID: d.ID, State: string(d.State), Failure: failureSaid(p.Language(c), d.Failure), Identity: identitySaid(d.Identity),
		Library: d.InLibrary, Form: d.Form, Reference: d.Reference, Status: string(d.Status), Format: string(d.Format), Size: d.Size,
		Characters: d.Characters, Pages: d.Pages, Call: orNull(d.Call), CreatedAt: at(d.CreatedAt),
		Links: documentLinks{self, self + "/file", self + "/checks", "/documents/" + decimal(d.ID)},
	}
}

// documents lists documents, the newest first.
func (p *api) documents(c *gin.Context) error {
	place, err := p.placeOf(c, "library", "call", "state", "year", "sha256", "reference")
	if err != nil {
		return err
	}
	l := p.Language(c)
	f := record.Filter{Before: place.After, Limit: place.Limit + 1, Reference: c.Query("reference")}
	if text := c.Query("sha256"); text != "" {
		if f.SHA256, err = p.sum(c, text); err != nil {
			return err
		}
	}
	if f.InLibrary, err = p.flag(c, "library"); err != nil {
		return err
	}
	if f.Call, err = p.number(c, "call"); err != nil {
		return err
	}
	year, err := p.number(c, "year")
	if err != nil || year > site.MaxNumber {
		return invalid("year", l.Text("api.positive"))
	}
	f.Year = int(year)
	if f.State, err = oneOf(p, c, "state", []record.DocumentState{record.DocumentWaiting, record.DocumentReady,
		record.DocumentFailed}); err != nil {
		return err
	}
	found, err := p.Store.DocumentPage(c.Request.Context(), f)
	if err != nil {
		return err
	}
	var last int64
	if len(found) > place.Limit {
		found = found[:place.Limit]
		last = found[place.Limit-1].ID
	}
	items := each.Of(found, func(d record.Document) documentOut { return p.documentSaid(c, d) })
	return page(c, items, last)
}

func (p *api) oneDocument(c *gin.Context, d record.Document) error {
	return give(c, http.StatusOK, p.documentSaid(c, d))
}

// addDocument puts an application into the library or a call; it is checked where that is
// asked for.
func (p *api) addDocument(c *gin.Context) error {
	var in applicationIn
	form, fingerprint, err := p.given(c, &in)
	if err != nil {
		return err
	}
	if form != nil {
		defer form.Discard()
	}
	if in.Document != 0 {
		return invalid("document", p.Language(c).Text("api.stored"))
	}
	usual := func(what *purposeIn) error { // the library, where nothing else is said
		if what.Check == nil {
			what.Check = new(false)
		}
		if what.Call == 0 {
			what.Library = true
		}
		return nil
	}
	return p.once(c, fingerprint, func() (made, error) {
		receipt, err := p.take(c, form, in, usual)
		if err != nil {
			return made{}, err
		}
		status := http.StatusAccepted
		if receipt.Same {
			status = http.StatusOK
		}
		d, err := p.Store.Document(c.Request.Context(), receipt.Document)
		return made{status, path("/documents/%d", receipt.Document), p.documentSaid(c, d)}, err
	})
}

// describe changes the fields of a document that the request contains.
func (p *api) describe(c *gin.Context, id int64) error {
	ctx := c.Request.Context()
	var in identityIn
	raw, err := p.ReadStrict(c, mostJSON, &in)
	if err != nil {
		return err
	}
	return p.once(c, string(raw), func() (made, error) {
		err := p.Jobs.ChangeIdentity(ctx, id, func(d record.Document) (evidence.Identity, error) {
			if err := unchanged(c, p.documentSaid(c, d)); err != nil {
				return d.Identity, err
			}
			var f faults
			in.into(p, c, &d.Identity, &f)
			return d.Identity, f.err()
		})
		if err != nil {
			return made{}, err
		}
		d, err := p.Store.Document(ctx, id)
		return made{http.StatusOK, "", p.documentSaid(c, d)}, err
	})
}

func (p *api) deleteDocument(c *gin.Context, id int64) error {
	err := p.Jobs.DeleteDocumentIf(c.Request.Context(), id, func(d record.Document) error { return unchanged(c, p.documentSaid(c, d)) })
	if err != nil {
		return err
	}
	return gone(c)
}

// file sends the original bytes of a document.
func (p *api) file(c *gin.Context, d record.Document) error {
	ctx := c.Request.Context()
	tag := `"` + d.Identity.SHA256 + `"`
	c.Header("ETag", tag)
	if named(c.GetHeader("If-None-Match"), tag) {
		c.Status(http.StatusNotModified)
		c.Writer.WriteHeaderNow()
		return nil
	}
	data, err := p.Store.File(ctx, d.ID)
	if err != nil {
		return err
	}
	c.Header("Content-Disposition", site.Attachment(d.Identity.Filename, "document-"+decimal(d.ID)+site.PlainExt(d.Identity.Filename)))
	c.Data(http.StatusOK, "application/octet-stream", data)
	return nil
}
