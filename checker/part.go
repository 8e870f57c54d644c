package checker

import (
	"slices"
	"sort"
	"strings"
	"unicode"

	"zhiwen/checker/align"
	"zhiwen/checker/citation"
	"zhiwen/extract"
	"zhiwen/extract/glyph"
)

// A match is parted where its citation changes, so that what is left without
// quotations is counted by what stands between the marks and not by what most of the
// match is. A part is a match like others, so it has as many characters as one that
// counts, and is a clause at least: quoted words in copied text part nothing.
const (
	leastPart       = 20 // characters that both sides have
	leastPartClause = 12 // symbols that both sides have: characters, or words
)

// cited returns a source with its references.
func (e *Engine) cited(q *query, source *Source) *citation.Text {
	return citation.New(source.Document, e.folded(source, q.roles).read.Alone())
}

// partCited parts matches where their citation changes.
func (e *Engine) partCited(q *query, source *Source, here, there side, matches []align.Match) []align.Match {
	var cited *citation.Text // of the source
	var out []align.Match
	for _, m := range matches {
		if q.cited.Uniform(m.Query.Start, m.Query.End) {
			out = append(out, m)
			continue
		}
		if cited == nil {
			cited = e.cited(q, source)
		}
		c := cutter{here: here, there: there, match: m, least: max(leastPart, e.parameters.MinLength)}
		out = append(out, c.parts(q.cited.Parts(m.Query.Start, m.Query.End, cited, source.Identity))...)
	}
	return out
}

// cutter parts a match.
type cutter struct {
	here, there side
	match       align.Match
	least       int // characters of a part
}

// parts returns the match in parts, or the match where it is not parted.
func (c *cutter) parts(cited []citation.Part) []align.Match {
	cited = c.large(cited)
	for i := 0; i < len(cited); i++ { // what was moved across a cut stays together
		_, a := c.extent(cited[i].Span)
		for j := len(cited) - 1; j > i; j-- {
			if _, b := c.extent(cited[j].Span); a.Start < b.End && b.Start < a.End {
				cited[i].End = cited[j].End
				cited = slices.Delete(cited, i+1, j+1)
				i = -1 // it may reach further now
				break
			}
		}
	}
	var out []align.Match
	for _, p := range cited {
		m, ok := c.cut(p.Span)
		if !ok {
			return []align.Match{c.match}
		}
		out = append(out, m)
	}
	return out
}

// large joins parts that are too small with a neighbour: with the one more like
// them, or the one before, where the numbers of a citation stand.
func (c *cutter) large(parts []citation.Part) []citation.Part {
	parts = slices.Clone(parts)
	for len(parts) > 1 {
		small := -1
		size := 0
		for i, p := range parts {
			symbols, characters := c.size(p.Span)
			if (characters < c.least || symbols < leastPartClause) && (small < 0 || characters < size) {
				small, size = i, characters
			}
		}
		if small < 0 {
			break
		}
		into := small - 1
		if small == 0 || small+1 < len(parts) && other(parts[small], parts[small+1]) < other(parts[small], parts[small-1]) {
			into = small + 1
		}
		parts[into].Start, parts[into].End = min(parts[into].Start, parts[small].Start), max(parts[into].End, parts[small].End)
		parts = slices.Delete(parts, small, small+1)
		var joined []citation.Part
		for _, p := range parts {
			joined = citation.Joined(append(joined, p))
		}
		parts = joined
	}
	return parts
}

// other counts in how much two parts differ.
func other(a, b citation.Part) (n int) {
	if a.Quoted != b.Quoted {
		n++
	}
	if a.Cited != b.Cited {
		n++
	}
	return n
}

// symbols returns the symbols of the match in a range of the document.
func (c *cutter) symbols(p extract.Span) align.Span {
	from := func(at int) int {
		s := c.match.QuerySymbols
		return s.Start + sort.Search(s.End-s.Start, func(i int) bool { return int(c.here.text.Start[s.Start+i]) >= at })
	}
	return align.Span{Start: from(p.Start), End: from(p.End)}
}

// size counts the symbols in a range that both sides have, and their characters.
func (c *cutter) size(p extract.Span) (symbols, characters int) {
	in := c.symbols(p)
	for _, r := range c.match.Runs {
		if !corresponds(r) {
			continue
		}
		for i := max(r.QuerySymbols.Start, in.Start); i < min(r.QuerySymbols.End, in.End); i++ {
			symbols++
			for _, x := range c.here.symbol(i) {
				if !unicode.IsSpace(x) && !glyph.Undrawn(x) {
					characters++
				}
			}
		}
	}
	return symbols, characters
}

// corresponds reports whether a run stands on both sides.
func corresponds(r align.Run) bool { return r.Op != align.OnlyThis && r.Op != align.OnlySource }

// extent returns the symbols of a range that both sides have, from the first to the last.
func (c *cutter) extent(p extract.Span) (query, source align.Span) {
	return extent(c.within(c.symbols(p)))
}

