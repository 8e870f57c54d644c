package exclude

import "zhiwen/checker/evidence"

// nameless is how many documents without a name count as one applicant. They may
// be one person's: so many of them that say the same need not be half as many
// people. But who writes dozens of applications is nobody in particular.
const nameless = 2

// crowd counts the applicants of documents. The zero value is empty.
type crowd struct {
	named   map[string]bool
	unnamed map[int64]bool // documents
}

// add counts the applicant of a document.
func (c *crowd) add(id evidence.Identity, document int64) {
	if id.Applicant == "" {
		if c.unnamed == nil {
			c.unnamed = map[int64]bool{}
		}
		c.unnamed[document] = true
		return
	}
	if c.named == nil {
		c.named = map[string]bool{}
	}
	c.named[person(id)] = true
}

// size is how many applicants there are at the least.
func (c *crowd) size() int {
	if len(c.named) == 0 {
		return max(len(c.unnamed)/nameless, min(1, len(c.unnamed)))
	}
	return len(c.named) + len(c.unnamed)/nameless
}
