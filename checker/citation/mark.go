package citation

import (
	"cmp"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"zhiwen/checker/text"
	"zhiwen/extract"
)

// mark is a citation in the text, with the range that it covers.
type mark struct {
	extract.Span
	covers  extract.Span
	entries []int // indices of the references that it names
}

// The patterns for numbers of entries and of pages.
const (
	several = `\d{1,3}(?:\s*[-–—~～,，、;；]\s*\d{1,3})*`
	pages   = `\d{1,4}(?:\s*[-–—~～]\s*\d{1,4})?`
)

var (
	// bracketed matches [1], [3-5], ［2，7］, 〔1〕, and superscripts in the form in which
	// extraction writes them. A page may follow: [3:15], [3, p. 15].
	bracketed = regexp.MustCompile(`[\[［〔【]\s*(` + several + `)(?:\s*[:：]\s*` + pages + `|\s*[,，:：]\s*(?:[pP]{1,2}\.?|第)\s*` + pages +
		`\s*页?)?\s*[\]］〕】]`)
	// inWords matches 文献2 and 参考文献 3-5, but not 文献 20 篇.
	inWords     = regexp.MustCompile(`文献\s*(` + several + `)\s*(?:[^\d\s篇余种个部条年世多]|$)`)
	circled     = regexp.MustCompile(`[①-⑳㉑-㉟㊱-㊿]`)
	titled      = regexp.MustCompile(`《([^《》]{4,200})》`)
	superscript = regexp.MustCompile(`[⁰¹²³⁴⁵⁶⁷⁸⁹]+(?:[⁻,，˒][⁰¹²³⁴⁵⁶⁷⁸⁹]+)*`)
	// behindQuote matches a number behind closing quotation marks: a superscript that has lost its
	// raised position.
	behindQuote = regexp.MustCompile(`[”」』](\d{1,3}(?:\s*[-–,，]\s*\d{1,3})*)(?:[。，；,.;\s]|$)`)
	// authorYear matches （张三等，2019；Smith & Brown, 2020）.
	authorYear = regexp.MustCompile(`[(（]([^()（）]{1,200}?(?:19|20)\d\d[a-z]?(?:[^()（）]{0,120}))[)）]`)
	// narrative matches Smith et al. (2018) and 张三（2019）.
	narrative = regexp.MustCompile(`(\p{Han}{2,4}|[A-Z][\pL'’-]+)(?:\s*(?:等人?|和\p{Han}{2,4}|与\p{Han}{2,4}|et al\.?|` +
		`(?:and|&)\s+[A-Z][\pL'’-]+))?\s*[(（]\s*((?:19|20)\d\d)[a-z]?\s*[)）]`)
	citedIn = regexp.MustCompile(`((?:19|20)\d\d)`)
	names   = regexp.MustCompile(`\p{Han}{2,4}|[A-Z][\pL'’-]+`)
	sup     = strings.NewReplacer("⁰", "0", "¹", "1", "²", "2", "³", "3", "⁴", "4", "⁵", "5", "⁶", "6", "⁷", "7", "⁸", "8", "⁹", "9", "⁻",
		"-", "˒", ",")
)

// closers are the marks after which the number of a citation stands.
const closers = "”」』’»\"'》)）"

// uncircled returns the number in a circled character, or 0.
func uncircled(r rune) int {
	switch {
	case r >= '①' && r <= '⑳':
		return int(r-'①') + 1
	case r >= '㉑' && r <= '㉟':
		return int(r-'㉑') + 21
	case r >= '㊱' && r <= '㊿':
		return int(r-'㊱') + 36
	}
	return 0
}

// sentenceEnds are the marks that end a sentence.
const sentenceEnds = "。！？!?；;"

