package extract

import (
	"bytes"
	"unicode/utf8"
)

// utf8XML gives XML that the decoder takes, of UTF-8 or, rarely, UTF-16.
func utf8XML(raw []byte) []byte {
	if bytes.HasPrefix(raw, []byte{0xFF, 0xFE}) {
		raw = []byte(decodeUTF16(raw[2:], false))
	} else if bytes.HasPrefix(raw, []byte{0xFE, 0xFF}) {
		raw = []byte(decodeUTF16(raw[2:], true))
	}
	return repairXML(raw)
}

// forbidden are references to characters that XML 1.0 does not allow.
var forbidden = pattern(`&#(?:0*(?:[0-8]|1[124-9]|2[0-9]|3[01]|6553[45])|[xX]0*(?:[0-8bBcCeEfF]|1[0-9a-fA-F]|[fF]{3}[eEfF]));`)

// repairXML puts blanks for characters that XML forbids, which some programs
// write all the same and for which the decoder would give up the file.
func repairXML(raw []byte) []byte {
	if !utf8.Valid(raw) || hasForbidden(raw) {
		raw = []byte(clean(string(raw)))
	}
	if bytes.Contains(raw, []byte("&#")) {
		raw = forbidden().ReplaceAll(raw, []byte(" "))
	}
	return raw
}

// hasForbidden says whether valid UTF-8 holds what clean would replace.
func hasForbidden(raw []byte) bool {
	for _, c := range raw {
		if c < ' ' && c != '\t' && c != '\n' && c != '\r' {
			return true
		}
	}
	return bytes.Contains(raw, []byte("\uFFFE")) || bytes.Contains(raw, []byte("\uFFFF"))
}
