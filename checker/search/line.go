package search

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/analysis"
	"github.com/blevesearch/bleve/v2/search/query"
)

// query makes bleve's query of a search box's line; nil where the line holds
// something, but no words.
func (x *Index) query(line string) query.Query {
	if strings.TrimSpace(line) == "" {
		return bleve.NewMatchAllQuery()
	}
	clauses := parse(line)
	var must, should []query.Query
	for _, c := range clauses {
		groups := x.groups(c)
		for _, g := range groups {
			if len(must) < maxGroups {
				must = append(must, x.anywhere(g))
			}
		}
		if len(groups) > 1 {
			should = append(should, x.together(c.text)...)
		}
		should = append(should, x.exactName(c.text)...)
	}
	if len(must) == 0 {
		return nil
	}
	if len(clauses) > 1 {
		should = append(should, x.exactName(line)...)
	}
	q := bleve.NewBooleanQuery()
	q.AddMust(must...)
	q.AddShould(should...)
	return q
}

// clause is a part of a search box's line.
type clause struct {
	text   string
	phrase bool // it stood in quotation marks
}

// quotes maps opening quotation marks to their closing ones.
var quotes = map[rune]rune{
	'"': '"', '＂': '＂', '“': '”', '”': '”', '„': '“', '«': '»', '「': '」', '『': '』', '《': '》',
}

// parse cuts a line into words at white space and Chinese punctuation, and into
// what stands in quotation marks. A mark without its partner is no mark.
func parse(line string) []clause {
	runes := []rune(line)
	runes = runes[:min(len(runes), maxQueryRunes)]
	var (
		clauses []clause
		plain   []rune
	)
	flush := func() {
		if len(plain) > 0 {
			clauses = append(clauses, clause{text: string(plain)})
			plain = nil
		}
	}
	for i := 0; i < len(runes); i++ {
		r := runes[i]
		if closing, ok := quotes[r]; ok {
			if n := slices.Index(runes[i+1:], closing); n >= 0 {
				flush()
				clauses = append(clauses, clause{text: string(runes[i+1 : i+1+n]), phrase: true})
				i += 1 + n
				continue
			}
		}
		if unicode.IsSpace(r) || r >= utf8.RuneSelf && unicode.IsPunct(r) {
			flush()
			continue
		}
		plain = append(plain, r)
	}
	flush()
	return clauses
}

// group is a part of a clause that has to be found as it stands, in bytes of the
// clause.
type group struct {
	text string
	// terms by position, "" where any may stand
	terms []string
}

// groups cuts a clause into the parts that must be found: a quotation is one; a
// run of Chinese has one a word, since Chinese writes no spaces; what punctuation
// joins (COVID-19, 3.5) is one.
func (x *Index) groups(c clause) []group {
	tokens := x.text.Analyze([]byte(c.text))
	if len(tokens) == 0 {
		return nil
	}
	if c.phrase {
		return []group{{text: c.text, terms: terms(trim(tokens))}}
	}
	var groups []group
	for i := 0; i < len(tokens); {
		start, end := tokens[i].Start, tokens[i].End
		j := i + 1
		if tokens[i].Type == analysis.Ideographic {
			// The words inside a word come before it.
			for _, t := range tokens[i+1:] {
				if t.Start <= start && t.End >= end {
					start, end = t.Start, t.End
				}
			}
			for j < len(tokens) && tokens[j].Start < end && tokens[j].Start >= start {
				j++
			}
		} else {
			for j < len(tokens) && tokens[j].Type != analysis.Ideographic {
				end = tokens[j].End
				j++
			}
		}
		groups = append(groups, group{text: c.text[start:end], terms: terms(tokens[i:j])})
		i = j
	}
	// 模型的训练 asks for 模型 and 训练.
	if full := slices.DeleteFunc(slices.Clone(groups),
		func(g group) bool { return len(g.terms) == 1 && particles[g.terms[0]] }); len(full) > 0 {
		return full
	}
	return groups
}

// particles stand in every Chinese text, hundreds of times. Next to other words
// they are not looked for, and a phrase takes any character in their place:
// reading all their places would take longer than all the rest.
var particles = map[string]bool{"的": true, "了": true, "是": true, "在": true, "和": true, "与": true, "及": true}

