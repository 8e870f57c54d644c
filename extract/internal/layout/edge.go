package layout

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"zhiwen/extract/internal/char"
	"zhiwen/extract/internal/draft"
	"zhiwen/extract/internal/page"
	"zhiwen/internal/each"
)

const (
	edgeLines  = 3    // rows of lines at each edge that may be a running head or foot
	edgePieces = 4    // most pieces side by side in a running foot: author, title, date, number
	edgeZone   = 0.15 // share of the page's height that they may occupy at each edge
	innerZone  = 0.25 // the same for a small page on large paper, such as A5 on A4
	edgeShare  = 3    // a line is a head or foot if it repeats on a third of the pages
	edgeTimes  = 3    // and at least this often
	edgeDrift  = 6    // points by which its height may vary
	// headShare is the share of the lines at one height that must repeat from page to page. Where
	// running text begins, a heading may stand on two pages by chance, but other pages have
	// something else there. The remainder are covers and first pages of chapters.
	headShare = 0.7
)

var pageNumber = char.Pattern(`^(?:[-–—~·\s]*\d{1,4}[-–—~·\s]*|[ivxlcIVXLC]{1,7}|第\s*\d+\s*页(?:\s*[,，/]?\s*共\s*\d+\s*页)?|` +
	`(?:[Pp]age\s+)?\d{1,4}\s*(?:/|of)\s*\d{1,4}|Page\s+\d+)$`)

// pageLabel matches a number that names itself a page number, whatever stands beside it.
var pageLabel = char.Pattern(`^(?:第\s*\d+\s*页(?:\s*[,，/]?\s*共\s*\d+\s*页)?|[Pp]age\s+\d{1,4}(?:\s*(?:/|of)\s*\d{1,4})?)$`)

// edgePlace is the text of a line at an edge, with its digits folded, and its height.
type edgePlace struct {
	text string
	bin  int
}

func placeOf(l *page.Line) edgePlace { return edgePlace{edgeKey(l), int(depth(l) / edgeDrift)} }

// depth returns the height of a line on its page. For turned lines it is their distance from the
// left, beyond all heights.
func depth(l *page.Line) float32 {
	if l.Turned {
		return sideways + l.X0
	}
	return l.Y0
}

const sideways = 1 << 20 // points; pages are at most 14,400 high

// edge is a line near the top or the bottom of a page.
type edge struct {
	*page.Line
	pageIndex int  // index of its page
	inner     bool // further from the edge of the paper than usual
	number    bool // a page number
	repeats   bool // on other pages
	drops     bool // repeats as heads and feet do
	chapter   bool // has the words of an earlier heading
}

// edgeZones holds the heights above and below which lines may be running heads and feet.
type edgeZones struct{ top, bottom float32 }

// inner reports whether a line is further from the edges of its paper than running heads and
// feet usually are.
func (z edgeZones) inner(l *page.Line, height float32) bool {
	return !l.Turned && l.Y0 <= height*(1-edgeZone) && l.Y1 >= height*edgeZone
}

// zonesOf returns a function from a page's height to its zones. For a small page on large paper the
// zones reach as far as the first and last lines of most pages do.
func zonesOf(rows [][]*page.Line) func(height float32) edgeZones {
	var tops, bottoms []float32
	for _, lines := range rows {
		n := 0
		var top, bottom float32
		for _, l := range lines {
			if l.Text == "" || l.Turned || l.Size == 0 {
				continue
			}
			if n++; n == 1 {
				top, bottom = l.Y0, l.Y1
			}
			top, bottom = max(top, l.Y0), min(bottom, l.Y1)
		}
		if n >= fewLines {
			tops, bottoms = append(tops, top), append(bottoms, bottom)
		}
	}
	slices.Sort(tops)
	slices.Sort(bottoms)
	return func(height float32) edgeZones {
		z := edgeZones{top: height * (1 - edgeZone), bottom: height * edgeZone}
		if n := len(tops); n >= edgeTimes {
			z.top = min(z.top, max(tops[n/2]-edgeDrift, height*(1-innerZone)))
			z.bottom = max(z.bottom, min(bottoms[n/2]+edgeDrift, height*innerZone))
		}
		return z
	}
}

