package exclude

import (
	"slices"
	"strings"
	"unicode"

	"zhiwen/checker/evidence"
	"zhiwen/extract"
)

// Limits in code points: the least length of a quotation, as opposed to a quoted term, and the
// farthest end of a quotation over several paragraphs: a forgotten closing mark does not quote a
// chapter.
const (
	leastQuotation   = 12
	longestQuotation = 2_000
)

// quotes are the pairs of quotation marks.
var quotes = map[rune]string{
	'“': "”", '「': "」", '『': "』", '«': "»", '‹': "›", '„': "“”", '〝': "〞〟", '‘': "’",
	'"': `"`, '＂': "＂", '\'': "'",
	'”': "”“", // typed the wrong way round: see opens
}

// quotations excludes quoted text with its marks: within paragraphs, and over several if an opening
// mark is not closed in its own paragraph.
func (f *finder) quotations() {
	for i, p := range f.d.Paragraphs {
		open := map[rune]int{} // unclosed marks and their last positions
		for at := p.Start; at < p.End; at++ {
			if !f.opens(p, at) {
				continue
			}
			mark, end := f.runes[at], 0
			if _, ok := open[mark]; !ok { // otherwise this mark is not closed either
				end = f.closed(at, p.End)
			}
			if end == 0 {
				open[mark] = at
				continue
			}
			if end-at-2 >= leastQuotation {
				f.add(evidence.ReasonQuotation, span{Start: at, End: end})
			}
			at = end - 1
		}
		for _, at := range open {
			f.goesOn(i, at)
		}
	}
}

// opens reports whether a quotation can begin at a position in a paragraph. It cannot begin before
// a mark that ends something: then its mark is a closing one, typed the wrong way round. A single
// mark beside a Latin letter is an apostrophe, and a closing mark opens only after a colon.
func (f *finder) opens(p extract.Paragraph, at int) bool {
	mark := f.runes[at]
	if quotes[mark] == "" || at+1 == p.End || strings.ContainsRune("）)】]，,。.；;：:、！!？?", f.runes[at+1]) {
		return false
	}
	before := ' '
	if at > p.Start {
		before = f.runes[at-1]
	}
	switch mark {
	case '\'', '‘':
		return !latin(before)
	case '”':
		return before == ':' || before == '：'
	}
	return true
}

// closed returns the end of the quotation that begins at a position, or 0 if there is none up to
// limit.
func (f *finder) closed(at, limit int) int {
	for i := at + 1; i < limit; i++ {
		r := f.runes[i]
		if strings.ContainsRune(quotes[f.runes[at]], r) && !((r == '\'' || r == '’') && i+1 < limit && latin(f.runes[i+1])) {
			return i + 1
		}
	}
	return 0
}

func latin(r rune) bool { return unicode.Is(unicode.Latin, r) || unicode.IsDigit(r) }

// goesOn finds a quotation over several paragraphs that begins with the unclosed mark at at in the
// i-th paragraph. Either each paragraph opens it again and the last one closes it, or its closing
// mark is the first one in a later paragraph.
func (f *finder) goesOn(i, at int) {
	mark := f.runes[at]
	if !strings.ContainsRune("“「『«", mark) { // marks that never close
		return
	}
	for _, p := range f.d.Paragraphs[i+1:] {
		if p.Kind == extract.Heading || p.End > at+longestQuotation {
			return
		}
		from := p.Start
		for from < p.End && unicode.IsSpace(f.runes[from]) {
			from++
		}
		if from < p.End && f.runes[from] == mark {
			from++
		}
		end := slices.IndexFunc(f.runes[from:p.End], func(r rune) bool { return r == mark || strings.ContainsRune(quotes[mark], r) })
		if end < 0 {
			continue
		}
		if f.runes[from+end] != mark {
			f.add(evidence.ReasonQuotation, span{Start: at, End: from + end + 1})
		}
		return
	}
}
