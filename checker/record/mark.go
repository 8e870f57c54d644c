package record

import (
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"zhiwen/extract"
)

// Mark is where a field stands in a blank form, as an officer showed it. Applications
// on the form are read by it.
type Mark struct {
	ID    int64
	Form  int64         // the document that is the blank form
	Year  int           // of applications; 0 is all
	Known extract.Known // the field, and its label or what the form has printed
	// where it was chosen in the document's text, in code points; -1 is unknown. It is not stored: Known.Nth is what it means
	At      int
	AddedBy string
	AddedAt time.Time
}

// MarkFields returns the fields that can be shown, in the order of pages.
func MarkFields() []string {
	return []string{"title", "applicant", "institution", "year", "programme", "keywords", "number", "participants", "cooperating"}
}

// MarkFault is a fault of a mark; catalogues have a message for each.
type MarkFault string

// The faults of marks.
const (
	MarkField   MarkFault = "field"   // no field that can be shown
	MarkEmpty   MarkFault = "empty"   // neither label nor value
	MarkSigns   MarkFault = "signs"   // a label without a letter, a value with nothing but marks
	MarkLong    MarkFault = "long"    // no label of a form
	MarkPrinted MarkFault = "printed" // no form has the field printed: each application has its own
	MarkNoYear  MarkFault = "noYear"  // the printed value of the year is none
	MarkYear    MarkFault = "year"    // no year of applications
	MarkAlien   MarkFault = "alien"   // the form does not say so
	MarkForm    MarkFault = "form"    // of no blank form that is read
	MarkKnown   MarkFault = "known"   // the form has it already
	MarkOther   MarkFault = "other"   // the form has it for another field, or another printed value for the field
)

func (f MarkFault) Error() string { return "the mark of the form: " + string(f) }

const (
	longestMark = 40 // code points of a label or a printed value
	// The years that a call can be of: others are slips of the hand.
	firstMarkYear, lastMarkYear = 1950, 2099
)

// MarkPrintable reports whether a form may have a field printed, the same in all its
// copies: what says who applies with what never is.
func MarkPrintable(field string) bool {
	return slices.Contains([]string{"institution", "year", "programme", "cooperating"}, field)
}

// Fault returns the fault of a mark by itself, or "".
func (m Mark) Fault() MarkFault {
	label, value := m.Known.Label, m.Known.Value
	switch {
	case !slices.Contains(MarkFields(), m.Known.Field):
		return MarkField
	case label == "" && value == "" || label != "" && value != "":
		return MarkEmpty
	case utf8.RuneCountInString(label+value) > longestMark:
		return MarkLong
	case label != "" && !strings.ContainsFunc(label, unicode.IsLetter),
		value != "" && !strings.ContainsFunc(value, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }):
		return MarkSigns
	case value != "" && !MarkPrintable(m.Known.Field):
		return MarkPrinted
	case value != "" && m.Known.Field == "year" && !markYear(value):
		return MarkNoYear
	case m.Year != 0 && (m.Year < firstMarkYear || m.Year > lastMarkYear):
		return MarkYear
	}
	return ""
}

// markYear reports whether a printed value has a year and no other number.
func markYear(value string) bool {
	digits := strings.FieldsFunc(value, func(r rune) bool { return r < '0' || r > '9' })
	if len(digits) != 1 {
		return false
	}
	year, err := strconv.Atoi(digits[0])
	return err == nil && year >= firstMarkYear && year <= lastMarkYear
}

// Beside returns the fault of a mark in view of the other marks of its form, or "".
func (m Mark) Beside(marks []Mark) MarkFault {
	fault := MarkFault("")
	for _, k := range marks {
		sameYear := k.Year == m.Year || k.Year == 0 || m.Year == 0
		sameLabel := m.Known.Label != "" && plainMark(k.Known.Label) == plainMark(m.Known.Label) &&
			(k.Known.Nth == m.Known.Nth || k.Known.Nth == 0 || m.Known.Nth == 0)
		switch {
		case k.Known.Field == m.Known.Field && (k.Year == m.Year || k.Year == 0) &&
			(sameLabel && k.Known.Nth == m.Known.Nth || m.Known.Value != "" && plainMark(k.Known.Value) == plainMark(m.Known.Value)):
			return MarkKnown
		case k.Known.Field != m.Known.Field && sameYear && sameLabel,
			k.Known.Field == m.Known.Field && k.Year == m.Year && m.Known.Value != "" && k.Known.Value != "":
			fault = MarkOther
		}
	}
	return fault
}

// plainMark returns a label or a value as it is compared: forms write 项 目 名 称 with blanks.
func plainMark(s string) string {
	return strings.ToLower(strings.Join(strings.Fields(s), ""))
}

// Reread is an application that was read before its form was shown, and what it
// says by what is known of the form now.
type Reread struct {
	Document Document
	Changes  []Change // of the fields that were shown
}

// Trial is what a mark does that is not kept yet.
type Trial struct {
	On      int      // applications on the form that were looked at and are of its year
	Changes []Reread // of these that read otherwise by it
	Same    int      // that read by it as they are known
}

// Silent returns how many applications the mark finds nothing in.
func (t Trial) Silent() int { return t.On - len(t.Changes) - t.Same }

// Change is a field of an application that reads otherwise.
type Change struct{ Field, Was, Reads string }
