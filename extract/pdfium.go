package extract

import (
	"context"
	"errors"
	"fmt"
	"image"
	"io"
	"os"
	"strings"
	"testing/fstest"
	"unicode"
	"unicode/utf16"

	"github.com/klippa-app/go-pdfium"
	"github.com/klippa-app/go-pdfium/enums"
	pdfiumerrors "github.com/klippa-app/go-pdfium/errors"
	"github.com/klippa-app/go-pdfium/references"
	"github.com/klippa-app/go-pdfium/requests"
	"github.com/klippa-app/go-pdfium/webassembly"
	"github.com/tetratelabs/wazero"
)

// pdfiumFile is one PDF opened in a pdfium of its own, which runs in
// WebAssembly: no C, and no reach beyond the memory and the one font given to
// it.
type pdfiumFile struct {
	pool     pdfium.Pool
	pdfium   pdfium.Pdfium
	document references.FPDF_DOCUMENT
	pages    int
}

// openPDFium starts pdfium and opens the file. The compiled code is kept in
// o.CacheDir: the first start takes two seconds, later ones 50 ms.
func openPDFium(ctx context.Context, data []byte, o Options) (*pdfiumFile, error) {
	f, err := startPDFium(ctx, o)
	if err != nil {
		return nil, err
	}
	opened, err := f.pdfium.OpenDocument(&requests.OpenDocument{File: &data})
	if err != nil {
		f.close()
		return nil, openError(err)
	}
	f.document = opened.Document
	count, err := f.pdfium.FPDF_GetPageCount(&requests.FPDF_GetPageCount{Document: f.document})
	if err != nil {
		f.close()
		return nil, fmt.Errorf("%w: its pages cannot be counted", ErrDamaged)
	}
	f.pages = count.PageCount
	return f, nil
}

// compilePDFium fills the cache of compiled code.
func compilePDFium(ctx context.Context, o Options) error {
	cache, err := wazero.NewCompilationCacheWithDir(o.CacheDir)
	if err != nil {
		return fmt.Errorf("compile pdfium: %w", err)
	}
	f, err := startPDFiumWith(ctx, o, wazero.NewRuntimeConfig().WithCompilationCache(cache))
	if err != nil {
		return err
	}
	f.close()
	return nil
}

// startPDFium starts pdfium without a file.
func startPDFium(ctx context.Context, o Options) (*pdfiumFile, error) {
	if o.CacheDir != "" {
		if cache, err := wazero.NewCompilationCacheWithDir(o.CacheDir); err == nil {
			if f, err := startPDFiumWith(ctx, o, wazero.NewRuntimeConfig().WithCompilationCache(cache)); err == nil {
				return f, nil
			}
		}
	}
	// Without a cache that can be used, every start compiles; that is slow, not
	// wrong.
	return startPDFiumWith(ctx, o, wazero.NewRuntimeConfig())
}

func startPDFiumWith(ctx context.Context, o Options, config wazero.RuntimeConfig) (*pdfiumFile, error) {
	// A file system must be given: nil would show pdfium the host's root. It
	// looks for fonts in /usr/share/fonts.
	files := fstest.MapFS{}
	if o.Font != "" {
		font, err := os.ReadFile(o.Font)
		if err != nil {
			return nil, fmt.Errorf("read fallback font: %w", err)
		}
		files["usr/share/fonts/fallback.ttf"] = &fstest.MapFile{Data: font, Mode: 0o444}
	}
	pool, err := webassembly.Init(webassembly.Config{
		MaxIdle: 1, MaxTotal: 1,
		FSConfig:      wazero.NewFSConfig().WithFSMount(files, "/"),
		RuntimeConfig: config,
		Stdout:        io.Discard,
		Stderr:        io.Discard,
	})
	if err != nil {
		return nil, fmt.Errorf("start pdfium: %w", err)
	}
	f := &pdfiumFile{pool: pool}
	if f.pdfium, err = pool.GetInstanceWithContext(ctx); err != nil {
		f.close()
		return nil, fmt.Errorf("start pdfium: %w", err)
	}
	return f, nil
}

