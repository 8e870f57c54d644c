package main

import (
	"encoding/binary"
	"fmt"
	"strings"
	"unicode/utf16"
)

// linesOf parts paragraphs into lines of so many characters.
func linesOf(paragraphs []string, most int) (out []string) {
	for _, p := range paragraphs {
		for runes := []rune(p); len(runes) > 0; runes = runes[min(most, len(runes)):] {
			out = append(out, string(runes[:min(most, len(runes))]))
		}
	}
	return out
}

// lineLength is how many characters a line of a vector picture has.
const lineLength = 40

// metafile is an enhanced metafile (EMF) of lines of text, as word processors paste one.
func metafile(lines []string) string {
	words := func(values ...int) (out []byte) {
		for _, v := range values {
			out = binary.LittleEndian.AppendUint32(out, uint32(v))
		}
		return out
	}
	record := func(kind int, body []byte) []byte { return append(words(kind, 8+len(body)), body...) }
	var records []byte
	for i, line := range lines {
		codes := utf16.Encode([]rune(line))
		var text []byte
		for _, c := range codes {
			text = binary.LittleEndian.AppendUint16(text, c)
		}
		text = append(text, make([]byte, (4-len(text)%4)%4)...)
		const before = 76 // bytes of the record before the text
		body := words(0, 0, 0, 0, 1, 0, 0, 10, 20+30*i, len(codes), before, 0, 0, 0, 0, 0, before+len(text))
		body = append(body, text...)
		for range codes {
			body = append(body, words(20)...)
		}
		records = append(records, record(84, body)...)
	}
	records = append(records, record(14, words(0, 0, 20))...)
	head := append(words(0, 0, 800, 600, 0, 0, 21000, 15000), " EMF"...)
	head = append(head, words(0x10000, 108+len(records), len(lines)+2, 1, 0, 0, 0, 1024, 768, 320, 240)...)
	return string(append(record(1, head), records...))
}

// vectorGraphic is an SVG of lines of text.
func vectorGraphic(lines []string) string {
	var b strings.Builder
	b.WriteString(`<svg xmlns="http://www.w3.org/2000/svg" width="800" height="600">`)
	for i, line := range lines {
		fmt.Fprintf(&b, `<text x="5" y="%d">%s</text>`, 20+20*i, xmlEscaper.Replace(line))
	}
	return b.String() + `</svg>`
}
