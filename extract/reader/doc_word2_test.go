package reader

import (
	"encoding/binary"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zhiwen/extract"
)

// word2Line is a paragraph of a file of Word 2.
type word2Line struct {
	text  string
	mark  byte // 0 for the usual one
	style byte
	flags byte // of its characters
	props []byte
}

// word2File writes a file of Word 2.
func word2File(language uint16, lines ...word2Line) []byte {
	const textAt, pageSize = 512, 512
	file := make([]byte, textAt)
	stops := []uint32{textAt}
	for i := range lines {
		if lines[i].mark == 0 {
			lines[i].mark = '\r'
		}
		file = append(append(file, lines[i].text...), lines[i].mark)
		stops = append(stops, uint32(len(file)))
	}
	put := func(entry int, raw []byte) {
		binary.LittleEndian.PutUint32(file[oldSpans+6*entry:], uint32(len(file)))
		binary.LittleEndian.PutUint16(file[oldSpans+6*entry+4:], uint16(len(raw)))
		file = append(file, raw...)
	}
	binary.LittleEndian.PutUint32(file[oldLengths:], uint32(len(file)-textAt))
	page := func(entry int, packed func(word2Line) []byte) {
		file = append(file, make([]byte, pageSize-len(file)%pageSize)...)
		number := len(file) / pageSize
		page := make([]byte, pageSize)
		page[511] = byte(len(lines))
		at := 510
		for i, s := range stops {
			binary.LittleEndian.PutUint32(page[4*i:], s)
		}
		for i, l := range lines {
			raw := packed(l)
			at = (at - len(raw)) &^ 1
			copy(page[at:], raw)
			page[4*len(stops)+i] = byte(at / 2)
		}
		file = append(file, page...)
		put(entry, append(binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(nil, stops[0]), stops[len(stops)-1]), byte(number), byte(number>>8)))
	}
	page(fibLooks, func(l word2Line) []byte { return []byte{1, l.flags} })
	page(fibParagraphs, func(l word2Line) []byte {
		raw := append(append([]byte{l.style}, make([]byte, word2Paragraph-1)...), l.props...)
		raw = append(raw, make([]byte, len(raw)&1)...)
		return append([]byte{byte(len(raw) / 2)}, raw...)
	})
	for at, v := range map[int]uint16{0: word2Ident, 2: 45, oldLanguage: language, oldTextStart: textAt} {
		binary.LittleEndian.PutUint16(file[at:], v)
	}
	return file
}

func TestWord2(t *testing.T) {
	cell := func(text string) word2Line { return word2Line{text: text, mark: docCell, props: []byte{24, 1}} }
	row := word2Line{mark: docCell, props: []byte{24, 1, 25, 1, word2Table, 3, 0, 0, 0}}
	d := mustParse(t, word2File(0x804, word2Line{text: gbk(t, "研究背景"), style: word2Heading1 - 1}, word2Line{text: gbk(t, "正文。")},
		cell("a"), cell("b"), row, word2Line{text: "hidden", flags: word2Hidden}, word2Line{text: "deleted", flags: word2Deleted}, word2Line{text: "bold", flags: word2Bold}))
	if diff := cmp.Diff([]string{"h2 研究背景", "body 正文。", "cell a", "cell b", "body bold"}, paragraphTexts(d)); diff != "" {
		t.Errorf("paragraphs (-want +got):\n%s", diff)
	}
	var kinds []extract.FlagKind
	for _, f := range d.Flags {
		kinds = append(kinds, f.Kind)
	}
	if diff := cmp.Diff([]extract.FlagKind{extract.HiddenText, extract.DeletedText}, kinds); diff != "" {
		t.Errorf("flags (-want +got):\n%s", diff)
	}
}

// A file that was saved fast has a piece table, whose length has two bytes.
func TestWord2Pieces(t *testing.T) {
	file := word2File(0x409, word2Line{text: "second"}, word2Line{text: "first"})
	var table []byte
	for _, v := range []uint32{0, 6, 13} {
		table = binary.LittleEndian.AppendUint32(table, v)
	}
	for _, at := range []uint32{512 + 7, 512} {
		table = append(binary.LittleEndian.AppendUint32(append(table, 0, 0), at), 0, 0)
	}
	clx := append([]byte{1, 1, 0, 0, 2, byte(len(table)), 0}, table...)
	binary.LittleEndian.PutUint32(file[oldSpans+6*fibText:], uint32(len(file)))
	binary.LittleEndian.PutUint16(file[oldSpans+6*fibText+4:], uint16(len(clx)))
	file[10] |= complexFile
	if d := mustParse(t, append(file, clx...)); d.Text != "first\nsecond" {
		t.Errorf("text %q", d.Text)
	}
}

func FuzzWord2(f *testing.F) {
	f.Add(word2File(0x804, word2Line{text: gbk(f, "一、正文"), style: word2Heading1}, word2Line{text: "a", mark: docCell, props: []byte{24, 1}}))
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 1<<20 || len(data) < 4 {
			return
		}
		checkFuzzed(t, append([]byte{word2Ident & 0xFF, word2Ident >> 8, 45, 0}, data[4:]...))
	})
}
