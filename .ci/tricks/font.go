package main

import (
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"sync"
)

// fontPaths are where the fonts of PDFs are looked for: one with Chinese, and one with the letters of other scripts that the
// first lacks. Nothing of them is kept in the repository; files that are written hold the few outlines they show.
var fontPaths = [][]string{
	{os.Getenv("ZHIWEN_FONT"), "/usr/share/fonts/truetype/wqy/wqy-microhei.ttc", "/usr/share/fonts/wqy-microhei-fonts/wqy-microhei.ttc",
		"/usr/share/fonts/wqy-microhei/wqy-microhei.ttc",
		"/usr/local/share/fonts/wqy-microhei.ttc", "/opt/homebrew/share/fonts/wqy-microhei.ttc"},
	{"/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf", "/usr/share/fonts/dejavu-sans-fonts/DejaVuSans.ttf"},
}

// typeface is a TrueType font: its tables, and the glyph of each character.
type typeface struct {
	tables  map[string][]byte
	glyphs  map[rune]int
	units   int
	offsets []int // of each glyph in glyf
	metrics int   // entries of hmtx that have widths
}

// typefaces loads the fonts of this machine once.
var typefaces = sync.OnceValues(func() ([]*typeface, error) {
	var out []*typeface
	for _, paths := range fontPaths {
		for _, path := range paths {
			data, err := os.ReadFile(filepath.Clean(path))
			if path == "" || err != nil {
				continue
			}
			face, err := readTypeface(data)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", path, err)
			}
			out = append(out, face)
			break
		}
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("no font: install WenQuanYi Micro Hei (wqy-microhei.ttc), or name one by ZHIWEN_FONT")
	}
	return out, nil
})

func word(b []byte, at int) int { return int(binary.BigEndian.Uint16(b[at:])) }
func long(b []byte, at int) int { return int(binary.BigEndian.Uint32(b[at:])) }

// readTypeface reads a font file, or the first font of a collection.
func readTypeface(data []byte) (*typeface, error) {
	at := 0
	if string(data[:4]) == "ttcf" {
		at = long(data, 12)
	}
	t := &typeface{tables: map[string][]byte{}, glyphs: map[rune]int{}}
	for i := range word(data, at+4) {
		entry := data[at+12+16*i:]
		t.tables[string(entry[:4])] = data[long(entry, 8) : long(entry, 8)+long(entry, 12)]
	}
	for _, name := range []string{"glyf", "loca", "cmap", "head", "hhea", "hmtx", "maxp"} {
		if t.tables[name] == nil {
			return nil, fmt.Errorf("the font has no table %s", name)
		}
	}
	head, loca := t.tables["head"], t.tables["loca"]
	t.units, t.metrics = word(head, 18), word(t.tables["hhea"], 34)
	for i := range word(t.tables["maxp"], 4) + 1 {
		if word(head, 50) == 0 {
			t.offsets = append(t.offsets, 2*word(loca, 2*i))
		} else {
			t.offsets = append(t.offsets, long(loca, 4*i))
		}
	}
	t.readGlyphs()
	return t, nil
}

// readGlyphs reads the tables of characters in formats 4 and 12.
func (t *typeface) readGlyphs() {
	cmap := t.tables["cmap"]
	for i := range word(cmap, 2) {
		sub := cmap[long(cmap, 8+8*i):]
		switch word(sub, 0) {
		case 4:
			n := word(sub, 6)
			ends, starts, deltas, ranges := sub[14:], sub[16+n:], sub[16+2*n:], sub[16+3*n:]
			for s := 0; s < n; s += 2 {
				for c := word(starts, s); c <= word(ends, s) && c < 0xFFFF; c++ {
					glyph := c + word(deltas, s)
					if offset := word(ranges, s); offset != 0 {
						if glyph = word(ranges, s+offset+2*(c-word(starts, s))); glyph != 0 {
							glyph += word(deltas, s)
						}
					}
					if glyph &= 0xFFFF; glyph != 0 {
						t.glyphs[rune(c)] = glyph
					}
				}
			}
		case 12:
			for g := range long(sub, 12) {
				group := sub[16+12*g:]
				for c := long(group, 0); c <= long(group, 4); c++ {
					t.glyphs[rune(c)] = long(group, 8) + c - long(group, 0)
				}
			}
		}
	}
}

// width returns the width of a glyph in thousandths of the size.
func (t *typeface) width(glyph int) int {
	return word(t.tables["hmtx"], 4*min(glyph, t.metrics-1)) * 1000 / t.units
}

// outline returns the data of a glyph in glyf.
func (t *typeface) outline(glyph int) []byte {
	return t.tables["glyf"][t.offsets[glyph]:t.offsets[glyph+1]]
}

// subset returns a font file with the given glyphs, numbered from 1 in their order; 0 is empty.
func (t *typeface) subset(glyphs []int) []byte {
	all, number := []int{0}, map[int]int{}
	for i, g := range glyphs {
		number[g] = i + 1
		all = append(all, g)
	}
	var glyf, loca, hmtx []byte
	for i := 0; i < len(all); i++ {
		loca = binary.BigEndian.AppendUint32(loca, uint32(len(glyf)))
		outline := append([]byte(nil), t.outline(all[i])...)
		if i == 0 {
			outline = nil
		}
		if len(outline) > 0 && int16(word(outline, 0)) < 0 {
			for at := 10; ; {
				flags, part := word(outline, at), word(outline, at+2)
				if number[part] == 0 {
					number[part] = len(all)
					all = append(all, part)
				}
				binary.BigEndian.PutUint16(outline[at+2:], uint16(number[part]))
				at += 6
				if flags&1 != 0 { // arguments of two bytes each
					at += 2
				}
				switch {
				case flags&8 != 0:
					at += 2
				case flags&0x40 != 0:
					at += 4
				case flags&0x80 != 0:
					at += 8
				}
				if flags&0x20 == 0 {
					break
				}
			}
		}
		glyf = append(glyf, outline...)
		for len(glyf)%4 != 0 {
			glyf = append(glyf, 0)
		}
		m := 4 * min(all[i], t.metrics-1)
		hmtx = append(hmtx, t.tables["hmtx"][m:m+4]...)
	}
	loca = binary.BigEndian.AppendUint32(loca, uint32(len(glyf)))
	head := append([]byte(nil), t.tables["head"]...)
	binary.BigEndian.PutUint16(head[50:], 1)
	hhea := append([]byte(nil), t.tables["hhea"]...)
	binary.BigEndian.PutUint16(hhea[34:], uint16(len(all)))
	maxp := append([]byte(nil), t.tables["maxp"]...)
	binary.BigEndian.PutUint16(maxp[4:], uint16(len(all)))
	tables := []struct {
		name string
		data []byte
	}{{"cvt ", t.tables["cvt "]}, {"fpgm", t.tables["fpgm"]}, {"glyf", glyf}, {"head", head}, {"hhea", hhea}, {"hmtx", hmtx}, {"loca",
		loca}, {"maxp", maxp}, {"prep", t.tables["prep"]}}
	out := []byte{0, 1, 0, 0, 0, byte(len(tables)), 0, 128, 0, 3, 0, 16}
	at := 12 + 16*len(tables)
	var body []byte
	for _, table := range tables {
		out = append(out, table.name...)
		out = binary.BigEndian.AppendUint32(out, 0)
		out = binary.BigEndian.AppendUint32(out, uint32(at+len(body)))
		out = binary.BigEndian.AppendUint32(out, uint32(len(table.data)))
		body = append(body, table.data...)
		for len(body)%4 != 0 {
			body = append(body, 0)
		}
	}
	return append(out, body...)
}
