package check

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"sync"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/evidence"
	"zhiwen/checker/record"
	"zhiwen/extract"
	"zhiwen/web/assess"
	"zhiwen/web/report"
	"zhiwen/web/site"
)

// originalPage is the view of page/original.html.
type originalPage struct {
	site.Page
	report.Originals
}

// originals shows a page of the checked document as it is in its file.
func (s *pages) originals(c *gin.Context, id int64) error {
	state, err := readOriginalState(c)
	if err != nil {
		return err
	}
	assessed, err := s.assess(c, id)
	if errors.Is(err, assess.ErrNotDone) { // or never will be: the page of the check says why
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
func (s *pages) pairOriginals(c *gin.Context, id int64) error {
	state, err := readOriginalState(c)
	if err != nil {
		return err
	}
	assessed, err := s.assess(c, id)
	if err != nil {
		return err
	}
	sourceID, err := site.ParamID(c, "source")
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
	v := originalPage{Originals: assessed.PairOriginals(source, of.text, state)}
	if at := v.Beyond(state); at != "" {
		c.Redirect(http.StatusSeeOther, at)
		return nil
	}
	return s.showOriginals(c, v, []originalOf{{assessed.Check.Document, assessed.Document, report.CheckPath(id)}, of})
}

// readOriginalState reads which pages an address asks for.
func readOriginalState(c *gin.Context) (state report.OriginalState, err error) {
	var match, page, theirs int64
	for name, field := range map[string]*int64{report.MatchField: &match, report.PageField: &page, report.TheirsField: &theirs,
		report.SourceField: &state.Only} {
		if *field, err = site.QueryNumber(c, name); err != nil {
			return state, err
		}
	}
	if max(match, page, theirs) > site.MaxNumber {
		return state, site.ErrBadInput
	}
	state.Match, state.Page, state.Theirs = int(match), int(page), int(theirs)
	return state, nil
}

// originalOf is the document that a page of a view is of; its text is nil where it
// was deleted.
type originalOf struct {
	record  record.Document
	text    *extract.Document
	address string // of what shows it: pictures are below it
}

// showOriginals draws the pages of a view, each of the document in the same place, and
// answers with them.
func (s *pages) showOriginals(c *gin.Context, v originalPage, documents []originalOf) error {
	ctx := c.Request.Context()
	faults := make([]error, len(v.Sheets))
	var drawing sync.WaitGroup
	for i := range v.Sheets {
		drawing.Go(func() { faults[i] = s.drawOriginal(ctx, &v.Sheets[i], documents[i]) })
	}
	drawing.Wait()
	for _, err := range faults {
		if err != nil {
			return site.Crowded(c, err)
		}
	}
	v.Page = s.Page(c, v.Name, "original.js", "help.js")
	v.Section, v.Wide = "checks", true
	return s.Render(c, http.StatusOK, "original", v)
}

// drawOriginal puts the picture of a page into its view or, where it cannot be drawn,
// its text.
func (s *pages) drawOriginal(ctx context.Context, o *report.Original, of originalOf) error {
	if s.Pictures.Pages == nil || !o.Drawable() {
		o.Read("")
		return nil
	}
	d, err := s.Pictures.Pages.Page(ctx, of.record, o.Number, o.Recognised)
	switch {
	case extract.ErrorName(err) != "":
		o.Read(s.Fault(err).Name)
	case err != nil:
		return err
	default:
		o.Show(d, of.address+"/pages/"+strconv.Itoa(o.Number)+"/picture")
	}
	return nil
}

// originalPicture returns the picture of a page of a checked document.
func (s *pages) originalPicture(c *gin.Context, check record.Check) error {
	return s.Pictures.Answer(c, check.Document)
}

// sourcePicture returns the picture of a page of a source to who may see a check.
func (s *pages) sourcePicture(c *gin.Context, id int64) error {
	sourceID, err := site.ParamID(c, "source")
	if err != nil {
		return err
	}
	ctx := c.Request.Context()
	check, err := s.Store.Check(ctx, id)
	if err != nil {
		return err
	}
	if err := assess.Done(check); err != nil {
		return err
	}
	found, err := s.Assessor.Decode(ctx, check)
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(found.Sources, func(s evidence.Source) bool { return s.ID == sourceID }) {
		return record.ErrNotFound
	}
	d, err := s.Store.Document(ctx, sourceID)
	if err != nil {
		return err
	}
	return s.Pictures.Answer(c, d)
}
