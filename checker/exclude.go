package checker

import (
	"cmp"
	"slices"
	"sort"
	"strings"

	"zhiwen/checker/align"
	"zhiwen/checker/evidence"
	"zhiwen/checker/exclude"
	"zhiwen/checker/text"
	"zhiwen/extract"
)

// exclusions finds what of the document is not the applicant's own words, or
// not only. All of it goes into the evidence; which reasons count is a
// parameter.
func (e *Engine) exclusions(q *query, templates []*Source, found []comparison) []evidence.Excluded {
	var out []evidence.Excluded
	add := func(reason evidence.Reason, spans []extract.Span) {
		for _, s := range exclude.Merge(spans) {
			out = append(out, evidence.Excluded{
				Offset: s.Start, Length: s.End - s.Start, Reason: reason,
				Applied: slices.Contains(e.parameters.Exclude, reason),
			})
		}
	}
	add(evidence.ReasonForm, e.templateText(q, templates))
	add(evidence.ReasonBibliography, exclude.Bibliographies(q.input.Document, q.runes))
	add(evidence.ReasonQuotation, exclude.Quotations(q.input.Document, q.runes))
	add(evidence.ReasonCommon, commonText(q, found))
	slices.SortStableFunc(out, func(a, b evidence.Excluded) int { return cmp.Compare(a.Offset, b.Offset) })
	return out
}

// templateRun is the weight from which a run that stands in a template too is
// the template's: a prompt of some words, not an expression of three.
const templateRun = 12

// templateText finds what of the document stands in a template: its sentences,
// however short, and longer runs of symbols within others, where a prompt and
// what was filled in share a line.
func (e *Engine) templateText(q *query, templates []*Source) []extract.Span {
	if len(templates) == 0 {
		return nil
	}
	known := map[string]bool{}
	var spans []extract.Span
	for _, s := range templates {
		t := e.folded(s)
		for _, sentence := range t.Sentences {
			known[sentenceKey(t, sentence)] = true
		}
		for _, r := range q.align.Runs(t) {
			weight := 0
			for _, w := range q.text.Weight[r.Query : r.Query+r.Length] {
				weight += int(w)
			}
			if weight >= templateRun {
				spans = append(spans, extract.Span(q.align.Bounds(align.Span{Start: r.Query, End: r.Query + r.Length})))
			}
		}
	}
	for _, sentence := range q.text.Sentences {
		if known[sentenceKey(q.text, sentence)] {
			spans = append(spans, extract.Span{Start: sentence.Start, End: sentence.End})
		}
	}
	return spans
}

// sentenceKey names a sentence by its symbols.
func sentenceKey(t *text.Text, s text.Sentence) string {
	var b strings.Builder
	for _, c := range t.Char[s.First:s.Last] {
		b.Write([]byte{byte(c), byte(c >> 8), byte(c >> 16), byte(c >> 24)})
	}
	return b.String()
}

// commonApplicants is the number of different applicants in whose documents a
// sentence must stand to be common text. A text that so many have is a
// formula, or has an origin that none of them names; the range stays visible
// with its reason.
const commonApplicants = 8

// commonText finds the sentences that stand, the same symbol by symbol, in
// documents of many different applicants.
func commonText(q *query, found []comparison) []extract.Span {
	applicants := map[int]map[string]bool{} // by sentence
	for _, c := range found {
		id := c.source.Identity
		if id.Applicant == "" {
			continue // who knows whether it is another one
		}
		who := id.Applicant + "\x00" + id.Institution
		for _, m := range c.matches {
			if m.kind != evidence.Verbatim {
				continue
			}
			first := sort.Search(len(q.text.Sentences), func(i int) bool { return q.text.Sentences[i].Start >= m.query.Start })
			for i := first; i < len(q.text.Sentences) && q.text.Sentences[i].End <= m.query.End; i++ {
				if applicants[i] == nil {
					applicants[i] = map[string]bool{}
				}
				applicants[i][who] = true
			}
		}
	}
	var out []extract.Span
	for i, who := range applicants {
		if len(who) >= commonApplicants {
			out = append(out, extract.Span{Start: q.text.Sentences[i].Start, End: q.text.Sentences[i].End})
		}
	}
	return out
}
