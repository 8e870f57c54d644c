package metafile

import (
	"math"

	"zhiwen/extract/internal/char"
)

// The records of an EMF that are read, and of EMF+ within its comments ([MS-EMF], [MS-EMFPLUS]).
const (
	emfHeader        = 1
	emfTextColour    = 24
	emfComment       = 70
	emfBitBlt        = 76
	emfStretchBlt    = 77
	emfSetDIBits     = 80
	emfStretchDIBits = 81
	emfTextA         = 83
	emfTextW         = 84
	emfSmallText     = 108
	plusDrawString   = 0x401C
	plusDriverString = 0x4036

	plusSignature = 0x2B464D45 // "EMF+"
	glyphIndex    = 0x10       // option of a text: its codes are numbers of a font
	emfRecord     = 8          // bytes of a record's type and size
)

func isEMF(raw []byte) bool {
	return reader(raw).u32() == emfHeader && string(reader(raw).part(40, 4)) == " EMF"
}

// emf reads the records of an EMF.
func (p *pen) emf(raw reader) {
	var plus []reader
	for len(raw) >= emfRecord {
		kind, size := raw.u32(), raw.at(4).i32()
		if size < emfRecord || size > len(raw) {
			break
		}
		record := raw[:size]
		raw = raw[size:]
		switch kind {
		case emfTextColour:
			p.colour(record.at(emfRecord).u32())
		case emfTextA, emfTextW:
			p.emfText(record, kind == emfTextW)
		case emfSmallText:
			p.emfSmall(record)
		case emfStretchDIBits:
			p.bitmap(record.part(record.at(48).i32(), record.at(52).i32()), record.part(record.at(56).i32(), record.at(60).i32()))
		case emfSetDIBits:
			p.bitmap(record.part(record.at(40).i32(), record.at(44).i32()), record.part(record.at(48).i32(), record.at(52).i32()))
		case emfBitBlt, emfStretchBlt:
			p.bitmap(record.part(record.at(84).i32(), record.at(88).i32()), record.part(record.at(92).i32(), record.at(96).i32()))
		case emfComment:
			if record.at(12).u32() == plusSignature {
				plus = append(plus, record.part(16, min(record.at(8).i32()-4, len(record)-16)))
			}
		}
	}
	if len(p.Lines)+len(p.Faint) == 0 && p.Glyphs == 0 { // else the same is drawn in both ways
		for _, records := range plus {
			p.emfPlus(records)
		}
	}
}

// emfText reads a text with a place and the advance of each character.
func (p *pen) emfText(record reader, wide bool) {
	const text = 36 // offset of EmrText
	x, y := record.at(text).i32(), record.at(text+4).i32()
	n, from, options := record.at(text+8).i32(), record.at(text+12).i32(), record.at(text+16).u32()
	width := 0
	advances := record.at(text + 36).i32()
	for i := range min(max(n, 0), len(record)/4) {
		width += record.at(advances + 4*i).i32()
	}
	p.emfPut(record, options, wide, n, from, x, y, width)
}

// emfPut puts a text of n characters that begins at a place of a record.
func (p *pen) emfPut(record reader, options uint32, wide bool, n, from, x, y, width int) {
	switch {
	case options&glyphIndex != 0:
		p.Glyphs += max(n, 0)
	case wide:
		p.put(char.DecodeUTF16(record.part(from, 2*n), false), float64(x), float64(y), float64(width))
	default:
		p.put(char.DecodePage(record.part(from, n), gbk), float64(x), float64(y), float64(width))
	}
}

// emfSmall reads a text without advances.
func (p *pen) emfSmall(record reader) {
	const small, noRectangle = 0x200, 0x100 // options: bytes and not words; no rectangle before the text
	x, y, n, options := record.at(8).i32(), record.at(12).i32(), record.at(16).i32(), record.at(20).u32()
	from := 36
	if options&noRectangle == 0 {
		from += 16
	}
	p.emfPut(record, options, options&small == 0, n, from, x, y, 0)
}

// emfPlus reads the texts of EMF+ records.
func (p *pen) emfPlus(raw reader) {
	const header = 12
	for len(raw) >= header {
		kind, size := raw.u16(), raw.at(4).i32()
		if size < header || size > len(raw) {
			return
		}
		data := raw[header:size]
		raw = raw[size:]
		float := func(at int) float64 { return float64(math.Float32frombits(data.at(at).u32())) }
		switch kind {
		case plusDrawString:
			const layout, text = 12, 28
			p.put(char.DecodeUTF16(data.part(text, 2*data.at(8).i32()), false), float(layout), float(layout+4), 0)
		case plusDriverString:
			const unicode, text = 1, 16 // an option: codes are characters
			n := data.at(12).i32()
			if data.at(4).u32()&unicode == 0 {
				p.Glyphs += max(n, 0)
				continue
			}
			places := text + (2*n+3)/4*4
			first, last := float(places), float(places+8*(n-1))
			width := 0.0
			if n > 1 {
				width = (last - first) * float64(n) / float64(n-1)
			}
			p.put(char.DecodeUTF16(data.part(text, 2*n), false), first, float(places+4), width)
		}
	}
}
