package doc

import (
	"bytes"
	"encoding/binary"
)

// Structures that only Word 2 has.
const (
	word2Parts     = 5 // lengths in the header: up to the comments
	word2Spans     = 34
	word2Heading1  = 0xFF // style codes of headings, from here down to
	word2Heading9  = 0xF7 // this one; 0 is the normal style
	word2Look      = 1    // bytes of a run's properties that are used: flags
	word2Paragraph = 7    // bytes before a paragraph's properties: style code and height
)

// Flags of a run.
const (
	word2Bold    = 1 << 0
	word2Deleted = 1 << 2
	word2Hidden  = 1 << 7
)

// isWord2 reports whether data is a file of Word 2, which is not a compound file. Its version
// contains a zero byte, which no GBK text has.
func isWord2(data []byte) bool {
	return len(data) > 3 && bytes.HasPrefix(data, []byte{word2Ident & 0xFF, word2Ident >> 8}) && data[3] == 0
}

// loadWord2Spans reads where the parts are in the file; lengths have two bytes.
func (f *docFile) loadWord2Spans() {
	for i := range word2Spans {
		e := f.main[oldSpans+6*i:]
		f.spans = append(f.spans, fcLcb{binary.LittleEndian.Uint32(e), uint32(binary.LittleEndian.Uint16(e[4:]))})
	}
}

// oldPieceTable returns the piece table in the form of Word 6. In Word 2 the length of its last
// part has two bytes.
func (f *docFile) oldPieceTable() []byte {
	raw := f.span(fibText)
	if !f.old.word2 {
		return raw
	}
	for at := 0; at+3 <= len(raw); at += 3 + int(binary.LittleEndian.Uint16(raw[at+1:])) {
		if raw[at] == 2 {
			return append(bytes.Clone(raw[:at+3]), append([]byte{0, 0}, raw[at+3:]...)...)
		}
	}
	return nil
}

// word2Run reads entry i of a page of character properties.
func word2Run(page []byte, i int) docRun {
	at := 2 * int(page[4*(int(page[511])+1)+i])
	if at == 0 || at >= 511 || int(page[at]) < word2Look {
		return docRun{}
	}
	var out []byte
	flags := page[min(at+1, 510)]
	for _, p := range []struct {
		flag byte
		code uint16
	}{{word2Bold, sprmBold}, {word2Deleted, sprmDeleted}, {word2Hidden, sprmHidden}} {
		if flags&p.flag != 0 {
			out = append(out, byte(p.code), byte(p.code>>8), 1)
		}
	}
	return docRun{properties: out}
}

// word2Para reads entry i of a page of paragraph properties. Headings are style codes; the style
// sheet is not read.
func word2Para(page []byte, i int) docRun {
	at := 2 * int(page[4*(int(page[511])+1)+i])
	if at == 0 || at >= 510 {
		return docRun{}
	}
	raw := stretch(page, at+1, 2*int(page[at]))
	if len(raw) == 0 {
		return docRun{}
	}
	var out []byte
	if raw[0] >= word2Heading9 {
		out = append(out, byte(sprmOutline&0xFF), sprmOutline>>8, word2Heading1-raw[0])
	}
	return docRun{style: noStyle, properties: append(out, modernWord2(raw[min(word2Paragraph, len(raw)):])...)}
}
