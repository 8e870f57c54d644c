package extract

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"
	"unicode"
	"unicode/utf16"

	"zhiwen/extract/internal/pdfium"
)

// pdfiumFile is one PDF opened in a pdfium of its own.
type pdfiumFile struct {
	pdfium   *pdfium.PDFium
	document pdfium.Document
	pages    int
	layered  bool // some layers are not shown
	chinese  bool // there is a font for Chinese that the file does not bring along

	opacities map[pictureKey]*opacityGrid
	buried    int           // pages whose text lies under a picture of the page
	judging   time.Duration // spent on drawing pages with doubtful texts
	believed  []int         // pages whose doubtful texts were not judged
}

// openPDFium starts pdfium and opens the file. The compiled code is kept in
// o.CacheDir: the first start takes two seconds, later ones 50 ms.
func openPDFium(ctx context.Context, data []byte, o Options) (*pdfiumFile, error) {
	var font []byte
	if o.Font != "" {
		var err error
		if font, err = os.ReadFile(o.Font); err != nil {
			return nil, fmt.Errorf("read fallback font: %w", err)
		}
	}
	p, err := pdfium.Start(ctx, font, o.CacheDir, int(pdfiumMemory(o.MemoryLimit)))
	if err != nil {
		return nil, err
	}
	document, err := p.Open(data)
	if err != nil {
		p.Close()
		return nil, openError(err)
	}
	return &pdfiumFile{pdfium: p, document: document, pages: document.Pages(), layered: hidesLayers(data), chinese: o.Font != ""}, nil
}

// openError gives pdfium's reasons as ours. A password is asked for only where
// the empty one does not open the file.
func openError(err error) error {
	switch {
	case errors.Is(err, pdfium.ErrMemory):
		return fmt.Errorf("%w: it needs more memory", ErrLimits)
	case errors.Is(err, pdfium.ErrPassword):
		return fmt.Errorf("%w: a PDF that opens with a password", ErrEncrypted)
	case errors.Is(err, pdfium.ErrSecurity):
		return fmt.Errorf("%w: in a way that is not known", ErrEncrypted)
	}
	return fmt.Errorf("%w: it cannot be opened as a PDF", ErrDamaged)
}

// close frees everything.
func (f *pdfiumFile) close() {
	f.pdfium.Close()
}

// glyph is one character where it stands on the page, in points from the lower
// left corner of the page as it is looked at.
type glyph struct {
	r         rune
	x0, y0    float32
	x1, y1    float32
	size      float32
	generated bool // put in by pdfium for a gap or a line end
	unmapped  bool // its code has no Unicode
	hidden    bool // nobody sees it
	bearing
	filled bool // in a field of a form
	drawn  bool // of a font that says nothing of its size: y0 is the base line until the page is read
}

func (g *glyph) box() box { return box{g.x0, g.y0, g.x1, g.y1} }

// pdfPage is the raw content of a page.
type pdfPage struct {
	number        int // from 1
	width, height float32
	glyphs        []glyph
	read          int            // characters, those among them that are written twice
	fonts         map[int]string // glyph → font name, for the first and last of pdfium's lines
	rules         []rule
	uprights      []rule // of rules
	gutters       []float32
	picture       float32 // share of the page that its pictures cover
	overlaid      bool    // its text is written invisibly over a picture of it
	paths         int     // drawn shapes
	aside         bool    // it was turned to be read
	borrowed      bool    // some Chinese is in a font that the file does not bring along
}

// read loads the characters of page i, from 0. budget is how many characters
// are still allowed.
func (f *pdfiumFile) read(i, budget int) (*pdfPage, error) {
	p, err := f.readPage(i, budget)
	if f.pdfium.Exhausted() {
		return nil, fmt.Errorf("%w: page %d needs more memory", ErrLimits, i+1)
	}
	return p, err
}

