package checker

import (
	"context"
	"slices"
	"strings"
	"sync"

	"zhiwen/checker/align"
	"zhiwen/checker/citation"
	"zhiwen/checker/evidence"
	"zhiwen/checker/exclude"
	"zhiwen/checker/score"
	"zhiwen/checker/text"
	"zhiwen/extract"
	"zhiwen/internal/wrap"
)

// formsKept bounds how many sets of forms are remembered: the blank ones, and an
// institution's standard texts. A set of sixteen forms takes 2 MB.
const formsKept = 50

// formMaker makes blank forms ready, or standard texts, and remembers them for the
// next checks. The zero value is good. It is safe for concurrent use.
type formMaker struct {
	lock sync.Mutex
	made memory[string, *exclude.Forms]
}

// of makes the chosen forms ready. Those that panic are left out and noted.
func (f *formMaker) of(all []*Source, left *faults, fold func(*extract.Document) *text.Text, chosen func(*Source) bool) *exclude.Forms {
	var forms []*Source
	var key strings.Builder
	for _, s := range all {
		if chosen(s) && left.guardForm(s, func() {}) {
			forms = append(forms, s)
			key.WriteString(evidence.TextSHA256(s.Document.Text))
		}
	}
	f.lock.Lock()
	defer f.lock.Unlock() // checks that begin together wait for the first
	if made, ok := f.made.get(key.String()); ok {
		return made
	}
	var texts []*text.Text
	for _, s := range forms {
		left.guardForm(s, func() { texts = append(texts, fold(s.Document)) })
	}
	made := exclude.NewForms(texts...)
	if len(texts) == len(forms) { // else the next check says so too
		f.made.put(key.String(), made, formsKept)
	}
	return made
}

// standardOf chooses the standard texts that were handed in for an institution.
func standardOf(institution string) func(*Source) bool {
	return func(s *Source) bool {
		return s.Standard && (s.Identity.Institution == "" || score.SameInstitution(s.Identity.Institution, institution))
	}
}

// roles returns the table of roles with what officers have added in the library.
func (e *Engine) roles(ctx context.Context, lib Library) (*exclude.Table, error) {
	entries, err := lib.Roles(ctx)
	if err != nil {
		return nil, err
	}
	roles, err := e.parameters.Roles.With(entries)
	return roles, wrap.Error(err, "table of roles")
}

// fold folds all of a document.
func (e *Engine) fold(d *extract.Document) *text.Text { return e.profile.fold(d) }

// known returns what the library contributes to finding text that takes no part, besides the table
// of roles: its blank forms, and what the documents most like the checked one have in common.
func (e *Engine) known(ctx context.Context, in Input, lib Library, roles *exclude.Table, forms []*Source,
	left *faults) (_ exclude.Known, err error) {
	known := exclude.Known{
		Forms:    e.forms.of(forms, left, e.fold, func(s *Source) bool { return !s.Standard }),
		Standard: e.forms.of(forms, left, e.fold, standardOf(in.Identity.Institution)),
	}
	known.Learned, err = e.neighbours.learned(ctx, lib, in, e.digester(roles))
	return known, err
}

// keepOut folds the document without the excluded text, and the excluded text separately. All
// ranges go into the evidence.
func (e *Engine) keepOut(q *query, ranges []exclude.Range) {
	q.excluded = nil
	for _, r := range ranges {
		q.excluded = append(q.excluded, evidence.Excluded{
			Offset: r.Start, Length: r.End - r.Start, Reason: r.Reason, Applied: slices.Contains(e.parameters.Exclude, r.Reason),
			Had: r.Holders.Had, Of: r.Holders.Of, Required: r.Holders.Required,
		})
	}
	q.ranges = ranges
	q.cited = citation.New(q.input.Document, ranges)
	q.text = e.profile.fold(q.input.Document, exclude.Of(ranges, e.parameters.Exclude)...)
	q.align, q.apart = align.NewQuery(q.text).Among(q.known.Learned.Usage), e.apart(q)
}
