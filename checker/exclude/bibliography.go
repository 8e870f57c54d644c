package exclude

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"zhiwen/checker/evidence"
	"zhiwen/checker/text"
	"zhiwen/extract"
)

// Limits for entries of a list of references: how much of a paragraph is examined; how much other
// text may stand between two entries, such as the rest of one broken over lines or a subtitle; and
// how many entries make a list without a title.
const (
	longestEntry = 600
	longestBare  = 300 // without a number
	mostStrange  = 150
	leastEntries = 3
)

var (
	bracketed = regexp.MustCompile(`^\s*[\[［【〔(（]\s*(\d{1,3})\s*[\]］】〕)）]`)
	counted   = regexp.MustCompile(`^\s*(\d{1,3})\s*(?:[.．、]\s*|\s+)\D`)
	square    = regexp.MustCompile(`^\s*[\[［【〔]`)
)

// entry is how far a paragraph looks like an entry.
type entry struct {
	number int  // 0 for none
	square bool // in square brackets
	marks  int
}

// entryOf examines a paragraph of n code points.
func entryOf(s string, n int) entry {
	if n > longestEntry { // a note may follow an entry
		s = string([]rune(s)[:longestEntry])
	}
	var e entry
	s = text.ASCIIDigits(s)
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
	if strings.ContainsAny(s, "0123456789") { // an entry contains a number, most text does not
		e.marks = marks(s, least)
	}
	return e
}

// sure reports whether a paragraph is an entry, wherever it stands.
func (e entry) sure() bool { return e.number > 0 && e.marks >= 2 || e.marks >= enoughMarks }

// under reports whether a paragraph is an entry if it stands under the title of a list.
func (e entry) under() bool { return e.square || e.marks >= 2 || e.number > 0 && e.marks >= 1 }

// bibliographies finds the lists of references: from their title to the last entry before the next
// title, and sequences of entries without a title. Only the entries are excluded, and of these only
// text with the parts of an entry: otherwise a single line could exclude the rest of a document
// from the check.
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
		if found := f.parseList(i+1, f.listed(i+1, entries, entry.under), entries, true); len(found) > 0 {
			l.taken = evidence.ReasonBibliography
			f.takeEntries(append([]span{l.Span}, found...))
		}
	}
	for i := 0; i < len(f.lines); i++ {
		if f.lines[i].taken != "" || !entries[i].sure() {
			continue
		}
		last := f.listed(i, entries, entry.sure)
		if found := f.parseList(i, last, entries, false); len(found) >= leastEntries || f.lines[i].Kind == extract.Footnote {
			f.takeEntries(found)
		}
		i = max(i, last-1)
	}
	f.runIn()
}

// takeEntries excludes entries and marks the paragraphs that contain them.
func (f *finder) takeEntries(found []span) {
	for k, s := range found {
		if k > 0 && strings.TrimSpace(string(f.runes[found[k-1].End:s.Start])) == "" {
			s.Start = found[k-1].End
		}
		f.add(evidence.ReasonBibliography, s)
		i, _ := slices.BinarySearchFunc(f.lines, s.Start, func(l line, at int) int { return cmp.Compare(l.End, at+1) })
		for ; i < len(f.lines) && f.lines[i].Start < s.End; i++ {
			f.lines[i].taken = evidence.ReasonBibliography
		}
	}
}

// parseList returns the entries of a list in the paragraphs [first, last). In a numbered list a
// paragraph without a number continues the entry before. In another list a paragraph continues the
// one before it if that ends without a mark and it does not begin with an author.
func (f *finder) parseList(first, last int, entries []entry, titled bool) (found []span) {
	numbered := false
	for i := first; i < last; {
		numbered = numbered || entries[i].number > 0
		next := i + 1
		for ; next < last && f.lines[next].taken == ""; next++ {
			if entries[next].number > 0 || !numbered && (!f.unfinished(next-1) || authored(f.lines[next].text)) {
				break
			}
		}
		found = append(found, f.parseEntries(span{Start: f.lines[i].Start, End: f.lines[next-1].End}, titled)...)
		i = next
	}
	return found
}

// unfinished reports whether a paragraph ends without a mark, like a line within an entry.
func (f *finder) unfinished(i int) bool {
	s := strings.TrimSpace(f.lines[i].text)
	r, _ := utf8.DecodeLastRuneInString(s)
	return unicode.IsLetter(r) || strings.ContainsRune(",，:：-–—&", r)
}

// inRow matches the start of an entry within a paragraph of several.
var inRow = regexp.MustCompile(`(?:^|[\s.。．;；:：,，)）])([\[［【〔]\s*\d{1,3}\s*[\]］】〕])`)

// parseEntries returns the entries of a range that begins with one. Under the title of a list, the
// number before running text is returned alone: left in, it would split short sentences, which
// would then not be found.
func (f *finder) parseEntries(of span, titled bool) (found []span) {
	s := string(f.runes[of.Start:of.End])
	begins := []int{0} // bytes
	for _, m := range inRow.FindAllStringSubmatchIndex(s, -1) {
		if m[2] > 0 {
			begins = append(begins, m[2])
		}
	}
	at := of.Start
	for i, b := range begins {
		end := len(s)
		if i+1 < len(begins) {
			end = begins[i+1]
		}
		n := utf8.RuneCountInString(s[b:end])
		taken := parseEntry(s[b:end], titled)
		if taken == 0 && titled && weigh([]rune(s[b:end])) > titleWeight {
			taken = utf8.RuneCountInString(bracketed.FindString(s[b:end]))
		}
		if taken > 0 {
			found = append(found, span{Start: at, End: at + taken})
		}
		at += n
	}
	return found
}

// listed returns the index of the paragraph after the last entry of the list that begins at i.
func (f *finder) listed(i int, entries []entry, is func(entry) bool) int {
	last, strange, number := i, 0, 0
	for k := i; k < len(f.lines); k++ {
		l, e := &f.lines[k], entries[k]
		if l.taken != "" || l.title != nil && !is(e) {
			break
		}
		if l.Kind == extract.Heading && !e.sure() {
			break
		}
		if is(e) && (e.number == 0 || e.number > number || e.sure()) {
			if e.number > 0 {
				number = e.number
			}
			last, strange = k+1, 0
			continue
		}
		if strange += l.End - l.Start; strange > mostStrange {
			break
		}
	}
	return last
}

// listedInLine matches the start of a list of references within a paragraph: 参考文献：[1] …
var listedInLine = regexp.MustCompile(`(?i)^[\s\p{P}]*(?:主要)?(?:参考文献|参考资料|references)\s*[:：\[［]`)

// runIn excludes the entries of paragraphs that hold a whole list with its title.
func (f *finder) runIn() {
	for i := range f.lines {
		l := &f.lines[i]
		if l.taken != "" || !listedInLine.MatchString(l.text) || marks(l.text, 2) < 2 {
			continue
		}
		if found := f.parseEntries(l.Span, true); len(found) > 0 {
			if weigh(f.runes[l.Start:found[0].Start]) < slightWeight {
				found[0].Start = l.Start
			}
			f.takeEntries(found)
		}
	}
}
