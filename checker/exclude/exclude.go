// Package exclude finds what of a document is not its author's own words, as far
// as the document alone shows it: lists of references and quotations.
//
// In goes an extracted document, out come ranges of its text in code points.
// What a document has in common with others (forms, common text) is found by the
// engine.
package exclude

import (
	"cmp"
	"regexp"
	"slices"
	"unicode/utf8"

	"zhiwen/extract"
)

// Merge puts spans in order and joins those that touch.
func Merge(spans []extract.Span) []extract.Span {
	slices.SortFunc(spans, func(a, b extract.Span) int { return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End)) })
	var out []extract.Span
	for _, s := range spans {
		if n := len(out); n > 0 && s.Start <= out[n-1].End {
			out[n-1].End = max(out[n-1].End, s.End)
		} else if s.Start < s.End {
			out = append(out, s)
		}
	}
	return out
}

// bibliographyTitle is a heading of a list of references, with or without its
// number.
var bibliographyTitle = regexp.MustCompile(`(?i)^[\s\p{Nd}\p{P}一二三四五六七八九十第章节部分]*` +
	`(主要|相关|附|附：)?(参考文献|参考资料|引用文献|参考书目|文献|references?|bibliography|works cited|literature cited)(目录|列表|及出处)?[\s\p{P}]*(\(.*\)|（.*）)?[\s:：]*$`)

// Bibliographies finds the lists of references: from their heading to the last
// entry before the next heading that is not below it. What does not look like
// entries any more does not belong to it, heading or none: else one line would
// take the rest of a document out of the check.
func Bibliographies(d *extract.Document, runes []rune) []extract.Span {
	var out []extract.Span
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
			out = append(out, extract.Span{Start: p.Start, End: end})
		}
	}
	return out
}

// Of an entry of a list of references: how it begins, or else a year between
// punctuation in it; and how long it is at the most, with a number and without.
// Between two entries there may be as much as mostStrange that looks like none:
// the rest of one, a subtitle.
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

// Quotations finds quoted text within paragraphs, with its marks.
func Quotations(d *extract.Document, runes []rune) []extract.Span {
	var out []extract.Span
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
				out = append(out, extract.Span{Start: i, End: i + n + 2})
			}
			i += n + 1
		}
	}
	return out
}
