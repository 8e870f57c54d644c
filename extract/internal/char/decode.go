package char

import (
	"bytes"
	"encoding/binary"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
)

const (
	// decodingSample is how many bytes decide between encodings if the text is not valid UTF-8.
	// What is in doubt after 256 KB stays in doubt.
	decodingSample = 256 << 10
	// maxControlShare is the share of control characters in terminal logs and old printer files;
	// compressed or compiled data has 10 % and more.
	maxControlShare = 0.02
	// maxBadShare is the share of undecodable sequences that is tolerated in a truncated or patched
	// text.
	maxBadShare = 0.05
	// minPlausible is the least share of usual characters beyond ASCII in a GBK text: real texts
	// reach 0.95, other bytes read as GBK about 0.5.
	minPlausible = 0.7
	// minTraditional is the same for a Big5 text. Usual characters are counted in their simplified
	// forms, which two thirds share.
	minTraditional = 0.5
	// mixedShare is the least share of valid UTF-8 sequences in a text that is partly UTF-8; a text
	// in GBK has one in ten by chance.
	mixedShare = 0.25
	// clearlyMore is how much more plausible a text must be as Big5 than as GBK.
	clearlyMore = 0.1
)

// Decoder returns the function that decodes data to text, or nil if data is not text.
func Decoder(data []byte) func([]byte) string {
	switch {
	case bytes.HasPrefix(data, []byte{0xFF, 0xFE}):
		return func(d []byte) string { return DecodeUTF16(d[2:], false) }
	case bytes.HasPrefix(data, []byte{0xFE, 0xFF}):
		return func(d []byte) string { return DecodeUTF16(d[2:], true) }
	}
	sample := data[:min(len(data), decodingSample)]
	if big, ok := unmarkedUTF16(sample); ok {
		return func(d []byte) string { return DecodeUTF16(d, big) }
	}
	if controlShare(sample) > maxControlShare {
		return nil
	}
	if utf8.Valid(data) {
		return decodeUTF8
	}
	good, bad := utf8Sequences(sample)
	if float64(bad) <= maxBadShare*float64(good+bad) {
		return decodeUTF8
	}
	if float64(good) >= mixedShare*float64(good+bad) && sense(decodeMixed(sample)) >= minPlausible {
		return decodeMixed
	}
	switch chinesePage(sample) {
	case 936:
		return decodeGB18030
	case 950:
		return decodeBig5
	}
	if float64(bad) <= maxBadShare*float64(len(sample)) {
		return decodeUTF8 // Latin text of an 8-bit encoding: the accents are lost, the words are not
	}
	return nil
}

// decodeMixed decodes a text composed of UTF-8 and GB 18030, line by line and, in web pages, tag by
// tag.
func decodeMixed(data []byte) string {
	var out strings.Builder
	for len(data) > 0 {
		n := bytes.IndexAny(data[1:], "\n<>") + 1
		if n == 0 {
			n = len(data)
		}
		if one := data[:n]; utf8.Valid(one) {
			out.Write(one)
		} else {
			out.WriteString(decodeGB18030(one))
		}
		data = data[n:]
	}
	return out.String()
}

// chinesePage returns the code page in which bytes make sense as Chinese, or 0.
func chinesePage(sample []byte) int {
	gbk, big5 := sense(decodeGB18030(sample)), sense(decodeBig5(sample))
	switch {
	case gbk >= minPlausible && gbk >= big5:
		return 936
	case big5 >= minTraditional && big5 >= gbk+clearlyMore:
		return 950
	}
	return 0
}

// leastRun is a number of successive bytes beyond ASCII that no Western text has.
const leastRun = 4

// RunPage returns the code page of successive bytes that are stated to be Western: another one if
// they make sense in it.
func RunPage(raw []byte) int {
	switch {
	case len(raw) < leastRun:
	case utf8.Valid(raw) && Plausible(beyondASCII(string(raw))) >= minPlausible:
		return 65001
	default:
		if page := chinesePage(raw); page != 0 {
			return page
		}
	}
	return WesternPage
}

// Stated decodes a text with a stated encoding; nil means that none is stated. The bytes themselves
// take precedence: valid UTF-8, UTF-16, and Chinese in another encoding in which the text makes
// more sense.
func Stated(data []byte, stated encoding.Encoding) string {
	if bytes.HasPrefix(data, []byte(utf8Mark)) {
		return string(data[len(utf8Mark):])
	}
	if stated == nil && utf8.Valid(data) && bytes.IndexByte(data, 0) < 0 {
		return string(data)
	}
	found := Decoder(data)
	sample := data[:min(len(data), decodingSample)]
	if stated == nil {
		if found == nil || sense(found(sample)) == 0 {
			return DecodePage(data, WesternPage)
		}
		return found(data)
	}
	if stated == simplifiedchinese.GBK { // browsers, too, take GB 2312 and GBK for what they grew into
		stated = simplifiedchinese.GB18030
	}
	in := func(data []byte) string {
		out, _ := stated.NewDecoder().Bytes(data) // the decoder replaces invalid bytes and does not fail
		return string(out)
	}
	if found == nil {
		return in(data)
	}
	// Bytes that are valid UTF-8 by chance make less sense as UTF-8.
	says, seems := sense(in(sample)), sense(found(sample))
	if says > seems+clearlyMore || says >= seems && !utf8.Valid(data) {
		return in(data)
	}
	return found(data)
}

