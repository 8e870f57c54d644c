package pdf

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"strings"
	"time"
	"unicode"
	"unicode/utf16"

	"zhiwen/extract"
	"zhiwen/extract/internal/char"
	"zhiwen/extract/internal/page"
	"zhiwen/extract/internal/pdfium"
	"zhiwen/extract/internal/style"
)

// pdfiumFile is a PDF opened in its own instance of pdfium.
type pdfiumFile struct {
	pdfium   *pdfium.PDFium
	document pdfium.Document
	pages    int
	layered  bool // some layers are hidden
	names    compounds
	chinese  bool  // there is a font for Chinese text whose font is not embedded
	memory   int64 // bytes available to pdfium

	shapes    shapes
	saysOther map[int]string // by page number: a sample of stated text that differs from what is drawn
	attached  [][2]int       // files attached to pages: page and annotation, from 0
	data      []byte         // the file
	fields    *pdfium.Fields // once a field was found
	redrawn   bool           // viewers draw its fields anew
	comments  []string       // in notes on pages

	opacities map[pictureKey]*opacityGrid
	buried    int           // pages whose text lies under a picture of the page
	judging   time.Duration // time spent on drawing pages with doubtful texts
	unjudged  []int         // pages whose doubtful texts were not judged
}

// openPDFium starts pdfium and opens the file. The compiled code is kept in
// o.CacheDir: the first start takes two seconds, later ones 50 ms.
func openPDFium(ctx context.Context, data []byte, o extract.Options) (*pdfiumFile, error) {
	var font []byte
	if o.Font != "" {
		var err error
		if font, err = os.ReadFile(o.Font); err != nil {
			return nil, fmt.Errorf("read fallback font: %w", err)
		}
	}
	p, err := pdfium.Start(ctx, font, o.CacheDir, int(Memory(o.MemoryLimit)))
	switch {
	case errors.Is(err, pdfium.ErrMemory):
		return nil, openError(err)
	case err != nil: // not the file's fault
		return nil, err
	}
	document, err := p.Open(data)
	if err != nil {
		p.Close()
		return nil, openError(err)
	}
	layered, names := search(data)
	return &pdfiumFile{
		pdfium: p, document: document, pages: document.Pages(), layered: layered, names: names, chinese: o.Font != "",
		memory:    Memory(o.MemoryLimit),
		data:      data,
		saysOther: map[int]string{}, shapes: shapes{fonts: map[string]bool{}, looked: map[int]bool{}},
	}, nil
}

// openError translates pdfium's errors. A password is needed only if the empty one does not open
// the file.
func openError(err error) error {
	switch {
	case errors.Is(err, pdfium.ErrMemory):
		return fmt.Errorf("%w: it needs more memory", extract.ErrLimits)
	case errors.Is(err, pdfium.ErrPassword):
		return fmt.Errorf("%w: a PDF that opens with a password", extract.ErrEncrypted)
	case errors.Is(err, pdfium.ErrSecurity):
		return fmt.Errorf("%w: in a way that is not known", extract.ErrEncrypted)
	}
	return fmt.Errorf("%w: it cannot be opened as a PDF", extract.ErrDamaged)
}

// close frees everything.
func (f *pdfiumFile) close() {
	f.pdfium.Close()
}

// read loads the characters of page i, from 0. budget is how many characters are still allowed.
func (f *pdfiumFile) read(i, budget int) (*page.Page, error) {
	p, err := f.readPage(i, budget)
	if f.pdfium.Exhausted() {
		return nil, fmt.Errorf("%w: page %d needs more memory", extract.ErrLimits, i+1)
	}
	return p, err
}