// openError gives pdfium's reasons as ours. A password is asked for only where
// the empty one does not open the file.
func openError(err error) error {
	switch {
	case errors.Is(err, pdfiumerrors.ErrPassword):
		return fmt.Errorf("%w: a PDF that opens with a password", ErrEncrypted)
	case errors.Is(err, pdfiumerrors.ErrSecurity):
		return fmt.Errorf("%w: in a way that is not known", ErrEncrypted)
	}
	return fmt.Errorf("%w: it cannot be opened as a PDF", ErrDamaged)
}

// close frees everything. Errors of closing have no consequence here: nothing
// of the instance is used again.
func (f *pdfiumFile) close() {
	_ = f.pool.Close()
}

// meta reads an entry of the document information.
func (f *pdfiumFile) meta(tag string) string {
	r, err := f.pdfium.FPDF_GetMetaText(&requests.FPDF_GetMetaText{Document: f.document, Tag: tag})
	if err != nil {
		return ""
	}
	return r.Value
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
	slanted   bool // set at an angle, as watermarks are
	filled    bool // in a field of a form
	drawn     bool // of a font that says nothing of its size: y0 is the base line until the page is read
}

// pdfPage is the raw content of a page.
type pdfPage struct {
	number        int // from 1
	width, height float32
	glyphs        []glyph
	fonts         map[int]string // glyph → font name, for the first and last of pdfium's lines
	rules         []rule
	uprights      []rule // of rules
	gutters       []float32
	picture       float32 // share of the page that its pictures cover
	overlaid      bool    // its text is written invisibly over a picture of it
	paths         int     // drawn shapes
	borrowed      bool    // some Chinese is in a font that the file does not bring along
}

