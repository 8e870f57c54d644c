package citation

import (
	"regexp"
	"sort"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"zhiwen/checker/evidence"
	"zhiwen/checker/exclude"
	"zhiwen/checker/text"
	"zhiwen/extract"
)

// entry is one entry of a list of references.
type entry struct {
	extract.Span
	text   string // as in the document, white space as single blanks
	number int    // 0 for none
	year   string // "" for none
	title  string // squashed
	whole  string // squashed
	pairs  map[string]int
}

var (
	numberOf = regexp.MustCompile(`^\s*(?:[\[［【〔(（]\s*(\d{1,3})\s*[\]］】〕)）]|(\d{1,3})\s*[.．、]|([①-⑳㉑-㉟㊱-㊿]))\s*`)
	inline   = regexp.MustCompile(`[\[［【〔]\s*(\d{1,3})\s*[\]］】〕]`)
	yearOf   = regexp.MustCompile(`(?:19|20)\d\d`)
	dated    = regexp.MustCompile(`(?:^|[,，.。;；:：(（\s])\s*((?:19|20)\d\d)[a-z]?\s*(?:[)）.。,，;；:：(（\-]|$)`)
	inQuotes = regexp.MustCompile(`[“"「『《]([^”"」』》]{4,})[”"」』》]`)
	apaYear  = regexp.MustCompile(`[(（]\s*(?:19|20)\d\d[a-z]?\s*[)）]\s*[.。,，]?\s*`)
	ends     = regexp.MustCompile(`[.。．?？!！]\s+|[。．]|\.(?:\p{Han})|[,，;；]\s*`)
	venue    = regexp.MustCompile(`(?i)\bproceedings\b|\bproc\b|\bjournal\b|\btransactions\b|\bconference\b|\bpress\b|\bspringer\b|` +
		`\barxiv\b|\buniversity\b|学报|出版社|大学|期刊|通报|杂志|会议`)
)

// leastTitle is the least number of letters of a title; anything could be called by a shorter one.
const leastTitle = 6

// entries reads the lists of references. An entry begins at a number or, in a list without numbers,
// at each paragraph that does not continue the one before.
func entries(runes []rune, paragraphs []extract.Paragraph, lists []extract.Span) []entry {
	var out []entry
	for _, list := range lists {
		var open *extract.Span
		numbered := false
		closeEntry := func() {
			if open != nil {
				out = append(out, split(runes, *open)...)
				open = nil
			}
		}
		first := sort.Search(len(paragraphs), func(i int) bool { return paragraphs[i].End > list.Start })
		for _, p := range paragraphs[first:] {
			if p.Start >= list.End {
				break
			}
			p.Start, p.End = max(p.Start, list.Start), min(p.End, list.End) // a note may follow an entry
			s := text.ASCIIDigits(string(runes[p.Start:p.End]))
			begins := numberOf.MatchString(s)
			if utf8.RuneCountInString(text.Squash(s)) < leastTitle || !begins && open == nil && isTitleLine(s) {
				continue // 参考文献
			}
			numbered = numbered || begins
			if open != nil && !begins && (numbered || goesOn(string(runes[open.Start:open.End]), s)) {
				open.End = p.End
				continue
			}
			closeEntry()
			open = &extract.Span{Start: p.Start, End: p.End}
		}
		closeEntry()
	}
	return out
}

// isTitleLine reports whether a line is the title of a list of references.
func isTitleLine(s string) bool {
	return utf8.RuneCountInString(s) < 30 && !yearOf.MatchString(s) &&
		(strings.Contains(s, "参考") || strings.Contains(s, "文献") || strings.Contains(strings.ToLower(s), "reference"))
}

// goesOn reports whether a line without a number continues the line before.
func goesOn(before, s string) bool {
	before = strings.TrimSpace(before)
	last, _ := utf8.DecodeLastRuneInString(before)
	first, _ := utf8.DecodeRuneInString(strings.TrimSpace(s))
	return strings.ContainsRune(",，-–:：;；&", last) || unicode.IsLower(first) && last != '.' && last != '。' || unicode.IsDigit(first)
}

// split divides a paragraph that holds several numbered entries.
func split(runes []rune, p extract.Span) []entry {
	s := text.ASCIIDigits(string(runes[p.Start:p.End]))
	var starts []int // code points
	last := 0
	for _, m := range inline.FindAllStringSubmatchIndex(s, -1) {
		n, _ := strconv.Atoi(s[m[2]:m[3]])
		if last == 0 || n == last+1 {
			last = n
			starts = append(starts, utf8.RuneCountInString(s[:m[0]]))
		}
	}
	if len(starts) < 2 {
		return []entry{newEntry(runes, p)}
	}
	var out []entry
	for i, at := range starts {
		end := p.End
		if i+1 < len(starts) {
			end = p.Start + starts[i+1]
		}
		out = append(out, newEntry(runes, extract.Span{Start: p.Start + at, End: end}))
	}
	return out
}

