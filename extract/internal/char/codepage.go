package char

import (
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
)

// SymbolPage stands for the bytes of a symbol font, which are not characters.
const SymbolPage = 2

// WesternPage is the code page of Western Europe, which files also state by default.
const WesternPage = 1252

// CodePages maps the numbers of Windows code pages, used in old Word and RTF files, to encodings.
var CodePages = map[int]encoding.Encoding{
	437: charmap.CodePage437, 850: charmap.CodePage850, 932: japanese.ShiftJIS, 936: simplifiedchinese.GB18030,
	949: korean.EUCKR, 950: traditionalchinese.Big5, 1250: charmap.Windows1250, 1251: charmap.Windows1251,
	1252: charmap.Windows1252, 1253: charmap.Windows1253, 1254: charmap.Windows1254, 1255: charmap.Windows1255,
	1256: charmap.Windows1256, 1257: charmap.Windows1257, 1258: charmap.Windows1258, 10000: charmap.Macintosh,
	54936: simplifiedchinese.GB18030,
}

// DecodePage decodes bytes in a Windows code page, or as GB 18030 if the page is unknown.
func DecodePage(raw []byte, page int) string {
	switch page {
	case 1200:
		return DecodeUTF16(raw, false)
	case 65001:
		return string(raw)
	case SymbolPage:
		r := make([]rune, len(raw))
		for i, c := range raw {
			r[i] = rune(c)
		}
		return string(r)
	}
	if e := CodePages[page]; e != nil {
		out, _ := e.NewDecoder().Bytes(raw) // the decoder replaces invalid bytes and does not fail
		return string(out)
	}
	return decodeGB18030(raw)
}

// CharsetPages maps the character sets of fonts, as old Word and RTF files number them, to code
// pages.
var CharsetPages = map[int]int{
	0: 1252, 2: SymbolPage, 77: 10000, 128: 932, 129: 949, 134: 936, 136: 950, 161: 1253, 162: 1254, 163: 1258, 177: 1255, 178: 1256,
	186: 1257, 204: 1251, 238: 1250, 255: 437,
}
