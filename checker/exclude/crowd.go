package exclude

import (
	"strconv"

	"zhiwen/checker/evidence"
	"zhiwen/checker/text"
)

// crowd is the applicants of some documents, by name. A document that names nobody stands
// for an applicant of its own: templates that nobody handed in are found in proposals
// without names only if their documents count as people do.
type crowd map[string]bool

// add counts the applicant of a document.
func (c crowd) add(id evidence.Identity, document int64) { c[member(id, document)] = true }

// member names the applicant of a document, or the document where it names nobody.
func member(id evidence.Identity, document int64) string {
	if id.Applicant == "" {
		return strconv.FormatInt(document, 10)
	}
	return person(id)
}

// person names an applicant.
func person(id evidence.Identity) string {
	return text.Squash(id.Applicant) + "\x00" + text.Squash(id.Institution)
}
