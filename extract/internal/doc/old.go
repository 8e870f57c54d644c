package doc

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"slices"

	"zhiwen/extract"
	"zhiwen/extract/internal/char"
	"zhiwen/extract/internal/style"
)

// Word 6 and 95 wrote the structures of Word 97 in smaller sizes and all in one stream. Characters
// are bytes of a code page, property codes have one byte (old_sprm.go), and the entries of the
// header (FIB) have the same order. In Word 2 they are smaller still, without a compound file
// (word2.go).
const (
	oldLengths   = 0x34  // of the header: lengths of the parts
	oldSpans     = 0x58  // of the places in the stream;
	oldSpansGap  = 38    // entries from this one on
	oldSpansMore = 0x192 // are found here
	oldSpansEnd  = 58
	oldTextStart = 24 // start of the text without a piece table
	oldLanguage  = 6
	// Offsets of the first page of character properties and of the number of pages; those of
	// paragraph properties follow.
	oldLooksFirst = 0x18A
	oldLooksCount = 0x18E
	complexFile   = 1 << 2 // there is a piece table
	wideOld       = 1 << 12
)

// oldWord holds what only files from before Word 97 have.
type oldWord struct {
	page  int   // code page of the text
	fonts []int // code pages of the fonts by number, 0 if unstated
	word2 bool  // of Word 2
	wide  bool  // characters are byte pairs; the first byte is 0 except in double-byte characters
}

// Identifiers at the start of Word files (wIdent).
const (
	wordIdent   = 0xA5EC
	word6Ident  = 0xA5DC
	word2Ident  = 0xA5DB
	word95First = 0xA697 // East Asian versions of Word 6 and 95
	word95Last  = 0xA699
	lastOld     = 0x69 // last version (nFib) of Word 95; Word 97 writes 0xC1, WPS also 0xBF
)

// isOldWord reports whether a stream was written by Word 2, 6 or 95.
func isOldWord(main []byte) bool {
	ident, version := binary.LittleEndian.Uint16(main), binary.LittleEndian.Uint16(main[2:])
	switch {
	case ident == word6Ident, ident == word2Ident, ident >= word95First && ident <= word95Last:
		return true
	}
	return ident == wordIdent && version > 0 && version <= lastOld
}

// loadOldHeader reads the header of Word 6 and 95.
func (f *docFile) loadOldHeader() error {
	h := f.main
	if len(h) < oldSpansMore {
		return fmt.Errorf("%w: its header is cut off", extract.ErrDamaged)
	}
	flags := binary.LittleEndian.Uint16(h[10:])
	if flags&encrypted != 0 {
		return fmt.Errorf("%w: a Word file that opens with a password", extract.ErrEncrypted)
	}
	f.old = &oldWord{wide: flags&wideOld != 0, word2: isWord2(h)}
	parts, end := len(f.lengths), oldSpansEnd
	if f.old.word2 {
		parts, end = word2Parts, 0
		f.old.wide = false // the flag had no meaning in Word 2
		f.loadWord2Spans()
	}
	for i := range parts {
		f.lengths[i] = binary.LittleEndian.Uint32(h[oldLengths+4*i:])
	}
	for i := range end {
		at := oldSpans + 8*i
		if i >= oldSpansGap {
			at = oldSpansMore + 8*(i-oldSpansGap)
		}
		if at+8 > len(h) {
			break
		}
		f.spans = append(f.spans, fcLcb{binary.LittleEndian.Uint32(h[at:]), binary.LittleEndian.Uint32(h[at+4:])})
	}
	f.table = h
	f.loadOldFonts()
	f.old.page = languagePage(binary.LittleEndian.Uint16(h[oldLanguage:]))
	if k := slices.IndexFunc(f.old.fonts, doubleByte); k >= 0 && !doubleByte(f.old.page) {
		f.old.page = f.old.fonts[k] // the program's language may differ from that of the text
	}
	return nil
}

// loadOldFonts reads the code pages of the fonts (SttbfFfn).
func (f *docFile) loadOldFonts() {
	raw := f.span(fibFonts)
	if len(raw) < 2 {
		return
	}
	for raw = raw[2:]; len(raw) > 5; {
		f.old.fonts = append(f.old.fonts, char.CharsetPages[int(raw[4])])
		raw = raw[min(int(raw[0])+1, len(raw)):]
	}
}

// languagePage returns the code page of a language (LCID), Western if it is unknown.
func languagePage(lid uint16) int {
	switch lid {
	case 0x0404, 0x0C04, 0x1404: // Taiwan, Hong Kong, Macau
		return 950
	}
	return cmp.Or(languagePages[lid&0x3FF], 1252) // of the language without its country
}

