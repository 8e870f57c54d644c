package web

import (
	"sort"
	"strconv"

	"zhiwen/extract"
)

// recognisedView is the pages whose text was read from pictures, and the numbers
// of those without any, for the template "recognised".
type recognisedView struct {
	Pages []recognisedPage
	Blank []int
}

// recognisedPage is one of them.
type recognisedPage struct {
	Number     int
	Confidence float64
	Href       string
}

// poorConfidence is from where on down a page is to be compared with its
// picture: at 0.8 every fifth character may be another.
const poorConfidence = 0.8

// Poor says that much of the page may be wrong.
func (p recognisedPage) Poor() bool { return p.Confidence < poorConfidence }

// viewRecognised lists the recognised pages and those without text.
func viewRecognised(d *extract.Document) recognisedView {
	var v recognisedView
	for _, p := range d.Pages {
		switch {
		case p.Start == p.End:
			v.Blank = append(v.Blank, p.Number)
		case p.Recognised:
			v.Pages = append(v.Pages, recognisedPage{Number: p.Number, Confidence: p.Confidence, Href: placeOf(d, p.Start)})
		}
	}
	return v
}

// placeOf leads to the paragraph that holds a character of the text, or to the
// next one; "" where there is none.
func placeOf(d *extract.Document, at int) string {
	i := sort.Search(len(d.Paragraphs), func(i int) bool { return d.Paragraphs[i].End >= at })
	if i == len(d.Paragraphs) {
		return ""
	}
	return "#at-" + strconv.Itoa(d.Paragraphs[i].Start)
}
