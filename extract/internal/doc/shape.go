package doc

import (
	"bytes"
	"encoding/binary"
	"io"
	"maps"

	"zhiwen/extract"
	"zhiwen/extract/internal/draft"
	"zhiwen/extract/internal/flow"
	"zhiwen/extract/internal/picture"
	"zhiwen/extract/internal/style"
)

// Drawn shapes ([MS-ODRAW]): their filling and their position (OfficeArtContent, PlcfSpa).

const (
	fibHeaderShapes = 41
	fibDrawings     = 50

	artFSP      = 0xF00A // number and kind of a shape
	artOptions  = 0xF00B // properties of a shape
	artOptions2 = 0xF121
	artOptions3 = 0xF122

	maxArtDepth = 20 // depth of nested groups

	artBackground = 1 << 10 // in FSP: the background of the page

	// Codes of properties. Bit properties hold values in the low half, and in the high half which
	// of them are stated.
	artCropTop      = 0x100 // hidden edges: top, bottom, left, right
	artPib          = 0x104
	artTextLeft     = 0x81
	artTextTop      = 0x82
	artTextRight    = 0x83
	artTextBottom   = 0x84
	artTextBits     = 0xBF
	artFillType     = 0x180 // 0 is one colour
	artFillColour   = 0x181
	artFillOpacity  = 0x182
	artFillBits     = 0x1BF
	artAcross       = 0x38F // 0 if placed by FSPA, else aligned
	artAcrossFrom   = 0x390
	artDown         = 0x391
	artDownFrom     = 0x392
	artShapeBits    = 0x3BF
	artGrows        = 1 << 1 // of artTextBits: the shape grows with its text
	artFilled       = 1 << 4
	artHidden       = 1 << 1 // of artShapeBits
	artReallyHidden = 1 << 8
	artIndexed      = 0x19 // flag of a colour: an index into a table
	artFromPage     = 1    // of artAcrossFrom and artDownFrom

	// Default margins around the text in a box.
	defaultInsetX, defaultInsetY = 91_440, 45_720

	pointEMU = 12_700
)

// artProperties holds the properties of a shape by code.
type artProperties map[uint16]uint32

// on reports whether a bit of a property is set, or usual if it is not stated.
func (p artProperties) on(number uint16, bit uint32, usual bool) bool {
	if p[number]&(bit<<16) == 0 {
		return usual
	}
	return p[number]&bit != 0
}

// fill returns the filling of a shape, or NoPaint.
func (p artProperties) fill() style.Paint {
	if !p.on(artFillBits, artFilled, true) {
		return style.NoPaint
	}
	colour := style.White
	if v, stated := p[artFillColour]; stated {
		if colour = style.AnyPaint; v>>24&artIndexed == 0 {
			colour = style.RGB(int(v), int(v>>8), int(v>>16))
		}
	}
	if p[artFillType] != 0 { // a pattern, a picture, a gradient
		colour = style.AnyPaint
	}
	if v, stated := p[artFillOpacity]; stated {
		if colour = colour.Faded(float64(v) / (1 << 16)); colour == style.Glass {
			return style.NoPaint
		}
	}
	return colour
}

// inset returns a distance between the edge of a shape and its text, in points.
func (p artProperties) inset(number uint16, usual int32) float64 {
	if v, stated := p[number]; stated {
		usual = int32(v)
	}
	return float64(usual) / pointEMU
}

// shape is a drawn shape that may hold text.
type shape struct {
	properties artProperties
	placed     bool // it stands alone, not in a group
	left, top  float64
	wide, high float64 // points
	fromPageX  bool    // left counts from the edge of the page
	fromPageY  bool
}

// loadShapes reads the shapes of the file's drawings, by number.
func (w *walk) loadShapes() {
	w.shapes, w.pictures = map[uint32]*shape{}, map[int][]*picture.Picture{}
	raw := w.f.span(fibDrawings)
	if w.f.old != nil || len(raw) < artHeader {
		return
	}
	usual := artProperties{}
	var pictures [][]byte
	var read func(raw []byte, depth int)
	read = func(raw []byte, depth int) {
		var number, kind uint32
		own := artProperties{}
		eachArt(raw, func(id uint16, container bool, instance int, body []byte) {
			switch {
			case id == artFSP && len(body) >= 8:
				number, kind = binary.LittleEndian.Uint32(body), binary.LittleEndian.Uint32(body[4:])
			case id == artOptions, id == artOptions2, id == artOptions3:
				own.read(body, instance)
			case id == artTypeFBSE:
				pictures = append(pictures, body)
			case container && depth < maxArtDepth:
				read(body, depth+1)
			}
		})
		if number == 0 {
			// defaults for all drawings come first
			maps.Copy(usual, own)
			return
		}
		for k, v := range usual {
			if _, stated := own[k]; !stated {
				own[k] = v
			}
		}
		if kind&artBackground != 0 {
			if _, stated := own[artFillColour]; stated {
				w.paper = own.fill()
			}
			return
		}
		w.shapes[number] = &shape{properties: own}
	}
	// The drawings of the text and of the headers each have one byte before them.
	for len(raw) >= artHeader {
		if binary.LittleEndian.Uint16(raw[2:])>>12 != 0xF {
			raw = raw[1:]
			continue
		}
		size := min(artHeader+int64(binary.LittleEndian.Uint32(raw[4:])), int64(len(raw)))
		read(raw[:size], 0)
		raw = raw[size:]
	}
	for _, entry := range []int{fibShapes, fibHeaderShapes} {
		at, places := plc(w.f.span(entry), 26)
		for i := 0; len(places) >= 26; i, places = i+1, places[26:] {
			s := w.shapes[binary.LittleEndian.Uint32(places)]
			if s == nil {
				continue
			}
			s.place(places)
			if n := int(s.properties[artPib]); entry == fibShapes && n > 0 && n <= len(pictures) && w.around(s).Room != style.Shut {
				if shown := w.f.floating(s, pictures[n-1]); shown != nil {
					w.pictures[int(at[i])] = append(w.pictures[int(at[i])], shown)
				}
			}
		}
	}
	for _, s := range w.shapes {
		if _, shown := s.properties[artPib]; shown || s.placed && style.Tints(s.properties.fill()) {
			w.floats = true
		}
	}
}

