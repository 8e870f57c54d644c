package record

import "fmt"

// Statement is what an officer states about text that several applications share: it belongs to a form, or is an
// institution's standard text. It is kept as a form or standard text, so that it counts in no application; who deletes
// that withdraws the statement.
type Statement struct {
	Check       int64   // on whose report it is made
	Place       int     // of evidence.Several: the offset of its first place in the document
	Text        string  // what is shared
	Institution *string // whose standard text it is; nil: it belongs to a form
	By, Reason  string  // neither is ""
}

// statementName is the file name of a statement: a statement is known by it.
const statementName = "shared-text-of-check-%d-at-%d.txt"

// Filename returns the name under which the text is kept.
func (s Statement) Filename() string { return fmt.Sprintf(statementName, s.Check, s.Place) }

// StatedOn returns the check on whose report a form was stated, false for other forms.
func StatedOn(d Document) (check int64, ok bool) {
	var place int
	n, err := fmt.Sscanf(d.Identity.Filename, statementName, &check, &place)
	return check, d.Form && err == nil && n == 2
}
