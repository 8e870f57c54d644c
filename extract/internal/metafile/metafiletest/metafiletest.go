// Package metafiletest makes vector pictures of lines of text, for tests.
package metafiletest

import (
	"encoding/binary"
	"fmt"
	"strings"
	"unicode/utf16"

	"golang.org/x/text/encoding/simplifiedchinese"
)

// White is the colour of text that nobody sees.
const White = 0xFFFFFF

// EMF returns an EMF that draws lines one below the other in a colour, 0x00BBGGRR, as codes of characters or, with glyphs, as numbers
// of a font.
func EMF(colour uint32, glyphs bool, lines ...string) []byte {
	options := uint32(0)
	if glyphs {
		options = 0x10
	}
	records := emfRecord(24, words(colour))
	for i, line := range lines {
		codes := utf16.Encode([]rune(line))
		text := binary.LittleEndian.AppendUint16(nil, 0)[:0]
		for _, c := range codes {
			text = binary.LittleEndian.AppendUint16(text, c)
		}
		for len(text)%4 > 0 {
			text = append(text, 0)
		}
		const before = 8 + 28 + 40
		body := words(0, 0, 0, 0, 1, 0, 0, 10, uint32(20+i*30), uint32(len(codes)), before, options, 0, 0, 0, 0, uint32(before+len(text)))
		body = append(body, text...)
		for range codes {
			body = append(body, words(20)...)
		}
		records = append(records, emfRecord(84, body)...)
	}
	records = append(records, emfRecord(14, words(0, 0, 20))...)
	head := append(words(0, 0, 800, 600, 0, 0, 21000, 15000), " EMF"...)
	head = append(head, words(0x10000, uint32(len(records)), uint32(len(lines)+3), 1, 0, 0, 0, 1024, 768, 320, 240)...)
	return append(emfRecord(1, head), records...)
}

func emfRecord(kind uint32, body []byte) []byte {
	return append(words(kind, uint32(8+len(body))), body...)
}

func words(values ...uint32) (out []byte) {
	for _, v := range values {
		out = binary.LittleEndian.AppendUint32(out, v)
	}
	return out
}

// WMF returns a WMF that draws lines one below the other.
func WMF(lines ...string) []byte {
	short := func(values ...int) (out []byte) {
		for _, v := range values {
			out = binary.LittleEndian.AppendUint16(out, uint16(v))
		}
		return out
	}
	var records []byte
	for i, line := range lines {
		text, err := simplifiedchinese.GBK.NewEncoder().Bytes([]byte(line))
		if err != nil {
			panic(err)
		}
		body := append(short(20+i*30, 10, len(text), 0), text...)
		if len(text)%2 > 0 {
			body = append(body, 0)
		}
		for range text {
			body = append(body, short(10)...)
		}
		records = append(records, words(uint32((6+len(body))/2))...)
		records = append(append(records, short(0x0A32)...), body...)
	}
	records = append(append(records, words(3)...), short(0)...)
	head := append(short(1, 9, 0x300), words(uint32(9+len(records)/2))...)
	head = append(append(append(head, short(0)...), words(0)...), short(0)...)
	return append(head, records...)
}

// SVG returns an SVG that draws lines one below the other.
func SVG(lines ...string) []byte {
	var b strings.Builder
	b.WriteString(`<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="600" height="400">`)
	for i, line := range lines {
		fmt.Fprintf(&b, `<text x="5" y="%d">%s</text>`, 20+20*i, line)
	}
	b.WriteString(`</svg>`)
	return []byte(b.String())
}
