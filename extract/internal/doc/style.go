package doc

import (
	"encoding/binary"
	"slices"

	"zhiwen/extract/internal/char"
	"zhiwen/extract/internal/flow"
	"zhiwen/extract/internal/style"
)

// docStyle is an entry of the style sheet (STSH).
type docStyle struct {
	kind     int // 1 paragraph, 2 character
	built    int // number of a built-in style; 1 to 9 are the headings
	basedOn  int
	name     string
	para     []byte
	char     []byte
	resolved *docFormat
}

// docFormat is the combined result of a paragraph's styles and properties.
type docFormat struct {
	look      style.Look
	name      string
	built     int
	level     int // outline level from 1; 0 unset, -1 stated to be body text
	list      int // number of the list; 0 none
	listLevel int
	indents   style.Indents
	frame     style.Frame
}

// lineHeight converts an LSPD to the form of style.Look: a negative height is exact.
func lineHeight(v []byte) int {
	line, multiple := int(int16(binary.LittleEndian.Uint16(v))), binary.LittleEndian.Uint16(v[2:]) != 0
	if line < 0 || multiple {
		return -line // negative in Look too if it counts single lines
	}
	return 0 // a minimum only
}

const (
	maxStyles = 4_095 // more cannot be referenced
	noStyle   = 0xFFF // basedOn of a style without a base
	tocFirst  = 19    // numbers of the built-in styles of tables of contents
	tocLast   = 27
)

// loadStyles reads the style sheet.
func (f *docFile) loadStyles() {
	raw := f.span(fibStyles)
	if len(raw) < 6 || f.old != nil && f.old.word2 {
		return
	}
	head := int(binary.LittleEndian.Uint16(raw))
	if head+2 > len(raw) || head < 4 {
		return
	}
	count, fixed := min(int(binary.LittleEndian.Uint16(raw[2:])), maxStyles), int(binary.LittleEndian.Uint16(raw[4:]))
	raw = raw[2+head:]
	for range count {
		if len(raw) < 2 {
			return
		}
		n := int(binary.LittleEndian.Uint16(raw))
		if 2+n > len(raw) {
			return
		}
		f.styles = append(f.styles, f.readStyle(raw[2:2+n], fixed))
		raw = raw[2+n:]
	}
}

func (f *docFile) readStyle(raw []byte, fixed int) docStyle {
	least, wide := 10, 2 // bytes of the fixed part, and of a character of the name
	if f.old != nil {
		least, wide = 8, 1
	}
	if len(raw) < least || fixed < least || len(raw) < fixed+wide {
		return docStyle{basedOn: noStyle}
	}
	s := docStyle{
		built:   int(binary.LittleEndian.Uint16(raw) & 0xFFF),
		kind:    int(binary.LittleEndian.Uint16(raw[2:]) & 0xF),
		basedOn: int(binary.LittleEndian.Uint16(raw[2:]) >> 4),
	}
	parts := int(binary.LittleEndian.Uint16(raw[4:]) & 0xF)
	name := int(raw[fixed])
	if f.old == nil {
		name = int(binary.LittleEndian.Uint16(raw[fixed:]))
	}
	at := fixed + wide
	if at+wide*name+wide > len(raw) {
		return s
	}
	if f.old != nil {
		s.name = char.DecodePage(raw[at:at+name], f.old.page)
	} else {
		s.name = char.DecodeUTF16(raw[at:at+2*name], false)
	}
	at += wide * (name + 1)
	var list [][]byte
	for range parts {
		at += at & 1
		if at+2 > len(raw) {
			break
		}
		n := int(binary.LittleEndian.Uint16(raw[at:]))
		at += 2
		list = append(list, raw[min(at, len(raw)):min(at+n, len(raw))])
		at += n
	}
	switch {
	case s.kind == 1 && len(list) > 0 && len(list[0]) >= 2:
		s.para = list[0][2:]
		if len(list) > 1 {
			s.char = list[1]
		}
	case s.kind == 2 && len(list) > 0:
		s.char = list[0]
	}
	if f.old != nil {
		s.para, s.char = modernSprms(s.para), modernSprms(s.char)
	}
	return s
}

// style returns the combined result of a style and those it is based on.
func (f *docFile) style(id int) docFormat {
	if id < 0 || id >= len(f.styles) {
		return docFormat{}
	}
	s := &f.styles[id]
	if s.resolved != nil {
		return *s.resolved
	}
	chain := []int{id}
	for next := s.basedOn; next < len(f.styles) && len(chain) < flow.MaxStyleChain &&
		!slices.Contains(chain, next); next = f.styles[next].basedOn {
		chain = append(chain, next)
	}
	var out docFormat
	for _, i := range slices.Backward(chain) {
		own := &f.styles[i]
		if own.kind != s.kind {
			continue
		}
		if own.built >= 1 && own.built <= 9 {
			out.level = own.built
		} else if l := flow.NamedLevel(own.name); l > 0 {
			out.level = l
		}
		out.paragraph(own.para)
		out.look = applyLook(out.look, out.look, own.char).Look
	}
	out.name, out.built = s.name, s.built
	s.resolved = &out
	return out
}

// paragraph applies a paragraph's properties to the format.
func (o *docFormat) paragraph(properties []byte) {
	eachSprm(properties, func(code uint16, v []byte) {
		switch code {
		case sprmOutline:
			o.level = int(v[0]) + 1
			if v[0] > 8 {
				o.level = -1
			}
		case sprmList:
			o.list = int(binary.LittleEndian.Uint16(v))
		case sprmListLevel:
			o.listLevel = int(v[0])
		case sprmLine:
			o.look.Line = lineHeight(v)
		case sprmLeft, sprmLeft80:
			o.indents.Left = style.Points(twips(v))
		case sprmRight, sprmRight80:
			o.indents.Right = style.Points(twips(v))
		case sprmFirst, sprmFirst80:
			o.indents.First = style.Points(twips(v))
		case sprmFrameX:
			o.frame.X = framed(v)
		case sprmFrameY:
			o.frame.Y = framed(v)
		case sprmFrameWide:
			o.frame.Wide = twips(v)
		case sprmFrameHigh:
			high := binary.LittleEndian.Uint16(v)
			o.frame.High, o.frame.Exact = float64(high&^leastHeight)/20, high&leastHeight == 0
		case sprmFrameFrom:
			o.frame.PageX, o.frame.PageY = v[0]>>6 == framePageX, v[0]>>4&3 == framePageY
		case sprmParaShade:
			o.look.Ground = shade(v)
		case sprmParaShade80:
			o.look.Ground = shade80(v)
		}
	})
}

const (
	leastHeight = 0x8000 // bit of a frame's height: it is a minimum
	framePageX  = 2      // origins of a frame's position
	framePageY  = 1

	firstAligned = -20 // positions of a frame from here to 0 are keywords: centred, outside
)

// twips reads a measure and returns it in points.
func twips(v []byte) float64 { return float64(int16(binary.LittleEndian.Uint16(v))) / 20 }

// framed returns where a frame begins, in points; an aligned one is visible and yields 0.
func framed(v []byte) float64 {
	if n := int16(binary.LittleEndian.Uint16(v)); n > 0 || n < firstAligned {
		return twips(v)
	}
	return 0
}