func (f *pdfiumFile) readPage(i, budget int) (*page.Page, error) {
	source, ok := f.document.Load(i)
	if !ok {
		return nil, fmt.Errorf("%w: page %d", extract.ErrDamaged, i+1)
	}
	own := -1 // number of its characters without filled fields
	any, undrawn := f.filledIn(source, i)
	if any {
		source, own = f.flattened(source, i)
	}
	defer source.Close()
	actual := f.forgetActual(source)
	text, ok := source.Text()
	if !ok {
		return nil, fmt.Errorf("%w: page %d", extract.ErrDamaged, i+1)
	}
	defer text.Close()
	count := text.Characters()
	if count < 0 {
		return nil, fmt.Errorf("%w: page %d", extract.ErrDamaged, i+1)
	}
	if count > budget {
		return nil, fmt.Errorf("%w: page %d alone holds %d characters", extract.ErrLimits, i+1, count)
	}
	r := &pageReader{f: f, number: i + 1, page: source, text: text}
	defer r.forget()
	r.frame()
	r.ruling.Width, r.ruling.Height = r.width, r.height
	p := &page.Page{Number: i + 1, Width: r.width, Height: r.height, Read: count, Fonts: map[int]string{}}
	r.suspicious()
	p.Images, p.PictureShare, p.Paths, p.Outlines = len(r.pictures), r.picture, r.paths, r.outlines
	p.Glyphs = make([]page.Glyph, 0, count)
	owners, other := r.settleActual(actual, count)
	if other != "" {
		f.saysOther[i+1] = other
	}
	newLine, broken := true, false // broken: after a hyphen at a line end, where pdfium returns no line end
	last, lastGlyph := -1, 0       // of the line: indexes of its last character and that one's glyph
	for k := range count {
		g, ok := r.glyph(k)
		if !ok || !r.joinSurrogates(k, &g) || !r.readTwin(k, &g) {
			continue
		}
		if r.suspects && !g.Generated && char.Visible(g.Rune) {
			g.Hidden = g.Hidden || r.unseen(k, g)
		}
		if r.overruns(k, g) {
			continue
		}
		if r.varied && !g.Generated && char.Visible(g.Rune) {
			if o, ok := r.text.Object(k); ok && r.looks[o] != nil {
				g.Hand = r.looks[o].hand
			}
		}
		g.Filled = own >= 0 && k >= own
		if (g.Rune == '\n' || broken) && last >= 0 {
			p.Fonts[lastGlyph] = text.Font(last)
			last = -1
		}
		newLine = newLine || broken
		broken = r.brokenHyphen(k)
		if !g.Generated && char.Visible(g.Rune) {
			last, lastGlyph = k, len(p.Glyphs)
		}
		if owners != nil && owners[k] != nil && owners[k].use {
			p.Glyphs = append(p.Glyphs, owners[k].stated(g)...)
			continue
		}
		if parts := r.ligature(k, g); parts != "" {
			for _, g.Rune = range parts {
				p.Glyphs = append(p.Glyphs, g)
			}
			continue
		}
		if newLine && !g.Generated && char.Visible(g.Rune) {
			p.Borrowed = p.Borrowed || (unicode.Is(unicode.Han, g.Rune) || g.Unmapped) && !r.embedded(k)
			p.Fonts[len(p.Glyphs)] = text.Font(k)
			newLine = false
		}
		if g.Rune == '\n' {
			newLine = true
		}
		p.Glyphs = append(p.Glyphs, g)
	}
	for _, field := range undrawn {
		p.Glyphs = append(p.Glyphs, r.write(field)...)
	}
	p.Overlaid, p.Blank = r.overlaid, r.blank(p.Glyphs)
	p.Misdrawn = r.misdrawn(p)
	measureDrawn(p.Glyphs)
	p.DropDoubles()
	p.JoinAccents()
	if glyphs, shuffled := unshuffled(p.Glyphs); shuffled {
		p.Glyphs, p.Fonts = glyphs, map[int]string{}
	}
	p.Rule(&r.ruling)
	return p, nil
}

// wideBlank is the width, in points, of texts on a page almost without characters from which the page
// may show some: fonts may state a blank for all their codes. It is half of a line.
const wideBlank = 250

// blank reports whether a page draws text without having characters.
func (r *pageReader) blank(glyphs []page.Glyph) bool {
	wide := float32(0)
	for i := range glyphs {
		if char.Visible(glyphs[i].Rune) {
			if wide -= 2 * glyphs[i].Size; wide < -wideBlank {
				return false
			}
		}
	}
	for _, t := range r.texts {
		if t.how == shown {
			area := r.locate(t)
			wide += area.X1 - area.X0
		}
	}
	return wide > wideBlank
}

// joinSurrogates joins the two halves in which pdfium returns a character beyond the first 65,536,
// such as rare Han characters. It returns false for the second half. A single half, as in some
// formulas, means nothing.
func (r *pageReader) joinSurrogates(k int, g *page.Glyph) bool {
	if k > 0 && k == r.second {
		return false
	}
	if !utf16.IsSurrogate(g.Rune) {
		return true
	}
	both := utf16.DecodeRune(g.Rune, rune(r.text.Unicode(k+1)))
	if next, ok := r.glyph(k + 1); ok && both != unicode.ReplacementChar && next.X0 == g.X0 && next.X1 == g.X1 {
		g.Rune, r.second = both, k+1
		return true
	}
	g.Rune, g.Unmapped = unicode.ReplacementChar, true
	return true
}

