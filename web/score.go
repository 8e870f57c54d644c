package web

import (
	"cmp"
	"slices"
	"strconv"
	"unicode"

	"zhiwen/checker/evidence"
)

// totalsView is the shares of the whole document.
type totalsView struct {
	Countable, Covered, WithoutOwn, Largest int
	Excluded                                int // characters that do not count
	Reasons                                 []reasonCount
	Kinds                                   []evidence.Count // above 0
	Relations                               []evidence.Count // above 0
}

// reasonCount is how many characters are not counted for a reason.
type reasonCount struct {
	Reason     evidence.Reason
	Characters int
}

// sectionView is one line of the bars of sections.
type sectionView struct {
	Title     string
	Level     int
	Countable int
	Covered   int
	Href      string
	Bars      []bar
}

// bar is a coloured part of a horizontal bar that is barWidth wide.
type bar struct {
	Hue      int
	X, Width string
}

// barWidth is the width of a full bar in its own units.
const barWidth = 100

// stripBar is a coloured part of the map of the document, stripHeight high.
type stripBar struct {
	Rank      int // 0 for excluded text
	Hue       int
	Kind      evidence.Kind
	Match     int
	Y, Height string
}

// stripHeight is the height of the map of the document in its own units.
const stripHeight = 1000

// Class is the colour of the bar.
func (b stripBar) Class() string {
	if b.Rank == 0 {
		return "none"
	}
	return colour(b.Hue) + " " + style(b.Kind)
}

// Class is the colour of the bar.
func (b bar) Class() string { return colour(b.Hue) }

// orders gives for each source the place in which it comes to its characters:
// the one that covers most first, as the scores give them away.
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

// applied leaves out the ranges that were found but do count.
func applied(excluded []evidence.Excluded) []evidence.Excluded {
	var out []evidence.Excluded
	for _, x := range excluded {
		if x.Applied {
			out = append(out, x)
		}
	}
	return out
}

func viewTotals(l *loaded) totalsView {
	e := l.evidence
	t := totalsView{
		Countable: e.Scores.Countable, Covered: e.Scores.Covered,
		WithoutOwn: e.Scores.WithoutOwn, Largest: e.Scores.LargestFull,
	}
	t.Reasons = countReasons(applied(e.Excluded), l.runes)
	for _, r := range t.Reasons {
		t.Excluded += r.Characters
	}
	for _, k := range e.Scores.ByKind {
		if k.Characters > 0 {
			t.Kinds = append(t.Kinds, k)
		}
	}
	for _, r := range e.Scores.ByRelation {
		if r.Characters > 0 {
			t.Relations = append(t.Relations, r)
		}
	}
	return t
}

// countReasonsFound counts the characters of each reason on its own, whether it
// is applied or not, without white space, in the order of allReasons.
func countReasonsFound(excluded []evidence.Excluded, runes []rune) []reasonCount {
	var out []reasonCount
	for _, r := range allReasons {
		mine := slices.DeleteFunc(slices.Clone(excluded), func(x evidence.Excluded) bool { return x.Reason != r })
		out = append(out, countReasons(mine, runes)...)
	}
	return out
}

// countReasons counts the characters that are not counted, without white space
// and each once: where ranges overlap, for the one that begins first. Most come
// first.
func countReasons(excluded []evidence.Excluded, runes []rune) []reasonCount {
	counts := map[evidence.Reason]int{}
	end := 0
	for _, x := range excluded { // by offset
		stop := min(x.Offset+x.Length, len(runes))
		for i := max(x.Offset, end); i < stop; i++ {
			if !unicode.IsSpace(runes[i]) {
				counts[x.Reason]++
			}
		}
		end = max(end, stop)
	}
	var out []reasonCount
	for reason, n := range counts {
		out = append(out, reasonCount{Reason: reason, Characters: n})
	}
	slices.SortFunc(out, func(a, b reasonCount) int {
		return cmp.Or(cmp.Compare(b.Characters, a.Characters), cmp.Compare(a.Reason, b.Reason))
	})
	return out
}

// stripSlots is into how many pieces the map is cut: none is lower than a pixel
// or two of a screen, and a browser is quick with so many.
const stripSlots = 400

// viewStrip is the map of the document. A slot shows the match that fills most
// of it, or text that does not count where it has no match. Neighbouring slots
// of one match make one bar.
func viewStrip(t textView) []stripBar {
	if t.Length == 0 {
		return nil
	}
	var best [stripSlots]stripBar
	var most [stripSlots]int // what of the slot that is, in characters by stripSlots
	put := func(slot int, b stripBar, n int) {
		matched, was := b.Rank != 0, best[slot].Rank != 0
		if matched && !was || matched == was && n > most[slot] {
			best[slot], most[slot] = b, n
		}
	}
	for _, p := range t.Paragraphs {
		at := p.Start
		for _, run := range p.Runs {
			next := at + run.Length()
			if run.Match != 0 || run.Reason != "" {
				b := stripBar{Match: run.Match, Rank: run.Rank, Hue: run.Hue, Kind: run.Kind}
				if run.Reason != "" {
					b = stripBar{}
				}
				for slot := at * stripSlots / t.Length; slot < stripSlots && slot*t.Length < next*stripSlots; slot++ {
					put(slot, b, min(next*stripSlots, (slot+1)*t.Length)-max(at*stripSlots, slot*t.Length))
				}
			}
			at = next
		}
	}
	const high = stripHeight / float64(stripSlots)
	var out []stripBar
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

// viewSections is the bars of sections. A section's bar shows its share of
// covered characters, parted by source as the text shows them.
func viewSections(sections []evidence.SectionScore, t textView) []sectionView {
	var out []sectionView
	if len(sections) == 1 && sections[0].Title == "" {
		return nil // a document without headings: the bar would say what the totals say
	}
	counts := make([]map[int]int, len(sections)) // by rank, white space left out
	hues := map[int]int{}                        // by rank
	current := -1
	for _, p := range t.Paragraphs {
		for current+1 < len(sections) && sections[current+1].Offset <= p.Start {
			current++
		}
		if current < 0 {
			continue
		}
		for _, run := range p.Runs {
			if run.Match == 0 || run.Reason != "" {
				continue
			}
			hues[run.Rank] = run.Hue
			if counts[current] == nil {
				counts[current] = map[int]int{}
			}
			for _, piece := range run.Pieces {
				for _, r := range piece.Text {
					if !unicode.IsSpace(r) {
						counts[current][run.Rank]++
					}
				}
			}
		}
	}
	for i, s := range sections {
		if s.Countable == 0 {
			continue
		}
		v := sectionView{Title: s.Title, Level: s.Level, Countable: s.Countable, Covered: s.Covered, Href: "#at-" + strconv.Itoa(s.Offset)}
		v.Bars = bars(counts[i], hues, s.Countable)
		out = append(out, v)
	}
	return out
}

// bars lays the counts of ranks side by side on a bar that stands for whole.
func bars(counts, hues map[int]int, whole int) []bar {
	ranks := make([]int, 0, len(counts))
	for rank := range counts {
		ranks = append(ranks, rank)
	}
	slices.Sort(ranks)
	var out []bar
	x := 0.0
	for _, rank := range ranks {
		width := min(barWidth*float64(counts[rank])/float64(whole), barWidth-x)
		out = append(out, bar{Hue: hues[rank], X: strconv.FormatFloat(x, 'f', 2, 64), Width: strconv.FormatFloat(width, 'f', 2, 64)})
		x += width
	}
	return out
}
