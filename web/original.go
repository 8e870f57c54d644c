package web

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/evidence"
	"zhiwen/checker/record"
	"zhiwen/extract"
	"zhiwen/web/report"
)

// originalPage is the view of page/original.html.
type originalPage struct {
	Page
	report.Originals
}

// retryCrowded is after how many seconds it is worth asking for a page again that was
// not drawn because too many were: by then a few are done.
const retryCrowded = "5"

// originals shows a page of the checked document as it is in its file.
func (s *site) originals(c *gin.Context, id int64) error {
	state, err := readOriginalState(c)
	if err != nil {
		return err
	}
	assessed, err := s.assess(c, id)
	if errors.Is(err, errNotDone) { // or never will be: the page of the check says why
		c.Redirect(http.StatusSeeOther, report.CheckPath(id))
		return nil
	}
	if err != nil {
		return err
	}
	v := originalPage{Originals: assessed.Originals(state)}
	if at := v.Beyond(state); at != "" {
		c.Redirect(http.StatusSeeOther, at)
		return nil
	}
	return s.showOriginals(c, v, []originalOf{{assessed.Check.Document, assessed.Document, report.CheckPath(id)}})
}

// pairOriginals shows a page of a document beside one of a source.
func (s *site) pairOriginals(c *gin.Context, id int64) error {
	state, err := readOriginalState(c)
	if err != nil {
		return err
	}
	assessed, err := s.assess(c, id)
	if err != nil {
		return err
	}
	sourceID, err := paramID(c, "source")
	if err != nil {
		return err
	}
	source := assessed.Source(sourceID)
	if source == nil {
		return record.ErrNotFound
	}
	ctx := c.Request.Context()
	of := originalOf{address: report.CheckPath(id) + "/sources/" + strconv.FormatInt(sourceID, 10)}
	of.record, err = s.Store.Document(ctx, sourceID)
	if err == nil {
		of.text, err = s.Store.Extraction(ctx, sourceID)
	}
	if err != nil && !errors.Is(err, record.ErrNotFound) {
		return err
	}
	v := originalPage{Originals: assessed.PairOriginals(source, of.text, state, time.Now)}
	if at := v.Beyond(state); at != "" {
		c.Redirect(http.StatusSeeOther, at)
		return nil
	}
	return s.showOriginals(c, v, []originalOf{{assessed.Check.Document, assessed.Document, report.CheckPath(id)}, of})
}

// readOriginalState reads which pages an address asks for.
func readOriginalState(c *gin.Context) (state report.OriginalState, err error) {
	var match, page, theirs int64
	for name, field := range map[string]*int64{report.MatchField: &match, report.PageField: &page, report.TheirsField: &theirs, report.SourceField: &state.Only} {
		if *field, err = queryNumber(c, name); err != nil {
			return state, err
		}
	}
	if max(match, page, theirs) > maxNumber {
		return state, errBadInput
	}
	state.Match, state.Page, state.Theirs = int(match), int(page), int(theirs)
	return state, nil
}

// maxNumber bounds numbers in addresses that fit an int everywhere.
const maxNumber = 1 << 30

// originalOf is the document that a page of a view is of; its text is nil where it
// was deleted.
type originalOf struct {
	record  record.Document
	text    *extract.Document
	address string // of what shows it: pictures are below it
}

// showOriginals draws the pages of a view, each of the document in the same place, and
// answers with them.
func (s *site) showOriginals(c *gin.Context, v originalPage, documents []originalOf) error {
	ctx := c.Request.Context()
	faults := make([]error, len(v.Sheets))
	var drawing sync.WaitGroup
	for i := range v.Sheets {
		drawing.Go(func() { faults[i] = s.drawOriginal(ctx, &v.Sheets[i], documents[i]) })
	}
	drawing.Wait()
	for _, err := range faults {
		if err != nil {
			return crowded(c, err)
		}
	}
	v.Page = s.page(c, v.Name, "original.js", "help.js")
	v.Section, v.Wide = "checks", true
	return s.render(c, http.StatusOK, "original", v)
}

// drawOriginal puts the picture of a page into its view or, where it cannot be drawn,
// its text.
func (s *site) drawOriginal(ctx context.Context, o *report.Original, of originalOf) error {
	if s.Pages == nil || !o.Drawable() {
		o.Read("")
		return nil
	}
	d, err := s.Pages.Page(ctx, of.record, o.Number, o.Recognised)
	switch {
	case extract.ErrorName(err) != "":
		o.Read(faultOf(err).name)
	case err != nil:
		return err
	default:
		o.Show(d, of.address+"/pages/"+strconv.Itoa(o.Number)+"/picture")
	}
	return nil
}

// crowded says of an answer that there was no room for, when to ask again.
func crowded(c *gin.Context, err error) error {
	if errors.Is(err, record.ErrCrowded) {
		c.Header("Retry-After", retryCrowded)
	}
	return err
}

// originalPicture gives the picture of a page of a checked document.
func (s *site) originalPicture(c *gin.Context, id int64) error {
	check, err := s.Store.Check(c.Request.Context(), id)
	if err != nil {
		return err
	}
	return s.picture(c, check.Document)
}

// sourcePicture gives the picture of a page of a source to who may see a check.
func (s *site) sourcePicture(c *gin.Context, id int64) error {
	sourceID, err := paramID(c, "source")
	if err != nil {
		return err
	}
	ctx := c.Request.Context()
	check, err := s.Store.Check(ctx, id)
	if err != nil {
		return err
	}
	if check.State != record.CheckDone {
		return errNotDone
	}
	stored, err := s.decode(ctx, check)
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(stored.evidence.Sources, func(s evidence.Source) bool { return s.ID == sourceID }) {
		return record.ErrNotFound
	}
	d, err := s.Store.Document(ctx, sourceID)
	if err != nil {
		return err
	}
	return s.picture(c, d)
}

// picture gives the picture of the page of a document that the path names. A browser
// may keep it, but asks each time whether its reader may still see it.
func (s *site) picture(c *gin.Context, d record.Document) error {
	n, err := paramID(c, "page")
	if err != nil || n > int64(d.Pages) || s.Pages == nil {
		return record.ErrNotFound
	}
	tag := fmt.Sprintf(`"%.32s-%d-%d"`, d.Identity.SHA256, n, extract.DrawingVersion)
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
	text, err := s.Store.Extraction(ctx, d.ID)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(text.Pages, func(p extract.Page) bool { return p.Number == int(n) })
	if i < 0 || !text.Drawable() {
		return record.ErrNotFound
	}
	drawn, err := s.Pages.Page(ctx, d, int(n), text.Pages[i].Recognised)
	if err != nil {
		return crowded(c, err)
	}
	keep()
	c.Data(http.StatusOK, "image/png", drawn.PNG)
	return nil
}
