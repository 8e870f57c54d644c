package exclude

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"zhiwen/checker/text"
)

// sign is a property of entries: one of its patterns must match.
type sign []pattern

// pattern is an expression, and texts: one of them occurs, in lower case, in everything that it
// matches. Searching for these first takes a twentieth of the time, and few paragraphs contain any.
type pattern struct {
	expression *regexp.Regexp
	needs      []string
}

// KindMark matches GB/T 7714's mark of a kind: [J], [M/OL].
var KindMark = regexp.MustCompile(`[\[［【]\s*[A-Z]{1,2}(?:\s*[/／]\s*[A-Z]{2})?\s*[\]］】]`)

var kind = pattern{KindMark, []string{"[", "［", "【"}}

// signs are properties of entries other than a kind: a year, a link, a journal or publisher,
// several authors, pages or a volume. The last ones are the most expensive and rarely needed.
var signs = []sign{
	{{regexp.MustCompile(`(?:^|[,，.。;；:：(（\s])\s*(?:19|20)\d\d[a-z年]?\s*(?:[)）.。,，;；:：(（\-第]|$)`), []string{"19", "20"}}},
	{
		{regexp.MustCompile(`(?i)\bdoi\b|https?:|\bwww\.|arxiv|\bisbn\b|\bissn\b`),
			[]string{"doi", "http", "www.", "arxiv", "isbn", "issn"}},
	},
	{
		{regexp.MustCompile(`(?i)\bproceedings\b|\bproc\.|\bjournal\b|\btransactions\b|\btrans\.|\bconference\b|\bieee\b|\bacm\b` +
			`|\bspringer\b|\belsevier\b|\buniversity press\b|\blett\.|\bletters\b|\bphys\. rev|\bnature\b|\bj\. |\[s\.l\.\]`),
			[]string{"proc", "journal", "trans", "conference", "ieee", "acm", "springer", "elsevier", "university press", "lett",
				"phys. rev", "nature", "j. ", "[s.l.]"}},
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
		{regexp.MustCompile(`第\s*\d+\s*(?:[-–—~]+\s*\d+\s*)?[卷期页]`), []string{"第"}},
	},
}

// enoughMarks is the number of signs beyond which more mean nothing.
const enoughMarks = 3

// marks counts the signs of an entry in a text, up to enoughMarks. The mark of a kind counts twice,
// since nothing else has it. It gives up when least can no longer be reached.
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

// Indexes in signs of links, of authors, and of pages and volumes.
const (
	linkSign   = 1
	authorSign = 3
	placeSign  = 4
)

// names are further forms of author names, too expensive to search everywhere.
var names = []*regexp.Regexp{
	regexp.MustCompile(`\p{Lu}[\p{L}'’-]+,? (?:\p{Lu}{1,3}\.?[ -]?){1,3}(?:[,.;:&(（]|and |$)`),
	regexp.MustCompile(`(?:\p{Lu}\.[ -]?){1,3}\p{Lu}[\p{L}'’-]+`),
	regexp.MustCompile(`^\P{L}*(?:\p{Lu}[\p{L}'’-]+, \p{Lu}|\p{Lu}\p{L}+ \p{Lu}[\p{L}'’-]+,)`),
	regexp.MustCompile(`^\P{L}*[\p{Han}·•]{2,4}(?:\s*[,，、]\s*[\p{Han}·•]{2,4})*(?:\s*[,，、]?\s*等)?\s*(?:[.．:：]|主?编|著)`),
}

// sight is a sign found in a text, in code points.
type sight struct{ start, end, sign int }

// kindSign is the sign of a kind, beside the indexes in signs.
const kindSign = -1

// sights returns the signs of entries in a text, in order.
func sights(s string) (out []sight) {
	lower := strings.ToLower(s)
	add := func(e *regexp.Regexp, sign int) {
		for _, m := range e.FindAllStringIndex(s, -1) {
			start := utf8.RuneCountInString(s[:m[0]])
			out = append(out, sight{start, start + utf8.RuneCountInString(s[m[0]:m[1]]), sign})
		}
	}
	if contains(lower, kind.needs) {
		add(kind.expression, kindSign)
	}
	for i, sign := range signs {
		for _, p := range sign {
			if contains(lower, p.needs) {
				add(p.expression, i)
			}
		}
	}
	for _, e := range names {
		add(e, authorSign)
	}
	slices.SortFunc(out, func(a, b sight) int { return a.start - b.start })
	return out
}