// pageReader holds the state of reading one page.
type pageReader struct {
	f             *pdfiumFile
	number        int // page number, from 1
	page          pdfium.Page
	text          pdfium.Text
	left, bottom  float32
	width, height float32 // of the displayed page
	turn          int     // quarter turns clockwise
	doubts
	drawings
	looks       map[pdfium.Object]*textObject
	suspects    bool       // some texts may be invisible
	varied      bool       // the texts do not all look alike
	backgrounds []page.Box // areas and pictures that make white text visible, if the page cannot be drawn
	// pictures cover the page, and invisible text or text under them is recognised text
	overlaid bool
	ruling   page.Ruling
	picture  float32 // share of the page covered by pictures
	pictures []page.Box
	paths    int
	outlines int // paths that may be letters
	line     overrun
	second   int // index of a second half already read with its first
}

// frame determines the visible area of the page.
func (r *pageReader) frame() {
	r.width, r.height = 595, 842 // A4, if a page states no size
	if b, ok := r.page.Bounds(); ok && b.Right > b.Left && b.Top > b.Bottom {
		r.left, r.bottom = b.Left, b.Bottom
		r.width, r.height = b.Right-b.Left, b.Top-b.Bottom
	}
	if r.turn = r.page.Turns(); r.turn%2 == 1 {
		r.width, r.height = r.height, r.width
	}
}

// turned converts a box from the page's own space to the displayed page.
func (r *pageReader) turned(b page.Box) page.Box {
	b.X0, b.X1 = b.X0-r.left, b.X1-r.left
	b.Y0, b.Y1 = b.Y0-r.bottom, b.Y1-r.bottom
	if r.turn%2 == 1 {
		return b.Turn(r.turn, r.height, r.width) // width and height before the turn
	}
	return b.Turn(r.turn, r.width, r.height)
}

// brokenHyphen reports whether character k is pdfium's mark for a hyphen at a line end, where it
// returns no line end. Fonts may have the same code for another sign.
func (r *pageReader) brokenHyphen(k int) bool {
	const mark = 2
	return r.text.Unicode(k) == mark && r.text.Hyphen(k)
}

// glyph reads character k, and returns false if it is no character.
func (r *pageReader) glyph(k int) (page.Glyph, bool) {
	code := r.text.Unicode(k)
	g := page.Glyph{Rune: rune(code)}
	switch {
	case code == 0xFFFE, r.brokenHyphen(k):
		g.Rune = '-'
	case code < ' ' && !unicode.IsSpace(g.Rune):
		g.Rune, g.Unmapped = '\uFFFD', true
	case code > 0x10FFFF:
		return page.Glyph{}, false
	}
	if g.Rune >= 0xF000 && g.Rune <= 0xF0FF {
		g.Rune = r.symbol(k, g.Rune)
	}
	g.Rune = char.AdobeSign(g.Rune)
	if !char.Visible(g.Rune) || g.Rune < ' ' { // pdfium adds blanks and line ends, nothing else
		if g.Generated = r.text.Generated(k); g.Generated {
			return g, g.Rune != '\r'
		}
	}
	narrow := false
	if b, ok := r.text.LooseBox(k); ok {
		own := page.Box{X0: b.Left, Y0: b.Bottom, X1: b.Right, Y1: b.Top}
		m := r.metric(k, own)
		g.Size, g.Bearing = m.Size, m.Bearing
		if m.Silent && m.Slant == 0 {
			own = r.ink(k, own)
			g.Size, g.Drawn = own.Y1-own.Y0, true
		}
		t := r.turned(own)
		if x, y, ok := r.text.Origin(k); ok && !g.Drawn && m.Size > 0 {
			origin := r.turned(page.Box{X0: x, Y0: y, X1: x, Y1: y})
			if m.Slant != 0 {
				t, g.Size = t.Untilted(origin.X0, origin.Y0, m)
			} else {
				t = t.Even(m.Quarter, origin.X0, origin.Y0, m.Size)
			}
		}
		g.X0, g.Y0, g.X1, g.Y1 = t.X0, t.Y0, t.X1, t.Y1
		narrow = m.Narrow
	}
	// also true if one is not a number
	if !(max(page.Abs(g.X0), page.Abs(g.X1), page.Abs(g.Y0), page.Abs(g.Y1), g.Size) <= page.Farthest) {
		g.X0, g.Y0, g.X1, g.Y1, g.Size, g.Hidden = 0, 0, 0, 0, 0, char.Visible(g.Rune)
		return g, true
	}
	g.Hidden = char.Visible(g.Rune) && (narrow || !r.onPage(g))
	return g, true
}

