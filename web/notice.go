package web

import (
	"sort"
	"strconv"
	"strings"

	"zhiwen/extract"
	"zhiwen/web/catalogue"
)

// noticesView is what was not read of a document or is to be doubted, for the
// template "notices": text that is missing first.
type noticesView []noticeView

// noticeView is one notice; Recognised lists the pages or pictures it is about.
type noticeView struct {
	extract.Notice
	Recognised []recognisedView
}

// recognisedView is a page or a picture whose text was recognised.
type recognisedView struct {
	Picture    bool
	Number     int
	Confidence float64
	Href       string
}

// poorConfidence is from where on down a page or picture is to be compared with its
// picture: at 0.8 every fifth character may be another.
const poorConfidence = 0.8

// Poor says that much of it may be wrong.
func (p recognisedView) Poor() bool { return p.Confidence < poorConfidence }

// Missing gives the notices of text that was not compared.
func (v noticesView) Missing() noticesView {
	n := sort.Search(len(v), func(i int) bool { return !v[i].Missing() })
	return v[:n]
}

// viewNotices lists the notices of a document.
func viewNotices(d *extract.Document) noticesView {
	var v noticesView
	for _, n := range d.AllNotices() {
		view := noticeView{Notice: n}
		switch n.Kind {
		case extract.Recognised:
			for _, p := range d.Pages {
				if p.Recognised && p.Start < p.End {
					view.Recognised = append(view.Recognised, recognisedView{Number: p.Number, Confidence: p.Confidence, Href: placeOf(d, p.Start)})
				}
			}
		case extract.PictureRead:
			for _, p := range d.Pictures {
				view.Recognised = append(view.Recognised, recognisedView{Picture: true, Number: p.Number, Confidence: p.Confidence, Href: placeOf(d, p.Start)})
			}
		}
		v = append(v, view)
	}
	return v
}

// NoticeTitle says in a few words what a notice tells.
func NoticeTitle(l *catalogue.Language, n extract.Notice) string {
	key := "notice." + string(n.Kind) + ".title"
	switch {
	case len(n.Pages) > 0:
		list := strings.NewReplacer("-", "–", ", ", l.Text("app.comma")).Replace(n.PageList())
		return l.Count(key, len(n.Pages), "Pages", list)
	case n.Count > 0:
		return l.Count(key, n.Count)
	}
	return l.Text(key)
}

// NoticeAdvice says what it means for who reads a report, and what to do.
func NoticeAdvice(l *catalogue.Language, n extract.Notice) string {
	return l.Text("notice." + string(n.Kind) + ".advice")
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
