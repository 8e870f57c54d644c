package doc

import (
	"encoding/binary"

	"zhiwen/extract/internal/flow"
)

const (
	listEntry     = 28 // bytes of an LSTF, and of an LVLF
	overrideEntry = 16 // of an LFO
	listLevels    = flow.MaxLevels
)

// loadLists reads the definitions of numbered lists (PlfLst) and their uses (PlfLfo) into the
// numbering that .docx uses too.
func (f *docFile) loadLists() {
	f.numbers = flow.NewNumbering()
	if fibLists >= len(f.spans) {
		return
	}
	from := min(int64(f.spans[fibLists].offset), int64(len(f.table)))
	raw := f.table[from:] // the levels follow the span named in the header
	if len(raw) < 2 || f.spans[fibLists].length == 0 {
		return
	}
	count := int(binary.LittleEndian.Uint16(raw))
	if 2+count*listEntry > len(raw) {
		return
	}
	r := &levelReader{raw: raw[2+count*listEntry:]}
	for i := range count {
		e := raw[2+i*listEntry:]
		levels := 1
		if e[26]&1 == 0 { // not a list with a single level
			levels = listLevels
		}
		id := key(int64(int32(binary.LittleEndian.Uint32(e))))
		f.numbers.Abstract[id] = map[int]flow.Level{}
		for k := range levels {
			l, ok := r.next(k)
			if !ok {
				return
			}
			f.numbers.Abstract[id][k] = l
		}
	}
	f.loadOverrides()
}

// loadOverrides reads the uses of lists, which paragraphs refer to.
func (f *docFile) loadOverrides() {
	raw := f.span(fibOverrides)
	if len(raw) < 4 {
		return
	}
	count := int(min(binary.LittleEndian.Uint32(raw), 1<<16))
	if 4+count*overrideEntry > len(raw) {
		return
	}
	r := &levelReader{raw: raw[4+count*overrideEntry:]}
	for i := range count {
		e := raw[4+i*overrideEntry:]
		list, use := key(int64(int32(binary.LittleEndian.Uint32(e)))), key(int64(i+1))
		f.numbers.Num[use] = list
		if len(r.raw) < 4 {
			continue
		}
		r.raw = r.raw[4:]
		for range int(e[12]) {
			if len(r.raw) < 8 {
				break
			}
			start, flags := int(int32(binary.LittleEndian.Uint32(r.raw))), binary.LittleEndian.Uint32(r.raw[4:])
			r.raw = r.raw[8:]
			k := int(flags & 0xF)
			if flags&(1<<5) != 0 { // the use redefines this level
				l, ok := r.next(k)
				if !ok {
					break
				}
				if f.numbers.Own[use] == nil {
					f.numbers.Own[use] = map[int]flow.Level{}
				}
				f.numbers.Own[use][k] = l
				start = l.Start
			}
			if flags&(1<<4) != 0 && k < listLevels {
				if f.numbers.Override[use] == nil {
					f.numbers.Override[use] = map[int]int{}
				}
				f.numbers.Override[use][k] = start
			}
		}
	}
}

// levelReader reads levels (LVL) in sequence.
type levelReader struct{ raw []byte }

// next reads the next level, which is level k of its list.
func (r *levelReader) next(k int) (flow.Level, bool) {
	if len(r.raw) < listEntry {
		return flow.Level{}, false
	}
	h := r.raw[:listEntry]
	l := flow.Level{
		Start:  int(int32(binary.LittleEndian.Uint32(h))),
		Format: numberFormats[h[4]],
		Legal:  h[5]&4 != 0,
		Suffix: [4]string{"tab", "space", "nothing", "nothing"}[h[15]&3],
	}
	if h[5]&8 != 0 { // restarts only after levels above the stated one
		l.Keeps = max(k-int(h[26]), 0)
	}
	at := listEntry + int(h[24]) + int(h[25])
	if at+2 > len(r.raw) {
		return flow.Level{}, false
	}
	n := int(binary.LittleEndian.Uint16(r.raw[at:]))
	if at+2+2*n > len(r.raw) {
		return flow.Level{}, false
	}
	for i := range n {
		c := binary.LittleEndian.Uint16(r.raw[at+2+2*i:])
		if c < listLevels { // placeholder for the number of that level
			l.Text += "%" + string(rune('1'+c))
		} else {
			l.Text += string(rune(c))
		}
	}
	r.raw = r.raw[at+2+2*n:]
	return l, true
}

// numberFormats maps formats (MSONFC) to their names in .docx; others are written in decimal.
var numberFormats = map[byte]string{
	1: "upperRoman", 2: "lowerRoman", 3: "upperLetter", 4: "lowerLetter", 10: "ideographDigital", 5: "ordinal", 11: "japaneseCounting",
	14: "decimalFullWidth", 16: "japaneseLegal", 17: "japaneseDigitalTenThousand", 18: "decimalEnclosedCircle", 19: "decimalFullWidth2",
	22: "decimalZero", 23: "bullet", 26: "decimalEnclosedFullstop", 27: "decimalEnclosedParen", 28: "decimalEnclosedCircleChinese",
	29: "ideographEnclosedCircle", 30: "ideographTraditional", 31: "ideographZodiac",
	33: "taiwaneseCounting", 34: "ideographLegalTraditional", 35: "taiwaneseCountingThousand", 36: "taiwaneseDigital",
	37: "chineseCounting", 38: "chineseLegalSimplified", 39: "chineseCountingThousand", 255: "none",
}
