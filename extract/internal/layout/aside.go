package layout

import (
	"zhiwen/extract"
	"zhiwen/extract/internal/page"
)

// asides separates turned lines outside cells from the other lines of a page.
func asides(lines []*page.Line) (body, aside []*page.Line) {
	for _, x := range lines {
		if x.Turned && !x.Cell {
			aside = append(aside, x)
		} else {
			body = append(body, x)
		}
	}
	return body, aside
}

// boxes makes paragraphs of text that stands apart from the running text.
func (l layout) boxes(lines []*page.Line) []*pdfParagraph {
	var out []*pdfParagraph
	for _, x := range lines {
		if n := len(out); n > 0 && l.continues(out[n-1], x) {
			out[n-1].lines = append(out[n-1].lines, x)
			continue
		}
		out = append(out, &pdfParagraph{lines: []*page.Line{x}, kind: extract.Box})
	}
	return out
}

// footnotes separates the notes at the foot of a page's columns from its other lines. Notes are
// smaller than the text and below all of it, and the first begins with a mark.
func (l layout) footnotes(lines []*page.Line) (body, notes []*page.Line) {
	small := func(x *page.Line) bool { return x.Size > 0 && x.Size < 0.93*l.body }
	// lowest text of each column; the last element is for lines across columns
	var floors [maxTextColumns + 1]float32
	for i := range floors {
		floors[i] = -1
	}
	lower := func(floor *float32, y float32) {
		if *floor < 0 || y < *floor {
			*floor = y
		}
	}
	whole := float32(-1)
	for _, x := range lines {
		if !small(x) && x.Size > 0 && !x.Turned {
			lower(&floors[laneOf(x)], x.Y0)
			lower(&whole, x.Y0)
		}
	}
	floors[maxTextColumns] = whole
	var lanes [maxTextColumns + 1][]*page.Line
	for _, x := range lines {
		if floor := floors[laneOf(x)]; small(x) && floor >= 0 && (x.Y0+x.Y1)/2 < floor {
			lanes[laneOf(x)] = append(lanes[laneOf(x)], x)
		}
	}
	isNote := map[*page.Line]bool{}
	for _, lane := range lanes {
		if len(lane) > 0 && noteStart().MatchString(lane[0].Text) {
			for _, x := range lane {
				isNote[x] = true
			}
		}
	}
	for _, x := range lines {
		if isNote[x] {
			notes = append(notes, x)
		} else {
			body = append(body, x)
		}
	}
	return body, notes
}
