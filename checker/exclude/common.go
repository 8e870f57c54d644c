package exclude

import (
	"sync"

	"zhiwen/checker/evidence"
	"zhiwen/checker/text"
)

// commonApplicants is the number of different applicants in whose documents a
// sentence must stand to be common text. A text that so many have is a formula, or
// has an origin that none of them names; it stays visible with its reason.
const commonApplicants = 8

// Common counts in how many applicants' documents the sentences of one document
// stand, while these are looked at. It is safe for concurrent use; the order in
// which documents are added does not matter.
type Common struct {
	text *text.Text
	self string
	at   map[uint64][]int // sentences by key

	lock   sync.Mutex
	people []map[string]bool // by sentence
}

// NewCommon begins with the checked document, folded whole or without what is
// already left out.
func NewCommon(t *text.Text, who evidence.Identity) *Common {
	c := &Common{text: t, self: person(who), at: make(map[uint64][]int, len(t.Sentences)), people: make([]map[string]bool, len(t.Sentences))}
	for i, s := range t.Sentences {
		key := keyOf(t.Char[s.First:s.Last])
		c.at[key] = append(c.at[key], i)
	}
	return c
}

// Add counts a document. One whose applicant is not known does not count: who
// knows whether it is another one.
func (c *Common) Add(id evidence.Identity, t *text.Text) {
	who := person(id)
	if id.Applicant == "" || who == c.self {
		return
	}
	var has []int
	for _, s := range t.Sentences {
		has = append(has, c.at[keyOf(t.Char[s.First:s.Last])]...)
	}
	c.lock.Lock()
	defer c.lock.Unlock()
	for _, i := range has {
		if c.people[i] == nil {
			c.people[i] = map[string]bool{}
		}
		c.people[i][who] = true
	}
}

// Ranges gives the common text.
func (c *Common) Ranges() []Range {
	c.lock.Lock()
	defer c.lock.Unlock()
	var spans []span
	for i, who := range c.people {
		if len(who) >= commonApplicants {
			spans = append(spans, span{Start: c.text.Sentences[i].Start, End: c.text.Sentences[i].End})
		}
	}
	var out []Range
	for _, s := range Merge(spans) {
		out = append(out, Range{Start: s.Start, End: s.End, Reason: evidence.ReasonCommon})
	}
	return out
}
