package reader

import "testing"

func TestWordSymbolStatedAsLetter(t *testing.T) {
	d := mustParse(t, wordFile(t, `<w:p><w:r><w:sym w:font="Wingdings 2" w:char="0052"/><w:sym w:font="Wingdings 2" w:char="00A3"/><w:sym w:font="Arial" w:char="0041"/></w:r>`+
		`<w:r><w:rPr><w:rFonts w:ascii="Wingdings" w:hAnsi="Wingdings"/></w:rPr><w:t>l</w:t></w:r></w:p>`))
	if want := "☑□A●"; d.Text != want {
		t.Errorf("got %q, want %q", d.Text, want)
	}
}
