package report

import (
	"sort"
	"strconv"

	"zhiwen/extract"
)

// Notices is what was not read of a document or is to be doubted, for the
// template "notices": text that is missing first.
type Notices []Notice

// Notice is one notice; Recognised lists the pages or pictures it is about.
type Notice struct {
	extract.Notice
	Recognised []Recognised
}

// Recognised is a page or a picture whose text was recognised.
type Recognised struct {
	Picture    bool
	Number     int
	Confidence float64
	Href       string
}

// poorConfidence is from where on down a page or picture is to be compared with its
// picture: at 0.8 every fifth character may be another.
const poorConfidence = 0.8

// Poor reports whether much of it may be wrong.
func (p Recognised) Poor() bool { return p.Confidence < poorConfidence }

// Missing returns the notices of text that was not compared.
func (v Notices) Missing() Notices {
	n := sort.Search(len(v), func(i int) bool { return !v[i].Missing() })
	return v[:n]
}

// NoticesOf lists the notices of a document.
func NoticesOf(d *extract.Document) Notices {
	var v Notices
	for _, n := range d.AllNotices() {
		view := Notice{Notice: n}
		switch n.Kind {
		case extract.Recognised:
			for _, p := range d.Pages {
				if p.Recognised && p.Start < p.End {
					view.Recognised = append(view.Recognised, Recognised{Number: p.Number, Confidence: p.Confidence,
						Href: PlaceOf(d, p.Start)})
				}
			}
		case extract.PictureRead:
			for _, p := range d.Pictures {
				view.Recognised = append(view.Recognised, Recognised{Picture: true, Number: p.Number, Confidence: p.Confidence,
					Href: PlaceOf(d, p.Start)})
			}
		}
		v = append(v, view)
	}
	return v
}

// PlaceOf leads to the paragraph that holds a character of the text, or to the
// next one; "" where there is none.
func PlaceOf(d *extract.Document, offset int) string {
	i := sort.Search(len(d.Paragraphs), func(i int) bool { return d.Paragraphs[i].End >= offset })
	if i == len(d.Paragraphs) {
		return ""
	}
	return PlaceAt(d.Paragraphs[i].Start)
}

// PlaceAt leads to the paragraph that begins at a character.
func PlaceAt(start int) string { return placePrefix + strconv.Itoa(start) }

const placePrefix = "#at-"
