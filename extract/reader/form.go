package reader

import (
	"zhiwen/extract"
	"zhiwen/extract/internal/field"
	"zhiwen/extract/internal/field/label"
)

// Reread reads the fields of a document's form with marks that somebody set on the form, besides
// the built-in rules. It needs no file.
func Reread(d *extract.Document, known []extract.Known) extract.Metadata {
	return field.Reread(d, known)
}

// Likeness returns the share of what a blank form has printed that stands in a document, from 0 to
// 1.
func Likeness(form, d *extract.Document) float64 { return field.Likeness(form, d) }

// Says reports whether a document has a text, blanks aside.
func Says(d *extract.Document, s string) bool { return field.Says(d, s) }

// Pieces returns what stands by itself in a text of a form, as a label does.
func Pieces(text string) []extract.Span { return label.Pieces(text) }

// Nth returns the number, from 1, of the place at a code point of a document's text among all places where
// the words of a label occur, or 0 if they occur there alone.
func Nth(d *extract.Document, words string, at int) int { return field.Nth(d, words, at) }

// LabelIn returns the label of a line of a form, without the value behind it.
func LabelIn(line string) string { return label.In(line) }
