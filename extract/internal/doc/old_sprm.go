package doc

import "encoding/binary"

// Property codes of Word 6 and 95 have one byte. The properties used here have a successor with the
// same meaning in Word 97, to which they are converted.

const (
	oldSymbol     = 74  // a font and a byte
	oldTable      = 190 // definition of a row, with a two-byte length
	oldTable10    = 188 // and its predecessor
	oldTabs       = 23  // a length of 255 means that it must be computed
	oldDefinition = 10  // bytes of a cell's definition; 20 since Word 97
	varying       = -1  // the operand begins with its length
)

// modernSprm maps old property codes to their successors.
var modernSprm = map[byte]uint16{
	2: sprmParaStyle, 24: sprmInTable, 25: sprmRowEnd, 47: sprmParaShade80, 65: sprmDeleted, 86: sprmSlant, 87: sprmStruck,
	94: sprmUnderline, 104: sprmIndex, 80: sprmCharStyle, 83: sprmPlain, 85: sprmBold, 92: sprmHidden, 93: sprmFont, 98: sprmColour,
	99: sprmSize, 191: sprmCells80,
}

// oldSizes are the lengths of the operands by code; operands of codes not listed have one byte.
var oldSizes = func() (sizes [256]int) {
	for i := range sizes {
		sizes[i] = 1
	}
	for size, list := range map[int][]byte{
		0: {0, 1, 52, 83, 163},
		varying: {3, 12, 15, oldTabs, 64, 68, oldSymbol, 77, 79, 81, 82, 103, 105, 106, 108, 111, 112, 113, 114, 115, 116, 120, 133, 179,
			181, 191, 207},
		2: {2, 16, 17, 18, 19, 21, 22, 26, 27, 28, 30, 31, 32, 33, 34, 35, 36, 38, 39, 40, 41, 42, 43, 45, 46, 47, 48, 49, 69, 72, 80, 93,
			96, 97, 99, 101, 107,
			109, 110, 121, 122, 123, 124, 140, 141, 144, 145, 148, 149, 154, 155, 156, 157, 160, 161, 164, 165, 166, 167, 168, 169, 170,
			171, 182, 183, 184, 189,
			195, 197, 198},
		3:  {73, 95, 136, 137},
		4:  {20, 70, 192, 194, 196, 200},
		5:  {193, 199},
		12: {187},
	} {
		for _, code := range list {
			sizes[code] = size
		}
	}
	return sizes
}()

// word2Sizes are the lengths in Word 2, whose paragraph properties have the codes of Word 6; its
// other properties do not.
var word2Sizes = func() (sizes [256]int) {
	sizes = oldSizes
	for i := 52; i < len(sizes); i++ {
		sizes[i] = 1
	}
	for code, size := range map[int]int{2: 1, 12: 1, 20: 2, 52: 0, 57: varying, 58: 0, 68: 2, 70: 3, 71: 2, 72: 2, 78: varying, 82: 2,
		83:  2,
		146: 2, 147: 2, 148: 2, 153: 2, 155: varying, 157: 5, 158: 4, 159: 2, 160: 4, 161: 2, 162: 2, 163: 5, 164: 4} {
		sizes[code] = size
	}
	return sizes
}()

// Codes of row definitions in Word 2.
const (
	word2Table   = 154
	word2Table10 = 152
)

// modernSprms converts a list of properties of Word 6 to Word 97, up to the first invalid one, as
// far as they are used here.
func modernSprms(raw []byte) []byte { return upgrade(raw, &oldSizes, oldTable, oldTable10, 0) }

// modernWord2 does the same for paragraph properties of Word 2.
func modernWord2(raw []byte) []byte {
	return upgrade(raw, &word2Sizes, word2Table, word2Table10, oldTabs+3)
}

// modern does the same for the properties of pieces.
func (f *docFile) modern(raw []byte) []byte {
	if f.old.word2 {
		return modernWord2(raw)
	}
	return modernSprms(raw)
}

// upgrade converts properties whose operands have the given sizes. table and table10 are the codes
// of row definitions; limit, if not 0, is the first code with another meaning.
func upgrade(raw []byte, sizes *[256]int, table, table10, limit byte) []byte {
	var out []byte
	for len(raw) > 0 {
		code := raw[0]
		raw = raw[1:]
		size := sizes[code]
		switch {
		case code == table || code == table10:
			if len(raw) < 2 {
				return out
			}
			size = int(binary.LittleEndian.Uint16(raw)) - 1
			raw = raw[2:]
		case size == varying:
			if len(raw) == 0 {
				return out
			}
			size = int(raw[0])
			if code == oldTabs && size == 255 && len(raw) >= 2 {
				size = tabsSize(raw)
			}
			raw = raw[1:]
		}
		if size < 0 || size > len(raw) {
			return out
		}
		if limit == 0 || code < limit {
			out = appendModern(out, code, raw[:size])
		}
		raw = raw[size:]
	}
	return out
}

// appendModern adds the successor of one property.
func appendModern(out []byte, code byte, v []byte) []byte {
	switch {
	case code == oldSymbol && len(v) >= 3:
		return append(out, byte(sprmSymbol&0xFF), byte(sprmSymbol>>8), v[0], v[1], v[2], 0xF0)
	case code == oldTable && len(v) > 0 && len(v) >= 3+2*int(v[0]):
		cells := int(v[0])
		edges, old := v[1:3+2*cells], v[3+2*cells:]
		modern := make([]byte, cells*rowDefinition)
		for i := range min(cells, len(old)/oldDefinition) {
			copy(modern[i*rowDefinition:], old[i*oldDefinition:i*oldDefinition+2])
		}
		size := 2 + len(edges) + len(modern)
		out = append(out, byte(sprmTable&0xFF), byte(sprmTable>>8), byte(size), byte(size>>8), v[0])
		return append(append(out, edges...), modern...)
	}
	modern, ok := modernSprm[code]
	if !ok {
		return out
	}
	out = append(out, byte(modern), byte(modern>>8))
	if modern>>13 == 6 { // of varying length
		out = append(out, byte(len(v)))
	}
	return append(out, v...)
}