// marksOf finds the citations of a paragraph; next is the paragraph after it.
func (t *Text) marksOf(p, next extract.Paragraph) []mark {
	if len(t.entries) == 0 {
		return nil // nothing can be cited
	}
	s := text.ASCIIDigits(string(t.runes[p.Start:p.End]))
	at := func(b int) int { return p.Start + utf8.RuneCountInString(s[:b]) }
	var out []mark
	add := func(from, to int, entries []int) {
		if len(entries) > 0 {
			out = append(out, mark{Span: extract.Span{Start: at(from), End: at(to)}, entries: entries})
		}
	}
	for _, m := range bracketed.FindAllStringSubmatchIndex(s, -1) {
		add(m[0], m[1], t.numbered(s[m[2]:m[3]]))
	}
	for _, m := range superscript.FindAllStringIndex(s, -1) {
		before, _ := utf8.DecodeLastRuneInString(s[:m[0]])
		if before < 0x80 && before != '.' && before != ',' && before != '"' {
			continue // m², 10³
		}
		add(m[0], m[1], t.numbered(sup.Replace(s[m[0]:m[1]])))
	}
	for _, m := range inWords.FindAllStringSubmatchIndex(s, -1) {
		add(m[0], m[3], t.numbered(s[m[2]:m[3]]))
	}
	for _, m := range circled.FindAllStringIndex(s, -1) {
		if before, _ := utf8.DecodeLastRuneInString(s[:m[0]]); !unicode.IsLetter(before) && !strings.ContainsRune(closers, before) &&
			t.letters(at(m[1]), p.End) > 0 {
			continue // it numbers the text after it
		}
		r, _ := utf8.DecodeRuneInString(s[m[0]:])
		add(m[0], m[1], t.numbered(strconv.Itoa(uncircled(r))))
	}
	for _, m := range titled.FindAllStringSubmatchIndex(s, -1) {
		add(m[0], m[1], t.called(s[m[2]:m[3]]))
	}
	for _, m := range behindQuote.FindAllStringSubmatchIndex(s, -1) {
		add(m[2], m[3], t.numbered(s[m[2]:m[3]]))
	}
	for _, m := range authorYear.FindAllStringSubmatchIndex(s, -1) {
		add(m[0], m[1], t.written(s[m[2]:m[3]]))
	}
	for _, m := range narrative.FindAllStringSubmatchIndex(s, -1) {
		add(m[0], m[1], t.written(s[m[2]:m[3]]+" "+s[m[4]:m[5]]))
	}
	slices.SortFunc(out, func(a, b mark) int { return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End)) })
	from := p.Start // the start of the text that no citation covers yet
	last := -1      // index of the citation that reaches furthest: it may hold others, （张三等[1]，2019）
	for i := range out {
		m := &out[i]
		if last >= 0 && t.letters(out[last].End, m.Start) == 0 { // [3][4], or one begins within the other
			m.covers = extract.Span{Start: out[last].covers.Start, End: max(m.End, out[last].covers.End)}
		} else {
			m.covers = t.covered(p, next, m.Span, from)
		}
		if m.covers.End == m.End {
			from = m.End
		}
		if last < 0 || m.End > out[last].End {
			last = i
		}
	}
	return out
}

// introduced is the most code points between a citation and a colon that makes it cover the text
// that follows: 张三[3]在文中指出：
const introduced = 12

// covered returns the range that a citation covers. A citation that introduces something covers the
// rest of its paragraph, or the next paragraph if nothing follows. At the end of a sentence it
// covers the quotation that ends there, else the text of its paragraph since the citation before.
// Within a sentence it covers that sentence.
func (t *Text) covered(p, next extract.Paragraph, m extract.Span, from int) extract.Span {
	end := t.sentenceEnd(p, m.End)
	start := t.sentenceStart(p, m.Start)
	if behind := string(t.runes[m.End:min(end, m.End+introduced)]); strings.ContainsAny(behind, ":：") {
		if t.letters(m.End, p.End) <= introduced && next.End > next.Start { // a quotation set apart
			return extract.Span{Start: start, End: min(next.End, next.Start+mostCovered)}
		}
		return extract.Span{Start: start, End: min(p.End, m.End+mostCovered)}
	}
	if t.letters(m.End, end) <= 2 || m.Start > p.Start && strings.ContainsRune(sentenceEnds, t.runes[m.Start-1]) {
		from = max(from, m.End-mostCovered)
		// only the quotation, but all of it, even if it began in another paragraph
		if q := t.quotedBefore(m.Start); q.End > 0 {
			from = q.Start
		}
		return extract.Span{Start: from, End: m.End}
	}
	return extract.Span{Start: start, End: end}
}

