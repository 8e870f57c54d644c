package flow

import (
	"unicode"

	"zhiwen/extract"
	"zhiwen/extract/internal/char"
	"zhiwen/extract/internal/draft"
)

// rubyLetters is how many letters tell how one character is read, at most: pinyin has six
// (zhuang), kana seven, and a word that explains a term a few more.
const rubyLetters = 8

// Pronounces reports whether a ruby text says how the text below it is read, as pinyin,
// kana and bopomofo do: it says nothing more, and is left out. Chinese characters, and
// letters above a blank or above much fewer characters, are text of their own.
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

// PutRuby adds a text with the ruby above it. A ruby that is text of its own takes the place
// of a blank below it; others stand behind the paragraph, one after the other.
func (p *Paragraph) PutRuby(above, below *Paragraph) {
	text, under := above.Text.String(), below.Text.String()
	if !char.HasVisible(under) && char.HasVisible(text) {
		p.Append(above)
		return
	}
	p.Append(below)
	p.PutAbove(above, under)
}

// PutAbove adds the ruby above the text under, which p ends with.
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