// place reads the position of a shape (FSPA).
func (s *shape) place(spa []byte) {
	at := func(i int) float64 { return float64(int32(binary.LittleEndian.Uint32(spa[4+4*i:]))) / 20 }
	s.placed = true
	s.left, s.top, s.wide, s.high = at(0), at(1), at(2)-at(0), at(3)-at(1)
	flags, p := binary.LittleEndian.Uint16(spa[20:]), s.properties
	from := func(number uint16, flags uint16) bool {
		if v, stated := p[number]; stated {
			return v == artFromPage
		}
		return flags&3 == artFromPage
	}
	s.fromPageX, s.fromPageY = from(artAcrossFrom, flags>>1), from(artDownFrom, flags>>3)
	if p[artAcross] != 0 {
		s.left, s.fromPageX = 0, false
	}
	if p[artDown] != 0 {
		s.top, s.fromPageY = 0, false
	}
}

// floating returns the picture that a shape shows, or nil if its kind is not read. entry is the
// record (FBSE) that describes the picture.
func (f *docFile) floating(s *shape, entry []byte) *picture.Picture {
	const delayed = 28 // offset of the picture's position in the main stream
	if len(entry) < artEntry {
		return nil
	}
	data := artPicture(entry[min(artEntry+int(entry[artEntryAt]), len(entry)):])
	if at := int64(binary.LittleEndian.Uint32(entry[delayed:])); data == nil && at < int64(len(f.main)) {
		data = artPicture(f.main[at:min(at+int64(binary.LittleEndian.Uint32(entry[delayed-8:])), int64(len(f.main)))])
	}
	if data == nil {
		return nil
	}
	shown := &picture.Picture{Width: float32(s.wide), Height: float32(s.high),
		Open: func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(data)), nil }}
	for side, of := range [4]int{1, 3, 0, 2} { // the order of Crop
		shown.Crop[of] = min(max(float32(int32(s.properties[artCropTop+uint16(side)]))/(1<<16), 0), 1)
	}
	return shown
}

// surroundings returns the place of a box's text.
func (w *walk) surroundings(box docBox, kind extract.ParagraphKind) flow.Place {
	s := w.shapes[box.number]
	if s == nil { // nothing is known about it
		return flow.Place{Kind: kind, Ground: style.AnyPaint}
	}
	at := w.around(s)
	at.Kind = kind
	return at
}

// around returns the place of a shape's text.
func (w *walk) around(s *shape) flow.Place {
	p := s.properties
	at := flow.Place{Ground: p.fill()}
	if s.placed {
		at.Spot = &draft.Spot{X: s.left, Y: s.top}
	}
	if at.Ground == style.NoPaint && (w.floats || !s.placed) { // the ground behind the shape shows
		at.Ground = style.AnyPaint
	}
	x := p.inset(artTextLeft, defaultInsetX) + p.inset(artTextRight, defaultInsetX)
	y := p.inset(artTextTop, defaultInsetY) + p.inset(artTextBottom, defaultInsetY)
	switch {
	case p.on(artShapeBits, artHidden, false), p.on(artShapeBits, artReallyHidden, false):
		at.Room = style.Shut
	case !s.placed:
	case w.page.MissesX(s.left, s.wide, s.fromPageX), w.page.MissesY(s.top, s.high, s.fromPageY), s.wide <= 0 || s.high <= 0:
		at.Room = style.Shut
	case !p.on(artTextBits, artGrows, false):
		if s.wide <= x || s.high <= y {
			at.Room = style.Shut
		} else {
			at.Room = style.NewRoom(s.wide-x, s.high-y)
		}
	}
	return at
}

// read reads count properties (OfficeArtFOPT).
func (p artProperties) read(raw []byte, count int) {
	for ; count > 0 && len(raw) >= 6; count-- {
		p[binary.LittleEndian.Uint16(raw)&0x3FFF] = binary.LittleEndian.Uint32(raw[2:])
		raw = raw[6:]
	}
}

// eachArt calls visit for each record in a sequence.
func eachArt(raw []byte, visit func(id uint16, container bool, instance int, body []byte)) {
	for len(raw) >= artHeader {
		head, id := binary.LittleEndian.Uint16(raw), binary.LittleEndian.Uint16(raw[2:])
		size := min(artHeader+int64(binary.LittleEndian.Uint32(raw[4:])), int64(len(raw)))
		visit(id, head&0xF == 0xF, int(head>>4), raw[artHeader:size])
		raw = raw[size:]
	}
}