// quotedBefore returns the quotation that ends at an offset, or one character before it.
func (t *Text) quotedBefore(at int) extract.Span {
	i := sort.Search(len(t.quotations), func(i int) bool { return t.quotations[i].End >= at-1 })
	if i < len(t.quotations) && t.quotations[i].End <= at {
		return t.quotations[i]
	}
	return extract.Span{}
}

func (t *Text) sentenceStart(p extract.Paragraph, at int) int {
	for at > p.Start && !strings.ContainsRune(sentenceEnds, t.runes[at-1]) {
		at--
	}
	return at
}

// sentenceEnd finds the end of a sentence. A full stop before a space ends one.
func (t *Text) sentenceEnd(p extract.Paragraph, at int) int {
	for at < p.End && !strings.ContainsRune(sentenceEnds, t.runes[at]) &&
		!(t.runes[at] == '.' && (at+1 == p.End || t.runes[at+1] == ' ')) {
		at++
	}
	return at
}

// letters counts the letters and digits of a range; a range that ends before it begins has none.
func (t *Text) letters(start, end int) int {
	if start >= end {
		return 0
	}
	return utf8.RuneCountInString(text.Squash(string(t.runes[start:end])))
}

// numbered returns the indices of the entries with some numbers: "3-5", "2,7".
func (t *Text) numbered(s string) (out []int) {
	for _, part := range strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune(",，、;； ", r) }) {
		first, last := part, part
		for _, dash := range []string{"-", "–", "—", "~", "～"} {
			if a, b, ok := strings.Cut(part, dash); ok {
				first, last = a, b
				break
			}
		}
		a, errA := strconv.Atoi(strings.TrimSpace(first))
		b, errB := strconv.Atoi(strings.TrimSpace(last))
		if errA != nil || errB != nil || b-a > 100 {
			continue
		}
		for i := range t.entries {
			// Entries without numbers are numbered by their order.
			n := t.entries[i].number
			if n == 0 {
				n = i + 1
			}
			if a <= n && n <= b {
				out = append(out, i)
			}
		}
	}
	return out
}

// called returns the indices of the entries with a title.
func (t *Text) called(title string) (out []int) {
	named := entry{title: text.Squash(title)}
	if utf8.RuneCountInString(named.title) < leastTitle {
		return nil
	}
	named.whole, named.pairs = named.title, pairs(named.title)
	for i := range t.entries {
		if t.entries[i].same(&named) {
			out = append(out, i)
		}
	}
	return out
}

// written returns the indices of the entries with some authors and years: "张三等，2019".
func (t *Text) written(s string) (out []int) {
	for _, part := range strings.FieldsFunc(s, func(r rune) bool { return r == ';' || r == '；' }) {
		who := ""
		for _, n := range names.FindAllString(part, -1) {
			n = strings.TrimSuffix(strings.TrimSuffix(n, "等人"), "等")
			if n = text.Squash(n); n != "" && n != "见" && n != "see" {
				who = n
				break
			}
		}
		if utf8.RuneCountInString(who) < 2 {
			continue
		}
		for _, year := range citedIn.FindAllString(part, -1) {
			for i := range t.entries {
				// The first author stands at the beginning of an entry.
				e := &t.entries[i]
				head := []rune(e.whole)
				if e.year == year && strings.Contains(string(head[:min(len(head), 60)]), who) {
					out = append(out, i)
				}
			}
		}
	}
	return out
}
