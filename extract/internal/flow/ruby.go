package flow

import (
	"unicode"

	"zhiwen/extract"
	"zhiwen/extract/internal/char"
	"zhiwen/extract/internal/draft"
)

// rubyLetters is the most letters for the reading of one character: pinyin has up to six (zhuang),
// kana seven, and a word that explains a term a few more.
const rubyLetters = 8

// Pronounces reports whether a ruby text only tells the pronunciation of the text below it, as
// pinyin, kana and bopomofo do. Then it is left out. Chinese characters, and letters above a blank
// or above much fewer characters, are text of their own.
func Pronounces(ruby, below string) bool {
	letters, base := 0, 0
	for _, r := range ruby {
		if unicode.Is(unicode.Han, r) {
			return false
		}
		if char.Visible(r) {
			letters++
		}
	}
	for _, r := range below {
		if char.Visible(r) {
			base++
		}
	}
	return letters <= rubyLetters*base
}

// PutRuby adds a text with its ruby. A ruby with text of its own replaces a blank below it; others
// follow the paragraph.
func (p *Paragraph) PutRuby(above, below *Paragraph) {
	text, under := above.Text.String(), below.Text.String()
	if !char.HasVisible(under) && char.HasVisible(text) {
		p.Append(above)
		return
	}
	p.Append(below)
	p.PutAbove(above, under)
}

// PutAbove adds the ruby above the text under, with which p ends.
func (p *Paragraph) PutAbove(above *Paragraph, under string) {
	switch text := above.Text.String(); {
	case Pronounces(text, under):
	case !char.HasVisible(under):
		p.Append(above)
	default:
		if p.ruby == nil {
			p.ruby = &Paragraph{Block: draft.Block{Kind: extract.Box}}
		}
		p.ruby.Append(above)
	}
}
