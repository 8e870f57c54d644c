package exclude

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"zhiwen/checker/evidence"
	"zhiwen/checker/text"
	"zhiwen/extract"
)

// Of an entry of a list of references: how long it is at the most; how much that
// looks like none may stand between two of them: the rest of one that is broken
// over lines, a subtitle; how many entries make a list where no title stands over
// them; how long an entry is that is a title and nothing else.
const (
	longestEntry = 600
	longestBare  = 300 // without a number
	mostStrange  = 150
	leastEntries = 3
	longestOnly  = 120
)

var (
	bracketed = regexp.MustCompile(`^\s*[\[［【〔(（]\s*(\d{1,3})\s*[\]］】〕)）]`)
	counted   = regexp.MustCompile(`^\s*(\d{1,3})\s*(?:[.．、]\s*|\s+)\D`)
	square    = regexp.MustCompile(`^\s*[\[［【〔]`)
)

// sign is a way in which a text looks like an entry: one of its patterns.
type sign []pattern

// pattern is an expression, and texts of which one stands, in lower case, in all
// that it matches. To look for these first takes a twentieth of the time, and few
// paragraphs have any.
type pattern struct {
	expression *regexp.Regexp
	needs      []string
}

// KindMark is GB/T 7714's mark of a kind: [J], [M/OL].
var KindMark = regexp.MustCompile(`[\[［【]\s*[A-Z]{1,2}(?:\s*[/／]\s*[A-Z]{2})?\s*[\]］】]`)

var kind = pattern{KindMark, []string{"[", "［", "【"}}

// signs are what entries have beside a kind: a year, a link, a journal or publisher,
// several authors, pages or a volume. The last cost most, and are rarely asked for.
var signs = []sign{
	{{regexp.MustCompile(`(?:^|[,，.。;；:：(（\s])\s*(?:19|20)\d\d[a-z]?\s*(?:[)）.。,，;；:：(（\-]|$)`), []string{"19", "20"}}},
	{
		{regexp.MustCompile(`(?i)\bdoi\b|https?:|\bwww\.|arxiv|\bisbn\b|\bissn\b`), []string{"doi", "http", "www.", "arxiv", "isbn", "issn"}},
	},
	{
		{regexp.MustCompile(`(?i)\bproceedings\b|\bproc\.|\bjournal\b|\btransactions\b|\btrans\.|\bconference\b|\bieee\b|\bacm\b|\bspringer\b|\belsevier\b|\buniversity press\b|\blett\.|\bletters\b|\bphys\. rev|\bnature\b|\bj\. |\[s\.l\.\]`),
			[]string{"proc", "journal", "trans", "conference", "ieee", "acm", "springer", "elsevier", "university press", "lett", "phys. rev", "nature", "j. ", "[s.l.]"}},
		{regexp.MustCompile(`学报|出版社|(?:硕士|博士)学位?论文|期刊|论文集|杂志|通报`), []string{"学报", "出版社", "硕士", "博士", "期刊", "论文集", "杂志", "通报"}},
	},
	{
		{regexp.MustCompile(`\bet al\b|\bvan den\b`), []string{"et al", "van den"}},
		{regexp.MustCompile(`[,，]\s*等\s*[.．,，:：。]`), []string{"等"}},
		{regexp.MustCompile(`[A-Z][a-z]+,? [A-Z]\.?(?: ?[A-Z]\.?)?[,.]`), []string{" "}},
	},
	{
		{regexp.MustCompile(`\d\s*[(（]\s*(?:\d{1,3}|S\d?|z\d)(?:[-–—/]\d+)?\s*[)）]\s*[:：,，]`), []string{"(", "（"}},
		{regexp.MustCompile(`[:：,，]\s*(?:pp?\.?\s*)?[A-Z]?\d{1,6}\s*[-–—~－+]+\s*[A-Z]?\d{1,6}`), []string{"-", "–", "—", "~", "－", "+"}},
		{regexp.MustCompile(`\bpp?\.\s*\d+`), []string{"p."}},
		{regexp.MustCompile(`\bvol\.?\s*\d+`), []string{"vol"}},
		{regexp.MustCompile(`第\s*\d+\s*[卷期]`), []string{"第"}},
	},
}

// enoughMarks is the number of signs from which more tell nothing.
const enoughMarks = 3

// marks counts the ways in which a text looks like an entry, up to enoughMarks. The
// mark of a kind counts twice: nothing else has it. Where there cannot be least any
// more it gives up.
func marks(s string, least int) int {
	n, lower := 0, strings.ToLower(s)
	if kind.stands(s, lower) {
		n = 2
	}
	for i := 0; i < len(signs) && n < enoughMarks && n+len(signs)-i >= least; i++ {
		if slices.ContainsFunc(signs[i], func(p pattern) bool { return p.stands(s, lower) }) {
			n++
		}
	}
	return n
}

func (p pattern) stands(s, lower string) bool {
	return contains(lower, p.needs) && p.expression.MatchString(s)
}

// entry is what a paragraph looks like as an entry.
type entry struct {
	number int  // 0 for none
	square bool // in square brackets
	marks  int
}

