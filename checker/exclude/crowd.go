package exclude

import (
	"strconv"

	"zhiwen/checker/evidence"
	"zhiwen/checker/text"
)

// crowd is the set of applicants of some documents, by name. A document that names nobody counts as
// an applicant of its own: templates without a submitter are found in proposals without names only
// if documents count like people.
type crowd map[string]bool

// add adds the applicant of a document.
func (c crowd) add(id evidence.Identity, document int64) { c[member(id, document)] = true }

// member returns a key for the applicant of a document, or for the document if it names nobody.
func member(id evidence.Identity, document int64) string {
	if id.Applicant == "" {
		return strconv.FormatInt(document, 10)
	}
	return person(id)
}

// person returns a key for an applicant.
func person(id evidence.Identity) string {
	return text.Squash(id.Applicant) + "\x00" + text.Squash(id.Institution)
}
