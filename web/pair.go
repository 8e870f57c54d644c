package web

import (
	"errors"
	"net/http"
	"time"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/record"
	"zhiwen/web/report"
)

// pairPage is the view of page/pair.html.
type pairPage struct {
	Page
	report.Pair
}

// pair shows a document beside one of its sources. To a script that has both
// documents already (haveHeader) it gives the page without them.
func (s *site) pair(c *gin.Context, id int64) error {
	sourceID, err := paramID(c, "source")
	if err != nil {
		return err
	}
	match, err := queryNumber(c, report.MatchField)
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
		Match: int(match), Swapped: c.Query(report.SwapField) != "", Reviewer: s.signing(c), Comma: s.language(c).Text("app.comma"),
	})}
	if c.GetHeader(haveHeader) == "" {
		document, err := s.Store.Extraction(c.Request.Context(), sourceID)
		if err != nil && !errors.Is(err, record.ErrNotFound) {
			return err
		}
		if reader := s.reader(c); document != nil && !reader.seesAll() {
			document = report.Excerpt(document, assessed.MatchesOf(sourceID), s.config.SourceContext)
		}
		v.SetTexts(assessed, document, time.Now)
	}
	v.Page = s.page(c, v.Left.Name+" · "+v.Right.Name, "pair.js", "decide.js", "help.js", "print.js")
	v.Section, v.Wide = "checks", true
	return s.render(c, http.StatusOK, "pair", v)
}
