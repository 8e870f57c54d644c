package exclude

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"zhiwen/checker/evidence"
	"zhiwen/checker/text"
	"zhiwen/extract"
)

// Limits for zones under a title: their length in code points, and how much text at a stretch may
// lack any word of the role before the zone ends. Acknowledgements tell of years before they thank
// somebody; declarations are short.
const (
	longestZone = 6_000
	strangeZone = 400
	// leastWords is how many different words of a role a zone needs if it has none of the role's
	// phrases: 后记 is the title of all sorts of text.
	leastWords = 2
)

// A paragraph without a title above it has a role if this share of it, in hundredths, is two or
// more of the role's phrases: a text about research integrity contains such words too, but not so
// densely.
const (
	denseShare   = 15
	singleShare  = 35  // for a single phrase
	longestDense = 900 // code points
)

// zones excludes declarations, instructions, acknowledgements and reports: under their titles, and
// paragraphs with their phrases anywhere. Only the clauses that consist of the role's words are
// excluded; the rest of the paragraph is text.
func (f *finder) zones() {
	for i := range f.lines {
		l := &f.lines[i]
		if l.taken != "" || l.title == nil || !zoned(l.title) {
			continue
		}
		last := f.zone(i)
		if l.title.wordless() {
			if last > i+1 {
				f.take(l.title.Reason, i, last)
			}
			continue
		}
		any := false
		for k := i + 1; k < last; k++ {
			any = f.takeFormulas(k, l.title) || any
		}
		if any {
			f.take(l.title.Reason, i, i+1)
		}
	}
	for i := range f.lines {
		l := &f.lines[i]
		if l.taken != "" {
			continue
		}
		if r := f.roles.dense(l.bare, f.who); r != nil && f.takeFormulas(i, r) {
			f.signatures(i+1, r.Reason)
			if i > 0 && f.lines[i-1].taken == "" && f.lines[i-1].title != nil && f.lines[i-1].title.Reason == r.Reason {
				f.take(r.Reason, i-1, i)
			}
		}
	}
}

// wordless reports whether the table knows a role by titles only: then the whole section is meant
// to be excluded.
func (r *role) wordless() bool { return len(r.words)+len(r.phrases) == 0 }

// takeFormulas excludes the clauses of a paragraph that belong to a role, and reports whether there
// are any.
func (f *finder) takeFormulas(i int, r *role) bool {
	l := &f.lines[i]
	var spans []span
	if signature(l.text) {
		spans = []span{{Start: 0, End: l.End - l.Start}}
	} else {
		spans = formulas(f.runes[l.Start:l.End], r)
	}
	for _, s := range spans {
		f.add(r.Reason, span{Start: l.Start + s.Start, End: l.Start + s.End})
	}
	if len(spans) > 0 {
		l.taken = r.Reason
	}
	return len(spans) > 0
}

// formulas returns the clauses of a text with a share of at least denseShare of the role's words
// and phrases, and the clauses beside them in a sentence that together are too slight to be a
// match.
func formulas(s []rune, r *role) []span {
	var letters strings.Builder
	at := make([]int, 0, 3*len(s)) // index in s of each byte of the letters
	for i, c := range s {
		letters.WriteString(text.Letters(string(c)))
		for len(at) < letters.Len() {
			at = append(at, i)
		}
	}
	bare := letters.String()
	hit := make([]bool, len(s))
	for _, w := range slices.Concat(r.phrases, r.words) {
		for from := 0; ; {
			i := strings.Index(bare[from:], w)
			if i < 0 {
				break
			}
			for k := from + i; k < from+i+len(w); k++ {
				hit[at[k]] = true
			}
			from += i + len(w)
		}
	}
	var out []span
	// start and weight of the clauses that are no formula, and whether a formula precedes them
	slight, weight, beside := 0, 0, false
	for start := 0; start < len(s); {
		end := clauseEnd(s, start)
		all, hits := 0, 0
		for i := start; i < end; i++ {
			if unicode.IsLetter(s[i]) {
				all++
				if hit[i] {
					hits++
				}
			}
		}
		formula := hits > 0 && hits*100 >= denseShare*all
		if !formula {
			weight += weigh(s[start:end])
		} else if weight >= slightWeight {
			slight = start
		}
		last := end == len(s) || !strings.ContainsRune(",，（）()", s[end-1]) // the last clause of its sentence
		switch {
		case formula:
			out = append(out, span{Start: slight, End: end})
			slight, weight, beside = end, 0, true
		case last && beside && weight < slightWeight:
			out = append(out, span{Start: slight, End: end})
		}
		if start = end; last && (beside || weight > 0) {
			slight, weight, beside = end, 0, false
		}
	}
	return Merge(out)
}

