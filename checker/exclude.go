package checker

import (
	"cmp"
	"regexp"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"zhiwen/checker/align"
	"zhiwen/checker/evidence"
	"zhiwen/checker/text"
	"zhiwen/extract"
)

// exclusions finds what of the document is not the applicant's own words, or
// not only. All of it goes into the evidence; which reasons count is a
// parameter.
func (e *Engine) exclusions(q *query, templates []*Source, found []comparison) []evidence.Excluded {
	var out []evidence.Excluded
	add := func(reason evidence.Reason, spans []align.Span) {
		for _, s := range merged(spans) {
			out = append(out, evidence.Excluded{
				Offset: s.Start, Length: s.End - s.Start, Reason: reason,
				Applied: slices.Contains(e.parameters.Exclude, reason),
			})
		}
	}
	add(evidence.ReasonForm, e.templateText(q, templates))
	add(evidence.ReasonBibliography, bibliographies(q.input.Document, q.runes))
	add(evidence.ReasonQuotation, quotations(q.input.Document, q.runes))
	add(evidence.ReasonCommon, commonText(q, found))
	slices.SortStableFunc(out, func(a, b evidence.Excluded) int { return cmp.Compare(a.Offset, b.Offset) })
	return out
}

// merged puts spans in order and joins those that touch.
func merged(spans []align.Span) []align.Span {
	slices.SortFunc(spans, func(a, b align.Span) int { return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End)) })
	var out []align.Span
	for _, s := range spans {
		if n := len(out); n > 0 && s.Start <= out[n-1].End {
			out[n-1].End = max(out[n-1].End, s.End)
		} else if s.Start < s.End {
			out = append(out, s)
		}
	}
	return out
}

// templateRun is the weight from which a run that stands in a template too is
// the template's: a prompt of some words, not an expression of three.
const templateRun = 12

// templateText finds what of the document stands in a template: its sentences,
// however short, and longer runs of symbols within others, where a prompt and
// what was filled in share a line.
func (e *Engine) templateText(q *query, templates []*Source) []align.Span {
	if len(templates) == 0 {
		return nil
	}
	known := map[string]bool{}
	var spans []align.Span
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
				spans = append(spans, q.align.Bounds(align.Span{Start: r.Query, End: r.Query + r.Length}))
			}
		}
	}
	for _, sentence := range q.text.Sentences {
		if known[sentenceKey(q.text, sentence)] {
			spans = append(spans, align.Span{Start: sentence.Start, End: sentence.End})
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

// bibliographyTitle is a heading of a list of references, with or without its
// number.
var bibliographyTitle = regexp.MustCompile(`(?i)^[\s\p{Nd}\p{P}一二三四五六七八九十第章节部分]*` +
	`(主要|相关|附|附：)?(参考文献|参考资料|引用文献|参考书目|文献|references?|bibliography|works cited|literature cited)(目录|列表|及出处)?[\s\p{P}]*(\(.*\)|（.*）)?[\s:：]*$`)

// bibliographies finds the lists of references: from their heading to the last
// entry before the next heading that is not below it. What does not look like
// entries any more does not belong to it, heading or none: else one line would
// take the rest of a document out of the check.
func bibliographies(d *extract.Document, runes []rune) []align.Span {
	var out []align.Span
	for i, p := range d.Paragraphs {
		title := string(runes[p.Start:p.End])
		if p.End-p.Start > 40 || !bibliographyTitle.MatchString(title) {
			continue
		}
		end, strange := 0, 0
		for _, next := range d.Paragraphs[i+1:] {
			content := string(runes[next.Start:next.End])
			if next.Kind == extract.Heading && (p.Kind != extract.Heading || next.Level <= p.Level) && !numbered.MatchString(content) {
				break
			}
			if isEntry(content) {
				end, strange = next.End, 0
			} else if strange += next.End - next.Start; strange > mostStrange {
				break
			}
		}
		if end > 0 {
			out = append(out, align.Span{Start: p.Start, End: end})
		}
	}
	return out
}

// Of an entry of a list of references: how it begins, or else a year between
// punctuation in it; and how long it is at the most, with a number and without.
// Between two entries there may be as much as
// mostStrange that looks like none: the rest of one, a subtitle.
const (
	longestEntry = 600
	longestBare  = 300
	mostStrange  = 150
)

var (
	numbered = regexp.MustCompile(`^\s*[\[［【〔(（]\s*\d+\s*[\]］】〕)）]`)
	counted  = regexp.MustCompile(`^\s*\d{1,3}\s*[.．、]`)
	dated    = regexp.MustCompile(`[,，.。;；(（]\s*(19|20)\d\d[a-z]?\s*([)）.,，;；:：(（]|$)`)
)

func isEntry(paragraph string) bool {
	n := utf8.RuneCountInString(paragraph)
	return n <= longestEntry && (numbered.MatchString(paragraph) || counted.MatchString(paragraph)) ||
		n <= longestBare && dated.MatchString(paragraph)
}

// leastQuotation is the number of characters from which quoted words are a
// quotation and not a term.
const leastQuotation = 12

// quotes are the pairs of quotation marks.
var quotes = map[rune]rune{'“': '”', '「': '」', '『': '』', '«': '»', '„': '“', '"': '"'}

// quotations finds quoted text within paragraphs, with its marks.
func quotations(d *extract.Document, runes []rune) []align.Span {
	var out []align.Span
	for _, p := range d.Paragraphs {
		for i := p.Start; i < p.End; i++ {
			closing, ok := quotes[runes[i]]
			if !ok {
				continue
			}
			n := slices.Index(runes[i+1:p.End], closing)
			if n < 0 {
				continue
			}
			if n >= leastQuotation {
				out = append(out, align.Span{Start: i, End: i + n + 2})
			}
			i += n + 1
		}
	}
	return out
}

// commonApplicants is the number of different applicants in whose documents a
// sentence must stand to be common text. A text that so many have is a
// formula, or has an origin that none of them names; the range stays visible
// with its reason.
const commonApplicants = 8

// commonText finds the sentences that stand, the same symbol by symbol, in
// documents of many different applicants.
func commonText(q *query, found []comparison) []align.Span {
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
	var out []align.Span
	for i, who := range applicants {
		if len(who) >= commonApplicants {
			out = append(out, align.Span{Start: q.text.Sentences[i].Start, End: q.text.Sentences[i].End})
		}
	}
	return out
}
