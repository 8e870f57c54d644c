package layout

import (
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"zhiwen/extract/internal/page"
)

// Most of what stands on the slant is a watermark: a few words across each page,
// or all over it. They are no part of the text. What may be more is kept as
// evidence, and running text is read.

const (
	// markTimes is how often one text stands on one page at one angle that is a
	// watermark all over it.
	markTimes = 3
	// markPages is the least number of pages on which a text is repeated.
	markPages = 2
	// markShare: it is a watermark when it repeats on a third of the pages.
	// Contents, covers and pages on their side may go without.
	markShare = 3
	// markLarger is how many times as large as running text a watermark across
	// the page is.
	markLarger = 2
	// markWords is how many different lines at one angle of a page are a
	// watermark: what, who and when. More are running text.
	markWords = 3
	// markSilent is the number of letters under which nothing is lost with a
	// text: no match that counts is as short.
	markSilent = 20
)

// markPlace is where a line stands on its page, as far as it is the same on others:
// watermarks differ in length by who and when.
type markPlace struct{ degree, height int }

func markPlaceOf(t page.Slanted, l *page.Line) markPlace {
	return markPlace{int(math.Round(t.Degrees())), int(math.Round(float64(l.Y0 / edgeDrift)))}
}

// wordsOf returns what a line says, once and with its numbers folded, seen or not.
func wordsOf(l *page.Line) string { return withoutRepeats(folded(l.Text + l.Kept)) }

// withoutRepeats returns what s repeats from its beginning to its end, or s. The last time may
// break off.
func withoutRepeats(s string) string {
	r := []rune(s)
	borders := make([]int, len(r)+1) // the longest text with which the first i runes begin and end
	for i := 1; i < len(r); i++ {
		n := borders[i]
		for n > 0 && r[n] != r[i] {
			n = borders[n]
		}
		if r[n] == r[i] {
			n++
		}
		borders[i+1] = n
	}
	if period := len(r) - borders[len(r)]; 2*period <= len(r) {
		return string(r[:period])
	}
	return s
}

// dropWatermarks takes watermarks out of what is on the slant. body is the size of
// running text.
func dropWatermarks(pages [][]page.Slanted, body float32) {
	known := repeatedWords(pages)
	places := repeatedPlaces(pages)
	for _, texts := range pages {
		for _, t := range texts {
			if runsOn(t) {
				continue
			}
			for _, l := range t.Lines {
				if l.Text != "" && (places[markPlaceOf(t, l)] || body > 0 && l.Size >= markLarger*body) {
					known[wordsOf(l)] = true
				}
			}
		}
	}
	shown := map[string]bool{}
	for i := range pages {
		dropKnown(pages[i], known, shown)
		pages[i] = slices.DeleteFunc(pages[i], isMarking)
	}
}

// enough is on how many of the pages a watermark repeats.
func enough(pages [][]page.Slanted) int { return max(markPages, (len(pages)+markShare-1)/markShare) }

// repeatedWords returns what stands on many pages, or many times on one.
func repeatedWords(pages [][]page.Slanted) map[string]bool {
	on, known := map[string]int{}, map[string]bool{}
	for _, texts := range pages {
		here := map[string]bool{}
		for _, t := range texts {
			times := timesOf(t)
			for words, n := range times {
				known[words] = known[words] || n >= markTimes && !runsOn(t)
				here[words] = true
			}
		}
		for words := range here {
			on[words]++
			known[words] = known[words] || on[words] >= enough(pages)
		}
	}
	return known
}

// repeatedPlaces returns where lines stand on many pages, but for those of running
// text, which begins at one height on all.
func repeatedPlaces(pages [][]page.Slanted) map[markPlace]bool {
	on, known := map[markPlace]int{}, map[markPlace]bool{}
	for _, texts := range pages {
		here := map[markPlace]bool{}
		for _, t := range texts {
			if runsOn(t) {
				continue
			}
			for _, l := range t.Lines {
				if at := markPlaceOf(t, l); l.Text != "" && !here[at] {
					here[at] = true
					on[at]++
					known[at] = on[at] >= enough(pages)
				}
			}
		}
	}
	return known
}

// timesOf tells how often a text says what.
func timesOf(t page.Slanted) map[string]int {
	times := map[string]int{}
	for _, l := range t.Lines {
		times[wordsOf(l)]++
	}
	return times
}

// runsOn reports whether the text is running text: most of its lines say something else
// than the others, and too many do for a watermark.
func runsOn(t page.Slanted) bool {
	different := len(timesOf(t))
	return different > markWords && 2*different > len(t.Lines)
}

// dropKnown takes the lines of a page out whose words are a watermark's, or a piece
// of one at the page's edge. Of those that say more, the first of each is kept as
// evidence: shown are those that were.
func dropKnown(texts []page.Slanted, known, shown map[string]bool) {
	var here strings.Builder // the watermarks, each twice: a piece may run over the end of one
	for _, t := range texts {
		for _, l := range t.Lines {
			if words := wordsOf(l); known[words] {
				here.WriteString(words + words + "\n")
			}
		}
	}
	for i, t := range texts {
		texts[i].Lines = slices.DeleteFunc(t.Lines, func(l *page.Line) bool {
			words := wordsOf(l)
			if !known[words] && !strings.Contains(here.String(), words) {
				return false
			}
			if utf8.RuneCountInString(words) < markSilent || shown[words] {
				return true
			}
			shown[words] = true
			l.Text, l.Kept, l.Mark = "", strings.TrimSpace(l.Text+" "+l.Kept), true
			return false
		})
	}
}

// isMarking reports whether a text is no more than what a drawing is marked with.
func isMarking(t page.Slanted) bool {
	letters := 0
	for _, l := range t.Lines {
		letters += utf8.RuneCountInString(wordsOf(l))
	}
	return letters < markSilent
}

// slantedRows returns the lines of each page and angle, with their margins.
func slantedRows(pages [][]page.Slanted) [][][]*page.Line {
	out := make([][][]*page.Line, len(pages))
	for i, texts := range pages {
		for _, t := range texts {
			rows := [][]*page.Line{t.Lines}
			margins(rows, func(int) []page.Rule { return nil })
			findSteps(rows[0])
			findFlush(rows[0])
			out[i] = append(out[i], rows[0])
		}
	}
	return out
}

// mainShare is how many times as much text as there is on the level is the page's
// own on the slant: a page has more than its number level beside watermarks.
const mainShare = 4

// RunsSlanted reports whether the page has running text on the slant.
func RunsSlanted(p *page.Page) bool {
	_, texts := p.Upright()
	return slices.ContainsFunc(texts, func(t page.Slanted) bool { return runsOn(t) })
}

// settleSlanted takes watermarks out of what is on the slant, and makes it the text
// of the page where nearly all is: what was level is then read as apart.
func settleSlanted(rows [][]*page.Line, pages []*page.Page, slanted [][]page.Slanted) {
	dropWatermarks(slanted, bodySize(rows))
	for i, texts := range slanted {
		for k := range texts {
			if t := &texts[k]; lettersIn(t.Lines) > mainShare*lettersIn(rows[i]) {
				rows[i], t.Lines = t.Lines, rows[i]
				pages[i], t.Page = t.Page, pages[i]
			}
		}
	}
}

func lettersIn(lines []*page.Line) int {
	n := 0
	for _, l := range lines {
		n += utf8.RuneCountInString(l.Text)
	}
	return n
}
