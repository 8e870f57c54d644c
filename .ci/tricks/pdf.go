package main

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf16"
)

// pdfCode is one code of a font: the glyph it draws and what the file says it means.
type pdfCode struct {
	glyph int
	means string
}

// pdfFont hands out the codes of a typeface.
type pdfFont struct {
	face  *typeface
	codes []pdfCode
	known map[pdfCode]int
	lost  bool // the file has no table that says what codes mean
}

func (f *pdfFont) code(c pdfCode) int {
	if f.known[c] == 0 {
		f.codes = append(f.codes, c)
		f.known[c] = len(f.codes)
	}
	return f.known[c]
}

// pdfFile is a PDF being made. Objects 1 and 2 are the catalogue and the list of pages.
type pdfFile struct {
	objects   []string
	fonts     []*pdfFont
	pages     []string // their contents
	catalogue string   // further entries
	page      string   // further entries of all pages
	first     string   // further entries of the first page
	resources string   // the same, of their resources
	trailer   string
	broken    int                                  // the page that newPage began
	seal      func(number int, data []byte) []byte // encrypts streams and strings, where it is set
}

// A4 pages, in points.
const (
	pageWidth, pageHeight = 595.0, 842.0
	margin                = 72.0
	bodySize              = 12.0
	lineStep              = 18.0
)

func newPDF() (*pdfFile, error) {
	faces, err := typefaces()
	if err != nil {
		return nil, err
	}
	f := &pdfFile{objects: []string{"", ""}}
	for _, face := range faces {
		f.fonts = append(f.fonts, &pdfFont{face: face, known: map[pdfCode]int{}})
	}
	return f, nil
}

// add adds an object and returns its number.
func (f *pdfFile) add(object string) int {
	f.objects = append(f.objects, object)
	return len(f.objects)
}

// stream adds a stream with further entries in its dictionary.
func (f *pdfFile) stream(entries, data string) int {
	f.objects = append(f.objects, f.streamOf(len(f.objects)+1, entries, data))
	return len(f.objects)
}

func (f *pdfFile) streamOf(number int, entries, data string) string {
	var b bytes.Buffer
	z := zlib.NewWriter(&b)
	_, _ = z.Write([]byte(data))
	_ = z.Close()
	body := b.Bytes()
	if f.seal != nil {
		body = f.seal(number, body)
	}
	return fmt.Sprintf("<<%s/Filter/FlateDecode/Length %d>>stream\n%s\nendstream", entries, len(body), body)
}

// face returns the first font that has a character, and its glyph.
func (f *pdfFile) face(r rune) (number, glyph int, ok bool) {
	for i, font := range f.fonts {
		if g := font.face.glyphs[r]; g != 0 {
			return i, g, true
		}
	}
	return 0, 0, false
}

// pdfGlyph is a character on a page: what is drawn, and the code that draws it.
type pdfGlyph struct {
	font, code int
	width      float64 // in parts of the size
}

// glyphs returns the codes of a text; means says what the file claims of each character, nil the truth.
func (f *pdfFile) glyphs(text string, means func(i int, r rune) string) ([]pdfGlyph, error) {
	var out []pdfGlyph
	for i, r := range []rune(text) {
		number, glyph, ok := f.face(r)
		if !ok {
			if number, glyph, ok = f.face(' '); !ok || r > ' ' && !invisible(r) {
				return nil, fmt.Errorf("no font here has %q: %w", r, errCannot)
			}
		}
		font, said := f.fonts[number], string(r)
		width := float64(font.face.width(glyph)) / 1000
		if invisible(r) {
			width = 0
		}
		if means != nil {
			said = means(i, r)
		}
		out = append(out, pdfGlyph{number, font.code(pdfCode{glyph, said}), width})
	}
	return out, nil
}

// invisible reports whether a character takes no room.
func invisible(r rune) bool {
	return r >= 0x200B && r <= 0x200F ||
		r >= 0x202A && r <= 0x202E || r >= 0x2060 && r <= 0x206F ||
		r >= 0xFE00 && r <= 0xFE0F || r == 0xFEFF || r == 0xAD ||
		r == 0x34F || r == 0x180E || r == 0x3164 || r == 0x115F || r == 0x1160 || r == 0x17B4 || r >= 0xE0000 && r <= 0xE0FFF
}

// pdfPiece is a piece of a line: glyphs of one look at a place.
type pdfPiece struct {
	x, y   float64
	glyphs []pdfGlyph
	look   look
	text   string
	width  float64
}

