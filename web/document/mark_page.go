package document

import (
	"fmt"
	"image"
	"net/http"
	"net/url"
	"strconv"
	"unicode/utf8"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/record"
	"zhiwen/extract"
	"zhiwen/extract/locate"
	"zhiwen/web/report"
	"zhiwen/web/site"
)

// markPage is the view of page/mark.html: the picture of a page of a form, or of an
// application on it, whose words can be chosen, beside the form for a mark.
type markPage struct {
	site.Page
	Document       record.Document
	Name           string
	Marks          *markBox
	Number, Count  int
	Previous, Next string // addresses of the pages beside it, or ""
	Picture        string // address, "" where the page cannot be drawn
	Width, Height  int    // of the picture, in pixels
	Fault          string // why it cannot be drawn
	Recognised     bool
	Pieces         []markPiece
}

// markPiece is what can be chosen on the page: a label, or what stands by itself.
type markPiece struct {
	Text   string
	At     int    // in code points of the document's text
	Href   string // where it is chosen, without a script
	Chosen bool
	Areas  []image.Rectangle // in pixels of the picture
}

// markPath returns where fields are shown on a page of a document.
func markPath(document int64, page int) string {
	return fmt.Sprintf("/documents/%d/mark?%s=%d", document, report.PageField, page)
}

// mark shows a page of a form, or of an application on it, to show fields on.
func (s *pages) mark(c *gin.Context, id int64) error {
	page, err := site.QueryNumber(c, report.PageField)
	if err != nil {
		return err
	}
	if page > site.MaxNumber {
		return site.ErrBadInput
	}
	at := -1
	if c.Query("at") != "" {
		n, err := site.QueryNumber(c, "at")
		if err != nil || n > site.MaxNumber {
			return site.ErrBadInput
		}
		at = int(n)
	}
	return s.showMarkPage(c, id, max(int(page), 1), http.StatusOK, func(box *markBox) { box.Values.At = at })
}

// showMarkPage shows a page to show fields on; fill may change the box. A place without
// words means the piece that stands there.
func (s *pages) showMarkPage(c *gin.Context, id int64, number, status int, fill func(*markBox)) error {
	ctx := c.Request.Context()
	d, text, err := s.ready(ctx, id)
	if err != nil {
		return err
	}
	box, err := s.markBox(c, d, text)
	if err != nil {
		return err
	}
	if box == nil || box.OnPage == "" || number > len(text.Pages) {
		return record.ErrNotFound
	}
	fill(box)
	box.Values.Page = number
	page := text.Pages[number-1]
	v := markPage{Document: d, Name: report.NameOf(d.Identity), Marks: box, Number: number, Count: len(text.Pages),
		Recognised: page.Recognised}
	if number > 1 {
		v.Previous = markPath(id, number-1)
	}
	if number < v.Count {
		v.Next = markPath(id, number+1)
	}
	drawn, err := s.Pictures.Pages.Page(ctx, d, page.Number, page.Recognised)
	switch {
	case extract.ErrorName(err) != "":
		v.Fault = s.Fault(err).Name
	case err != nil:
		return site.Crowded(c, err)
	default:
		v.Width, v.Height = drawn.Width, drawn.Height
		v.Picture = fmt.Sprintf("/documents/%d/mark/%d/picture", id, page.Number)
		v.Pieces = s.piecesOn(drawn, []rune(text.Text), page.Span, box, markPath(id, number))
	}
	v.Page = s.Page(c, s.Language(c).Text("marks.title"), "mark.js")
	v.Section, v.Wide = "library", true
	if d.Form {
		v.Section = "forms"
	}
	return s.Render(c, status, "mark", v)
}

// piecesOn returns what can be chosen on a page, and takes the words of the chosen place
// into the box where it has none.
func (s *pages) piecesOn(drawn *extract.Drawing, text []rune, page extract.Span, box *markBox, path string) []markPiece {
	own := text[page.Start:page.End]
	found := locate.Find(own, drawn)
	var out []markPiece
	for _, span := range s.Pieces(string(own)) {
		words := string(own[span.Start:span.End])
		if utf8.RuneCountInString(words) > longestLine {
			continue // running text
		}
		areas, _, _ := found.Mark(span)
		if len(areas) == 0 {
			continue
		}
		p := markPiece{Text: words, At: page.Start + span.Start, Areas: areas,
			Href: path + "&" + url.Values{"at": {strconv.Itoa(page.Start + span.Start)}}.Encode() + "#mark-add"}
		if p.Chosen = p.At == box.Values.At; p.Chosen && box.Values.Text == "" {
			box.Values.Text = words
		}
		out = append(out, p)
	}
	return out
}
