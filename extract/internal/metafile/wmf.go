package metafile

import "zhiwen/extract/internal/char"

// The records of a WMF that are read ([MS-WMF]).
const (
	wmfTextColour  = 0x0209
	wmfText        = 0x0521
	wmfExtText     = 0x0A32
	wmfStretchDIB  = 0x0F43
	wmfDIBStretch  = 0x0B41
	placeable      = 0x9AC6CDD7 // before the header
	placeableBytes = 22
	wmfHeader      = 18
	gbk            = 936 // the code page of texts: those of other languages have letters below 0x80, or are not read right
)

func isWMF(raw []byte) bool {
	r := reader(raw)
	if r.u32() == placeable {
		r = r.at(placeableBytes)
	}
	kind, words, version := r.u16(), r.at(2).u16(), r.at(4).u16()
	return (kind == 1 || kind == 2) && words == wmfHeader/2 && (version == 0x0100 || version == 0x0300)
}

// wmf reads the records of a WMF, whose sizes are in words of two bytes.
func (p *pen) wmf(raw reader) {
	if raw.u32() == placeable {
		raw = raw.at(placeableBytes)
	}
	raw = raw.at(wmfHeader)
	const header = 6
	for len(raw) >= header {
		size, kind := int(raw.u32()), raw.at(4).u16()
		if size < header/2 || size > len(raw)/2 {
			return
		}
		data := raw[header : 2*size]
		raw = raw[2*size:]
		switch kind {
		case wmfTextColour:
			p.colour(data.u32())
		case wmfText:
			n := data.u16()
			after := 2 + (n+1)/2*2
			p.put(char.DecodePage(data.part(2, n), gbk), float64(data.at(after+2).i16()), float64(data.at(after).i16()), 0)
		case wmfExtText:
			p.wmfExtText(data)
		case wmfStretchDIB:
			p.dib(data.at(22))
		case wmfDIBStretch:
			p.dib(data.at(20))
		}
	}
}

// wmfExtText reads a text with options and, behind it, the advance of each byte.
func (p *pen) wmfExtText(data reader) {
	const rectangle = 6 // options: there is a rectangle before the text
	y, x, n, options := data.i16(), data.at(2).i16(), data.at(4).u16(), data.at(6).u16()
	from := 8
	if options&rectangle != 0 {
		from += 8
	}
	if options&glyphIndex != 0 {
		p.Glyphs += n
		return
	}
	width, advances := 0, from+(n+1)/2*2
	for i := range n {
		width += data.at(advances + 2*i).i16()
	}
	p.put(char.DecodePage(data.part(from, n), gbk), float64(x), float64(y), float64(width))
}

// dib reads a bitmap whose header stands before its colours and bits.
func (p *pen) dib(data reader) {
	header, depth, colours := data.i32(), data.at(14).u16(), data.at(32).i32()
	if depth <= 8 && colours == 0 {
		colours = 1 << depth
	}
	header += 4 * colours
	if header > 0 && header < len(data) {
		p.bitmap(data[:header], data[header:])
	}
}
