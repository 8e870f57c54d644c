package exclude

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"zhiwen/checker/evidence"
	"zhiwen/checker/text"
)

// Limits for tables of contents: the number of entries that make one without a title, the length of
// an entry, and the number of other lines in it.
const (
	leastContents = 4
	longestLine   = 120
	strangeLines  = 2
)

// leader matches the filling between an entry and its page.
var leader = regexp.MustCompile(`(?:[.·．]{3,}|…+|(?:[.．·] ?){4,}|\t| {3,}|\x{3000}{2,})\s*[-–—(（]?\s*(?:\d{1,4}` +
	`|[ivxlIVXL]{1,7})\s*[-–—)）]?\s*$`)

// numberAtEnd matches a page number after a heading, where the leader was lost.
var numberAtEnd = regexp.MustCompile(`\s*[-–—]?\s*(?:\d{1,4}|[ivxIVX]{1,6})\s*$`)

// link matches an entry of a table of contents in Markdown: it links to a heading of the same file.
var link = regexp.MustCompile(`^\s*(?:[-*+]|\d{1,2}\.)?\s*\[(.+)\]\(#[^()]*\)$`)

// slightHeading is the most letters of a heading that need not occur again: 附录, 后记.
const slightHeading = 4

// contents finds tables of contents: lines that end in a leader and a page, or are under a title.
// Only those lines are excluded that occur again as paragraphs further down, where they count, or
// that name a role or are slight: anything can be written before dots and a number.
func (f *finder) contents() {
	var later map[string]int // from shortLines, computed when there may be a table
	for i := 0; i < len(f.lines); i++ {
		l := &f.lines[i]
		titled := l.title != nil && l.title.Reason == evidence.ReasonContents
		if l.taken != "" || !titled && !entryOfContents(l.text) {
			continue
		}
		if later == nil {
			later = f.shortLines()
		}
		first := i
		if titled {
			first++
		}
		var found []int
		entries, strange, last := 0, 0, first
		for k := first; k < len(f.lines) && f.lines[k].taken == ""; k++ {
			e := &f.lines[k]
			entry, again := entryOfContents(e.text), f.standsAgain(k, later)
			switch {
			// the lists of figures and tables
			case e.title != nil && e.title.Reason == evidence.ReasonContents && entries > 0,
				entry && again, titled && again && e.End-e.Start <= longestLine:
				found = append(found, k)
				entries++
				last, strange = k+1, 0
				continue
			case entry:
				entries++
				last, strange = k+1, 0
				continue
			}
			if strange++; strange > strangeLines || e.End-e.Start > longestLine {
				break
			}
		}
		if entries < leastContents && !(titled && len(found) > 0) {
			continue
		}
		if titled {
			f.take(evidence.ReasonContents, i, i+1)
		}
		for _, k := range found {
			f.take(evidence.ReasonContents, k, k+1)
		}
		i = last - 1
	}
}

// shortLines maps letters to the last short paragraph with them, with and without its number.
func (f *finder) shortLines() map[string]int {
	last := map[string]int{}
	for i := range f.lines {
		l := &f.lines[i]
		if n := utf8.RuneCountInString(l.bare); n > 1 && n <= longestLine {
			last[l.bare] = i
			if bare := text.Letters(titleNumber.ReplaceAllString(l.text, "")); bare != "" {
				last[bare] = i
			}
		}
	}
	return last
}

// standsAgain reports whether all lines of a paragraph in a table of contents are headings: they
// occur again further down, or they have a page and are the title of a role or too slight to be
// anything else.
func (f *finder) standsAgain(i int, later map[string]int) bool {
	if len(f.lines[i].bare) == 0 {
		return false
	}
	for s := range strings.SplitSeq(f.lines[i].text, "\n") {
		s = strings.TrimSpace(s)
		if m := link.FindStringSubmatch(s); m != nil {
			s = m[1]
		}
		if later[text.Letters(s)] > i {
			continue
		}
		paged := true
		if at := leader.FindStringIndex(s); at != nil {
			s = s[:at[0]]
		} else if at := numberAtEnd.FindStringIndex(s); at != nil {
			s = s[:at[0]]
		} else {
			paged = false
		}
		plain := text.Letters(titleNumber.ReplaceAllString(s, ""))
		if later[text.Letters(s)] > i || later[plain] > i {
			continue
		}
		if !paged || utf8.RuneCountInString(plain) > slightHeading && f.roles.title(s, f.who, false) == nil {
			return false
		}
	}
	return true
}

func entryOfContents(s string) bool {
	s = strings.TrimSpace(s)
	if strings.HasSuffix(s, ")") && link.MatchString(s) {
		return true
	}
	last, _ := utf8.DecodeLastRuneInString(s)
	return strings.ContainsRune("0123456789ivxlIVXL-–—)）", last) && utf8.RuneCountInString(s) <= 2*longestLine && leader.MatchString(s) &&
		text.Letters(s) != ""
}