// entryWeight is the most weight of an entry without its signs: a long title, an unknown journal or
// conference, a place.
const entryWeight = titleWeight + 55

// longestParsed is how many code points of a text are examined for one entry: some have a hundred
// authors.
const longestParsed = 2_000

// firstAuthor is how far from its start an entry without a number has its first author: after a
// dash or a list mark.
const firstAuthor = 8

// mostAuthor is how much of a text is searched for its first author.
const mostAuthor = 60

// publisher matches publishers of books: hardly any sentence ends with one.
var publisher = regexp.MustCompile(`出版社|(?i:\b(?:press|publishers?|publishing|verlag)\b)`)

var numberOf = regexp.MustCompile(`^\s*(?:[\[［【〔(（]\s*\d{1,3}\s*[\]］】〕)）]|\d{1,3}(?:\s*[.．、]|\s))\s*`)

// parseEntry returns how many code points at the start of a text are an entry, or 0. An entry
// reaches to the last sentence or part with a sign of one, as long as it contains no running text
// and its other text weighs no more than a title and a journal. A remark of some words after it is
// included. titled means that the text is under the title of a list.
func parseEntry(s string, titled bool) int {
	s = text.ASCIIDigits(s)
	runes, numbered := []rune(s), false
	whole := len(runes) <= longestParsed
	if !whole {
		runes = runes[:longestParsed]
		s = string(runes)
	}
	begin := 0
	if m := numberOf.FindString(s); m != "" {
		begin, numbered = utf8.RuneCountInString(m), true
		s = s[len(m):]
	}
	all := sights(s)
	for i := range all {
		all[i].start, all[i].end = all[i].start+begin, all[i].end+begin
	}
	end, weight, slight := 0, 0, true // slight: text other than signs, up to end, cannot be a match
	next := 0                         // index in all
	for start := begin; start < len(runes); {
		stop := sentenceEnd(runes, start)
		marked, at, running := false, start, false
		for ; next < len(all) && all[next].start < stop; next++ {
			marked = true
			if gap := runes[at:max(at, all[next].start)]; prose(gap) {
				running = true
			} else {
				weight += weigh(gap)
			}
			at = max(at, all[next].end)
		}
		stop = max(stop, min(at, len(runes)))
		rest := runes[at:stop]
		weight += weigh(rest)
		if running || prose(rest) || weight > entryWeight {
			break
		}
		if marked {
			end, slight = stop, weight < slightWeight
		}
		start = stop
	}
	if end == 0 || !isEntry(all, begin, end, numbered, titled, slight && publisher.MatchString(s)) {
		return 0
	}
	if whole && weigh(runes[end:]) <= remarkWeight {
		return len(runes)
	}
	return end
}

// authored reports whether a text begins with an author.
func authored(s string) bool {
	s = string([]rune(s)[:min(utf8.RuneCountInString(s), mostAuthor)])
	return slices.ContainsFunc(sights(s), func(x sight) bool { return x.sign == authorSign && x.start <= firstAuthor })
}

// isEntry reports whether the signs before end make an entry. The mark of a kind counts twice, and
// so does a link under a title: nothing else has it. A year and a journal can be in any text, and
// so can authors. So an entry must begin with an author, or have a kind, or, with a number or under
// a title, have a link, pages or a volume, or, with both, a publisher and so little else that
// nothing can be hidden in it.
func isEntry(all []sight, begin, end int, numbered, titled, published bool) bool {
	seen := map[int]bool{}
	authored := titled && numbered && published
	for _, x := range all {
		if x.start < end {
			seen[x.sign] = true
			authored = authored || x.sign == authorSign && x.start <= begin+firstAuthor
		}
	}
	n := len(seen)
	if seen[kindSign] {
		n++
	}
	if titled && seen[linkSign] {
		n++
	}
	if !authored && !seen[kindSign] && (!titled && !numbered || !seen[linkSign] && !seen[placeSign]) {
		return false
	}
	return n >= 2 && (titled || numbered || n >= enoughMarks)
}
