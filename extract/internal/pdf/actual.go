package pdf

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"zhiwen/extract/internal/page"
	"zhiwen/extract/internal/pdfium"
)

// A PDF may state a text for what it draws (ActualText): the letters of a ligature, the
// hyphen that was put in at a line end, a formula in words. What fonts say of the codes is
// read all the same, since nothing holds such a text to what is seen: only for codes of
// which the fonts say nothing it stands in, if the other letters go along with it.

// actualText is a text that a file states, with the characters drawn in its place.
type actualText struct {
	text  []rune
	codes []rune // what the fonts say
	use   bool   // it is read instead of these
	next  int    // of its characters, the one to be handed out next
	drawn int    // characters in its place that were handed out
}

// forgetActual takes the stated texts out of the page, so that pdfium says what fonts
// say, and keeps them by the objects that they stand for.
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

// settleActual tells for each of the page's characters the stated text that it is part of,
// and which of these texts are read. It returns a sample of those that say other letters
// than are drawn; empty where there are none.
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

// otherLetters is how many letters of a page differ from what is stated before that is
// worth a flag: a word, some signs that a program has exchanged.
const otherLetters = 10

// settle decides which text is read, and returns by how many letters the two differ.
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
	// All that is drawn is stated in this order; what is beyond must stand for the others.
	if a.use = unmapped > 0 && len(stated)-len(drawn) <= mostOfOne*unmapped; a.use {
		return 0
	}
	return len(stated) - len(drawn)
}

// mostOfOne is how many letters a single character that is drawn stands for at most: the
// longest ligatures in use have three (ffi).
const mostOfOne = 3

// lettersIn returns the letters and digits of a text, ligatures and full-width forms taken
// apart, without accents and capitals.
func lettersIn(text []rune) []rune {
	var out []rune
	for _, r := range norm.NFKD.String(string(text)) {
		if (unicode.IsLetter(r) || unicode.IsDigit(r)) && r != unicode.ReplacementChar {
			out = append(out, unicode.ToLower(r))
		}
	}
	return out
}

// formula reports whether a stated text is the source of a formula, or its words, which no
// page shows: it has signs that prose has not.
func formula(text []rune) bool {
	return strings.ContainsAny(string(text), "\\^_{}=+<>≤≥∑∫√")
}

// stated hands out what stands for a character of a stated text that is read: each takes
// one of its letters, and the last one all that are left.
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
