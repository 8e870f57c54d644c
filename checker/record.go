package checker

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"zhiwen/checker/evidence"
	"zhiwen/checker/text"
	"zhiwen/extract"
)

// EngineName is what evidence calls the program.
const EngineName = "zhiwen"

// record makes the evidence of what was found.
func (e *Engine) record(q *query, snapshot evidence.Snapshot, retrieval string, templates []*Source, found []comparison) *evidence.Evidence {
	doc := q.input.Document
	out := &evidence.Evidence{
		Engine: evidence.Engine{Name: EngineName, Version: Version, Profile: e.parameters.Profile, Parameters: e.settings(retrieval)},
		Document: evidence.Document{
			ID: q.input.ID, Characters: len(q.runes), Pages: len(doc.Pages),
			Method: doc.Method, TextSHA256: textSHA256(doc.Text), Identity: q.input.Identity, Flags: flags(doc), Notices: notices(doc),
		},
		Library: snapshot,
	}
	for _, c := range found {
		out.Sources = append(out.Sources, e.source(q, c))
	}
	out.Excluded = e.exclusions(q, templates, found)
	Score(out, doc)
	return out
}

// source makes the evidence of one source, without its scores.
func (e *Engine) source(q *query, c comparison) evidence.Source {
	theirs := c.source.runes()
	s := evidence.Source{
		ID: c.source.ID, Characters: len(theirs), TextSHA256: textSHA256(c.source.Document.Text), Identity: c.source.Identity,
		Relation: relation(q.input.Identity, c.source.Identity),
		Similar:  similar(q.input.Identity, c.source.Identity),
	}
	for _, m := range c.matches {
		s.Matches = append(s.Matches, evidence.Match{
			Kind: m.kind, Similarity: evidence.Round(m.similarity),
			This:   passage(q.input.Document, q.runes, m.query.Start, m.query.End),
			Source: passage(c.source.Document, theirs, m.source.Start, m.source.End),
			Traces: m.traces,
		})
	}
	return s
}

// flags are what a document's extraction found, as evidence keeps it.
func flags(d *extract.Document) []evidence.Flag {
	var out []evidence.Flag
	for _, f := range d.Flags {
		out = append(out, evidence.Flag{Kind: string(f.Kind), Offset: f.Start, Length: f.End - f.Start, Text: f.Text})
	}
	return out
}

// notices are what of a document was not read, or not surely, as evidence keeps it.
func notices(d *extract.Document) []evidence.Notice {
	var out []evidence.Notice
	for _, n := range d.AllNotices() {
		if len(n.Pages) == 0 {
			out = append(out, evidence.Notice{Kind: string(n.Kind), Count: n.Count})
		}
		for i, page := range n.Pages {
			if i > 0 && page == n.Pages[i-1]+1 {
				out[len(out)-1].LastPage = page
			} else {
				out = append(out, evidence.Notice{Kind: string(n.Kind), FirstPage: page, LastPage: page})
			}
		}
	}
	return out
}

