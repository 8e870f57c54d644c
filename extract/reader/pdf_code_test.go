package reader

import (
	"fmt"
	"strings"
	"testing"

	"zhiwen/extract"
)

// meaning makes the table of what the codes of a font mean.
func meaning(codes string) string {
	return "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /x def /CMapType 2 def 1 begincodespacerange <00> <FF> endcodespacerange " + codes + " endcmap end"
}

// Codes that mean a control, a soft hyphen or a letter of a script from right to left are signs
// of the line in which they stand.
func TestPDFSignsOfLines(t *testing.T) {
	const font = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding /ToUnicode 6 0 R >>"
	const same = "2 beginbfrange <20> <57> <0020> <5A> <7E> <005A> endbfrange "
	for _, c := range []struct{ name, text, codes, want string }{
		{"a sign with the code of a hyphen", "n X 97, p Y .05", same + "2 beginbfchar <58> <0002> <59> <0003> endbfchar", "n \uFFFD 97, p \uFFFD .05"},
		{"a hyphen within a line", "selfXsupervised", same + "2 beginbfchar <59> <0059> <58> <00AD> endbfchar", "self-supervised"},
		{"letters of formulas among Chinese", "ABCP(y|x, t)ABCDh(x)ABCDE", "10 beginbfchar <41> <5373> <42> <662F> <43> <8BF4> <44> <4E3A> <45> <3002> <50> <0732> <79> <0755> <78> <0754> <74> <07E0> <68> <210E> endbfchar " +
			"6 beginbfchar <28> <0028> <29> <0029> <7C> <007C> <2C> <002C> <20> <0020> <2E> <002E> endbfchar", "即是说\u0732(\u0755|\u0754, \u07E0)即是说为ℎ(\u0754)即是说为。"},
		{"a word of Arabic among Chinese", "ABCD ba ABCD", "7 beginbfchar <41> <5373> <42> <662F> <43> <8BF4> <44> <4E3A> <61> <0627> <62> <0628> <20> <0020> endbfchar", "即是说为 \u0627\u0628 即是说为"},
	} {
		more := setLines("F1", 500, 0, strings.Repeat("ABCD", 10), strings.Repeat("ABCD", 10), "AB")
		d := mustParse(t, pdfWithFont(show("F1", 12, 72, 700, c.text)+more, font, meaning(c.codes)))
		if got, _, _ := strings.Cut(d.Text, "\n"); got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

// Where a font gives one meaning to all its codes, the page is read like a picture.
func TestPDFOneMeaning(t *testing.T) {
	const font = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding /ToUnicode 6 0 R >>"
	var codes strings.Builder
	for c := 'A'; c <= 'z'; c++ {
		fmt.Fprintf(&codes, "<%02X> <MEANS> ", c)
	}
	for _, means := range []string{"0020", "0061"} {
		table := meaning(
			"58 beginbfchar " + strings.ReplaceAll(codes.String(), "MEANS", means) + "endbfchar 1 beginbfchar <20> <0020> endbfchar")
		d, err := newRunner(
			t,
			extract.Options{Tesseract: extract.NoTesseract},
		).Extract(t.Context(), "f.pdf", pdfWithFont(setLines("F1", 700, 0, lorem...), font, table))
		if err != nil || len(d.Notices)+len(d.Flags) == 0 {
			t.Errorf("%s: %v, flags %v, notices %v", means, err, d.Flags, d.Notices)
		}
	}
}

// What is drawn from the bottom of a page to its top is read from the top.
func TestPDFDrawnUpwards(t *testing.T) {
	line := func(x, y int, text string) string { return show("F1", 12, x, y, text) }
	rows := []string{"first", "second", "third", "fourth", "fifth"}
	var lines, table, axis string
	for i, s := range rows {
		lines = line(72, 700-16*i, "The "+s+" line says what is studied in the proposal") + lines
		table = line(72, 700-16*i, s) + line(250, 700-16*i, "value "+s) + table
		axis = line(72, 600-16*i, fmt.Sprint(50-10*i)) + axis
	}
	for _, c := range []struct{ name, content, first, last string }{
		{"lines", lines, "The first", "proposal"},
		{"lines below a title", lines + show("F1", 20, 150, 740, "A Title"), "A Title", "proposal"},
		{"rows", table, "first value first second", "value fifth"},
		{"an axis", line(72, 700, "Before") + axis, "Before 10", "50"},
	} {
		got := strings.Join(strings.Fields(mustParse(t, pdfFile("", c.content)).Text), " ")
		if !strings.HasPrefix(got, c.first) || !strings.HasSuffix(got, c.last) {
			t.Errorf("%s: got %q", c.name, got)
		}
	}
}

// The parts of a glyph's name say what the glyph stands for where the font has no other table. A
// code on which the fonts of a file disagree keeps its mark.
func TestPDFNamesOfParts(t *testing.T) {
	font := func(differences string) string {
		return "<< /Type /Font /Subtype /Type1 /BaseFont /ABCDEF+Serif /FirstChar 0 /LastChar 127 /FontDescriptor << /Type /FontDescriptor /FontName /ABCDEF+Serif " +
			"/Flags 32 /ItalicAngle 0 /Ascent 700 /Descent -200 /CapHeight 700 /StemV 80 /FontBBox [0 -200 1000 800] >> " +
			"/Encoding << /Type /Encoding /BaseEncoding /WinAnsiEncoding /Differences [" + differences + "] >> >>"
	}
	for _, c := range []struct{ name, differences, text, want string }{
		{"letters", "1/f_f_i/T_h 13 /f_f", `O\001ces of \002e sta\015`, "Offices of The staff"},
		{"a suffix", "1 /f_f_i.alt /a.sc", `o\001ce s\002t`, "office sat"},
		{"numbers", "1 /uni00660066 /u1F600 /u0066_u0069 /uni4E2D6587", `di\001er \002 \003nd\004`, "differ \U0001F600 find中文"},
		{"codes of letters", "65 /f_f_i /f_t", "oAce aBer", "office after"},
		{"a code with two meanings", "1 /f_f_i] /Differences [1 /g12", `o\001ce`, "o\uFFFDce"},
		{"names that are none", "1 /f_ff_i /uni0066006", `o\001ce \002`, "o\uFFFDce \uFFFD"},
	} {
		d := mustParse(t, pdfWithFont(show("F1", 12, 72, 700, c.text), font(c.differences)))
		if got := strings.TrimSpace(d.Text); got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}
