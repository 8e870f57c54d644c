package highlight

import (
	"slices"
	"sort"

	"zhiwen/extract"
)

// Window is the part of a long text that one page shows. The zero value is a text that is
// short enough for one page.
type Window struct {
	Part, Parts           int // from 1
	Previous, Start, Next int // where the part and its neighbours begin, in code points; -1 if there is no neighbour
}

const (
	// windowWeight is how much of a text one page shows: characters, and paragraphWeight for each
	// paragraph. 300 full pages, more than almost all applications have, weigh 280,000.
	windowWeight = 400_000
	// paragraphWeight is the weight of a paragraph or cell without its text: its tags.
	paragraphWeight = 30
	// mostParagraph is how long a paragraph may be, in code points, before it is shown as several.
	// The longest paragraphs that people write have some thousand.
	mostParagraph = 20_000
)

// Show reduces a text that is too long for one page to the part that contains the character at.
// The parts depend on the text alone, and not on what is highlighted in it.
func (v *Text) Show(at int) {
	starts := windows(v.Paragraphs)
	if len(starts) < 2 {
		return
	}
	i := max(sort.Search(len(starts), func(i int) bool { return v.Paragraphs[starts[i]].Start > at })-1, 0)
	w := Window{Part: i + 1, Parts: len(starts), Previous: -1, Start: v.Paragraphs[starts[i]].Start, Next: -1}
	if i > 0 {
		w.Previous = v.Paragraphs[starts[i-1]].Start
	}
	end := len(v.Paragraphs)
	if i+1 < len(starts) {
		end = starts[i+1]
		w.Next = v.Paragraphs[end].Start
	}
	v.Paragraphs = v.Paragraphs[starts[i]:end]
	v.Window, v.Folded = w, 0
}

// Holds reports whether the page shows the paragraph that begins at a character.
func (w Window) Holds(start int) bool {
	begun, ended := w.Part <= 1 || start >= w.Start, w.Next >= 0 && start >= w.Next
	return w.Parts == 0 || begun && !ended
}

// windows returns the indexes of the paragraphs that begin a part. No row of a table is cut
// unless it is too long for one page.
func windows(paragraphs []Paragraph) []int {
	starts, weight := []int{0}, 0
	for i, p := range paragraphs {
		n := paragraphWeight + p.End - p.Start
		row := i > 0 && p.Place.Table != 0 && p.Place.Table == paragraphs[i-1].Place.Table && p.Place.Row == paragraphs[i-1].Place.Row
		if weight > 0 && weight+n > windowWeight && (!row || weight+n > windowWeight+windowWeight/2) {
			starts, weight = append(starts, i), 0
		}
		weight += n
	}
	return starts
}

// short cuts each paragraph that is longer than mostParagraph into several.
func short(paragraphs []extract.Paragraph) []extract.Paragraph {
	long := func(p extract.Paragraph) bool { return p.End-p.Start > mostParagraph }
	if !slices.ContainsFunc(paragraphs, long) {
		return paragraphs
	}
	var out []extract.Paragraph
	for _, p := range paragraphs {
		for long(p) {
			piece := p
			piece.End = p.Start + mostParagraph
			out = append(out, piece)
			p.Start = piece.End
		}
		out = append(out, p)
	}
	return out
}
