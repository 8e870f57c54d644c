package layout

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"zhiwen/extract"
	"zhiwen/extract/internal/char"
	"zhiwen/extract/internal/draft"
	"zhiwen/extract/internal/page"
)

// A displayed formula stands within a sentence: "we write", the formula, "where". On the page it
// consists of many pieces above and beside each other.

const (
	formulaGap   = 3.5  // font sizes; largest gap between a formula and its text, and between its pieces
	formulaSigns = 0.12 // least share of mathematical signs among its characters
	formulaWord  = 8    // least characters of it for each letter in words of four letters and more
	pieceApart   = 0.2  // font sizes between the heights of two pieces in one line
	pieceBehind  = 2    // font sizes from one piece to the next; wider gaps separate columns
	pieceLength  = 12   // characters; shorter text is a piece without signs: an index, a bound, a number
)

// relations are signs that every formula has one of; the numbers along the axes of a figure have
// none.
const relations = "=<>≤≥≈≃≅≡∼∝≠∈∉⊂⊆→←↔⇒⇔↦≪≫≜⩽⩾"

// operator matches the name of an operator with its index, as in the maximum over a.
var operator = char.Pattern(`^(?:arg)?(?:max|min|sup|inf|lim|log|exp|det|ker|dim|mod)[a-zA-Z]?$`)

// joinFormulas joins the pieces of each formula to one paragraph, and joins that with the text
// before and after it if a sentence continues there.
func (l layout) joinFormulas(list []*pdfParagraph) []*pdfParagraph {
	var out []*pdfParagraph
	for i := 0; i < len(list); {
		if n := len(out); n > 0 && (l.joinsPiece(out[n-1], list[i]) || beginsWithin(out[n-1], list[i])) {
			out[n-1].lines = append(out[n-1].lines, list[i].lines...)
			out[n-1].loose = true // it may continue after the piece
			i++
			continue
		}
		f, next := formulaAt(list, i)
		if f == nil {
			out = append(out, list[i])
			i++
			continue
		}
		i = next
		if n := len(out); n > 0 && leadsTo(out[n-1], f) {
			out[n-1].lines = append(out[n-1].lines, f.lines...)
			f = out[n-1]
		} else {
			out = append(out, f)
		}
		if i < len(list) && goesOnBehind(f, list[i]) {
			f.lines = append(f.lines, list[i].lines...)
			list[i] = f
			// The continuation may lead to another formula.
			out = out[:len(out)-1]
		}
	}
	return out
}

// joinsPiece reports whether x continues p where an inline formula cut the line: the bounds of a
// sum stand above and below it, so that the text before and after it looked like cells side by
// side.
func (l layout) joinsPiece(p, x *pdfParagraph) bool {
	if !p.running() || !x.running() || !p.loose && !x.loose {
		return false
	}
	last, next := p.lines[len(p.lines)-1], x.lines[0]
	if l.continues(p, next) {
		return true
	}
	if !piece(p) && !piece(x) || last.Page != next.Page || !sameColumn(last, next) || !sized(last) || !sized(next) {
		return false
	}
	em := max(last.Size, next.Size)
	beside := next.X0-last.X1 < pieceBehind*em && next.X1 > last.X0-pieceBehind*em
	return beside && min(last.Y1, next.Y1)-max(last.Y0, next.Y0) > -pieceApart*em
}

// beginsWithin reports whether x, right below p or beside its end, begins with a mark that cannot
// begin a paragraph: an inline formula with indices and bounds cut the line there.
func beginsWithin(p, x *pdfParagraph) bool {
	if !p.running() || !x.running() || p.lined || x.lined {
		return false
	}
	last, next := p.lines[len(p.lines)-1], x.lines[0]
	if last.Page != next.Page || !sameColumn(last, next) || !sized(last) || !sized(next) ||
		strings.ContainsRune(sentenceEnds, char.Last(last.Text)) {
		return false
	}
	first, size := utf8.DecodeRuneInString(next.Text)
	switch {
	case strings.ContainsRune("，。、；）", first):
	case strings.ContainsRune(",;)", first) && (len(next.Text) == size || next.Text[size] == ' '):
	default:
		return false
	}
	em := max(last.Size, next.Size)
	return next.Y0 < last.Y1 && last.Y0-next.Y1 < formulaGap*em
}

// formulaAt returns the formula whose pieces begin at i, or nil, and the index of the paragraph
// after these pieces.
func formulaAt(list []*pdfParagraph, i int) (*pdfParagraph, int) {
	var f *pdfParagraph
	var around page.Box
	related := false
	for ; i < len(list); i++ {
		x := list[i]
		if x.kind != extract.Body || !piece(x) {
			break
		}
		b := textBox(x)
		if f == nil {
			f, around = &pdfParagraph{kind: extract.Body, loose: true}, b
		} else if far := formulaGap * max(x.lines[0].Size, 4); x.lines[0].Page != f.lines[0].Page ||
			x.lines[0].Column != f.lines[0].Column || b.Y1 < around.Y0-far || b.Y0 > around.Y1+far {
			break
		}
		f.lines = append(f.lines, x.lines...)
		around = page.Box{X0: min(around.X0, b.X0), Y0: min(around.Y0, b.Y0), X1: max(around.X1, b.X1), Y1: max(around.Y1, b.Y1)}
		related = related || strings.ContainsAny(textOf(x), relations)
	}
	if !related {
		return nil, i
	}
	return f, i
}

