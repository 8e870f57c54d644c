package reader

import (
	"context"
	"encoding/binary"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zhiwen/extract"
)

// word6 is a file of Word 6 or 95 to be written. Its paragraphs have one run
// each, which begins at the paragraph's start.
type word6 struct {
	ident    uint16 // 0 for word6Ident
	language uint16
	flags    uint16
	fonts    []byte // character sets
	paras    []word6Para
	pieces   func(textAt uint32) []byte // of a complex file: what fibText names
}

type word6Para struct {
	text  string // bytes, with the mark
	style uint16
	look  []byte // properties of its characters
	props []byte // and of itself
}

func word6Text(lines ...string) (out []word6Para) {
	for _, s := range lines {
		out = append(out, word6Para{text: s + "\r"})
	}
	return out
}

// stream makes the stream that holds all of such a file.
func (o word6) stream(t testing.TB) []byte {
	t.Helper()
	const textAt, pageSize = 768, 512
	main := make([]byte, textAt)
	stops := []uint32{textAt}
	for _, p := range o.paras {
		main = append(main, p.text...)
		stops = append(stops, uint32(len(main)))
	}
	count := uint32(len(main) - textAt)
	if o.flags&wideOld != 0 {
		count /= 2
	}
	page := func(entry int, packed func(word6Para) []byte) (plcBte []byte) {
		main = append(main, make([]byte, pageSize-len(main)%pageSize)...)
		number := len(main) / pageSize
		page := make([]byte, pageSize)
		page[511] = byte(len(o.paras))
		at := 510
		for i, s := range stops {
			binary.LittleEndian.PutUint32(page[4*i:], s)
		}
		for i, p := range o.paras {
			raw := packed(p)
			at = (at - len(raw)) &^ 1
			copy(page[at:], raw)
			page[4*len(stops)+entry*i] = byte(at / 2)
		}
		if 4*len(stops)+entry*len(o.paras) > at {
			t.Fatal("the properties do not fit a page")
		}
		main = append(main, page...)
		plcBte = binary.LittleEndian.AppendUint32(nil, stops[0])
		plcBte = binary.LittleEndian.AppendUint32(plcBte, stops[len(stops)-1])
		return append(plcBte, byte(number), byte(number>>8))
	}
	spans := map[int][]byte{
		fibLooks: page(1, func(p word6Para) []byte { return append([]byte{byte(len(p.look))}, p.look...) }),
		fibParagraphs: page(7, func(p word6Para) []byte {
			raw := append([]byte{byte(p.style), byte(p.style >> 8)}, p.props...)
			raw = append(raw, make([]byte, len(raw)&1)...)
			return append([]byte{byte(len(raw) / 2)}, raw...)
		}),
		fibStyles: word6Styles(),
		fibFonts:  {0, 0},
	}
	for _, charset := range o.fonts {
		spans[fibFonts] = append(spans[fibFonts], 7, 0, 0, 0, charset, 0, 'F', 0)
	}
	if o.pieces != nil {
		spans[fibText] = o.pieces(textAt)
		o.flags |= complexFile
	}
	for i, raw := range spans {
		binary.LittleEndian.PutUint32(main[oldSpans+8*i:], uint32(len(main)))
		binary.LittleEndian.PutUint32(main[oldSpans+8*i+4:], uint32(len(raw)))
		main = append(main, raw...)
	}
	if o.ident == 0 {
		o.ident = word6Ident
	}
	for at, v := range map[int]uint16{0: o.ident, 2: 104, oldLanguage: o.language, 10: o.flags} {
		binary.LittleEndian.PutUint16(main[at:], v)
	}
	binary.LittleEndian.PutUint32(main[oldTextStart:], textAt)
	binary.LittleEndian.PutUint32(main[oldLengths:], count)
	return main
}

func (o word6) write(t testing.TB) []byte {
	t.Helper()
	return compoundFile(t, part{"WordDocument", string(o.stream(t))})
}

// word6Styles has the styles of oldStyles, as Word 6 writes them.
func word6Styles() []byte {
	out := []byte{4, 0, 2, 0, 8, 0}
	for i, name := range []string{"Normal", "heading 2"} {
		s := []byte{byte(2 * i), 0, 1, 0, 2, 0, 0, 0, byte(len(name))} // number 0 and 2, of paragraphs, two parts
		s = append(append(s, name...), 0)
		s = append(s, make([]byte, len(s)&1)...)
		s = append(s, 2, 0, byte(i), 0) // paragraph properties: the style's own number
		s = append(s, 2, 0, 85, byte(i))
		out = append(append(out, byte(len(s)), byte(len(s)>>8)), s...)
	}
	return out
}