// textSHA256 names a text by its bytes, in lower-case hex.
func textSHA256(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

func passage(d *extract.Document, runes []rune, start, end int) evidence.Passage {
	p := evidence.Passage{Offset: start, Length: end - start, Text: string(runes[start:end])}
	if i := sort.Search(len(d.Pages), func(i int) bool { return d.Pages[i].End > start }); i < len(d.Pages) {
		p.Page = d.Pages[i].Number
	}
	// Sections are in the order of their headings: the last one that holds the
	// place is the innermost.
	for i := sort.Search(len(d.Sections), func(i int) bool { return d.Sections[i].Start > start }) - 1; i >= 0; i-- {
		if start < d.Sections[i].End {
			p.Section = d.Sections[i].Title
			break
		}
	}
	return p
}

// Score fills in all that is counted, and puts sources and matches in order.
// Called again after a change of what is excluded (Excluded.Applied) or of the
// sources and matches themselves, it brings the evidence up to date; doc is
// the document the evidence is about.
//
// A match does not count, and has Counted 0, where fewer of its characters are
// countable than the setting LeastLength says; a source does not count, with
// none of its matches, where what it covers is a smaller share than LeastShare.
func Score(ev *evidence.Evidence, doc *extract.Document) { ScoreWhere(ev, doc, nil) }

// ScoreWhere is Score where only the matches count that counts accepts: the
// others have Counted 0. nil accepts all. The numbers of matches stay.
func ScoreWhere(ev *evidence.Evidence, doc *extract.Document, counts func(*evidence.Source, *evidence.Match) bool) {
	ev.Scores = evidence.Scores{}
	ev.Sections = nil
	countable := make([]bool, 0, utf8.RuneCountInString(doc.Text))
	for _, r := range doc.Text {
		countable = append(countable, !unicode.IsSpace(r))
	}
	for _, x := range ev.Excluded {
		if x.Applied {
			clear(countable[x.Offset : x.Offset+x.Length])
		}
	}
	ev.Scores.Countable = count(countable)
	least, share := ev.Setting(LeastLength), ev.Setting(LeastShare)
	covered := make([]bool, len(countable))
	for i := range ev.Sources {
		s := &ev.Sources[i]
		for j := range s.Matches {
			m := &s.Matches[j]
			if m.Counted = count(countable[m.This.Offset : m.This.Offset+m.This.Length]); m.Counted < least || counts != nil && !counts(s, m) {
				m.Counted = 0 // what is left of it says nothing, or is not asked for
			}
		}
		clear(covered)
		s.Full, s.Exclusive = cover(covered, countable, s.Matches), 0
		if s.Full*thousand < share*ev.Scores.Countable {
			s.Full = 0
			for j := range s.Matches {
				s.Matches[j].Counted = 0
			}
		}
	}
	slices.SortStableFunc(ev.Sources, func(a, b evidence.Source) int {
		return cmp.Or(cmp.Compare(b.Full, a.Full), cmp.Compare(a.ID, b.ID))
	})
	// Each character goes to the source that covers most, and in it to the
	// most similar match.
	covered = make([]bool, len(countable))
	kinds, relations := map[string]int{}, map[string]int{}
	for i := range ev.Sources {
		s := &ev.Sources[i]
		best := slices.Clone(s.Matches)
		slices.SortStableFunc(best, func(a, b evidence.Match) int { return cmp.Compare(b.Similarity, a.Similarity) })
		for _, m := range best {
			n := cover(covered, countable, []evidence.Match{m})
			s.Exclusive += n
			kinds[string(m.Kind)] += n
			relations[string(s.Relation)] += n
		}
		ev.Scores.Covered += s.Exclusive
		ev.Scores.LargestFull = max(ev.Scores.LargestFull, s.Full)
	}
	others := make([]bool, len(countable))
	for i, s := range ev.Sources {
		if s.Relation != evidence.SameApplicant {
			ev.Scores.WithoutOwn += cover(others, countable, ev.Sources[i].Matches)
		}
	}
	ev.Scores.ByKind, ev.Scores.ByRelation = tally(kinds), tally(relations)
	slices.SortStableFunc(ev.Sources, func(a, b evidence.Source) int {
		return cmp.Or(cmp.Compare(b.Exclusive, a.Exclusive), cmp.Compare(b.Full, a.Full), cmp.Compare(a.ID, b.ID))
	})
	number(ev)
	sections(ev, doc, countable, covered)
}

// cover marks what the counted matches cover and returns how many countable
// characters were not marked before.
func cover(covered, countable []bool, matches []evidence.Match) int {
	n := 0
	for _, m := range matches {
		if m.Counted == 0 {
			continue
		}
		for i := m.This.Offset; i < m.This.Offset+m.This.Length; i++ {
			if countable[i] && !covered[i] {
				covered[i] = true
				n++
			}
		}
	}
	return n
}

func count(b []bool) int {
	n := 0
	for _, x := range b {
		if x {
			n++
		}
	}
	return n
}

// thousand is what LeastShare is counted in.
const thousand = 1000

// tally puts counts in order of size, then name.
func tally(m map[string]int) []evidence.Count {
	var out []evidence.Count
	for name, n := range m {
		out = append(out, evidence.Count{Name: name, Characters: n})
	}
	slices.SortFunc(out, func(a, b evidence.Count) int {
		return cmp.Or(cmp.Compare(b.Characters, a.Characters), cmp.Compare(a.Name, b.Name))
	})
	return out
}

// number numbers the matches in the order in which they stand in the document,
// unless they have numbers: whoever has noted one must find it again.
func number(ev *evidence.Evidence) {
	var all []*evidence.Match
	for i := range ev.Sources {
		for j := range ev.Sources[i].Matches {
			if ev.Sources[i].Matches[j].ID != 0 {
				return
			}
			all = append(all, &ev.Sources[i].Matches[j])
		}
	}
	slices.SortStableFunc(all, func(a, b *evidence.Match) int {
		return cmp.Or(cmp.Compare(a.This.Offset, b.This.Offset), cmp.Compare(b.This.Length, a.This.Length))
	})
	for i, m := range all {
		m.ID = i + 1
	}
}

// sections scores the sections of the document, each without its subsections;
// what stands before the first heading is a section without title.
func sections(ev *evidence.Evidence, doc *extract.Document, countable, covered []bool) {
	add := func(title string, level, start, end int) {
		s := evidence.SectionScore{Title: title, Level: level, Offset: start, Length: end - start}
		s.Countable, s.Covered = count(countable[start:end]), count(covered[start:end])
		if level > 0 || s.Countable > 0 {
			ev.Sections = append(ev.Sections, s)
		}
	}
	first := len(countable)
	if len(doc.Sections) > 0 {
		first = doc.Sections[0].Start
	}
	add("", 0, 0, first)
	for i, s := range doc.Sections {
		end := s.End
		if i+1 < len(doc.Sections) {
			end = min(end, doc.Sections[i+1].Start)
		}
		add(s.Title, s.Level, s.Start, end)
	}
}

// relation compares applicants. A name alone is not enough where both
// institutions are known and differ: many people share a name.
func relation(a, b evidence.Identity) evidence.Relation {
	institution := same(a.Institution, b.Institution)
	switch {
	case same(a.Applicant, b.Applicant) && (institution || a.Institution == "" || b.Institution == ""):
		return evidence.SameApplicant
	case institution:
		return evidence.SameInstitution
	}
	return evidence.Other
}

func same(a, b string) bool {
	x, y := symbols(a), symbols(b)
	return len(x) > 0 && slices.Equal(x, y)
}

// symbols folds a short text.
func symbols(s string) []uint32 { return text.New(&extract.Document{Text: s}).Char }

// similar compares the basic information, field by field where both have it:
// the Dice coefficient of symbol bigrams.
func similar(a, b evidence.Identity) []evidence.Similarity {
	var out []evidence.Similarity
	for _, f := range []struct{ name, a, b string }{
		{"title", a.Title, b.Title},
		{"applicant", a.Applicant, b.Applicant},
		{"institution", a.Institution, b.Institution},
		{"programme", a.Programme, b.Programme},
		{"keywords", strings.Join(a.Keywords, "\n"), strings.Join(b.Keywords, "\n")},
	} {
		if f.a != "" && f.b != "" {
			out = append(out, evidence.Similarity{Field: f.name, Value: evidence.Round(dice(symbols(f.a), symbols(f.b)))})
		}
	}
	return out
}
