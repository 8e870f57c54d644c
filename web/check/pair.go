package check

import (
	"errors"
	"net/http"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/record"
	"zhiwen/web/report"
	"zhiwen/web/site"
)

// pairPage is the view of page/pair.html.
type pairPage struct {
	site.Page
	report.Pair
}

// pair shows a document beside one of its sources. A script that already has both documents
// (site.HaveHeader) gets the page without them.
func (s *pages) pair(c *gin.Context, id int64) error {
	sourceID, err := site.ParamID(c, "source")
	if err != nil {
		return err
	}
	match, err := site.QueryNumber(c, report.MatchField)
	if err != nil {
		return err
	}
	assessed, err := s.assess(c, id)
	if err != nil {
		return err
	}
	source := assessed.Source(sourceID)
	if source == nil {
		return record.ErrNotFound
	}
	v := pairPage{Pair: assessed.Pair(source, report.PairState{
		Match: int(match), Swapped: c.Query(report.SwapField) != "", Reviewer: s.Signing(c), Comma: s.Language(c).Text("app.comma"),
	})}
	if c.GetHeader(site.HaveHeader) == "" {
		document, err := s.Store.Extraction(c.Request.Context(), sourceID)
		if err != nil && !errors.Is(err, record.ErrNotFound) {
			return err
		}
		if reader := s.Reader(c); document != nil && !reader.SeesAll() {
			document = report.Excerpt(document, assessed.MatchesOf(sourceID), s.SourceContext)
		}
		v.SetTexts(assessed, document)
	}
	scripts := []string{"pair.js", "help.js", "print.js", "draft.js"}
	if may, err := s.Reader(c).May("POST /checks/:id/decisions"); err != nil {
		return err
	} else if may {
		scripts = append(scripts, "decide.js")
	}
	v.Page = s.Page(c, v.Left.Name+" · "+v.Right.Name, scripts...)
	v.Section, v.Wide = "checks", true
	return s.Render(c, http.StatusOK, "pair", v)
}
