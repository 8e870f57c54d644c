package layout

import (
	"zhiwen/extract"
	"zhiwen/extract/internal/page"
)

// asides parts the lines of a page from those that are turned and in no cell.
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

// boxes makes paragraphs of text that stands by itself.
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

// footnotes parts the lines of a page from the notes at the foot of its columns: smaller
// than the text and below all of it, the first beginning with a mark.
func (l layout) footnotes(lines []*page.Line) (body, notes []*page.Line) {
	small := func(x *page.Line) bool { return x.Size > 0 && x.Size < 0.93*l.body }
	var floors [maxTextColumns + 1]float32 // of the columns, the last being of what runs across
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