// piece reports whether a paragraph is a formula or a piece of one: signs and single letters, with
// hardly a word.
func piece(p *pdfParagraph) bool {
	if p.cell != nil || p.lines[0].Turned || p.lines[0].Size == 0 {
		return false
	}
	all, signs, inWords, small, symbols := 0, 0, 0, false, false
	text := textOf(p)
	from, word := 0, 0 // start and number of letters of the current word
	for i, r := range text {
		if unicode.IsLetter(r) && r < 0x250 {
			if word == 0 {
				from = i
			}
			word++
			symbols = symbols || small && unicode.IsUpper(r) // qtKt is a product, not a word
			small = unicode.IsLower(r)
		} else {
			if word >= 4 && !symbols && !operator().MatchString(text[from:i]) && !indexedIn(p, text[from:i]) {
				inWords += word
			}
			word, small, symbols = 0, false, false
		}
		switch {
		case !char.Visible(r):
			continue
		case char.Wide(r):
			return false
		case mathematical(r):
			signs++
		}
		all++
	}
	if inWords*formulaWord > all {
		return false
	}
	return all <= pieceLength || float64(signs) >= formulaSigns*float64(all)
}

// indexedIn reports whether a word of a paragraph is a letter with its index, such as the
// resistance R with the index isc.
func indexedIn(p *pdfParagraph, word string) bool {
	return slices.ContainsFunc(p.lines, func(x *page.Line) bool { return slices.Contains(x.Indexed, word) })
}

// mathematical reports whether a character is a sign or a letter used in formulas.
func mathematical(r rune) bool {
	return unicode.In(r, unicode.Sm, unicode.Greek, unicode.Co) || r >= 0x1D400 && r < 0x1D800 || strings.ContainsRune("(){}[]−·∗*/^_′", r)
}

// sized reports whether a line of known size stands upright.
func sized(l *page.Line) bool { return l.Size != 0 && !l.Turned }

// leadsTo reports whether p breaks off right above the formula f.
func leadsTo(p, f *pdfParagraph) bool {
	last := p.lines[len(p.lines)-1]
	if !p.running() || last.Text == "" || !sized(last) {
		return false
	}
	if len(p.lines) == 1 && (last.Bold || draft.NumberClass(last.Text) != draft.NoNumber) {
		return false
	}
	end := char.Last(last.Text)
	if !unicode.IsLetter(end) && !strings.ContainsRune("，,", end) ||
		utf8.RuneCountInString(last.Text) < 2*pieceLength && len(p.lines) == 1 {
		return false
	}
	b := textBox(f)
	return last.Page == f.lines[0].Page && sameColumn(last, f.lines[0]) && last.Y0 > b.Y0 && last.Y0-b.Y1 < formulaGap*last.Size
}

// goesOnBehind reports whether x, right below the formula at the end of f, continues its sentence.
func goesOnBehind(f, x *pdfParagraph) bool {
	last, next := f.lines[len(f.lines)-1], x.lines[0]
	if !x.running() || next.Text == "" || !sized(next) || next.Page != last.Page || !sameColumn(last, next) {
		return false
	}
	if draft.NumberClass(next.Text) != draft.NoNumber {
		return false
	}
	if next.Y1 > last.Y1 || last.Y0-next.Y1 > formulaGap*next.Size {
		return false
	}
	first := char.First(next.Text)
	switch {
	case unicode.IsLower(first) || strings.ContainsRune("，,；;。.、", first):
		return true
	case strings.HasPrefix(next.Text, "其中") || strings.HasPrefix(next.Text, "式中"):
		return true
	}
	// Chinese text goes on at the margin if f began with text and its sentence has not ended.
	return !f.loose && char.Wide(first) && next.X0-next.Left < 0.9*next.Size && !strings.ContainsRune("。.；;", char.Last(last.Text))
}

// sameColumn reports whether two lines may be in one column; either may hang out of it.
func sameColumn(a, b *page.Line) bool {
	return a.Column == b.Column || a.Column == across || b.Column == across
}

const (
	indexSize  = 0.85 // largest size relative to the line it belongs to
	indexWord  = 3    // most characters of one index
	indexWidth = 12   // most characters of all indices of a line
	indexSink  = 0.35 // font sizes by which it stands below its line
)

// indexOf reports whether x holds the indices of the line before it. Some programs write them after
// the whole line.
func indexOf(line, x *page.Line) bool {
	if x.Text == "" || !sized(x) || line.Turned || line.Cell || x.Page != line.Page {
		return false
	}
	small := x.Size <= indexSize*line.Size && utf8.RuneCountInString(x.Text) <= indexWidth
	if within := x.X0 >= line.X0 && x.X1 <= line.X1+line.Size; !small || !within || utf8.RuneCountInString(line.Text) < 2*indexWidth {
		return false
	}
	for _, w := range strings.Fields(x.Text) {
		if utf8.RuneCountInString(w) > indexWord || char.Wide(char.First(w)) {
			return false
		}
	}
	return x.Y1 > line.Y0-indexSink*line.Size && x.Y0 < line.Y1 && x.Y0 > line.Y0-line.Size
}

// textOf joins the lines of a paragraph.
func textOf(p *pdfParagraph) string {
	var s strings.Builder
	for _, l := range p.lines {
		s.WriteString(l.Text)
		s.WriteByte(' ')
	}
	return s.String()
}
