package document

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/record"
	"zhiwen/checker/search"
	"zhiwen/extract"
	"zhiwen/web/assess"
	"zhiwen/web/live"
	"zhiwen/web/report"
	"zhiwen/web/report/highlight"
	"zhiwen/web/site"
	"zhiwen/web/upload"
)

// documentView is the view of page/document.html.
type documentView struct {
	site.Page
	Document record.Document
	Name     string
	// Characters is how many the text has, white space left out; 0 until it is extracted.
	Characters int
	// Searched is how many characters of it full-text search finds, 0 for all.
	Searched int
	Text     *highlight.Text // nil until it is extracted
	// PreviousPart and NextPart are the addresses of the parts of a long text beside the one shown.
	PreviousPart, NextPart string
	Pages                  string // address of its pages as they are in the file, "" where it has none
	Sections               []extract.Section
	Flags                  []highlight.Flag
	Checks                 []record.Check
	Notices                report.Notices
	Details                *report.Details // nil until it is extracted
	Reviewers              *assignBox      // nil where nobody can be assigned
	Marks                  *markBox        // nil where no field can be shown
	Versions               assess.Versions // documents with nearly its text
	Likes                  *assess.Likes   // documents of the library like it; nil where none were looked for
	// Outdated says that the last check knew other basic information.
	Outdated bool
	Verified bool // somebody's rights in it are verified
	Live     string
}

// part returns the address of the part of the text that contains a character.
func (v documentView) part(at int) string {
	return "/documents/" + strconv.FormatInt(v.Document.ID, 10) + "?" + report.AtField + "=" + strconv.Itoa(at)
}

// Place leads to a paragraph.
func (v documentView) Place(start int) string {
	if v.Text.Window.Holds(start) {
		return report.PlaceAt(start)
	}
	return v.part(start) + report.PlaceAt(start)
}

func (s *pages) document(c *gin.Context, id int64) error {
	return s.showDocument(c, id, http.StatusOK, nil)
}

// showDocument shows a document; fill may change the box for marks.
func (s *pages) showDocument(c *gin.Context, id int64, status int, fill func(*markBox)) error {
	ctx := c.Request.Context()
	d, err := s.Store.Document(ctx, id)
	if err != nil {
		return err
	}
	v := documentView{Document: d, Name: report.NameOf(d.Identity)}
	v.Page = s.Page(c, v.Name, "live.js", "mark.js")
	v.Section = "library"
	if d.Form {
		v.Section = "forms"
	}
	if v.Checks, err = s.Store.DocumentChecks(ctx, id); err != nil {
		return err
	}
	for i, check := range v.Checks {
		v.Checks[i] = s.Assessor.WithLeft(ctx, check)
	}
	if v.Reviewers, err = s.assignBox(c, d); err != nil {
		return err
	}
	verified, err := s.Store.Verified(ctx, []int64{id})
	if err != nil {
		return err
	}
	v.Verified = verified[id]
	switch d.State {
	case record.DocumentReady:
		if v.Versions, err = assess.VersionsOf(ctx, id, s.Jobs.Versions, s.Store.Documents); err != nil {
			return err
		}
		text, err := s.Store.Extraction(ctx, id)
		if err != nil {
			return err
		}
		if !d.Form && s.Reader(c).SeesAll() { // others see of the library what a check shows of it
			likes, err := assess.LikesOf(ctx, id, text.Text, s.Search, s.Store)
			if err != nil {
				return err
			}
			v.Likes = &likes
		}
		details := report.DetailsOf(d, text)
		v.Details = &details
		v.Notices = report.NoticesOf(text)
		if v.Marks, err = s.markBox(c, d, text); err != nil {
			return err
		}
		if v.Marks != nil && fill != nil {
			fill(v.Marks)
		}
		if v.Outdated, err = s.outdated(ctx, v.Checks, d); err != nil {
			return err
		}
		read, flags := report.Read(text)
		if len(text.Pages) > 0 {
			v.Pages = report.DocumentPagesPath(id, 0)
			read.LinkPages(func(page int) string { return report.DocumentPagesPath(id, page) })
		}
		if utf8.RuneCountInString(text.Text) > search.MaxText {
			v.Searched = search.MaxText
		}
		at, err := site.QueryNumber(c, report.AtField)
		if err != nil {
			return err
		}
		v.PreviousPart, v.NextPart = report.ShowPart(&read, int(at), flags, v.Notices, v.part)
		v.Text, v.Flags, v.Sections, v.Characters = &read, flags, text.Sections, report.CharactersOf(text)
	case record.DocumentWaiting:
		v.Reload = true
		v.Live = live.Address(url.Values{"document": {strconv.FormatInt(id, 10)}})
	}
	return s.Render(c, status, "document", v)
}

// checkDocument checks a document by the chosen profile.
func (s *pages) checkDocument(c *gin.Context, id int64) error {
	profile, ok := record.ReadProfile(c.PostForm("profile"))
	if !ok {
		return site.ErrBadInput
	}
	check, err := s.Jobs.CheckDocument(c.Request.Context(), id, profile)
	if err != nil {
		return err
	}
	c.Redirect(http.StatusSeeOther, report.CheckPath(check))
	return nil
}

// ready returns a document that was read, with its text; the error is record.ErrNotFound
// where it was not.
func (s *pages) ready(ctx context.Context, id int64) (record.Document, *extract.Document, error) {
	d, err := s.Store.Document(ctx, id)
	if err != nil {
		return d, nil, err
	}
	if d.State != record.DocumentReady {
		return d, nil, record.ErrNotFound
	}
	text, err := s.Store.Extraction(ctx, id)
	return d, text, err
}

// documentFile returns the file as it was uploaded, to be saved and never shown:
// what is in it is not ours.
func (s *pages) documentFile(c *gin.Context, d record.Document) error {
	data, err := s.Store.File(c.Request.Context(), d.ID)
	if err != nil {
		return err
	}
	name := d.Identity.Filename
	c.Header("Content-Disposition", site.Attachment(name, "document-"+strconv.FormatInt(d.ID, 10)+site.PlainExt(name)))
	c.Header("Content-Security-Policy", "default-src 'none'; sandbox")
	c.Data(http.StatusOK, "application/octet-stream", data)
	return nil
}

func (s *pages) deleteDocument(c *gin.Context, d record.Document) error {
	ctx := c.Request.Context()
	if err := s.Jobs.DeleteDocument(ctx, d.ID); err != nil {
		return err
	}
	list := "/library"
	if d.Form {
		list = "/forms"
	}
	c.Redirect(http.StatusSeeOther, list)
	return nil
}

// outdated says that the last of a document's checks that is done knew other
// basic information than the document has now.
func (s *pages) outdated(ctx context.Context, checks []record.Check, d record.Document) (bool, error) {
	i := slices.IndexFunc(checks, func(c record.Check) bool { return c.State == record.CheckDone })
	if i < 0 {
		return false, nil
	}
	stored, err := s.Assessor.Decode(ctx, checks[i])
	if err != nil {
		return false, err
	}
	return !report.SameDetails(d.Identity, stored.Document.Identity), nil
}

// describe corrects the basic information of a document. Checks that were made
// before stay as they are.
func (s *pages) describe(c *gin.Context, d record.Document) error {
	identity := d.Identity
	if err := upload.ReadIdentity(&identity, c.PostForm); err != nil {
		return err
	}
	if err := s.Jobs.Describe(c.Request.Context(), d.ID, identity); err != nil {
		return err
	}
	c.Redirect(http.StatusSeeOther, "/documents/"+strconv.FormatInt(d.ID, 10)+"#details")
	return nil
}
