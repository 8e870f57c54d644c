package report

import (
	"slices"

	"zhiwen/web/report/highlight"
)

// Part is what of a report is asked for: the paragraphs that touch a range of the
// text, in code points, and the first so many source cards; or all others.
type Part struct {
	Others            bool
	Start, End, Cards int
}

// LeaveOut removes the parts of a report that were not requested. Of the other paragraphs it also
// removes those that look as they did in old, the same text in another state; nil is none.
func (v *View) LeaveOut(part Part, old []highlight.Paragraph) {
	kept := v.Text.Paragraphs[:0]
	for i, p := range v.Text.Paragraphs {
		near := p.Start < part.End && p.End > part.Start
		if near == part.Others || i < len(old) && slices.EqualFunc(p.Runs, old[i].Runs, sameRun) {
			continue
		}
		kept = append(kept, p)
	}
	v.Text.Paragraphs, v.Text.Folded = kept, 0
	cards := min(part.Cards, len(v.Cards))
	if part.Others {
		v.Cards = v.Cards[cards:]
	} else {
		v.Cards = v.Cards[:cards]
	}
}

// sameRun reports whether two runs look alike; where they lead may differ.
func sameRun(a, b highlight.Run) bool {
	same := a.Match == b.Match && a.Kind == b.Kind && a.Ratio == b.Ratio && a.Rank == b.Rank && a.Badge == b.Badge &&
		a.Sources == b.Sources && a.Selected == b.Selected && a.Reason == b.Reason && a.Label == b.Label && a.Alone == b.Alone &&
		a.Verdict == b.Verdict
	return same && slices.EqualFunc(a.Pieces, b.Pieces, func(x, y highlight.Piece) bool {
		return x.Text == y.Text && x.Begins == y.Begins && x.Ends == y.Ends && x.Flagged == y.Flagged && x.Page == y.Page &&
			len(x.Flags) == len(y.Flags)
	})
}