func TestWord6(t *testing.T) {
	const chinese, taiwan, russian, american = 0x804, 0x404, 0x419, 0x409
	cell := func(s string) word6Para { return word6Para{text: s + "\a", props: []byte{24, 1}} }
	row := word6Para{text: "\a", props: []byte{24, 1, 25, 1}}
	for _, c := range []struct {
		name string
		file word6
		want []string
	}{
		{"Western", word6{language: american, paras: word6Text("Caf\xE9 \x93quoted\x94", "", "two\vlines")}, []string{"body Café “quoted”", "body two\nlines"}},
		{"GBK", word6{language: chinese, paras: word6Text(gbk(t, "一、立项依据"), gbk(t, "深度图神经网络abc，可解释。"))}, []string{"h1 一、立项依据", "body 深度图神经网络abc，可解释。"}},
		{"Big5", word6{language: taiwan, paras: word6Text(big5(t, "本計畫研究圖神經網路。"))}, []string{"body 本計畫研究圖神經網路。"}},
		{"GBK by the font", word6{language: american, fonts: []byte{0, 134}, paras: word6Text(gbk(t, "正文。"))}, []string{"body 正文。"}},
		{"half a character", word6{language: chinese, paras: word6Text("a\xD6")}, []string{"body aÖ"}},
		{"Cyrillic by the language, Greek by the font", word6{language: russian, fonts: []byte{0, 161}, paras: []word6Para{
			{text: "\xCF\xF0\xEE\xE5\xEA\xF2\r"}, {text: "\xE1\xE2\r", look: []byte{93, 1, 0}}}}, []string{"body Проект", "body αβ"}},
		{"East Asian Word 95", word6{ident: word95First, language: chinese, flags: wideOld, paras: word6Text("a\x00\xD0\xD6\xC4\xCE")[:1]}, []string{"body a中文"}},
		{"a heading and a table", word6{language: american, paras: []word6Para{{text: "Aims\r", style: 1}, cell("a"), cell("b"), row, {text: "text\r"}}},
			[]string{"h2 Aims", "cell a", "cell b", "body text"}},
		{"fields", word6{language: american, paras: word6Text("see \x13 REF x \x14this\x15.")}, []string{"body see this."}},
		{"a saved piece table", word6{language: chinese, paras: word6Text(gbk(t, "乙丙"), gbk(t, "甲")), pieces: func(textAt uint32) []byte {
			table := binary.LittleEndian.AppendUint32(nil, 0)
			table = binary.LittleEndian.AppendUint32(table, 3)
			table = binary.LittleEndian.AppendUint32(table, 8)
			for _, at := range []uint32{textAt + 5, textAt} {
				table = append(table, 0, 0)
				table = append(binary.LittleEndian.AppendUint32(table, at), 0, 0)
			}
			return append([]byte{2, byte(len(table)), 0, 0, 0}, table...)
		}}, []string{"body 甲", "body 乙丙"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.file.flags&wideOld != 0 {
				c.file.paras[0].text = "a\x00\xD0\xD6\xC4\xCE\r\x00"
			}
			d := mustParse(t, c.file.write(t))
			if diff := cmp.Diff(c.want, paragraphTexts(d)); diff != "" {
				t.Errorf("paragraphs (-want +got):\n%s", diff)
			}
		})
	}
}

func TestWord6Flags(t *testing.T) {
	d := mustParse(t, word6{language: 0x409, paras: []word6Para{
		{text: "seen ", look: []byte{85, 1}},
		{text: "hidden", look: []byte{92, 1}},
		{text: "deleted", look: []byte{65, 1}},
		{text: "white", look: []byte{73, 0, 0, 0, 98, 8}},
		{text: "seen\r"},
	}}.write(t))
	want := []extract.Flag{{Span: extract.Span{Start: 5, End: 5}, Kind: extract.HiddenText, Text: "hidden"}, {Span: extract.Span{Start: 5, End: 5}, Kind: extract.DeletedText, Text: "deleted"}, {Span: extract.Span{Start: 5, End: 5}, Kind: extract.HiddenText, Text: "white"}}
	if diff := cmp.Diff(want, d.Flags); diff != "" || d.Text != "seen seen" {
		t.Errorf("text %q, flags (-want +got):\n%s", d.Text, diff)
	}
}

func TestWord6Refused(t *testing.T) {
	for _, c := range []struct {
		name string
		data []byte
		want error
	}{
		{"password", word6{flags: encrypted, paras: word6Text("a")}.write(t), extract.ErrEncrypted},
		{"no piece table", word6{paras: word6Text("a"), pieces: func(uint32) []byte { return nil }}.write(t), extract.ErrDamaged},
		{"no text", word6{paras: word6Text(" ")}.write(t), extract.ErrNoText},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, err := Parse(context.Background(), "f.doc", c.data, extract.Options{}); !errors.Is(err, c.want) {
				t.Errorf("got %v, want %v", err, c.want)
			}
		})
	}
}

// FuzzWord6 damages the stream of a file, behind the compound file.
func FuzzWord6(f *testing.F) {
	f.Add(word6{language: 0x804, fonts: []byte{134}, paras: []word6Para{
		{text: gbk(f, "一、正文\r"), style: 1}, {text: "a\a", props: []byte{24, 1}}, {text: "\a", props: []byte{24, 1, 25, 1}}, {text: "\x13 A \x14b\x15\r", look: []byte{92, 1}}}}.stream(f))
	f.Fuzz(func(t *testing.T, main []byte) {
		if len(main) == 0 || len(main) > 1<<20 {
			return
		}
		checkFuzzed(t, compoundFile(t, part{"WordDocument", string(main)}))
	})
}
