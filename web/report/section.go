package report

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"zhiwen/checker/evidence"
	"zhiwen/web/report/highlight"
)

// SectionBar is one line of the bars of sections.
type SectionBar struct {
	Title     string
	Depth     int // how many sections hold it
	Role      string
	Countable int
	Covered   int
	Href      string
	Bars      []Bar
}

// Brief returns the title as it fits on a line.
func (s SectionBar) Brief() string { return Brief(s.Title) }

const (
	// briefLength is how much of a section's title tells it from others.
	briefLength = 30
	// leastBrief is longer than the number of a section, which may stand in brackets.
	leastBrief = 5
	// leastPrompt is longer than the second half of a title.
	leastPrompt = 12
)

// Brief shortens the title of a section: forms print behind it, in brackets or after a colon, what is to be written there.
// A colon parts a title only where a sentence follows it, so that "Part one: Methods" stays whole, and not after
// a number.
func Brief(title string) string {
	runes := []rune(title)
	for i, r := range runes {
		if i >= leastBrief && (r == '（' || r == '(' || (r == '：' || r == ':') && !unicode.IsDigit(runes[i-1]) && isPrompt(runes[i+1:])) {
			return clip(string(runes[:i]), briefLength)
		}
	}
	return clip(title, briefLength)
}

// isPrompt reports whether what follows the colon of a title is a sentence.
func isPrompt(rest []rune) bool {
	return len(rest) >= leastPrompt || len(rest) > 0 && strings.ContainsRune("。.；;", rest[len(rest)-1])
}

// Bar is a coloured part of a horizontal bar that is barWidth wide.
type Bar struct {
	Hue      int
	X, Width string
}

// barWidth is the width of a full bar.
const barWidth = 100

// Class returns the colour of the bar.
func (b Bar) Class() string { return highlight.Colour(b.Hue) }

// sectionBars returns the bars of sections. A section's bar shows its share of covered characters,
// parted by source as the text shows them. In evidence of version 1 a section leaves out its
// subsections, since then it holds them.
func sectionBars(e *evidence.Evidence, t highlight.Text) []SectionBar {
	sections := e.Sections
	var out []SectionBar
	if len(sections) == 1 && sections[0].Title == "" {
		return nil // a document without headings: the bar would say what the totals say
	}
	counts := make([]map[int]int, len(sections)) // by rank
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
			if run.Match == 0 || run.Reason != "" || run.Hint != "" {
				continue
			}
			hues[run.Rank] = run.Hue
			if counts[current] == nil {
				counts[current] = map[int]int{}
			}
			for _, piece := range run.Pieces {
				for _, r := range piece.Text {
					if evidence.Seen(r) {
						counts[current][run.Rank]++
					}
				}
			}
		}
	}
	held := holders(sections)
	for i := len(sections) - 1; i >= 0; i-- { // inner ones come later
		if outer := held[i]; outer >= 0 {
			if counts[outer] == nil {
				counts[outer] = map[int]int{}
			}
			for rank, n := range counts[i] {
				counts[outer][rank] += n
			}
		}
	}
	depths := make([]int, len(sections))
	for i, s := range sections {
		if held[i] >= 0 {
			depths[i] = depths[held[i]] + 1
		}
		if s.Countable == 0 {
			continue
		}
		v := SectionBar{
			Title: s.Title, Depth: min(depths[i], mostDepth), Role: s.Role, Countable: s.Countable, Covered: s.Covered,
			Href: PlaceAt(s.Offset),
		}
		v.Bars = bars(counts[i], hues, s.Countable)
		out = append(out, v)
	}
	return out
}

// mostDepth is how far sections are set in.
const mostDepth = 4

// holders returns for each section the innermost of those before it that holds it, or -1.
func holders(sections []evidence.SectionScore) []int {
	out := make([]int, len(sections))
	var open []int
	for i, s := range sections {
		for len(open) > 0 {
			last := sections[open[len(open)-1]]
			if s.Offset < last.Offset+last.Length && s.Level > last.Level {
				break
			}
			open = open[:len(open)-1]
		}
		if out[i] = -1; len(open) > 0 {
			out[i] = open[len(open)-1]
		}
		open = append(open, i)
	}
	return out
}

// bars lays the counts of ranks side by side on a bar that stands for whole.
func bars(counts, hues map[int]int, whole int) []Bar {
	ranks := make([]int, 0, len(counts))
	for rank := range counts {
		ranks = append(ranks, rank)
	}
	slices.Sort(ranks)
	var out []Bar
	x := 0.0
	for _, rank := range ranks {
		width := min(barWidth*float64(counts[rank])/float64(whole), barWidth-x)
		out = append(out, Bar{Hue: hues[rank], X: strconv.FormatFloat(x, 'f', 2, 64), Width: strconv.FormatFloat(width, 'f', 2, 64)})
		x += width
	}
	return out
}
