package report

import (
	"cmp"
	"slices"
	"strconv"

	"zhiwen/checker/evidence"
	"zhiwen/web/report/highlight"
)

// StripBar is a coloured part of the map of the document, stripHeight high.
type StripBar struct {
	Rank      int // 0 for excluded text
	Hue       int
	Kind      evidence.Kind
	Hint      evidence.HintKind // of what is no match but a hint
	Match     int
	Href      string // leads to the match where another part of the text shows it, else ""
	Y, Height string
}

// stripHeight is the height of the map of the document in its own units.
const stripHeight = 1000

// Class returns the colour of the bar.
func (b StripBar) Class() string {
	if b.Hint != "" {
		return "hint-bar"
	}
	if b.Rank == 0 {
		return "none"
	}
	return highlight.Colour(b.Hue) + " " + highlight.Style(b.Kind)
}

// orders returns the position of each source in the order in which the scores assign characters:
// the source that covers most comes first.
func orders(sources []evidence.Source) []int {
	byFull := make([]int, len(sources))
	for i := range byFull {
		byFull[i] = i
	}
	slices.SortFunc(byFull, func(a, b int) int {
		return cmp.Or(cmp.Compare(sources[b].Full, sources[a].Full), cmp.Compare(sources[a].ID, sources[b].ID))
	})
	out := make([]int, len(sources))
	for place, i := range byFull {
		out[i] = place
	}
	return out
}

// stripSlots is into how many pieces the map is cut: none is lower than a pixel
// or two of a screen, and a browser is quick with so many.
const stripSlots = 400

// stripOf returns the map of the document. A slot shows the match that fills most of it, or text
// that does not count where it has no match. Neighbouring slots of one match make one bar.
func stripOf(t highlight.Text) []StripBar {
	if t.Length == 0 {
		return nil
	}
	var best [stripSlots]StripBar
	var most [stripSlots]int // what of the slot that is, in characters by stripSlots
	put := func(slot int, b StripBar, n int) {
		matched, was := b.Rank != 0 && b.Hint == "", best[slot].Rank != 0 && best[slot].Hint == ""
		if matched && !was || matched == was && n > most[slot] {
			best[slot], most[slot] = b, n
		}
	}
	for _, p := range t.Paragraphs {
		start := p.Start
		for _, run := range p.Runs {
			end := start + run.Length()
			if run.Match != 0 || run.Reason != "" {
				b := StripBar{Match: run.Match, Rank: run.Rank, Hue: run.Hue, Kind: run.Kind, Hint: run.Hint}
				if run.Reason != "" {
					b = StripBar{}
				}
				for slot := start * stripSlots / t.Length; slot < stripSlots && slot*t.Length < end*stripSlots; slot++ {
					put(slot, b, min(end*stripSlots, (slot+1)*t.Length)-max(start*stripSlots, slot*t.Length))
				}
			}
			start = end
		}
	}
	const high = stripHeight / float64(stripSlots)
	var out []StripBar
	for start := 0; start < stripSlots; {
		end := start + 1
		for end < stripSlots && most[end] > 0 == (most[start] > 0) && best[end] == best[start] {
			end++
		}
		if most[start] > 0 {
			b := best[start]
			b.Y, b.Height = strconv.FormatFloat(float64(start)*high, 'f', 1, 64), strconv.FormatFloat(float64(end-start)*high, 'f', 1, 64)
			out = append(out, b)
		}
		start = end
	}
	return out
}