// dropEdges takes running heads and feet and page numbers out of the pages.
func dropEdges(rows [][]*page.Line, pages []*page.Page) {
	for i := range rows {
		rows[i] = dropBinding(rows[i])
	}
	list := edgesOf(rows, pages)
	drop, heads := map[*page.Line]bool{}, map[string]bool{}
	share := headShares(list)
	for _, e := range list {
		drop[e.Line] = e.number || (e.drops || e.chapter && besideHeads(list, e)) && share(depth(e.Line)) >= headShare
		if drop[e.Line] {
			heads[edgeKey(e.Line)] = true
		}
	}
	// Turned pages have their heads and feet elsewhere.
	for _, e := range list {
		drop[e.Line] = drop[e.Line] || pages[e.pageIndex].Aside && heads[edgeKey(e.Line)]
	}
	left := false
	for _, lines := range rows {
		left = left || slices.ContainsFunc(lines, func(l *page.Line) bool { return l.Text != "" && !drop[l] })
	}
	if !left {
		return // all pages hold nothing but their numbers
	}
	keepOnce(list, rows, pages, drop)
	keepProse(list, pages, drop)
	for i, lines := range rows {
		rows[i] = slices.DeleteFunc(lines, func(l *page.Line) bool { return drop[l] })
	}
}

// edgesOf returns the lines at the edges of all pages, page by page, and marks those that repeat.
func edgesOf(rows [][]*page.Line, pages []*page.Page) []*edge {
	var list []*edge
	seen := map[edgePlace][]int{} // pages, in order
	filled, body := 0, bodySize(rows)
	zones := zonesOf(rows)
	for i, lines := range rows {
		if len(lines) > 0 {
			filled++
		}
		z := zones(pages[i].Height)
		for _, l := range edges(lines, pages[i].Width, z, body) {
			list = append(list, &edge{Line: l, pageIndex: i, inner: z.inner(l, pages[i].Height)})
			at := placeOf(l)
			// Neighbouring bins too, so that no line falls between two.
			for d := -1; d <= 1; d++ {
				k := edgePlace{at.text, at.bin + d}
				if n := len(seen[k]); n == 0 || seen[k][n-1] != i {
					seen[k] = append(seen[k], i)
				}
			}
		}
	}
	need := max(edgeTimes, (filled+edgeShare-1)/edgeShare)
	list = append(list, countingLines(rows, list, need)...)
	chapter := namesChapter(list, rows, body)
	for _, e := range list {
		on := seen[placeOf(e.Line)]
		out := outermost(e.Line, rows[e.pageIndex], nothing)
		head := out || outermost(e.Line, rows[e.pageIndex], isPageNumber)
		e.number = e.number || out && !e.inner && pageNumber().MatchString(e.Text) || pageLabel().MatchString(e.Text)
		e.chapter = chapter(e)
		e.repeats = len(on) >= need || near(on, e.pageIndex) || e.chapter
		e.drops = len(on) >= need || head && near(on, e.pageIndex)
	}
	return list
}

// namesChapter returns a function that reports whether a line at an edge has the same letters as a
// heading further inside, on its page or an earlier one: running heads name their chapter, which
// may be only one page long. body is the size of running text.
func namesChapter(list []*edge, rows [][]*page.Line, body float32) func(e *edge) bool {
	at := each.Map(list, func(e *edge) (*page.Line, bool) { return e.Line, true })
	first := map[string]int{} // first page with these letters
	for i, lines := range rows {
		for _, l := range lines {
			if s := lettersOf(l.Text); (!at[l] || l.Size > onceLarger*body) && s != "" && l.Size > 0 &&
				!unicode.IsDigit(char.Last(l.Text)) {
				if _, ok := first[s]; !ok {
					first[s] = i
				}
			}
		}
	}
	return func(e *edge) bool {
		i, ok := first[lettersOf(e.Text)]
		return ok && i <= e.pageIndex && e.Size > 0 && e.Size <= onceLarger*body && !e.Turned
	}
}

// besideHeads reports whether other pages have running heads at the height of e.
func besideHeads(list []*edge, e *edge) bool {
	pages := map[int]bool{}
	for _, o := range list {
		if o.drops && !o.number && page.Abs(depth(o.Line)-depth(e.Line)) < edgeDrift {
			pages[o.pageIndex] = true
		}
	}
	return len(pages) >= edgeTimes
}

