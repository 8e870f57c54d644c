package doc

import (
	"encoding/binary"
	"errors"
	"fmt"

	"zhiwen/extract"
)

// docPiece is a range of text that is contiguous in the file.
type docPiece struct {
	start, end int    // character positions
	offset     uint32 // in the main stream
	width      uint32 // bytes of a character
	properties []byte // of all its characters and paragraphs; they override all others
}

func (p docPiece) offsetOf(cp int) uint32 { return p.offset + uint32(cp-p.start)*p.width }

var errNoPieces = errors.New("no piece table")

// loadPieces reads the piece table and the text.
func (f *docFile) loadPieces(maxCharacters int) error {
	var total uint64
	for _, n := range f.lengths {
		total += uint64(n)
	}
	// Properties may omit much of the text, but never add any.
	if total > uint64(maxCharacters)*2+1000 {
		return fmt.Errorf("%w: more than %d characters of text", extract.ErrLimits, maxCharacters)
	}
	total++ // the last paragraph's mark
	pieces := f.newPieces
	if f.old != nil {
		pieces = f.oldPieces
	}
	texts, properties, err := pieces(total)
	if err != nil {
		return fmt.Errorf("%w: the table of its text is broken", extract.ErrDamaged)
	}
	positions, entries := plc(texts, 8)
	for i := 0; i+1 < len(positions); i++ {
		from, to := uint64(positions[i]), min(uint64(positions[i+1]), total)
		if from != uint64(len(f.chars)) || to <= from {
			continue // pieces are consecutive; anything else is damage
		}
		e := entries[8*i:]
		p := docPiece{start: int(from), offset: binary.LittleEndian.Uint32(e[2:]), width: 2}
		switch {
		case f.old != nil && !f.old.wide:
			p.width = 1
		case f.old == nil && p.offset&(1<<30) != 0:
			p.offset, p.width = p.offset&^(1<<30)/2, 1
		}
		if prm := binary.LittleEndian.Uint16(e[6:]); prm&1 == 0 {
			p.properties = shortProperty(prm)
		} else if k := int(prm >> 1); k < len(properties) {
			p.properties = properties[k]
		}
		n := int(to - from)
		if held := (int64(len(f.main)) - int64(p.offset)) / int64(p.width); int64(n) > held {
			n, f.clipped = max(int(held), 0), true
		}
		if read := f.characters(p, n); len(f.chars) == 0 {
			f.chars = read // most files have one piece
		} else {
			f.chars = append(f.chars, read...)
		}
		// Missing text becomes blanks, so that positions stay valid.
		for range int(to-from) - n {
			f.chars = append(f.chars, ' ')
		}
		p.end = len(f.chars)
		f.pieces = append(f.pieces, p)
	}
	if len(f.pieces) == 0 {
		return fmt.Errorf("%w: the table of its text is broken", extract.ErrDamaged)
	}
	return nil
}

// newPieces returns the piece table of Word 97 and later.
func (f *docFile) newPieces(uint64) (texts []byte, properties [][]byte, err error) {
	return clx(f.span(fibText))
}

// characters reads n characters of a piece.
func (f *docFile) characters(p docPiece, n int) []uint16 {
	if f.old != nil {
		return f.oldCharacters(p, n)
	}
	out := make([]uint16, n)
	for i := range out {
		if p.width == 1 {
			out[i] = western(f.main[int(p.offset)+i])
		} else {
			out[i] = binary.LittleEndian.Uint16(f.main[int(p.offset)+2*i:])
		}
	}
	return out
}

// clx splits the piece table from the properties that pieces refer to.
func clx(raw []byte) (pieces []byte, properties [][]byte, err error) {
	for len(raw) >= 3 {
		switch raw[0] {
		case 1:
			n := int(binary.LittleEndian.Uint16(raw[1:]))
			if 3+n > len(raw) {
				return nil, nil, errNoPieces
			}
			properties = append(properties, raw[3:3+n])
			raw = raw[3+n:]
		case 2:
			if len(raw) < 5 {
				return nil, nil, errNoPieces
			}
			n := min(uint64(binary.LittleEndian.Uint32(raw[1:])), uint64(len(raw)-5))
			return raw[5 : 5+n], properties, nil
		default:
			return nil, nil, errNoPieces
		}
	}
	return nil, nil, errNoPieces
}

// shortProperty expands the single property that an entry of the piece table can hold itself, if it
// is used here.
func shortProperty(prm uint16) []byte {
	var code uint16
	switch prm >> 1 & 0x7F {
	case 0x41:
		code = sprmDeleted
	case 0x55:
		code = sprmBold
	case 0x5C:
		code = sprmHidden
	default:
		return nil
	}
	return []byte{byte(code), byte(code >> 8), byte(prm >> 8)}
}

// western returns the character of a byte in Windows code page 1252, the encoding of 8-bit pieces.
func western(c byte) uint16 {
	if c >= 0x80 && c < 0xA0 {
		return cp1252[c-0x80]
	}
	return uint16(c)
}

var cp1252 = [32]uint16{
	0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D, 0x017D, 0x8F,
	0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178,
}