// zoned reports whether the text after a role's title belongs to the role.
func zoned(r *role) bool {
	return r.Reason != "" && r.Reason != evidence.ReasonContents && r.Reason != evidence.ReasonBibliography
}

// zone returns the index of the paragraph after the last one that belongs to the title i. For a
// role without words it is the whole section; if the title was not read as a heading, so that the
// end of the section is unknown, it is no more than a zone may have without any word.
func (f *finder) zone(i int) int {
	title := &f.lines[i]
	role := title.title
	wordless := role.wordless()
	last, strange, length := i+1, 0, 0
	different, sure := map[string]bool{}, false
	for k := i + 1; k < len(f.lines); k++ {
		l := &f.lines[k]
		n := l.End - l.Start
		if l.Kind == extract.Running {
			break
		}
		if l.taken != "" || l.title != nil && l.title.Name != role.Name || length+n > longestZone {
			break
		}
		if l.Kind == extract.Heading && (title.Kind != extract.Heading || l.Level <= title.Level) && !contains(l.bare, role.words) &&
			!signature(l.text) {
			break
		}
		length += n
		if contains(l.bare, role.phrases) || signature(l.text) {
			last, strange = k+1, 0
			sure = true
		} else if contains(l.bare, role.words) {
			for _, w := range role.words {
				if strings.Contains(l.bare, w) {
					different[w] = true
				}
			}
			last, strange = k+1, 0
		} else if strange += n; wordless && (title.Kind == extract.Heading || strange <= strangeZone) {
			last = k + 1
		} else if strange > strangeZone {
			break
		}
	}
	if !wordless && !sure && len(different) < leastWords {
		return i + 1
	}
	return last
}

// signatures excludes the signature lines after a declaration.
func (f *finder) signatures(from int, reason evidence.Reason) {
	for k := from; k < len(f.lines) && k < from+6 && f.lines[k].taken == ""; k++ {
		if !signature(f.lines[k].text) {
			return
		}
		f.take(reason, k, k+1)
	}
}

// longestSignature is the most letters of a signature line: its purpose, a name, an institution.
const longestSignature = 25

// signature reports whether a line is for a signature or a date.
func signature(s string) bool {
	bare := text.Letters(s)
	if utf8.RuneCountInString(bare) > longestSignature {
		return false
	}
	for _, w := range []string{"签名", "签字", "签章", "盖章", "公章", "年月日", "signature"} {
		if strings.Contains(bare, w) {
			return true
		}
	}
	return bare == "日期" || bare == "date" || bare == "签" || bare == "名"
}

func contains(bare string, words []string) bool {
	for _, w := range words {
		if strings.Contains(bare, w) {
			return true
		}
	}
	return false
}

// dense returns the role whose phrases make up a paragraph, or nil. Of several roles it is the one
// with most.
func (t *Table) dense(bare string, who evidence.Identity) *role {
	n := utf8.RuneCountInString(bare)
	if n == 0 || n > longestDense {
		return nil
	}
	var hits map[int][]span // by role; bytes
	t.phrases.each(bare, func(e expression, at int) bool {
		if hits == nil {
			hits = map[int][]span{}
		}
		hits[e.of] = append(hits[e.of], span{Start: at, End: at + len(e.text)})
		return true
	})
	var best *role
	most := 0
	for i := range t.roles {
		r := &t.roles[i]
		if len(hits[i]) == 0 || !r.Applies(who) {
			continue
		}
		covered, different := coverage(bare, hits[i])
		share := singleShare
		if different > 1 {
			share = denseShare
		}
		if covered*100 >= share*n && covered > most {
			best, most = r, covered
		}
	}
	return best
}

// coverage returns how many letters of a text are in any of the phrases found in it, and how many
// different phrases there are that are not within another.
func coverage(bare string, hits []span) (covered, different int) {
	for _, h := range hits {
		inside := slices.ContainsFunc(hits, func(o span) bool { return o != h && o.Start <= h.Start && h.End <= o.End })
		again := slices.ContainsFunc(hits, func(o span) bool { return o.Start < h.Start && bare[o.Start:o.End] == bare[h.Start:h.End] })
		if !inside && !again {
			different++
		}
	}
	for _, s := range Merge(hits) {
		covered += utf8.RuneCountInString(bare[s.Start:s.End])
	}
	return covered, different
}
