package layout

import (
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"zhiwen/extract/internal/page"
	"zhiwen/internal/each"
)

// Most text on the slant is a watermark: a few words across each page or all over it. Watermarks
// are not part of the text. What may be more is kept as evidence, and running text is read.

const (
	// markTimes: a text that stands this often on one page at one angle is a watermark all over it.
	markTimes = 3
	// markPages is the least number of pages on which a watermark repeats.
	markPages = 2
	// markShare: a watermark repeats on at least a third of the pages. Contents, covers and pages
	// on their side may go without it.
	markShare = 3
	// markLarger is how many times as large as running text a watermark across the page is at least.
	markLarger = 2
	// markWords is the most different lines of a watermark at one angle of a page: what, who and
	// when. More lines are running text.
	markWords = 3
	// markSilent: text with fewer letters is dropped without evidence, since no match that counts
	// is so short.
	markSilent = 20
)

// markPlace is the position of a line that is comparable across pages. Its length is not:
// watermarks contain a name and a date.
type markPlace struct{ degree, height int }

func markPlaceOf(t page.Slanted, l *page.Line) markPlace {
	return markPlace{int(math.Round(t.Degrees())), int(math.Round(float64(l.Y0 / edgeDrift)))}
}

// wordsOf returns the text of a line, visible or not, with its digits folded and without its
// repetitions.
func wordsOf(l *page.Line) string { return withoutRepeats(folded(l.Text + l.Kept)) }

// withoutRepeats returns the text that s repeats from beginning to end, or s. The last repetition
// may break off.
func withoutRepeats(s string) string {
	r := []rune(s)
	borders := make([]int, len(r)+1) // length of the longest text that both begins and ends the first i runes
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

// dropWatermarks removes watermarks from the text on the slant. body is the size of running text.
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

// enough returns the least number of pages on which a watermark repeats.
func enough(pages [][]page.Slanted) int { return max(markPages, (len(pages)+markShare-1)/markShare) }

// repeatedWords returns the texts that stand on many pages, or many times on one.
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

// repeatedPlaces returns the positions of lines on many pages. Running text is left out, since it
// begins at the same height on all pages.
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

// timesOf counts how often each text occurs.
func timesOf(t page.Slanted) map[string]int {
	times := map[string]int{}
	for _, l := range t.Lines {
		times[wordsOf(l)]++
	}
	return times
}

// runsOn reports whether t is running text: most of its lines differ from each other, and too many
// for a watermark.
func runsOn(t page.Slanted) bool {
	different := len(timesOf(t))
	return different > markWords && 2*different > len(t.Lines)
}

// dropKnown removes the lines of a page that are a known watermark, or a piece of one at the page's
// edge. The first of each longer one is kept as evidence; shown holds those already kept.
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

// isMarking reports whether a text is too short to be more than a mark on a drawing.
func isMarking(t page.Slanted) bool {
	letters := each.Sum(t.Lines, func(l *page.Line) int { return utf8.RuneCountInString(wordsOf(l)) })
	return letters < markSilent
}

// slantedRows returns the lines of each page and angle with their margins set.
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

// mainShare: a page's own text is on the slant if there is this many times as much of it as level
// text. Beside watermarks, a page has more level text than its number.
const mainShare = 4

// RunsSlanted reports whether the page has running text on the slant.
func RunsSlanted(p *page.Page) bool {
	_, texts := p.Upright()
	return slices.ContainsFunc(texts, func(t page.Slanted) bool { return runsOn(t) })
}

// settleSlanted removes watermarks from the text on the slant. If nearly all text of a page is on
// the slant, that becomes the text of the page, and its level text is treated as slanted.
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
	return each.Sum(lines, func(l *page.Line) int { return utf8.RuneCountInString(l.Text) })
}
