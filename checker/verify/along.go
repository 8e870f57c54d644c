package verify

import (
	"strconv"

	"zhiwen/checker/evidence"
	"zhiwen/extract"
)

// along adds a difference for each contradiction in the list of documents on which the whole document may be modelled, and marks
// these documents in used. characters are the lengths of all documents that the evidence names.
func (v *verifier) along(characters map[int64]int, used map[int64]bool) {
	said := map[int64]bool{}
	for _, a := range v.e.Hints.Along {
		length, known := characters[a.Source]
		if !known || said[a.Source] {
			v.wrongHint(hintSource, 0, a.Source, "", "")
		}
		said[a.Source], used[a.Source] = true, true
		if len(a.Steps) > a.Of {
			v.wrongHint(hintLevel, 0, a.Source, strconv.Itoa(a.Of), strconv.Itoa(len(a.Steps)))
		}
		for i, s := range a.Steps {
			this, from := Difference{Side: ThisSide, Source: a.Source}, Difference{Side: SourceSide, Source: a.Source}
			v.quotedWithin(this, &s.This, v.e.Document.Characters)
			if known {
				v.quotedWithin(from, &s.From, length)
			}
			if i > 0 && (s.This.Offset <= a.Steps[i-1].This.Offset || s.From.Offset <= a.Steps[i-1].From.Offset) {
				v.wrongHint(hintOrder, 0, a.Source, place(s.This.Offset, s.This.Length), place(s.From.Offset, s.From.Length))
			}
		}
	}
}

// alongHere compares the stretches of the document with its text.
func (v *verifier) alongHere(d *extract.Document, runes []rune) {
	for _, a := range v.e.Hints.Along {
		for _, s := range a.Steps {
			v.quote(Difference{Side: ThisSide, Source: a.Source}, &s.This, d, runes)
		}
	}
}

// alongThere compares the places of a document with its text.
func (v *verifier) alongThere(source int64, d *extract.Document, runes []rune) {
	for _, a := range v.e.Hints.Along {
		if a.Source != source {
			continue
		}
		for _, s := range a.Steps {
			v.quote(Difference{Side: SourceSide, Source: source}, &s.From, d, runes)
		}
	}
}

// quotedWithin reports whether a passage is as long as it says and in its text, and adds a difference where it is not.
func (v *verifier) quotedWithin(about Difference, p *evidence.Passage, characters int) bool {
	if n := len([]rune(p.Text)); n != p.Length {
		about.Problem = WrongLength
		v.number(about, p.Length, n)
		v.unsound = true
		return false
	}
	if !inRange(p.Offset, p.Length, characters) {
		about.Problem, about.Want, about.Got = OutOfRange, place(p.Offset, p.Length), strconv.Itoa(characters)
		v.add(about)
		v.unsound = true
		return false
	}
	return true
}