// ops draws a piece, cut where the font changes.
func (p pdfPiece) ops() string {
	size := p.size()
	var b strings.Builder
	if p.look.back != "" {
		fmt.Fprintf(&b, "q %s rg %.2f %.2f %.2f %.2f re f Q\n", pdfColor(p.look.back), p.x, p.y-0.25*size, p.width, 1.2*size)
	}
	b.WriteString("BT ")
	fmt.Fprintf(&b, "%s rg ", pdfColor(p.look.color))
	if p.look.scale != 0 {
		fmt.Fprintf(&b, "%d Tz ", p.look.scale)
	}
	mode := 0
	switch {
	case p.look.hidden:
		mode = 3
	case p.look.bold:
		mode = 2
	}
	fmt.Fprintf(&b, "%d Tr 1 0 0 1 %.2f %.2f Tm ", mode, p.x, p.y)
	for i := 0; i < len(p.glyphs); {
		j := i
		for j < len(p.glyphs) && p.glyphs[j].font == p.glyphs[i].font {
			j++
		}
		fmt.Fprintf(&b, "/F%d %g Tf <%s> Tj ", p.glyphs[i].font, size, hexOf(p.glyphs[i:j]))
		i = j
	}
	if p.look.scale != 0 {
		b.WriteString("100 Tz ")
	}
	if b.WriteString("ET\n"); p.look.struck {
		fmt.Fprintf(&b, "%.2f w %.2f %.2f m %.2f %.2f l S\n", size/20, p.x, p.y+0.35*size, p.x+p.width, p.y+0.35*size)
	}
	return b.String()
}

func (p pdfPiece) size() float64 {
	if p.look.size == 0 {
		return bodySize
	}
	return p.look.size
}

func hexOf(glyphs []pdfGlyph) string {
	var b strings.Builder
	for _, g := range glyphs {
		fmt.Fprintf(&b, "%04X", g.code)
	}
	return b.String()
}

func pdfColor(hex string) string {
	var red, green, blue int
	_, _ = fmt.Sscanf(hex, "%02X%02X%02X", &red, &green, &blue)
	return fmt.Sprintf("%.3f %.3f %.3f", float64(red)/255, float64(green)/255, float64(blue)/255)
}

// setter sets paragraphs on pages. draw makes the operators of a piece, means what the file claims of its characters.
type setter struct {
	file  *pdfFile
	draw  func(p pdfPiece) string
	means func(tag string) func(i int, r rune) string
	page  strings.Builder
	x, y  float64
}

// set sets paragraphs and ends the last page.
func (s *setter) set(paras []para) error {
	if s.draw == nil {
		s.draw = pdfPiece.ops
	}
	s.x, s.y = margin, pageHeight-margin
	for _, p := range paras {
		if p.newPage {
			s.y = 0
			s.line()
			s.file.broken = len(s.file.pages)
			continue
		}
		if s.x = margin + 2*bodySize; p.heading {
			s.x = margin
			s.y -= 8
		}
		for _, r := range p.runs {
			if p.heading {
				r.look.size, r.look.bold = 16, true
			}
			if err := s.run(r); err != nil {
				return err
			}
		}
		s.line()
		s.y -= 4
	}
	s.file.pages = append(s.file.pages, s.page.String())
	return nil
}

func (s *setter) line() {
	s.x = margin
	if s.y -= lineStep; s.y < margin {
		s.file.pages = append(s.file.pages, s.page.String())
		s.page.Reset()
		s.y = pageHeight - margin
	}
}

// run breaks a run into the pieces of lines.
func (s *setter) run(r run) error {
	if r.look.slanted || r.look.embossed {
		return errCannot
	}
	var means func(int, rune) string
	if s.means != nil {
		means = s.means(r.look.tag)
	}
	glyphs, err := s.file.glyphs(r.text, means)
	if err != nil {
		return err
	}
	text := []rune(r.text)
	piece := pdfPiece{look: r.look}
	scale := 1.0
	if r.look.scale != 0 {
		scale = float64(r.look.scale) / 100
	}
	flush := func() {
		if len(piece.glyphs) > 0 {
			s.page.WriteString(s.draw(piece))
		}
		piece = pdfPiece{look: r.look, x: s.x, y: s.y}
	}
	flush()
	for i := 0; i < len(glyphs); {
		// Words of letters are not broken.
		j, width := i, 0.0
		for ok := true; ok; ok = j < len(glyphs) && text[j] < 0x250 && text[j-1] < 0x250 && !unicode.IsSpace(text[j-1]) {
			width += glyphs[j].width * piece.size() * scale
			j++
		}
		if s.x+width > pageWidth-margin && s.x > margin || text[i] == '\n' {
			piece.width = s.x - piece.x
			flush()
			s.line()
			piece.x, piece.y = s.x, s.y
			if text[i] == '\n' {
				i++
				continue
			}
		}
		piece.glyphs = append(piece.glyphs, glyphs[i:j]...)
		piece.text += string(text[i:j])
		s.x += width
		piece.width = s.x - piece.x
		i = j
	}
	flush()
	return nil
}

