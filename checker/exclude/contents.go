package exclude

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"zhiwen/checker/evidence"
	"zhiwen/checker/text"
	"zhiwen/extract"
)

// Of tables of contents: how many entries make one where no title stands over
// them, how long an entry is, and how many lines in it may look like none.
const (
	leastContents = 4
	longestLine   = 120
	strangeLines  = 2
)

// leader is what fills an entry up to its page.
var leader = regexp.MustCompile(`(?:[.·．]{3,}|…+|(?:[.．·] ?){4,}|\t| {3,}|\x{3000}{2,})\s*[-–—(（]?\s*(?:\d{1,4}|[ivxlIVXL]{1,7})\s*[-–—)）]?\s*$`)

// numberAtEnd is a page behind a heading, as where the leader was lost.
var numberAtEnd = regexp.MustCompile(`\S\s*[-–—]?\s*(?:\d{1,4}|[ivxIVX]{1,6})$`)

// link is an entry of a table of contents in Markdown: it leads to a heading of the same file.
var link = regexp.MustCompile(`^\s*(?:[-*+]|\d{1,2}\.)?\s*\[.+\]\(#[^()]*\)$`)

// contents finds tables of contents: lines that end in a leader and a page, lead to a heading, or stand again as
// headings further down; under a title those that stand again as paragraphs.
func (f *finder) contents() {
	later, heading := map[string]int{}, map[string]int{} // last paragraph with this text, and heading
	for i := range f.lines {
		if n := utf8.RuneCountInString(f.lines[i].bare); n > 1 && n <= longestLine {
			later[f.lines[i].bare] = i
			if f.lines[i].Kind == extract.Heading {
				heading[f.lines[i].bare] = i
			}
		}
	}
	entry := func(i int) bool {
		l := &f.lines[i]
		return entryOfContents(l.text) || l.Kind != extract.Heading && heading[l.bare] > i
	}
	for i := 0; i < len(f.lines); i++ {
		l := &f.lines[i]
		titled := l.title != nil && l.title.Reason == evidence.ReasonContents
		if l.taken != "" || !titled && !entry(i) {
			continue
		}
		first := i
		if titled {
			first++
		}
		last, entries, strange := first, 0, 0
		for k := first; k < len(f.lines) && f.lines[k].taken == ""; k++ {
			e := &f.lines[k]
			repeats := later[strings.TrimRight(e.bare, "ivx")] > k || later[e.bare] > k
			switch {
			case entry(k), titled && repeats && e.End-e.Start <= longestLine,
				titled && e.End-e.Start <= longestLine && numberAtEnd.MatchString(strings.TrimSpace(e.text)) && !strings.ContainsAny(e.text, "。；"):
				last, strange = k+1, 0
				entries++
				continue
			case e.title != nil && e.title.Reason == evidence.ReasonContents && entries > 0:
				last, strange = k+1, 0 // the lists of figures and tables
				continue
			}
			if strange++; strange > strangeLines || e.End-e.Start > longestLine {
				break
			}
		}
		if entries >= leastContents || titled && entries > 0 {
			f.take(evidence.ReasonContents, i, last)
			i = last - 1
		}
	}
}

func entryOfContents(s string) bool {
	s = strings.TrimSpace(s)
	if strings.HasSuffix(s, ")") && link.MatchString(s) {
		return true
	}
	last, _ := utf8.DecodeLastRuneInString(s)
	return strings.ContainsRune("0123456789ivxlIVXL-–—)）", last) && utf8.RuneCountInString(s) <= 2*longestLine && leader.MatchString(s) && text.Letters(s) != ""
}
