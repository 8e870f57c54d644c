package claim

import (
	"errors"
	"net/http"
	"os"
	"strconv"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/evidence"
	"zhiwen/checker/record"
	"zhiwen/web/site"
	"zhiwen/web/upload"
)

// editView is the view of page/claim-new.html.
type editView struct {
	site.Page
	Document  int64  // that is claimed; 0 where What says it
	Name      string // of the document
	Identity  evidence.Identity
	What      string // an address, or the number of an application
	Statement string
	Faults    []site.FieldFault
	MostText  int
	MostFiles int
	MostBytes int64
}

func (p *pages) edit(c *gin.Context) error {
	document, err := site.QueryNumber(c, "document")
	if err != nil {
		return err
	}
	return p.showEdit(c, http.StatusOK, editView{Document: document, What: site.CleanLine(c.Query("what"), maxWhat)})
}

// maxWhat bounds the characters of an address.
const maxWhat = 1000

func (p *pages) showEdit(c *gin.Context, status int, v editView) error {
	if v.Document != 0 {
		d, err := p.claimable(c, v.Document)
		if err != nil {
			return err
		}
		v.Name, v.Identity = nameOf(d), d.Identity
	}
	v.Page = p.Page(c, p.Language(c).Text("claims.new"))
	v.Section = "claims"
	v.MostText, v.MostFiles, v.MostBytes = record.MostStatement, record.MostClaimFiles, record.MostClaimBytes
	return p.Render(c, status, "claim-new", v)
}

// claimable returns a document that the reader may claim: a page of the web, an application that
// they may see, or one whose people have their name. Others are not found, so that nobody learns
// by it which applications there are.
func (p *pages) claimable(c *gin.Context, id int64) (record.Document, error) {
	ctx, reader := c.Request.Context(), p.Reader(c)
	d, err := p.Store.Document(ctx, id)
	switch {
	case err != nil:
		return d, err
	case d.Form:
		return d, record.ErrNotFound
	case d.Identity.Web != nil:
		return d, nil
	}
	switch site.ConflictOf(reader.Account, d) {
	case evidence.SameApplicant, evidence.TookPart, evidence.SharesPerson:
		return d, nil
	}
	return d, p.MaySee(ctx, reader, d)
}

// named returns the document that was typed, or the first that the reader may claim; 0 is none.
func (p *pages) named(c *gin.Context, what string) (int64, error) {
	ids, err := p.Store.Claimable(c.Request.Context(), what)
	if err != nil {
		return 0, err
	}
	for _, id := range ids {
		_, err := p.claimable(c, id)
		if err == nil {
			return id, nil
		}
		if !errors.Is(err, record.ErrNotFound) {
			return 0, err
		}
	}
	return 0, nil
}

// make stores what was posted as a claim and leads to its page.
func (p *pages) make(c *gin.Context) error {
	parcel, err := p.Uploads.ReceiveFew(c, upload.Few{Files: record.MostClaimFiles, Bytes: record.MostClaimBytes,
		Field: 4 * record.MostStatement})
	if err != nil && !errors.Is(err, upload.ErrTotal) {
		return err
	}
	defer parcel.Discard()
	l := p.Language(c)
	v := editView{What: site.CleanLine(parcel.Field("what"), maxWhat),
		Statement: site.CleanText(parcel.Field("statement"), record.MostStatement)}
	if text := parcel.Field("document"); text != "" {
		var e error
		if v.Document, e = strconv.ParseInt(text, 10, 64); e != nil || v.Document < 1 {
			return site.ErrBadInput
		}
	}
	refuse := func(status int, field, key string) error {
		v.Faults = []site.FieldFault{{Field: field, Text: l.Text(key)}}
		return p.showEdit(c, status, v)
	}
	if err != nil {
		return refuse(http.StatusRequestEntityTooLarge, "claim-files", "claims.fault.files")
	}
	document := v.Document
	if document == 0 {
		if document, err = p.named(c, v.What); err != nil {
			return err
		}
	} else if _, err := p.claimable(c, document); err != nil {
		return err
	}
	switch {
	case document == 0:
		return refuse(http.StatusUnprocessableEntity, "claim-what", "claims.fault.unknown")
	case v.Statement == "":
		return refuse(http.StatusUnprocessableEntity, "claim-statement", "claims.fault.statement")
	}
	files, done, err := p.load(c, parcel)
	if err != nil {
		return err
	}
	defer done()
	id, err := p.Store.MakeClaim(c.Request.Context(), record.NewClaim{Document: document, Account: p.Reader(c).Account.ID,
		Statement: v.Statement, Files: files})
	switch {
	case errors.Is(err, record.ErrClaimTwice):
		return refuse(http.StatusConflict, "claim-what", "claims.fault.twice")
	case errors.Is(err, record.ErrClaimMany):
		return refuse(http.StatusConflict, "claim-what", "claims.fault.many")
	case errors.Is(err, record.ErrClaimBounds):
		return refuse(http.StatusUnprocessableEntity, "claim-statement", "claims.fault.bounds")
	case err != nil:
		return err
	}
	c.Redirect(http.StatusSeeOther, address(id))
	return nil
}

// load reads the files of a parcel into memory when there is room for them; done makes room
// for others.
func (p *pages) load(c *gin.Context, parcel *upload.Parcel) (files []record.ClaimUpload, done func(), err error) {
	done, err = p.Hold(c.Request.Context(), record.MostClaimBytes)
	if err != nil {
		return nil, nil, site.Crowded(c, err)
	}
	for _, f := range parcel.Files {
		data, err := os.ReadFile(f.Path)
		if err != nil {
			done()
			return nil, nil, err
		}
		files = append(files, record.ClaimUpload{Name: f.Name, Data: data})
	}
	return files, done, nil
}