// countingLines returns outermost lines that count the pages but lie outside the usual zones, as on
// a small page on large paper. known are the lines already found at the edges.
func countingLines(rows [][]*page.Line, known []*edge, need int) []*edge {
	at := each.Map(known, func(e *edge) (*page.Line, bool) { return e.Line, true })
	counts := map[int][]*edge{} // by number minus page index
	for i, lines := range rows {
		var top, bottom *page.Line
		for _, l := range lines {
			if l.Text == "" || l.Turned || l.Size == 0 {
				continue
			}
			if top == nil || l.Y0 > top.Y0 {
				top = l
			}
			if bottom == nil || l.Y0 < bottom.Y0 {
				bottom = l
			}
		}
		for _, l := range []*page.Line{top, bottom} {
			if l == nil || at[l] || !outermost(l, lines, nothing) {
				continue
			}
			if n, err := strconv.Atoi(l.Text); err == nil {
				counts[n-i] = append(counts[n-i], &edge{Line: l, pageIndex: i, number: true})
			}
			at[l] = true
		}
	}
	var out []*edge
	for _, from := range slices.Sorted(maps.Keys(counts)) {
		if len(counts[from]) >= need {
			out = append(out, counts[from]...)
		}
	}
	return out
}

// near reports whether a page close to i has the same line: heads that name the chapter change too
// often to repeat on a third of the pages.
func near(pages []int, i int) bool {
	return slices.ContainsFunc(pages, func(p int) bool { return p != i && p-i <= 2 && i-p <= 2 })
}

// headShares returns a function from a height to the share of the pages with a line there on which
// that line repeats or is a page number.
func headShares(list []*edge) func(y float32) float32 {
	bins := map[int][]*edge{}
	for _, e := range list {
		bin := int(depth(e.Line) / edgeDrift)
		bins[bin] = append(bins[bin], e)
	}
	known := map[float32]float32{} // heads of one document have one height
	return func(y float32) float32 {
		if share, ok := known[y]; ok {
			return share
		}
		on, repeats := map[int]bool{}, map[int]bool{}
		bin := int(y / edgeDrift)
		for b := bin - 1; b <= bin+1; b++ {
			for _, e := range bins[b] {
				if page.Abs(depth(e.Line)-y) >= edgeDrift {
					continue
				}
				on[e.pageIndex] = true
				if e.number || e.repeats {
					repeats[e.pageIndex] = true
				}
			}
		}
		known[y] = float32(len(repeats)) / float32(max(len(on), 1))
		return known[y]
	}
}

// onceLarger is how many times as large as running text a line must be to count as the heading of
// the text below it, such as the title of a slide.
const onceLarger = 1.1

// keepOnce keeps the first copy of each dropped line that may be more than a running head, if its
// words occur nowhere else: headings, titles of slides and header rows of tables repeat too.
func keepOnce(list []*edge, rows [][]*page.Line, pages []*page.Page, drop map[*page.Line]bool) {
	body := bodySize(rows)
	alike := map[string]int{} // lines that count the pages differ
	for _, e := range list {
		alike[e.Text]++
	}
	var rest *strings.Builder // letters of the lines that are kept
	for _, e := range list {
		heads := e.Size > onceLarger*body || draft.NumberClass(e.Text) != draft.NoNumber || crossed(e.Line, pages[e.pageIndex].Rules)
		if !drop[e.Line] || e.number || !heads || alike[e.Text] == 1 {
			continue
		}
		own := lettersOf(e.Text)
		if own == "" {
			continue
		}
		if rest == nil {
			rest = &strings.Builder{}
			for _, lines := range rows {
				for _, l := range lines {
					if !drop[l] {
						rest.WriteString(lettersOf(l.Text))
					}
				}
			}
		}
		if !strings.Contains(rest.String(), own) {
			drop[e.Line] = false
			rest.WriteString(own)
		}
	}
}

// lettersOf returns only the letters of a text.
func lettersOf(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) {
			return r
		}
		return -1
	}, s)
}

// isRunningText reports whether a line is Chinese running text, by its length and its punctuation:
// in some documents paragraphs of one pattern begin several pages. Lines between it and the text
// are not heads either. Heads of journals contain names and a title in smaller letters than the
// text, whose size is body.
func isRunningText(l *page.Line, body float32) bool {
	if l.Size < smallHead*body || namesHead().MatchString(l.Text) {
		return false
	}
	wide := 0
	for _, r := range l.Text {
		if char.Wide(r) {
			wide++
		}
	}
	return wide >= longHead && strings.ContainsAny(l.Text, "，。；") || wide >= longHead/2 && strings.HasSuffix(l.Text, "。")
}

