// Package metafile reads the text in vector pictures: metafiles of Windows (EMF, WMF) and SVG. Word processors paste text as such
// pictures and show it as sharp as any other.
//
// Its input is the bytes of a picture. Its output is the lines of text that it draws. It draws nothing itself: of letters that are
// drawn by the numbers of a font's outlines it only counts how many there are.
package metafile

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"zhiwen/extract/internal/char"
)

// Drawn is what a vector picture draws.
type Drawn struct {
	Lines  []string // of text, in the order in which they are drawn
	Faint  []string // those that nobody sees on white paper
	Glyphs int      // letters drawn by numbers of a font, which say nothing
	Bitmap []byte   // the largest pixel picture in it, as a BMP file; nil where there is none
}

// mostBytes bounds an unpacked picture.
const mostBytes = 32 << 20

// HeadBytes is how much of a file tells whether it is a vector picture.
const HeadBytes = 4 << 10

// Is reports whether a file that begins with head may be a vector picture.
func Is(head []byte) bool { return isPacked(head) || isEMF(head) || isWMF(head) || isSVG(head) }

func isPacked(raw []byte) bool { return bytes.HasPrefix(raw, []byte{0x1f, 0x8b}) } // .emz, .wmz, .svgz

// Read returns what a picture draws, and false where it is none of these formats. Damage ends the reading: what was drawn before it is
// returned.
func Read(raw []byte) (Drawn, bool) {
	if isPacked(raw) {
		r, err := gzip.NewReader(bytes.NewReader(raw))
		if err != nil {
			return Drawn{}, false
		}
		raw, _ = io.ReadAll(io.LimitReader(r, mostBytes)) // as much as is undamaged
	}
	p := &pen{}
	switch {
	case isEMF(raw):
		p.emf(raw)
	case isWMF(raw):
		p.wmf(raw)
	case isSVG(raw):
		p.svg(raw)
	default:
		return Drawn{}, false
	}
	return p.Drawn, true
}

// leastLine is how many characters of Chinese a line has at the least that may be running text, and leastRunning how many all such
// lines of a picture have. Labels of charts and the parts of formulas are shorter.
const (
	leastLine    = 12
	leastRunning = 40
)

// Running returns the lines as one text where they are running text, and "" where they are labels or a formula.
func Running(lines []string) string {
	running := 0
	for _, l := range lines {
		if n := weight(l); n >= leastLine {
			running += n
		}
	}
	if running < leastRunning {
		return ""
	}
	var b strings.Builder
	last := ' '
	for _, l := range lines {
		first, _ := utf8.DecodeRuneInString(l)
		if last != ' ' && (!unicode.Is(unicode.Han, last) || !unicode.Is(unicode.Han, first)) && !unicode.In(last, unicode.Po, unicode.Pe) {
			b.WriteByte(' ')
		}
		b.WriteString(l)
		last, _ = utf8.DecodeLastRuneInString(l)
	}
	return b.String()
}

// weight counts the letters of a line, those of Chinese twice as much as others.
func weight(line string) (n int) {
	for _, r := range line {
		switch {
		case unicode.Is(unicode.Han, r):
			n += 2
		case unicode.IsLetter(r):
			n++
		}
	}
	return n / 2
}

// pen collects what is drawn.
type pen struct {
	Drawn
	faint    bool
	end, y   float64 // where the text before ends; y is down or up
	advance  float64 // of its characters on the average
	wasFaint bool
	drawn    bool
}

// put draws a text at a place. Where it goes on a line it is part of it.
func (p *pen) put(s string, x, y, width float64) {
	s = char.Clean(s)
	if s == "" {
		return
	}
	lines := &p.Lines
	if p.faint {
		lines = &p.Faint
	}
	goesOn := p.drawn && p.wasFaint == p.faint && x >= p.end-p.advance && x <= p.end+2*p.advance && abs(y-p.y) <= p.advance
	if goesOn {
		(*lines)[len(*lines)-1] += s
	} else {
		*lines = append(*lines, s)
	}
	p.drawn, p.wasFaint, p.y, p.end = true, p.faint, y, x+width
	p.advance = width / float64(utf8.RuneCountInString(s))
}

func abs(x float64) float64 { return max(x, -x) }

// colour sets the colour of text, 0x00BBGGRR. Only where all of the ground is white is it known what is seen.
func (p *pen) colour(c uint32) {
	const pale = 0xe8
	p.faint = c&0xff >= pale && c>>8&0xff >= pale && c>>16&0xff >= pale
}

// bitmap keeps a device-independent bitmap, a header and bits, if it is the largest.
func (p *pen) bitmap(header, bits []byte) {
	const fileHeader, leastHeader, leastSide = 14, 40, 200
	if len(header) < leastHeader || len(bits) == 0 {
		return
	}
	width, height := int32(binary.LittleEndian.Uint32(header[4:])), int32(binary.LittleEndian.Uint32(header[8:]))
	if len(header)+len(bits)+fileHeader <= len(p.Bitmap) || width < leastSide || max(height, -height) < leastSide/4 {
		return
	}
	file := make([]byte, fileHeader, fileHeader+len(header)+len(bits))
	copy(file, "BM")
	binary.LittleEndian.PutUint32(file[2:], uint32(cap(file)))
	binary.LittleEndian.PutUint32(file[10:], uint32(fileHeader+len(header)))
	p.Bitmap = append(append(file, header...), bits...)
}

// reader reads little-endian numbers and never goes beyond the end: there is nothing but zeros.
type reader []byte

func (r reader) at(n int) reader {
	if n < 0 || n >= len(r) {
		return nil
	}
	return r[n:]
}

func (r reader) u16() int {
	if len(r) < 2 {
		return 0
	}
	return int(binary.LittleEndian.Uint16(r))
}

func (r reader) i16() int { return int(int16(r.u16())) }

func (r reader) u32() uint32 {
	if len(r) < 4 {
		return 0
	}
	return binary.LittleEndian.Uint32(r)
}

func (r reader) i32() int { return int(int32(r.u32())) }

// part returns n bytes from a place, or nothing where they are not all there.
func (r reader) part(at, n int) reader {
	if at < 0 || n < 0 || at > len(r) || n > len(r)-at {
		return nil
	}
	return r[at : at+n]
}
