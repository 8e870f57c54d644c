package pdf

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"zhiwen/extract/internal/page"
	"zhiwen/extract/internal/pdfium"
)

// A PDF may state a text for its drawing (ActualText): the letters of a ligature, a hyphen added at
// a line end, a formula in words. The text from the fonts is still preferred, since nothing
// guarantees that the stated text matches what is seen. The stated text is used only where the
// fonts define no characters, and only if its other letters agree with the drawn ones.

// actualText is a text stated by the file, with the characters drawn in its place.
type actualText struct {
	text  []rune
	codes []rune // the characters according to the fonts
	use   bool   // text is read instead of codes
	next  int    // index in text of the next character to return
	drawn int    // drawn characters replaced so far
}

// forgetActual removes the stated texts from the page, so that pdfium returns the text from the
// fonts, and returns them by the objects they belong to.
func (f *pdfiumFile) forgetActual(source pdfium.Page) map[pdfium.Object]*actualText {
	var found map[pdfium.Object]*actualText
	marks := map[pdfium.Mark]*actualText{}
	for o := range writings(source) {
		for i := range o.Marks() {
			m := o.Mark(i)
			a, known := marks[m]
			if !known {
				if s, ok := f.pdfium.ActualText(m); ok {
					a = &actualText{text: []rune(s)}
					o.ForgetActualText(m)
				}
				marks[m] = a
			}
			if a != nil {
				if found == nil {
					found = map[pdfium.Object]*actualText{}
				}
				found[o] = a // the innermost one
			}
		}
	}
	return found
}

// settleActual returns for each of the page's characters the stated text it belongs to, and decides
// which of these texts are used. It also returns a sample of those whose letters differ from the
// drawn ones, or "".
func (r *pageReader) settleActual(found map[pdfium.Object]*actualText, count int) (owners []*actualText, other string) {
	if len(found) == 0 {
		return nil, ""
	}
	owners = make([]*actualText, count)
	var order []*actualText
	for k := range count {
		o, ok := r.text.Object(k)
		a := found[o]
		if !ok || a == nil || r.text.Generated(k) {
			continue
		}
		if owners[k] = a; len(a.codes) == 0 {
			order = append(order, a)
		}
		a.codes = append(a.codes, rune(r.text.Unicode(k)))
	}
	var sample strings.Builder
	letters := 0
	for _, a := range order {
		differs := a.settle()
		if differs > 0 && !formula(a.text) {
			letters += differs
			sample.WriteString(string(a.text))
		}
	}
	if letters < otherLetters {
		return owners, ""
	}
	return owners, sample.String()
}

// otherLetters is the least number of letters of a page differing from the stated text that is
// worth a flag: a word, more than a few signs exchanged by a program.
const otherLetters = 10

// settle decides which text is used and returns how many letters the two differ by.
func (a *actualText) settle() (differs int) {
	unmapped := 0
	for _, c := range a.codes {
		if c == 0 || c == unicode.ReplacementChar || unicode.Is(unicode.Co, c) {
			unmapped++
		}
	}
	drawn, stated := lettersIn(a.codes), lettersIn(a.text)
	if string(drawn) == string(stated) {
		a.use = unmapped > 0
		return 0
	}
	rest := stated
	for _, c := range drawn {
		i := 0
		for i < len(rest) && rest[i] != c {
			i++
		}
		if i == len(rest) {
			return max(len(drawn), len(stated))
		}
		rest = rest[i+1:]
	}
	// The stated text contains everything drawn in this order; the additional letters must stand
	// for the unmapped characters.
	if a.use = unmapped > 0 && len(stated)-len(drawn) <= mostOfOne*unmapped; a.use {
		return 0
	}
	return len(stated) - len(drawn)
}

// mostOfOne is the most letters that a single drawn character stands for: the longest common
// ligatures have three (ffi).
const mostOfOne = 3

// lettersIn returns the letters and digits of a text in lower case and without accents, with
// ligatures and full-width forms decomposed.
func lettersIn(text []rune) []rune {
	var out []rune
	for _, r := range norm.NFKD.String(string(text)) {
		if (unicode.IsLetter(r) || unicode.IsDigit(r)) && r != unicode.ReplacementChar {
			out = append(out, unicode.ToLower(r))
		}
	}
	return out
}

// formula reports whether a stated text is the source of a formula, or its description, which no
// page shows: it has signs that prose does not have.
func formula(text []rune) bool {
	return strings.ContainsAny(string(text), "\\^_{}=+<>≤≥∑∫√")
}

// stated returns the part of a stated text that replaces one drawn character: one letter for each,
// and all that are left for the last.
func (a *actualText) stated(g page.Glyph) []page.Glyph {
	a.drawn++
	end := min(a.next+1, len(a.text))
	if a.drawn == len(a.codes) {
		end = len(a.text)
	}
	var out []page.Glyph
	for _, g.Rune = range a.text[a.next:end] {
		g.Unmapped = false
		out = append(out, g)
	}
	a.next = end
	return out
}