// bytes writes the file.
func (f *pdfFile) bytes() []byte {
	fonts := ""
	for i, font := range f.fonts {
		if len(font.codes) > 0 {
			fonts += fmt.Sprintf("/F%d %d 0 R", i, f.font(font))
		}
	}
	kids := ""
	for i, content := range f.pages {
		stream, box, more := f.stream("", content), "", f.page
		if i == 0 {
			more += f.first
		}
		if !strings.Contains(f.page, "/MediaBox") {
			box = fmt.Sprintf("/MediaBox[0 0 %g %g]", pageWidth, pageHeight)
		}
		page := f.add(fmt.Sprintf("<</Type/Page/Parent 2 0 R%s/Contents %d 0 R/Resources<</Font<<%s>>%s>>%s>>", box, stream, fonts,
			f.resources, more))
		kids += fmt.Sprintf("%d 0 R ", page)
	}
	f.objects[0] = "<</Type/Catalog/Pages 2 0 R" + f.catalogue + ">>"
	f.objects[1] = fmt.Sprintf("<</Type/Pages/Kids[%s]/Count %d>>", kids, len(f.pages))
	var b bytes.Buffer
	b.WriteString("%PDF-1.7\n%\xE2\xE3\xCF\xD3\n")
	var places []int
	for i, object := range f.objects {
		places = append(places, b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, object)
	}
	at := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(places)+1)
	for _, place := range places {
		fmt.Fprintf(&b, "%010d 00000 n \n", place)
	}
	fmt.Fprintf(&b, "trailer\n<</Size %d/Root 1 0 R%s>>\nstartxref\n%d\n%%%%EOF\n", len(places)+1, f.trailer, at)
	return b.Bytes()
}

// font adds a font with the outlines of its codes.
func (f *pdfFile) font(font *pdfFont) int {
	var glyphs []int
	numbers := map[int]int{}
	toGlyph := []byte{0, 0}
	widths := "1["
	for _, c := range font.codes {
		if numbers[c.glyph] == 0 {
			glyphs = append(glyphs, c.glyph)
			numbers[c.glyph] = len(glyphs)
		}
		toGlyph = append(toGlyph, byte(numbers[c.glyph]>>8), byte(numbers[c.glyph]))
		width := font.face.width(c.glyph)
		if r := []rune(c.means); len(r) == 1 && invisible(r[0]) {
			width = 0
		}
		widths += fmt.Sprintf("%d ", width)
	}
	file := f.stream("", string(font.face.subset(glyphs)))
	descriptor := f.add(fmt.Sprintf("<</Type/FontDescriptor/FontName/AAAAAA+Face/Flags 4/FontBBox[-200 -300 1200 1000]/ItalicAngle "+
		"0/Ascent 880/Descent -220/CapHeight 700/StemV 80/FontFile2 %d 0 R>>", file))
	gids := f.stream("", string(toGlyph))
	below := f.add(fmt.Sprintf("<</Type/Font/Subtype/CIDFontType2/BaseFont/AAAAAA+Face"+
		"/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>"+
		"/FontDescriptor %d 0 R/DW 1000/W[%s]]/CIDToGIDMap %d 0 R>>", descriptor, widths, gids))
	unicode := ""
	if !font.lost {
		unicode = fmt.Sprintf("/ToUnicode %d 0 R", f.stream("", toUnicode(font.codes)))
	}
	return f.add(fmt.Sprintf("<</Type/Font/Subtype/Type0/BaseFont/AAAAAA+Face/Encoding/Identity-H/DescendantFonts[%d 0 R]%s>>", below,
		unicode))
}

// toUnicode writes what codes mean.
func toUnicode(codes []pdfCode) string {
	var b strings.Builder
	b.WriteString("/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) " +
		"/Supplement 0>> def\n" +
		"/CMapName /Adobe-Identity-UCS def /CMapType 2 def\n1 begincodespacerange <0000> <FFFF> endcodespacerange\n")
	for from := 0; from < len(codes); from += 100 {
		part := codes[from:min(from+100, len(codes))]
		fmt.Fprintf(&b, "%d beginbfchar\n", len(part))
		for i, c := range part {
			fmt.Fprintf(&b, "<%04X> <%s>\n", from+i+1, utf16Hex(c.means))
		}
		b.WriteString("endbfchar\n")
	}
	b.WriteString("endcmap CMapName currentdict /CMap defineresource pop end end\n")
	return b.String()
}

func utf16Hex(s string) string {
	var b strings.Builder
	for _, u := range utf16.Encode([]rune(s)) {
		fmt.Fprintf(&b, "%04X", u)
	}
	return b.String()
}

func pdfOf(paras []para) ([]byte, error) { return pdfWith(nil, nil)(paras) }

// pdfWith returns a writer whose pieces are drawn by draw and whose file is changed by change, both unless nil.
func pdfWith(draw func(p pdfPiece) string, change func(f *pdfFile)) func(paras []para) ([]byte, error) {
	return func(paras []para) ([]byte, error) {
		f, err := newPDF()
		if err != nil {
			return nil, err
		}
		s := &setter{file: f, draw: draw}
		if err := s.set(paras); err != nil {
			return nil, err
		}
		if change != nil {
			change(f)
		}
		return f.bytes(), nil
	}
}