func (f *pdfiumFile) readPage(i, budget int) (*pdfPage, error) {
	page, ok := f.document.Load(i)
	if !ok {
		return nil, fmt.Errorf("%w: page %d", ErrDamaged, i+1)
	}
	own := -1 // its characters before filled fields are made part of it
	any, undrawn := filledIn(page)
	if any {
		page, own = f.flattened(page, i)
	}
	defer page.Close()
	text, ok := page.Text()
	if !ok {
		return nil, fmt.Errorf("%w: page %d", ErrDamaged, i+1)
	}
	defer text.Close()
	count := text.Characters()
	if count < 0 {
		return nil, fmt.Errorf("%w: page %d", ErrDamaged, i+1)
	}
	if count > budget {
		return nil, fmt.Errorf("%w: page %d alone holds %d characters", ErrLimits, i+1, count)
	}
	r := &pageReader{f: f, number: i + 1, page: page, text: text}
	defer r.forget()
	r.frame()
	p := &pdfPage{number: i + 1, width: r.width, height: r.height, read: count, fonts: map[int]string{}}
	r.suspicious()
	p.picture, p.paths = r.picture, r.paths
	p.glyphs = make([]glyph, 0, count)
	newLine := true
	last, lastGlyph := -1, 0 // of the line: index of the character and of its glyph
	for k := range count {
		g, ok := r.glyph(k)
		if !ok || !r.whole(k, &g) || !r.readRadical(k, &g) {
			continue
		}
		if r.suspects && !g.generated && visible(g.r) {
			g.hidden = g.hidden || r.unseen(k, g)
		}
		g.filled = own >= 0 && k >= own
		if g.r == '\n' && last >= 0 {
			p.fonts[lastGlyph] = text.Font(last)
			last = -1
		}
		if !g.generated && visible(g.r) {
			last, lastGlyph = k, len(p.glyphs)
		}
		if parts := r.ligature(k, g); parts != "" {
			for _, g.r = range parts {
				p.glyphs = append(p.glyphs, g)
			}
			continue
		}
		if newLine && !g.generated && visible(g.r) {
			p.borrowed = p.borrowed || (unicode.Is(unicode.Han, g.r) || g.unmapped) && !r.embedded(k)
			p.fonts[len(p.glyphs)] = text.Font(k)
			newLine = false
		}
		if g.r == '\n' {
			newLine = true
		}
		p.glyphs = append(p.glyphs, g)
	}
	for _, field := range undrawn {
		p.glyphs = append(p.glyphs, r.write(field)...)
	}
	p.overlaid = r.overlaid
	measureDrawn(p.glyphs)
	p.dropDoubles()
	p.rules = r.rulesOf(p.glyphs)
	for _, x := range p.rules {
		if x.upright {
			p.uprights = append(p.uprights, x)
		}
	}
	return p, nil
}

// whole puts the two halves together in which pdfium hands out a character
// beyond the first 65,536, as rare Han characters are; false for the second of
// them. Half a character alone, as some formulas have, means nothing.
func (r *pageReader) whole(k int, g *glyph) bool {
	if k > 0 && k == r.second {
		return false
	}
	if !utf16.IsSurrogate(g.r) {
		return true
	}
	both := utf16.DecodeRune(g.r, rune(r.text.Unicode(k+1)))
	if next, ok := r.glyph(k + 1); ok && both != unicode.ReplacementChar && next.x0 == g.x0 && next.x1 == g.x1 {
		g.r, r.second = both, k+1
		return true
	}
	g.r, g.unmapped = unicode.ReplacementChar, true
	return true
}

// pageReader holds what reading one page needs.
type pageReader struct {
	f             *pdfiumFile
	number        int // of the page, from 1
	page          pdfium.Page
	text          pdfium.Text
	left, bottom  float32
	width, height float32 // as looked at
	turn          int     // quarter turns clockwise
	doubts
	drawings
	looks       map[pdfium.Object]visibility // of the texts
	suspects    bool                         // some of them might not be seen
	backgrounds []box                        // areas and pictures on which white text may be seen, where the page cannot be drawn
	overlaid    bool                         // pictures cover the page, and text that is invisible or under them is its recognised text
	rules       []rule
	frames      []box
	picture     float32 // share of the page that pictures cover
	pictures    []box
	paths       int
	second      int // half of a character that was read with its first
}

type box struct{ x0, y0, x1, y1 float32 }

// holds says whether a point lies in the box, its edges included.
func (b box) holds(x, y float32) bool { return x >= b.x0 && x <= b.x1 && y >= b.y0 && y <= b.y1 }

// within gives what two boxes share.
func (b box) within(c box) box {
	return box{max(b.x0, c.x0), max(b.y0, c.y0), min(b.x1, c.x1), min(b.y1, c.y1)}
}

// frame finds the visible area of the page.
func (r *pageReader) frame() {
	r.width, r.height = 595, 842 // A4, where a page does not say
	if b, ok := r.page.Bounds(); ok && b.Right > b.Left && b.Top > b.Bottom {
		r.left, r.bottom = b.Left, b.Bottom
		r.width, r.height = b.Right-b.Left, b.Top-b.Bottom
	}
	if r.turn = r.page.Turns(); r.turn%2 == 1 {
		r.width, r.height = r.height, r.width
	}
}

// turned moves a box from the page's own space to the page as looked at.
func (r *pageReader) turned(b box) box {
	b.x0, b.x1 = b.x0-r.left, b.x1-r.left
	b.y0, b.y1 = b.y0-r.bottom, b.y1-r.bottom
	if r.turn%2 == 1 {
		return b.turn(r.turn, r.height, r.width) // its own are those before the turn
	}
	return b.turn(r.turn, r.width, r.height)
}

