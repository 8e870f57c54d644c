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
)

const (
	edgeLines  = 3    // rows of lines at each edge that may be a running head or foot
	edgePieces = 4    // side by side of a running foot at most: author, title, date, number
	edgeZone   = 0.15 // of the page's height in which they stand
	innerZone  = 0.25 // of it in which they stand where a small page is on large paper: A5 on A4
	edgeShare  = 3    // a line is one when it repeats on a third of the pages
	edgeTimes  = 3    // and at least so often
	edgeDrift  = 6    // points by which its height may differ
	// headShare is the share of the lines at its height that repeat from page to
	// page: where running text begins, a heading may stand on two pages by
	// chance, but the others have something else there. Covers and the first
	// pages of chapters are the rest.
	headShare = 0.7
)

var pageNumber = char.Pattern(`^(?:[-–—~·\s]*\d{1,4}[-–—~·\s]*|[ivxlcIVXLC]{1,7}|第\s*\d+\s*页(?:\s*[,，/]?\s*共\s*\d+\s*页)?|(?:[Pp]age\s+)?\d{1,4}\s*(?:/|of)\s*\d{1,4}|Page\s+\d+)$`)

// pageLabel is a number that says so, whatever stands beside it.
var pageLabel = char.Pattern(`^(?:第\s*\d+\s*页(?:\s*[,，/]?\s*共\s*\d+\s*页)?|[Pp]age\s+\d{1,4}(?:\s*(?:/|of)\s*\d{1,4})?)$`)

// edgePlace is a line of an edge with its digits folded, and its height.
type edgePlace struct {
	text string
	bin  int
}

func placeOf(l *page.Line) edgePlace { return edgePlace{edgeKey(l), int(depth(l) / edgeDrift)} }

// depth is the height of a line on its page; of turned ones it is how far to the
// right they stand, beyond all heights.
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
	inner     bool // further from the edge of the paper than others
	number    bool // of the page
	repeats   bool // on other pages
	drops     bool // it does so as heads and feet do
	chapter   bool // it is in the words of a heading before it
}

// edgeZones are the heights above and below which lines may be running heads and feet.
type edgeZones struct{ top, bottom float32 }

// inner reports whether a line is further from the edges of its paper than running heads and
// feet usually are.
func (z edgeZones) inner(l *page.Line, height float32) bool {
	return !l.Turned && l.Y0 <= height*(1-edgeZone) && l.Y1 >= height*edgeZone
}

// zonesOf tells the zones of pages by their heights. A small page may stand on large paper:
// the zones reach as far as the first and the last line of most of the pages.
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
	// On a page that was turned they stand elsewhere.
	for _, e := range list {
		drop[e.Line] = drop[e.Line] || pages[e.pageIndex].Aside && heads[edgeKey(e.Line)]
	}
	left := false
	for _, lines := range rows {
		left = left || slices.ContainsFunc(lines, func(l *page.Line) bool { return l.Text != "" && !drop[l] })
	}
	if !left {
		return // pages of nothing but their numbers
	}
	keepOnce(list, rows, pages, drop)
	keepProse(list, pages, drop)
	for i, lines := range rows {
		rows[i] = slices.DeleteFunc(lines, func(l *page.Line) bool { return drop[l] })
	}
}

// edgesOf returns the lines at the edges of all pages, page by page, and tells
// which of them repeat.
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

// namesChapter says of lines at the edges whether they are in the letters of a heading
// further inside of their page or one before it: the head of a page names its chapter,
// which may be a page long. body is the size of running text.
func namesChapter(list []*edge, rows [][]*page.Line, body float32) func(e *edge) bool {
	at := map[*page.Line]bool{}
	for _, e := range list {
		at[e.Line] = true
	}
	first := map[string]int{} // by its letters: the first page that has it
	for i, lines := range rows {
		for _, l := range lines {
			if s := lettersOf(l.Text); (!at[l] || l.Size > onceLarger*body) && s != "" && l.Size > 0 && !unicode.IsDigit(char.Last(l.Text)) {
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

// countingLines returns the outermost lines further from the edges of their pages than
// others, as of a small page on large paper, that count the pages. known are the lines
// at the edges.
func countingLines(rows [][]*page.Line, known []*edge, need int) []*edge {
	at := map[*page.Line]bool{}
	for _, e := range known {
		at[e.Line] = true
	}
	counts := map[int][]*edge{} // by how much further they are than the page
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

// near reports whether a page close to i has the same line: heads that name the
// chapter change too often to repeat on a third of the pages.
func near(pages []int, i int) bool {
	for _, p := range pages {
		if p != i && p-i <= 2 && i-p <= 2 {
			return true
		}
	}
	return false
}

// headShares tells for a height on which share of the pages that have a line
// there it is a page number or repeats.
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

// onceLarger is by how much larger than running text a line is that heads what
// stands below it, as the title of a slide does.
const onceLarger = 1.1

// keepOnce takes back the first of each of the lines to be dropped that may be
// more than a running head, if its words stand nowhere else: headings, titles of
// slides and the rows that head a table repeat too.
func keepOnce(list []*edge, rows [][]*page.Line, pages []*page.Page, drop map[*page.Line]bool) {
	body := bodySize(rows)
	alike := map[string]int{} // those that count the pages differ
	for _, e := range list {
		alike[e.Text]++
	}
	var rest *strings.Builder // the letters of what is left
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

// lettersOf returns the letters of a text alone.
func lettersOf(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) {
			return r
		}
		return -1
	}, s)
}

// isRunningText reports whether a line is of running text in Chinese, by its length and its
// punctuation: paragraphs of one pattern begin several pages of some documents. What
// stands between it and the text is no head either. Heads of journals have names and a
// title, in smaller letters than the text, whose size is body.
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

// namesHead is how the heads of journals begin that name an author and the title.
var namesHead = char.Pattern(`^\P{P}{2,20}[，,]?\s?等[：:．.]`)

const smallHead = 0.95 // of the size of running text

const longHead = 25 // characters; titles in heads are rarely longer, have no commas then, and end without a full stop

// edges returns the lines nearest to the top and the bottom of a page, and those
// that run along its sides; body is the size of running text. z are the heights between
// which a line is none of them.
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

// outerRows returns how many of the lines, from an edge of their page on, may be running heads
// or feet: edgeLines rows of them, since a foot may stand in four pieces side by side, or as
// many lines where there are more pieces, as in the rows of a table, and none from running
// text on.
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

// edgeKey is the line with its digits as one sign, so that page numbers in it
// do not make it differ.
func edgeKey(l *page.Line) string { return folded(l.Text) }

// folded returns a text without its blanks and with all digits alike.
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

// nothing and isPageNumber are what may stand beside an outermost line.
func nothing(*page.Line) bool        { return false }
func isPageNumber(l *page.Line) bool { return pageNumber().MatchString(l.Text) }

// outermost reports whether no line stands further out than l, nor beside it but for what may:
// only there a number alone is the page's.
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

// bindingMarks is how many strokes one below the other make a binding line, the
// dotted one with 装订线 along the edge of Chinese forms.
const bindingMarks = 5

// dropBinding takes out the binding line: strokes, and the characters between
// them, that stand in one column.
func dropBinding(lines []*page.Line) []*page.Line {
	strokes := map[int]int{} // by place
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
