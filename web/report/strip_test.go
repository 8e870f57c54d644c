package report

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"zhiwen/checker/evidence"
	"zhiwen/web/report/highlight"
)

// The map has no more bars than slots, shows every match that is wider than a
// slot at its place, and nothing where nothing was found.
func TestStrip(t *testing.T) {
	for _, length := range []int{7, 399, 5000, 240000} {
		var v highlight.Text
		p := highlight.Paragraph{}
		step := max(length/3000, 1)
		for i := 0; i*step < length/2; i++ { // half of the text: many matches
			p.Runs = append(p.Runs, highlight.Run{Match: i + 1, Rank: i%300 + 1, Kind: evidence.Near, Pieces: []highlight.Piece{{Text: strings.Repeat("文", step)}}})
		}
		at := len(p.Runs) * step
		p.Runs = append(p.Runs, highlight.Run{Pieces: []highlight.Piece{{Text: strings.Repeat("文", max(length-at, 0))}}})
		p.End = max(length, at)
		v.Paragraphs, v.Length = []highlight.Paragraph{p}, p.End
		bars := stripOf(v)
		if len(bars) > stripSlots || len(bars) < min(at/step, stripSlots/2) {
			t.Errorf("length %d: %d bars", length, len(bars))
		}
		for _, b := range bars {
			if b.Rank == 0 {
				t.Errorf("length %d: %+v is no match", length, b)
			}
		}
		last := bars[len(bars)-1]
		y, _ := strconv.ParseFloat(last.Y, 64)
		high, _ := strconv.ParseFloat(last.Height, 64)
		const slot = stripHeight / float64(stripSlots)
		if want := stripHeight * float64(at) / float64(p.End); math.Abs(y+high-want) > 2*slot {
			t.Errorf("length %d: the last bar ends at %g, want %g", length, y+high, want)
		}
	}
}
