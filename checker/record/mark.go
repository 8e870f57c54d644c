package record

import (
	"slices"
	"time"
	"unicode/utf8"

	"zhiwen/extract"
)

// Mark is where a field stands in a blank form, as an officer showed it. Applications
// on the form are read by it.
type Mark struct {
	ID      int64
	Form    int64         // the document that is the blank form
	Year    int           // of applications; 0 is all
	Known   extract.Known // the field, and its label or what the form has printed
	AddedBy string
	AddedAt time.Time
}

// MarkFields are the fields that can be shown, in the order of pages.
func MarkFields() []string {
	return []string{"title", "applicant", "institution", "year", "programme", "keywords", "number", "participants", "cooperating"}
}

// MarkFault is what is wrong with a mark; catalogues have a message for each.
type MarkFault string

// The faults of marks.
const (
	MarkField MarkFault = "field" // no field that can be shown
	MarkEmpty MarkFault = "empty" // neither label nor value
	MarkLong  MarkFault = "long"  // no label of a form
	MarkAlien MarkFault = "alien" // the form does not say so
	MarkForm  MarkFault = "form"  // of no blank form that is read
)

// MarkFaults gives them all.
func MarkFaults() []MarkFault {
	return []MarkFault{MarkField, MarkEmpty, MarkLong, MarkAlien, MarkForm}
}

func (f MarkFault) Error() string { return "the mark of the form: " + string(f) }

const longestMark = 40 // code points of a label or a printed value

// Fault says what is wrong with a mark by itself, "" for nothing.
func (m Mark) Fault() MarkFault {
	switch text := m.Known.Label + m.Known.Value; {
	case !slices.Contains(MarkFields(), m.Known.Field):
		return MarkField
	case text == "" || m.Known.Label != "" && m.Known.Value != "":
		return MarkEmpty
	case utf8.RuneCountInString(text) > longestMark:
		return MarkLong
	}
	return ""
}

// Reread is an application that was read before its form was shown, and what it
// says by what is known of the form now.
type Reread struct {
	Document Document
	Changes  []Change // of the fields that were shown
}

// Change is a field of an application that reads otherwise.
type Change struct{ Field, Was, Reads string }