// onPage reports whether a character is on the page and has a readable size.
func (r *pageReader) onPage(g page.Glyph) bool {
	x, y := (g.X0+g.X1)/2, (g.Y0+g.Y1)/2
	if x < -offPage || y < -offPage || x > r.width+offPage || y > r.height+offPage {
		return false
	}
	if larger := r.width + r.height; g.Size > larger || g.X1-g.X0 > larger || g.Y1-g.Y0 > larger {
		return false
	}
	return g.Size <= 0 || !style.Tiny(float64(g.Size)) || g.Drawn || r.onPicture(x, y)
}

// symbol returns the character that code k of a symbol font stands for, mostly bullets.
func (r *pageReader) symbol(k int, code rune) rune {
	name := strings.ToLower(r.text.Font(k))
	if i := strings.IndexByte(name, '+'); i == 6 {
		name = name[i+1:]
	}
	for _, font := range []string{"wingdings 2", "wingdings", "symbol"} {
		if strings.HasPrefix(strings.ReplaceAll(name, "-", " "), font) || font == "symbol" && strings.Contains(name, font) {
			if s := char.Symbol(font, code); s != "" {
				return char.First(s)
			}
		}
	}
	if code == 0xF0B7 { // in every font that has this code
		return '•'
	}
	// Programs that print formulas give the symbol font another name.
	if s := char.Symbol("symbol", code); s != "" && !unicode.IsLetter(char.First(s)) && !strings.Contains(name, "dings") {
		return char.First(s)
	}
	return code
}

// metric measures character k, whose box is own.
func (r *pageReader) metric(k int, own page.Box) page.Metric {
	m := page.Metric{Size: float32(r.text.Size(k))}
	if t, ok := r.text.Matrix(k); ok {
		if m.Size < 0 { // the matrix turns the letters upright again
			m.Size, t.A, t.B = -m.Size, -t.A, -t.B
		}
		m.Bearing = bearingOf(t).Less(page.Bearing{Quarter: r.turn})
		if scale := heightOf(t, m.Slant != 0); scale > 0 {
			m.Size *= scale
		}
		if m.Slant != 0 {
			m.Lean = leanOf(t)
		}
		m.Narrow = squeezed(t)
	}
	m.Size = page.Abs(m.Size)
	m.Silent = own.Y1-own.Y0 > silentFrom*m.Size || m.Size < silentBelow && r.text.Font(k) == ""
	return m
}

// Memory returns how many bytes of the memory limit are for pdfium; the rest holds the file and
// what is read from it. A page of real documents needs up to 170 MB; a text with all allowed
// characters needs twice that outside of pdfium.
func Memory(limit int64) int64 {
	const pages = 64 << 10 // page size of WebAssembly
	return limit * 3 / 8 / pages * pages
}

// bearingOf returns the direction of the base line of a text. Upright letters that lean, as in a
// font without italics, are level.
func bearingOf(m pdfium.Matrix) page.Bearing {
	return page.BearingAt(math.Atan2(float64(m.B), float64(m.A)) * 180 / math.Pi)
}

// heightOf returns the factor by which m enlarges the height of letters. For slanted text it is
// measured across the base line and rounded, so that nearly equal angles yield equal heights.
func heightOf(m pdfium.Matrix, slanted bool) float32 {
	if !slanted {
		return max(page.Abs(m.D), page.Abs(m.C), page.Abs(m.B))
	}
	high := page.Abs(m.A*m.D-m.B*m.C) / float32(math.Hypot(float64(m.A), float64(m.B)))
	return float32(math.Round(100*float64(high)) / 100)
}

// squeezed reports whether m makes letters too narrow for their height to be read.
func squeezed(m pdfium.Matrix) bool {
	wide := math.Hypot(float64(m.A), float64(m.B))
	high := math.Abs(float64(m.A)*float64(m.D)-float64(m.B)*float64(m.C)) / wide
	return high > 0 && style.Squeezed(wide/high)
}

// leanOf returns how far letters lean to the right, in their heights.
func leanOf(m pdfium.Matrix) float32 {
	return (m.A*m.C + m.B*m.D) / (m.A*m.D - m.B*m.C)
}