// n is the number of its code points.
func entryOf(s string, n int) entry {
	if n > longestEntry {
		return entry{}
	}
	var e entry
	s = text.UsualDigits(s)
	switch first, _ := utf8.DecodeRuneInString(strings.TrimSpace(s)); {
	case strings.ContainsRune("[［【〔(（", first):
		if m := bracketed.FindStringSubmatch(s); m != nil {
			e.number, _ = strconv.Atoi(m[1])
			e.square = square.MatchString(s)
		}
	case '0' <= first && first <= '9':
		if m := counted.FindStringSubmatch(s); m != nil {
			e.number, _ = strconv.Atoi(m[1])
		}
	}
	if e.number == 0 && n > longestBare {
		return entry{}
	}
	least := 2 // see under
	if e.number > 0 {
		least = 1
	}
	if strings.ContainsAny(s, "0123456789") { // what has no number is no entry, and most has none
		e.marks = marks(s, least)
	}
	return e
}

// sure says whether a paragraph is an entry wherever it stands.
func (e entry) sure() bool { return e.number > 0 && e.marks >= 2 || e.marks >= enoughMarks }

// under says whether a paragraph is an entry under the title of a list.
func (e entry) under() bool { return e.square || e.marks >= 2 || e.number > 0 && e.marks >= 1 }

// bibliographies finds the lists of references: from their title to the last entry
// before the next title, and runs of entries without one. What does not look like
// entries any more does not belong to a list: else one line would take the rest of
// a document out of the check.
func (f *finder) bibliographies() {
	entries := make([]entry, len(f.lines))
	for i := range f.lines {
		if f.lines[i].taken == "" {
			entries[i] = entryOf(f.lines[i].text, f.lines[i].End-f.lines[i].Start)
		}
	}
	for i := range f.lines {
		l := &f.lines[i]
		if l.taken != "" || l.title == nil || l.title.Reason != evidence.ReasonBibliography {
			continue
		}
		if last := f.listed(i+1, entries, entry.under, true); last > i+1 {
			f.takeEntries(i, last, entries)
		}
	}
	for i := 0; i < len(f.lines); i++ {
		if f.lines[i].taken != "" || !entries[i].sure() {
			continue
		}
		last := f.listed(i, entries, entry.sure, false)
		n := 0
		for k := i; k < last; k++ {
			if entries[k].sure() {
				n++
			}
		}
		if n >= leastEntries || f.lines[i].Kind == extract.Footnote {
			f.takeEntries(i, last, entries)
		}
		i = max(i, last-1)
	}
	f.runIn()
}

// takeEntries takes a list out, but for whole sentences that somebody has put between
// its entries.
func (f *finder) takeEntries(first, last int, entries []entry) {
	from := first
	for i := first; i < last; i++ {
		if entries[i] == (entry{}) && sentences(f.lines[i].text) {
			f.take(evidence.ReasonBibliography, from, i)
			from = i + 1
		}
	}
	f.take(evidence.ReasonBibliography, from, last)
}

// leastSentences is the length in letters from which a paragraph of a list is no rest
// of an entry, broken over lines, if it ends as sentences do: about two lines.
const leastSentences = 60

// sentences says whether a paragraph that does not look like an entry is running text
// in Chinese. English entries end with a full stop too.
func sentences(s string) bool {
	s = strings.TrimSpace(s)
	return (strings.HasSuffix(s, "。") || strings.HasSuffix(s, "！") || strings.HasSuffix(s, "？")) && utf8.RuneCountInString(text.Letters(s)) >= leastSentences
}

// listed gives the paragraph after the last entry of the list that begins at i.
func (f *finder) listed(i int, entries []entry, is func(entry) bool, titled bool) int {
	last, strange, number := i, 0, 0
	for k := i; k < len(f.lines); k++ {
		l, e := &f.lines[k], entries[k]
		if l.taken != "" || l.title != nil && !is(e) {
			break
		}
		if l.Kind == extract.Heading && !e.sure() && !(e.square && titled) {
			break
		}
		if is(e) && (e.number == 0 || e.number > number || e.sure()) {
			if e.number > 0 {
				number = e.number
			}
			last, strange = k+1, 0
			continue
		}
		if titled && last == k && onlyTitle(l.text) { // a title alone
			last = k + 1
			continue
		}
		if strange += l.End - l.Start; strange > mostStrange {
			break
		}
	}
	return last
}

// onlyTitle says whether a line can be an entry of which the title alone was
// written, or read: no sentence and no item of a list of one's own.
func onlyTitle(s string) bool {
	s = strings.TrimSpace(s)
	n := utf8.RuneCountInString(s)
	return n >= 6 && n <= longestOnly && !strings.ContainsAny(s, "。；！？;!?：:") && !counted.MatchString(s) && !bracketed.MatchString(s)
}

// listedInLine begins a list of references within a paragraph: 参考文献：[1] …
var listedInLine = regexp.MustCompile(`(?i)^[\s\p{P}]*(?:主要)?(?:参考文献|参考资料|references)\s*[:：\[［]`)

// runIn takes paragraphs that are a whole list, title and all.
func (f *finder) runIn() {
	for i := range f.lines {
		if l := &f.lines[i]; l.taken == "" && listedInLine.MatchString(l.text) && marks(l.text, 2) >= 2 {
			f.take(evidence.ReasonBibliography, i, i+1)
		}
	}
}