// trim leaves out a single Chinese character at either end of a long quotation.
// Quotations are pasted as they were marked, often from or to the middle of a
// word, and the text has the whole word. With it 9 of 10 quotations cut anywhere
// are found, without it 4; what differs in that character alone is found too.
func trim(tokens analysis.TokenStream) analysis.TokenStream {
	single := func(t *analysis.Token) bool {
		return t.Type == analysis.Ideographic && utf8.RuneCount(t.Term) == 1
	}
	for len(tokens) >= longQuotation && single(tokens[0]) {
		tokens = tokens[1:]
	}
	for len(tokens) >= longQuotation && single(tokens[len(tokens)-1]) {
		tokens = tokens[:len(tokens)-1]
	}
	return tokens
}

// terms returns, by position, terms that together say what tokens say. Of words
// inside each other the longest is taken, but none above maxInnerRunes whose
// parts say the same: a text may have it as part of a longer word still, and
// there only its parts are known.
func terms(tokens analysis.TokenStream) []string {
	tokens = slices.DeleteFunc(slices.Clone(tokens), func(t *analysis.Token) bool { return divisible(t, tokens) })
	if full := slices.DeleteFunc(slices.Clone(tokens), func(t *analysis.Token) bool { return particles[string(t.Term)] }); len(full) > 0 {
		tokens = full
	}
	slices.SortStableFunc(tokens, func(a, b *analysis.Token) int {
		if a.Position != b.Position {
			return a.Position - b.Position
		}
		return b.End - a.End
	})
	first := tokens[0].Position
	var out []string
	covered := -1
	for _, t := range tokens {
		if t.End <= covered {
			continue
		}
		covered = t.End
		for len(out) < t.Position-first {
			out = append(out, "")
		}
		if len(out) == t.Position-first { // else a second word at this place
			out = append(out, string(t.Term))
		}
	}
	return out
}

// divisible reports whether a long Chinese word is covered by shorter ones of
// tokens.
func divisible(t *analysis.Token, tokens analysis.TokenStream) bool {
	if t.Type != analysis.Ideographic || utf8.RuneCount(t.Term) <= maxInnerRunes {
		return false
	}
	covered := t.Start
	for changed := true; changed && covered < t.End; {
		changed = false
		for _, p := range tokens {
			if p.Start >= t.Start && p.Start <= covered && p.End > covered && p.End <= t.End &&
				utf8.RuneCount(p.Term) <= maxInnerRunes {
				covered, changed = p.End, true
			}
		}
	}
	return covered >= t.End
}

// anywhere finds a group in any field.
func (x *Index) anywhere(g group) query.Query {
	var fields []query.Query
	for _, b := range boosts {
		t := g.terms
		if b.field == FieldApplicant {
			if t = x.nameTerms(g.text); t == nil {
				continue
			}
		}
		fields = append(fields, phrase(t, b.field, b.boost))
	}
	return bleve.NewDisjunctionQuery(fields...)
}

// together rewards documents where the words of a clause stand as they stand in
// it.
func (x *Index) together(text string) []query.Query {
	t := terms(x.text.Analyze([]byte(text)))
	return []query.Query{phrase(t, FieldTitle, togetherBoost*boosts[0].boost), phrase(t, FieldText, togetherBoost)}
}

// exactName ranks applicants with exactly this name higher.
func (x *Index) exactName(text string) []query.Query {
	tokens := x.exact.Analyze([]byte(text))
	if len(tokens) == 0 {
		return nil
	}
	q := bleve.NewTermQuery(string(tokens[0].Term))
	q.SetField(fieldApplicantExact)
	q.SetBoost(exactNameBoost)
	return []query.Query{q}
}

func (x *Index) nameTerms(text string) []string {
	var out []string
	for _, t := range x.name.Analyze([]byte(text)) {
		out = append(out, string(t.Term))
	}
	return out
}

// phrase finds terms in their places.
func phrase(terms []string, field string, boost float64) query.Query {
	if len(terms) == 1 {
		q := bleve.NewTermQuery(terms[0])
		q.SetField(field)
		q.SetBoost(boost)
		return q
	}
	return phraseQuery{terms: terms, field: field, boost: boost}
}