// glyph reads character k; false for what is no character.
func (r *pageReader) glyph(k int) (glyph, bool) {
	code := r.text.Unicode(k)
	g := glyph{r: rune(code)}
	switch {
	case code == 0:
		g.r, g.unmapped = '\uFFFD', true
	case code == 2, code == 0xFFFE: // pdfium's mark for a hyphen at a line end
		g.r = '-'
	case code > 0x10FFFF:
		return glyph{}, false
	}
	if g.r >= 0xF000 && g.r <= 0xF0FF {
		g.r = r.symbol(k, g.r)
	}
	if !visible(g.r) || g.r < ' ' { // pdfium puts in blanks and line ends, nothing else
		if g.generated = r.text.Generated(k); g.generated {
			return g, g.r != '\r'
		}
	}
	if b, ok := r.text.LooseBox(k); ok {
		own := box{b.Left, b.Bottom, b.Right, b.Top}
		m := r.metric(k, own)
		g.size, g.bearing = m.size, m.bearing
		if m.silent && m.slant == 0 {
			own = r.ink(k, own)
			g.size, g.drawn = own.y1-own.y0, true
		}
		t := r.turned(own)
		if x, y, ok := r.text.Origin(k); ok && !g.drawn && m.size > 0 {
			origin := r.turned(box{x, y, x, y})
			if m.slant != 0 {
				t, g.size = t.untilted(origin.x0, origin.y0, m)
			} else {
				t = t.even(m.quarter, origin.x0, origin.y0, m.size)
			}
		}
		g.x0, g.y0, g.x1, g.y1 = t.x0, t.y0, t.x1, t.y1
	}
	if !(max(abs(g.x0), abs(g.x1), abs(g.y0), abs(g.y1), g.size) <= farthest) { // nor if one is no number
		g.x0, g.y0, g.x1, g.y1, g.size, g.hidden = 0, 0, 0, 0, 0, visible(g.r)
		return g, true
	}
	g.hidden = visible(g.r) && !r.onPage(g)
	return g, true
}

// farthest is how many points from the page's corner a character may stand, and
// how large it may be: farther off there is nothing to measure.
const farthest = 1e6

// onPage says whether a character is where it can be seen and of a size that can
// be read.
func (r *pageReader) onPage(g glyph) bool {
	x, y := (g.x0+g.x1)/2, (g.y0+g.y1)/2
	if x < -offPage || y < -offPage || x > r.width+offPage || y > r.height+offPage {
		return false
	}
	if larger := r.width + r.height; g.size > larger || g.x1-g.x0 > larger || g.y1-g.y0 > larger {
		return false
	}
	return g.size <= 0 || g.size >= tinyPoints || g.drawn || r.onPicture(x, y)
}

// symbol gives the character of a symbol font that code k stands for; bullets
// are most of them.
func (r *pageReader) symbol(k int, code rune) rune {
	name := strings.ToLower(r.text.Font(k))
	if i := strings.IndexByte(name, '+'); i == 6 {
		name = name[i+1:]
	}
	for _, font := range []string{"wingdings 2", "wingdings", "symbol"} {
		if strings.HasPrefix(strings.ReplaceAll(name, "-", " "), font) {
			if s := symbolOf(font, code); s != "" {
				return firstRune(s)
			}
		}
	}
	if code == 0xF0B7 { // in every font that has it
		return '•'
	}
	return code
}

// metric is how a character is set.
type metric struct {
	bearing         // on the page as looked at
	size    float32 // on paper, in points
	lean    float32 // to the right, in their heights, of letters on the slant
	silent  bool    // the font says nothing of the size
}

// metric measures character k, whose box is own.
func (r *pageReader) metric(k int, own box) metric {
	m := metric{size: float32(r.text.Size(k))}
	if t, ok := r.text.Matrix(k); ok {
		if m.size < 0 { // the matrix turns the letters upright again
			m.size, t.A, t.B = -m.size, -t.A, -t.B
		}
		m.bearing = bearingOf(t).less(bearing{quarter: r.turn})
		if scale := heightOf(t, m.slant != 0); scale > 0 {
			m.size *= scale
		}
		if m.slant != 0 {
			m.lean = leanOf(t)
		}
	}
	m.size = abs(m.size)
	m.silent = own.y1-own.y0 > silentFrom*m.size
	return m
}

func abs(f float32) float32 { return max(f, -f) }

// pdfiumMemory is how many bytes of the memory limit are for pdfium; in the
// rest are the file and what is read from it. A page of real documents needs up
// to 170 MB, a text of all the characters that are allowed twice that outside.
func pdfiumMemory(limit int64) int64 {
	const pages = 64 << 10 // as WebAssembly counts
	return limit * 3 / 8 / pages * pages
}