// utf8Mark is the byte order mark of UTF-8.
const utf8Mark = "\xEF\xBB\xBF"

// leastZeros is the number of zero bytes that suggests UTF-16: a text has line ends.
const leastZeros = 2

// unmarkedUTF16 recognises UTF-16 without a byte order mark, and its order, by which order makes
// sense.
func unmarkedUTF16(sample []byte) (big, ok bool) {
	if bytes.Count(sample, []byte{0}) < leastZeros || utf8.Valid(sample) && beyondASCII(string(sample)) != "" {
		return false, false
	}
	var says [2]float64
	for i := range says {
		text := DecodeUTF16(sample, i == 1)
		if controlShare([]byte(text)) <= maxControlShare {
			says[i] = sense(text)
		}
	}
	big = says[1] > says[0]
	return big, max(says[0], says[1]) >= minPlausible
}

// sense returns the share of usual characters in a decoded text beyond ASCII, or 0 if too many
// bytes are invalid.
func sense(text string) float64 {
	beyond := beyondASCII(text)
	if float64(strings.Count(text, string(utf8.RuneError))) > maxBadShare*float64(utf8.RuneCountInString(beyond)) {
		return 0
	}
	return Plausible(beyond)
}

func decodeBig5(data []byte) string {
	// the decoder replaces invalid bytes and does not fail
	out, _ := traditionalchinese.Big5.NewDecoder().Bytes(data)
	return string(out)
}

func decodeUTF8(data []byte) string { return string(data) } // cleaning turns each invalid byte into U+FFFD

// decodeGB18030 decodes GB 18030, which includes GBK and GB 2312. Invalid bytes become U+FFFD.
func decodeGB18030(data []byte) string {
	// the decoder replaces invalid bytes and does not fail
	out, _ := simplifiedchinese.GB18030.NewDecoder().Bytes(data)
	return string(out)
}

// DecodeUTF16 decodes UTF-16 without a byte order mark; big means that the higher byte of each unit
// comes first. An odd last byte is ignored.
func DecodeUTF16(data []byte, big bool) string {
	units := make([]uint16, len(data)/2)
	for i := range units {
		lo, hi := data[2*i], data[2*i+1]
		if big {
			lo, hi = hi, lo
		}
		units[i] = uint16(hi)<<8 | uint16(lo)
	}
	return FromUTF16(units)
}

// FromUTF16 decodes UTF-16 units. Unpaired surrogates become U+FFFD.
func FromUTF16(units []uint16) string {
	var out strings.Builder
	size := 0
	for _, u := range units {
		switch {
		case u < utf8.RuneSelf:
			size++
		case u < 0x800:
			size += 2
		default:
			size += 3 // enough for half of a surrogate pair
		}
	}
	out.Grow(size)
	var piece [256]byte // buffer, written in one go
	n := 0
	for i := 0; i < len(units); i++ {
		if n > len(piece)-utf8.UTFMax {
			out.Write(piece[:n])
			n = 0
		}
		switch u := units[i]; {
		case u < utf8.RuneSelf:
			piece[n] = byte(u)
			n++
		case u >= 0x800 && !utf16.IsSurrogate(rune(u)):
			piece[n], piece[n+1], piece[n+2] = 0xE0|byte(u>>12), 0x80|byte(u>>6)&0x3F, 0x80|byte(u)&0x3F
			n += 3
		default:
			r := rune(u)
			if utf16.IsSurrogate(r) {
				var next rune
				if i+1 < len(units) {
					next = rune(units[i+1])
				}
				if r = utf16.DecodeRune(r, next); r != utf8.RuneError {
					i++
				}
			}
			n += utf8.EncodeRune(piece[n:], r)
		}
	}
	out.Write(piece[:n])
	return out.String()
}

func controlShare(data []byte) float64 {
	if len(data) == 0 {
		return 0
	}
	n := 0
	for i := 0; i < len(data); i++ {
		for i+8 < len(data) && noControl(binary.LittleEndian.Uint64(data[i:])) {
			i += 8
		}
		if c := data[i]; c < ' ' && c != '\t' && c != '\n' && c != '\r' && c != '\f' && c != 0x1B {
			n++
		}
	}
	return float64(n) / float64(len(data))
}

// utf8Sequences counts the valid and the invalid sequences beyond ASCII.
func utf8Sequences(data []byte) (good, bad int) {
	for len(data) > 0 {
		r, size := utf8.DecodeRune(data)
		switch {
		case r == utf8.RuneError && size == 1:
			if len(data) < utf8.UTFMax && !utf8.FullRune(data) {
				return good, bad // the sample ends within a character
			}
			bad++
		case size > 1:
			good++
		}
		data = data[size:]
	}
	return good, bad
}

// beyondASCII returns the characters in which encodings differ.
func beyondASCII(s string) string {
	return strings.Map(func(r rune) rune {
		if r < utf8.RuneSelf {
			return -1
		}
		return r
	}, s)
}