// read loads the characters of page i, from 0. budget is how many characters
// are still allowed.
func (f *pdfiumFile) read(i, budget int) (*pdfPage, error) {
	loaded, err := f.pdfium.FPDF_LoadPage(&requests.FPDF_LoadPage{Document: f.document, Index: i})
	if err != nil {
		return nil, fmt.Errorf("%w: page %d", ErrDamaged, i+1)
	}
	shown, own := loaded.Page, -1
	defer func() { _, _ = f.pdfium.FPDF_ClosePage(&requests.FPDF_ClosePage{Page: shown}) }()
	page := requests.Page{ByReference: &shown}
	filled, undrawn := f.filled(page)
	if filled {
		shown, own = f.flattened(shown, i)
	}
	text, err := f.pdfium.FPDFText_LoadPage(&requests.FPDFText_LoadPage{Page: page})
	if err != nil {
		return nil, fmt.Errorf("%w: page %d", ErrDamaged, i+1)
	}
	defer func() { _, _ = f.pdfium.FPDFText_ClosePage(&requests.FPDFText_ClosePage{TextPage: text.TextPage}) }()
	count, err := f.pdfium.FPDFText_CountChars(&requests.FPDFText_CountChars{TextPage: text.TextPage})
	if err != nil {
		return nil, fmt.Errorf("%w: page %d", ErrDamaged, i+1)
	}
	if count.Count > budget {
		return nil, fmt.Errorf("%w: page %d alone holds %d characters", ErrLimits, i+1, count.Count)
	}
	r := &pageReader{f: f, page: page, text: text.TextPage, metrics: map[[2]float32]metric{}}
	defer r.close()
	r.frame()
	p := &pdfPage{number: i + 1, width: r.width, height: r.height, fonts: map[int]string{}}
	r.suspicious()
	p.picture, p.paths = r.picture, r.paths
	p.glyphs = make([]glyph, 0, count.Count)
	newLine := true
	last, lastGlyph := -1, 0 // of the line: index of the character and of its glyph
	for k := range count.Count {
		g, ok := r.glyph(k)
		if !ok || !r.whole(k, &g) {
			continue
		}
		if !r.suspects.none() && !g.generated && visible(g.r) {
			g.hidden = g.hidden || r.unseen(k, g)
		}
		g.filled = own >= 0 && k >= own
		if g.r == '\n' && last >= 0 {
			p.font(r, last, lastGlyph)
			last = -1
		}
		if !g.generated && visible(g.r) {
			last, lastGlyph = k, len(p.glyphs)
		}
		if parts, ok := texLigatures[g.r]; ok && !g.generated && g.x1 > g.x0 {
			for _, g.r = range parts {
				p.glyphs = append(p.glyphs, g)
			}
			continue
		}
		if newLine && !g.generated && visible(g.r) {
			p.borrowed = p.borrowed || (unicode.Is(unicode.Han, g.r) || g.unmapped) && !r.embedded(k)
			p.font(r, k, len(p.glyphs))
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
	if u, err := r.f.pdfium.FPDFText_GetUnicode(&requests.FPDFText_GetUnicode{TextPage: r.text, Index: k + 1}); err == nil {
		both := utf16.DecodeRune(g.r, rune(u.Unicode))
		if next, ok := r.glyph(k + 1); ok && both != unicode.ReplacementChar && next.x0 == g.x0 && next.x1 == g.x1 {
			g.r, r.second = both, k+1
			return true
		}
	}
	g.r, g.unmapped = unicode.ReplacementChar, true
	return true
}

// font notes the font of character k, which is glyph i.
func (p *pdfPage) font(r *pageReader, k, i int) {
	if info, err := r.f.pdfium.FPDFText_GetFontInfo(&requests.FPDFText_GetFontInfo{TextPage: r.text, Index: k}); err == nil {
		p.fonts[i] = info.FontName
	}
}

// pageReader holds what reading one page needs.
type pageReader struct {
	f             *pdfiumFile
	page          requests.Page
	text          references.FPDF_TEXTPAGE
	left, bottom  float32
	width, height float32 // as looked at
	turn          enums.FPDF_PAGE_ROTATION
	metrics       map[[2]float32]metric // by nominal font size and box height
	suspects      suspects
	backgrounds   []box       // areas and pictures on which white text may be seen, where the page cannot be drawn
	drawing       *image.RGBA // of the page, once it was asked for
	done          func()      // with it
	scale         float32     // its pixels a point
	undrawn       bool        // it could not be made
	overlaid      bool        // pictures cover the page, and invisible text is its recognised text
	rules         []rule
	frames        []box
	picture       float32 // share of the page that pictures cover
	pictures      []box
	paths         int
	second        int // half of a character that was read with its first
}

type box struct{ x0, y0, x1, y1 float32 }

func (b box) holds(x, y float32) bool { return x >= b.x0 && x <= b.x1 && y >= b.y0 && y <= b.y1 }

func (r *pageReader) close() {
	if r.done != nil {
		r.done()
	}
}

// frame finds the visible area of the page.
func (r *pageReader) frame() {
	r.width, r.height = 595, 842 // A4, where a page does not say
	if b, err := r.f.pdfium.FPDF_GetPageBoundingBox(&requests.FPDF_GetPageBoundingBox{Page: r.page}); err == nil && b.Rect.Right > b.Rect.Left && b.Rect.Top > b.Rect.Bottom {
		r.left, r.bottom = b.Rect.Left, b.Rect.Bottom
		r.width, r.height = b.Rect.Right-b.Rect.Left, b.Rect.Top-b.Rect.Bottom
	}
	if t, err := r.f.pdfium.FPDFPage_GetRotation(&requests.FPDFPage_GetRotation{Page: r.page}); err == nil {
		r.turn = t.PageRotation
	}
	if r.turn == enums.FPDF_PAGE_ROTATION_90_CW || r.turn == enums.FPDF_PAGE_ROTATION_270_CW {
		r.width, r.height = r.height, r.width
	}
}

// turned moves a box from the page's own space to the page as looked at.
func (r *pageReader) turned(b box) box {
	b.x0, b.x1 = b.x0-r.left, b.x1-r.left
	b.y0, b.y1 = b.y0-r.bottom, b.y1-r.bottom
	switch r.turn {
	case enums.FPDF_PAGE_ROTATION_90_CW:
		return box{b.y0, r.height - b.x1, b.y1, r.height - b.x0}
	case enums.FPDF_PAGE_ROTATION_180_CW:
		return box{r.width - b.x1, r.height - b.y1, r.width - b.x0, r.height - b.y0}
	case enums.FPDF_PAGE_ROTATION_270_CW:
		return box{r.width - b.y1, b.x0, r.width - b.y0, b.x1}
	}
	return b
}

// glyph reads character k; false for what is no character.
func (r *pageReader) glyph(k int) (glyph, bool) {
	u, err := r.f.pdfium.FPDFText_GetUnicode(&requests.FPDFText_GetUnicode{TextPage: r.text, Index: k})
	if err != nil {
		return glyph{}, false
	}
	g := glyph{r: rune(u.Unicode)}
	switch {
	case u.Unicode == 0:
		g.r, g.unmapped = '\uFFFD', true
	case u.Unicode == 2, u.Unicode == 0xFFFE: // pdfium's mark for a hyphen at a line end
		g.r = '-'
	case u.Unicode > 0x10FFFF:
		return glyph{}, false
	}
	if g.r >= 0xF000 && g.r <= 0xF0FF {
		g.r = r.symbol(k, g.r)
	}
	if !visible(g.r) { // pdfium puts in blanks and line ends, nothing else
		if s, err := r.f.pdfium.FPDFText_IsGenerated(&requests.FPDFText_IsGenerated{TextPage: r.text, Index: k}); err == nil {
			g.generated = s.IsGenerated
		}
		if g.generated {
			return g, g.r != '\r'
		}
	}
	if b, err := r.f.pdfium.FPDFText_GetLooseCharBox(&requests.FPDFText_GetLooseCharBox{TextPage: r.text, Index: k}); err == nil {
		own := box{b.Rect.Left, b.Rect.Bottom, b.Rect.Right, b.Rect.Top}
		m := r.metric(k, own)
		g.size, g.slanted = m.size, m.slanted
		if m.silent {
			own = r.ink(k, own)
			g.size, g.drawn = own.y1-own.y0, true
		} else if m.size > 0 && m.baseline > 0 {
			// Fonts state heights from 1 to 3 times their size; an even box
			// around the base line makes lines comparable.
			own.y0 += m.baseline - 0.2*m.size
			own.y1 = own.y0 + m.size
		}
		t := r.turned(own)
		g.x0, g.y0, g.x1, g.y1 = t.x0, t.y0, t.x1, t.y1
	}
	x, y := (g.x0+g.x1)/2, (g.y0+g.y1)/2
	g.hidden = visible(g.r) && (g.size > 0 && g.size < tinyPoints && !g.drawn && !r.onPicture(x, y) || x < -offPage || y < -offPage || x > r.width+offPage || y > r.height+offPage)
	return g, true
}

// symbol gives the character of a symbol font that code k stands for; bullets
// are most of them.
func (r *pageReader) symbol(k int, code rune) rune {
	name := ""
	if info, err := r.f.pdfium.FPDFText_GetFontInfo(&requests.FPDFText_GetFontInfo{TextPage: r.text, Index: k}); err == nil {
		name = strings.ToLower(info.FontName)
		if i := strings.IndexByte(name, '+'); i == 6 {
			name = name[i+1:]
		}
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

// metric is what characters of one font size and box height have in common.
type metric struct {
	size     float32 // on paper, in points
	baseline float32 // above the box's lower edge; 0 where text does not run level
	slanted  bool
	silent   bool // the font says nothing of the size
}

// metric looks up what asking pdfium for each character would cost too much.
func (r *pageReader) metric(k int, own box) metric {
	s, err := r.f.pdfium.FPDFText_GetFontSize(&requests.FPDFText_GetFontSize{TextPage: r.text, Index: k})
	if err != nil {
		return metric{}
	}
	key := [2]float32{float32(s.FontSize), own.y1 - own.y0}
	if known, ok := r.metrics[key]; ok {
		return known
	}
	m := metric{size: float32(s.FontSize)}
	if t, err := r.f.pdfium.FPDFText_GetMatrix(&requests.FPDFText_GetMatrix{TextPage: r.text, Index: k}); err == nil {
		if scale := max(abs(t.Matrix.D), abs(t.Matrix.C), abs(t.Matrix.B)); scale > 0 {
			m.size *= scale
		}
		if level := abs(t.Matrix.B) < 0.1*abs(t.Matrix.A) && r.turn == enums.FPDF_PAGE_ROTATION_NONE; level {
			if o, err := r.f.pdfium.FPDFText_GetCharOrigin(&requests.FPDFText_GetCharOrigin{TextPage: r.text, Index: k}); err == nil {
				m.baseline = float32(o.Y) - own.y0
			}
		}
	}
	m.silent = own.y1-own.y0 > silentFrom*m.size
	if a, err := r.f.pdfium.FPDFText_GetCharAngle(&requests.FPDFText_GetCharAngle{TextPage: r.text, Index: k}); err == nil {
		m.slanted = slanted(a.CharAngle)
	}
	r.metrics[key] = m
	return m
}

func abs(f float32) float32 { return max(f, -f) }