var languagePages = map[uint16]int{
	0x04: 936, 0x11: 932, 0x12: 949, // Chinese, Japanese, Korean
	0x02: 1251, 0x19: 1251, 0x22: 1251, 0x23: 1251, // Bulgarian, Russian, Ukrainian, Belarusian
	// Czech, Hungarian, Polish, Romanian, Croatian, Slovak, Slovenian
	0x05: 1250, 0x0E: 1250, 0x15: 1250, 0x18: 1250, 0x1A: 1250, 0x1B: 1250, 0x24: 1250,
	0x08: 1253, 0x1F: 1254, // Greek, Turkish
	0x25: 1257, 0x26: 1257, 0x27: 1257, // Estonian, Latvian, Lithuanian
}

// doubleByte reports whether a code page has two-byte characters.
func doubleByte(page int) bool { return page == 932 || page == 936 || page == 949 || page == 950 }

// oldPieces returns the file's piece table, or one piece with all its text.
func (f *docFile) oldPieces(total uint64) (texts []byte, properties [][]byte, err error) {
	if binary.LittleEndian.Uint16(f.main[10:])&complexFile != 0 {
		texts, properties, err = clx(f.oldPieceTable())
		for i := range properties {
			properties[i] = f.modern(properties[i])
		}
		return texts, properties, err
	}
	texts = binary.LittleEndian.AppendUint32(nil, 0)
	texts = binary.LittleEndian.AppendUint32(texts, uint32(total))
	texts = append(texts, 0, 0)
	texts = append(texts, f.main[oldTextStart:oldTextStart+4]...)
	return append(texts, 0, 0), nil, nil
}

// oldCharacters reads n characters of a piece. Positions count bytes (or pairs of them), so a zero,
// which is not text, follows a two-byte character.
func (f *docFile) oldCharacters(p docPiece, n int) []uint16 {
	if n == 0 {
		return nil
	}
	out := make([]uint16, 0, n)
	raw := f.main[p.offset : int(p.offset)+n*int(p.width)]
	if p.width == 2 {
		for ; len(raw) > 1; raw = raw[2:] {
			lo, hi := raw[0], raw[1]
			if hi == 0 {
				out = append(out, western(lo))
			} else if c, ok := pairOf(hi, lo, f.old.page); ok {
				out = append(out, c)
			} else {
				out = append(out, binary.LittleEndian.Uint16(raw))
			}
		}
		return out
	}
	for at := p.offset; len(raw) > 0; {
		run, number := runAt(f.looks, at)
		length := len(raw)
		if number >= 0 {
			length = min(length, int(run.end-at))
		}
		out = append(out, decodeOld(raw[:length], f.pageOf(run))...)
		raw, at = raw[length:], at+uint32(length)
	}
	return out
}

// pageOf returns the code page of a run: that of its font, unless it is the Western one, which
// fonts of all languages claim.
func (f *docFile) pageOf(run docRun) int {
	font := int(applyLook(style.Look{}, style.Look{}, run.properties).font)
	if font < len(f.old.fonts) && !doubleByte(f.old.page) {
		if page := f.old.fonts[font]; page > char.SymbolPage && page != 1252 {
			return page
		}
	}
	return f.old.page
}

// decodeOld returns one character per byte, with a zero for the second byte of a double-byte
// character.
func decodeOld(raw []byte, page int) []uint16 {
	out := make([]uint16, len(raw))
	for i := 0; i < len(raw); i++ {
		switch c := raw[i]; {
		case c < 0x80:
			out[i] = uint16(c)
		case page == 1252 || page == char.SymbolPage:
			out[i] = western(c)
		case doubleByte(page):
			if i+1 < len(raw) {
				if u, ok := pairOf(c, raw[i+1], page); ok {
					out[i] = u
					i++
					continue
				}
			}
			out[i] = western(c)
		default:
			out[i] = uint16(char.First(char.DecodePage(raw[i:i+1], page)))
		}
	}
	return out
}

// pairOf decodes a two-byte character.
func pairOf(lead, trail byte, page int) (uint16, bool) {
	if lead < 0x81 || trail < 0x40 {
		return 0, false
	}
	r := []rune(char.DecodePage([]byte{lead, trail}, page))
	if len(r) != 1 || r[0] == 0xFFFD || r[0] > 0xFFFF {
		return 0, false
	}
	return uint16(r[0]), true
}