func extent(runs []align.Run) (query, source align.Span) {
	first := true
	for _, r := range runs {
		if !corresponds(r) {
			continue
		}
		if first {
			query, source, first = r.QuerySymbols, r.SourceSymbols, false
		}
		query.End = max(query.End, r.QuerySymbols.End)
		source.Start, source.End = min(source.Start, r.SourceSymbols.Start), max(source.End, r.SourceSymbols.End)
	}
	return query, source
}

// within returns the runs of a range of symbols, from the first to the last that
// stands on both sides. A run that reaches across its ends is cut; one whose sides are
// not equally long goes where it begins.
func (c *cutter) within(symbols align.Span) []align.Run {
	var out []align.Run
	for _, r := range c.match.Runs {
		at, there := r.QuerySymbols, r.SourceSymbols
		equal := at.End-at.Start == there.End-there.Start
		if !equal && at.End > at.Start && there.End > there.Start || at.End == at.Start {
			if at.Start >= symbols.Start && at.Start < symbols.End {
				out = append(out, r)
			}
			continue
		}
		from, to := max(at.Start, symbols.Start), min(at.End, symbols.End)
		if from >= to {
			continue
		}
		r.QuerySymbols = align.Span{Start: from, End: to}
		if equal {
			r.SourceSymbols = align.Span{Start: there.Start + from - at.Start, End: there.End - (at.End - to)}
		}
		if from > at.Start {
			r.Query.Start = c.here.begins(from, int(c.here.text.End[from-1]))
			if equal {
				r.Source.Start = c.there.begins(r.SourceSymbols.Start, int(c.there.text.End[r.SourceSymbols.Start-1]))
			}
		}
		if to < at.End {
			r.Query.End = c.here.begins(to, int(c.here.text.End[to-1]))
			if equal {
				r.Source.End = c.there.begins(r.SourceSymbols.End, int(c.there.text.End[r.SourceSymbols.End-1]))
			}
		}
		out = append(out, r)
	}
	for len(out) > 0 && !corresponds(out[0]) {
		out = out[1:]
	}
	for len(out) > 0 && !corresponds(out[len(out)-1]) {
		out = out[:len(out)-1]
	}
	return out
}

// begins returns the place from which on the text belongs to a symbol: with the
// quotation marks that open before it, behind another place.
func (s side) begins(symbol, behind int) int {
	at := int(s.text.Start[symbol])
	for i := at; i > behind; i-- {
		if strings.ContainsRune(openingQuotes, s.runes[i-1]) {
			at = i - 1
		} else if !glyph.Undrawn(s.runes[i-1]) {
			break
		}
	}
	return at
}

// drawn returns the first place from at on, before end, of a character that is drawn; end for none.
func (s side) drawn(at, end int) int {
	for at < end && glyph.Undrawn(s.runes[at]) {
		at++
	}
	return at
}

// cut returns the part of the match in a range of the document, and whether its runs
// fill it on both sides.
func (c *cutter) cut(p extract.Span) (align.Match, bool) {
	in := c.symbols(p)
	m := c.match
	m.Runs = c.within(in)
	if len(m.Runs) == 0 {
		return m, false
	}
	m.QuerySymbols, m.SourceSymbols = extent(m.Runs)
	last := &m.Runs[len(m.Runs)-1]
	if m.QuerySymbols.End < c.match.QuerySymbols.End && last.SourceSymbols.End == m.SourceSymbols.End {
		// Of what stands behind the last symbol, what both have is part of the match.
		q, s := int(c.here.text.End[m.QuerySymbols.End-1]), int(c.there.text.End[m.SourceSymbols.End-1])
		for {
			i, j := c.here.drawn(q, last.Query.End), c.there.drawn(s, last.Source.End)
			if i >= last.Query.End || j >= last.Source.End || c.here.runes[i] != c.there.runes[j] {
				break
			}
			if strings.ContainsRune("“‘「『《〈\n", c.here.runes[i]) {
				break
			}
			q, s = i+1, j+1
		}
		last.Query.End, last.Source.End = q, s
	}
	m.Query = align.Span{Start: m.Runs[0].Query.Start, End: last.Query.End}
	m.Source = align.Span{Start: last.Source.Start, End: last.Source.End}
	here, there := 0, 0
	for _, r := range m.Runs {
		here += r.Query.End - r.Query.Start
		if r.SourceSymbols.End > r.SourceSymbols.Start {
			m.Source.Start, m.Source.End = min(m.Source.Start, r.Source.Start), max(m.Source.End, r.Source.End)
			there += r.Source.End - r.Source.Start
		}
	}
	for i := range m.Runs { // one that stands on one side has its place on the other anywhere in the match
		r := &m.Runs[i]
		if r.Source.Start == r.Source.End {
			at := min(max(r.Source.Start, m.Source.Start), m.Source.End)
			r.Source = align.Span{Start: at, End: at}
		}
	}
	full := here == m.Query.End-m.Query.Start && there == m.Source.End-m.Source.Start
	return m, full
}
