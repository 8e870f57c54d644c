package exclude

import (
	"sync"

	"zhiwen/checker/evidence"
	"zhiwen/checker/text"
)

// commonApplicants is the number of different applicants in whose documents a
// sentence must stand to be common text. A text that so many have is a formula, or
// a form's that was not given, or has an origin that none of them names; it stays
// visible with its reason.
const commonApplicants = 8

// Common counts in how many applicants' documents sentences stand, while those are
// looked at that have something in common with one document. It is safe for
// concurrent use; the order in which documents are added does not matter.
type Common struct {
	text *text.Text
	self string

	lock  sync.Mutex
	added []commonDocument
}

type commonDocument struct {
	id       evidence.Identity
	document int64
	text     *text.Text
}

// NewCommon begins with the checked document, folded whole or without what is
// already left out.
func NewCommon(t *text.Text, who evidence.Identity) *Common {
	return &Common{text: t, self: person(who)}
}

// Add counts a document of the library.
func (c *Common) Add(id evidence.Identity, document int64, t *text.Text) {
	if id.Applicant != "" && person(id) == c.self {
		return
	}
	c.lock.Lock()
	defer c.lock.Unlock()
	c.added = append(c.added, commonDocument{id, document, t})
}

// Ranges gives the common text: sentences that so many have, and of those that weigh
// enough to be known by a part, what of them stands in others, slightly changed.
func (c *Common) Ranges() []Range {
	c.lock.Lock()
	defer c.lock.Unlock()
	if len(c.added) < commonApplicants {
		return nil
	}
	several := map[uint64]int32{} // how often each sentence stands in them
	for _, d := range c.added {
		for _, s := range d.text.Sentences {
			several[keyOf(d.text.Char[s.First:s.Last])]++
		}
	}
	people := map[uint64]*crowd{}
	for _, d := range c.added {
		for _, s := range d.text.Sentences {
			key := keyOf(d.text.Char[s.First:s.Last])
			if several[key] < commonApplicants {
				continue
			}
			if people[key] == nil {
				people[key] = &crowd{}
			}
			people[key].add(d.id, d.document)
		}
	}
	common := &Forms{whole: map[uint64]bool{}, grams: map[uint64]int32{}}
	var spans []span
	for _, s := range c.text.Sentences {
		if who := people[keyOf(c.text.Char[s.First:s.Last])]; who != nil && who.size() >= commonApplicants {
			spans = append(spans, span{Start: s.Start, End: s.End})
		}
	}
	for _, d := range c.added {
		for _, s := range d.text.Sentences {
			if s.Weight < leastLearned {
				continue
			}
			chars := d.text.Char[s.First:s.Last]
			if who := people[keyOf(chars)]; who != nil && who.size() >= commonApplicants {
				common.addSentence(chars, d.text.Weight[s.First:s.Last])
			}
		}
	}
	common.close()
	var out []Range
	for _, s := range Merge(append(spans, common.find(c.text)...)) {
		out = append(out, Range{Start: s.Start, End: s.End, Reason: evidence.ReasonCommon})
	}
	return out
}
