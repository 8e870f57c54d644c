package check

import (
	"errors"
	"net/http"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/record"
	"zhiwen/web/report"
	"zhiwen/web/site"
)

// hintPage is the view of page/hint.html.
type hintPage struct {
	site.Page
	*report.HintPage
}

// hint shows a possible rewriting, summary or translation: both passages, their sentences in
// pairs, and the words that correspond.
func (s *pages) hint(c *gin.Context, id int64) error {
	number, err := site.ParamID(c, "hint")
	if err != nil {
		return err
	}
	assessed, err := s.assess(c, id)
	if err != nil {
		return err
	}
	source := assessed.HintSource(int(number))
	if source == 0 {
		return record.ErrNotFound
	}
	document, err := s.Store.Extraction(c.Request.Context(), source)
	if err != nil && !errors.Is(err, record.ErrNotFound) {
		return err
	}
	if document != nil && !s.Reader(c).SeesAll() {
		document = report.Excerpt(document, assessed.HintPassage(int(number)), s.SourceContext)
	}
	v := hintPage{HintPage: assessed.Hint(int(number), document, s.Signing(c))}
	if v.HintPage == nil {
		return record.ErrNotFound
	}
	v.Page = s.Page(c, s.Language(c).Text("hintKind."+string(v.Hint.Kind))+" · "+v.Left.Name, "hint.js", "help.js", "draft.js")
	v.Section, v.Wide = "checks", true
	return s.Render(c, http.StatusOK, "hint", v)
}