// namesHead matches the start of journal heads that name an author and the title.
var namesHead = char.Pattern(`^\P{P}{2,20}[，,]?\s?等[：:．.]`)

const smallHead = 0.95 // share of the size of running text

const longHead = 25 // characters; titles in heads are rarely longer, have no commas and no full stop

// edges returns the lines nearest to the top and the bottom of a page and those that run along its
// sides. Lines between the heights in z are not edges. body is the size of running text.
func edges(lines []*page.Line, width float32, z edgeZones, body float32) []*page.Line {
	// Hidden text is evidence wherever it stands.
	byHeight := slices.DeleteFunc(slices.Clone(lines), func(l *page.Line) bool { return l.Text == "" || l.Turned })
	slices.SortStableFunc(byHeight, func(a, b *page.Line) int { return cmp.Compare(b.Y0, a.Y0) })
	at := make([]bool, len(byHeight))
	for i := range outerRows(byHeight, body) {
		at[i] = byHeight[i].Y0 > z.top
	}
	slices.Reverse(byHeight)
	slices.Reverse(at)
	for i := range outerRows(byHeight, body) {
		at[i] = at[i] || byHeight[i].Y1 < z.bottom
	}
	slices.Reverse(byHeight)
	slices.Reverse(at)
	var out []*page.Line
	for i, l := range byHeight {
		if at[i] {
			out = append(out, l)
		}
	}
	for _, l := range lines {
		if l.Turned && (l.X0 > width*(1-edgeZone) || l.X1 < width*edgeZone) {
			out = append(out, l)
		}
	}
	return out
}

// outerRows returns how many lines, counted from an edge of their page, may be running heads or
// feet. They form edgeLines rows, since a foot may stand in four pieces side by side; if a row has
// more pieces, as in a table, only edgeLines lines count. Running text ends the search.
func outerRows(lines []*page.Line, body float32) int {
	n := 0
	for range edgeLines {
		end := n
		for end < len(lines) && (end == n || page.SameRow(lines[end-1], lines[end])) {
			if isRunningText(lines[end], body) {
				return end
			}
			end++
		}
		if end-n > edgePieces {
			return max(n, min(edgeLines, end))
		}
		n = end
	}
	return n
}

// edgeKey returns the line with all digits folded, so that page numbers in it make no difference.
func edgeKey(l *page.Line) string { return folded(l.Text) }

// folded returns a text without blanks and with all digits as 0.
func folded(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return -1
		case unicode.IsDigit(r):
			return '0'
		}
		return r
	}, s)
}

// nothing and isPageNumber say what may stand beside an outermost line.
func nothing(*page.Line) bool        { return false }
func isPageNumber(l *page.Line) bool { return pageNumber().MatchString(l.Text) }

// outermost reports whether no line stands further out than l, and none beside it except those that
// beside allows. Only there is a bare number a page number.
func outermost(l *page.Line, lines []*page.Line, beside func(*page.Line) bool) bool {
	if l.Turned {
		return true
	}
	above, below := false, false
	for _, o := range lines {
		if o == l || o.Text == "" || o.Turned {
			continue
		}
		if page.SameRow(o, l) {
			if beside(o) {
				continue
			}
			return false
		}
		above = above || o.Y0 >= l.Y1
		below = below || o.Y1 <= l.Y0
	}
	return !above || !below
}

// bindingMarks is the least number of strokes, one below the other, that make a binding line: the
// dotted line with 装订线 along the edge of Chinese forms.
const bindingMarks = 5

// dropBinding removes the binding line: strokes in one vertical column and the characters between
// them.
func dropBinding(lines []*page.Line) []*page.Line {
	strokes := map[int]int{} // by horizontal position
	at := func(l *page.Line) int { return int((l.X0 + l.X1) / 2 / edgeDrift) }
	for _, l := range lines {
		if strings.ContainsRune("┊┆┇┋│┃|¦︙⋮︱", char.First(l.Text)) && utf8.RuneCountInString(l.Text) == 1 {
			strokes[at(l)]++
		}
	}
	return slices.DeleteFunc(lines, func(l *page.Line) bool {
		return strokes[at(l)] >= bindingMarks && utf8.RuneCountInString(l.Text) == 1
	})
}