func newEntry(runes []rune, s extract.Span) entry {
	for s.End > s.Start && unicode.IsSpace(runes[s.End-1]) {
		s.End--
	}
	e := entry{Span: s, text: strings.Join(strings.Fields(string(runes[s.Start:s.End])), " ")}
	body := e.text
	body = text.ASCIIDigits(body)
	if m := numberOf.FindStringSubmatch(body); m != nil {
		if e.number, _ = strconv.Atoi(m[1] + m[2]); m[3] != "" {
			r, _ := utf8.DecodeRuneInString(m[3])
			e.number = uncircled(r)
		}
		body = body[len(m[0]):]
	}
	if y := dated.FindStringSubmatch(body); y != nil {
		e.year = y[1]
	} else {
		e.year = yearOf.FindString(body)
	}
	e.whole = text.Squash(body)
	e.title = text.Squash(titleOf(body))
	e.pairs = pairs(e.title)
	return e
}

// titleOf finds the title in an entry: before the mark of its kind (GB/T 7714), in quotation marks
// (IEEE), after the year in brackets (APA), or else the longest part that names no journal or
// publisher.
func titleOf(s string) string {
	if m := exclude.KindMark.FindStringIndex(s); m != nil {
		before := strings.TrimRight(s[:m[0]], " ")
		return before[lastStop(before):] // authors end with a full stop
	}
	if m := inQuotes.FindStringSubmatch(s); m != nil {
		return m[1]
	}
	if m := apaYear.FindStringIndex(s); m != nil && m[0] > 0 && m[1] < len(s) {
		rest := s[m[1]:]
		if at := ends.FindStringIndex(rest); at != nil && at[0] > 10 {
			return rest[:at[0]]
		}
		return rest
	}
	best := ""
	for _, part := range ends.Split(s, -1) {
		if len(part) > len(best) && !venue.MatchString(part) {
			best = part
		}
	}
	return best
}

// initial matches a name's initial with its full stop, which ends nothing.
var initial = regexp.MustCompile(`(?:^|[\s.,，])[A-Z]\.$`)

// lastStop returns the byte offset after the last full stop that has a title behind it and does not
// belong to an initial, or 0.
func lastStop(s string) int {
	for i := len(s); i > 0; {
		r, size := utf8.DecodeLastRuneInString(s[:i])
		if (r == '.' || r == '。' || r == '．') && utf8.RuneCountInString(text.Squash(s[i:])) >= leastTitle && !initial.MatchString(s[:i]) {
			return i
		}
		i -= size
	}
	return 0
}

// pairs counts the pairs of adjacent letters of a text.
func pairs(s string) map[string]int {
	m := map[string]int{}
	r := []rune(s)
	for i := 0; i+1 < len(r); i++ {
		m[string(r[i:i+2])]++
	}
	return m
}

// alike returns the Dice coefficient of pairs of letters, in hundredths.
func alike(a, b map[string]int) int {
	common, all := 0, 0
	for p, n := range a {
		common += min(n, b[p])
		all += n
	}
	for _, n := range b {
		all += n
	}
	if all == 0 {
		return 0
	}
	return 200 * common / all
}

// likeTitle is the least similarity of equal titles, in hundredths: with one wrong character of
// twenty it is 90, for two works of a series 70 to 85.
const likeTitle = 88

// same reports whether two entries are the same work.
func (e *entry) same(o *entry) bool {
	if e.year != "" && o.year != "" && e.year != o.year {
		return false
	}
	if utf8.RuneCountInString(e.title) < leastTitle || utf8.RuneCountInString(o.title) < leastTitle {
		return e.whole == o.whole && utf8.RuneCountInString(e.whole) >= leastTitle
	}
	n, m := len(e.title), len(o.title)
	return e.title == o.title || max(n, m)*likeTitle <= min(n, m)*(200-likeTitle) && alike(e.pairs, o.pairs) >= likeTitle ||
		utf8.RuneCountInString(e.title) >= 2*leastTitle && strings.Contains(o.whole, e.title) ||
		utf8.RuneCountInString(o.title) >= 2*leastTitle && strings.Contains(e.whole, o.title)
}

// names reports whether an entry is the document with this identity: by its title, or by the
// applicant's name with the year or the institution.
func (e *entry) names(who evidence.Identity) bool {
	if title := text.Squash(who.Title); utf8.RuneCountInString(title) >= leastTitle &&
		(strings.Contains(e.whole, title) || alike(e.pairs, pairs(title)) >= likeTitle) {
		return true
	}
	applicant := text.Squash(who.Applicant)
	if utf8.RuneCountInString(applicant) < 2 || !strings.Contains(e.whole, applicant) {
		return false
	}
	institution := text.Squash(who.Institution)
	return institution != "" && strings.Contains(e.whole, institution) &&
		(who.Year == 0 || e.year == "" || e.year == strconv.Itoa(who.Year))
}
