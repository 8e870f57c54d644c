// Package score counts: how much of a document counts, how much of that its sources cover, and how
// much the decisions of reviewers leave. It also measures how similar two texts and two identities
// are.
//
// Its input is evidence with its matches and the text of the document; it fills in the figures of
// the evidence in place. The engine counts with it, a verifier counts again with it, and pages count
// with it what their readers choose, so that equal choices have equal figures everywhere.
package score

import (
	"cmp"
	"maps"
	"slices"
	"unicode/utf8"

	"zhiwen/checker/evidence"
	"zhiwen/extract"
	"zhiwen/internal/each"
)

// The settings of evidence that control counting (evidence.Evidence.Setting).
const (
	// LeastLength is the least number of countable characters of a match that counts.
	LeastLength = "least-length"
	// LeastShare is the least share of the document's countable characters, in thousandths, of a
	// source that counts.
	LeastShare = "least-share"
	// Excludes names a reason for which text does not count; evidence may have it several times.
	Excludes = "exclude"
)

// DefaultLeastLength is the default of LeastLength: a sentence.
const DefaultLeastLength = 20

// DefaultExclude returns the default reasons for which text does not count. Quoted text counts.
func DefaultExclude() []evidence.Reason {
	return slices.DeleteFunc(evidence.Reasons(), func(r evidence.Reason) bool { return r == evidence.ReasonQuotation })
}

// Thousand is the denominator of LeastShare.
const Thousand = 1000

// Choice says what counts, as far as this differs from the settings of the check. The zero value
// keeps them all.
type Choice struct {
	// Exclude are the reasons for which text does not count; nil means those of the check.
	Exclude []evidence.Reason
	// Settings are values of LeastLength and LeastShare that replace those of the check.
	Settings map[string]int
	// Accepts reports whether a match can count; nil accepts all. It is called for matches that
	// are long enough.
	Accepts func(*evidence.Source, *evidence.Match) bool
	// FalseAlarms replaces the level of hints (evidence.Hints.Level) of the check; 0 shows no hints.
	FalseAlarms *evidence.Decimal
	// Decided returns the verdict on a hint: a Confirmed one counts as a match, a Dismissed one is
	// not shown. nil means that there are no verdicts.
	Decided func(*evidence.Hint) evidence.Verdict
	// Hints reports whether a hint that is otherwise shown may be; nil accepts all.
	Hints func(*evidence.Hint) bool
}

// Update applies the settings of the check: it brings evidence up to date after a change of its
// matches, its settings or its excluded ranges.
func Update(ev *evidence.Evidence, doc *extract.Document) { Choice{}.Apply(ev, doc) }

// Settle makes the choice the check's own: it writes the choice into the settings of the evidence
// and counts everything by it. The evidence must not have been published yet.
func (c Choice) Settle(ev *evidence.Evidence, doc *extract.Document) {
	if c.Exclude != nil {
		ev.SetReasons(Excludes, c.Exclude)
	}
	if c.FalseAlarms != nil && *c.FalseAlarms == 0 {
		ev.Hints = nil // no hints were wanted
	}
	c.Apply(ev, doc)
}

// Apply counts all of the evidence anew by the choice and sorts its sources. doc is the checked
// document. Shared evidence must be copied first (Copy).
//
// A match does not count, and its Counted is 0, if it has fewer countable characters than the
// setting LeastLength or is not accepted. A source and all its matches do not count if it covers a
// smaller share than LeastShare. If no match has a number, matches get numbers in order of their
// positions, otherwise they keep theirs; hints have the numbers after them. The level of the
// evidence's hints becomes that of the choice.
func (c Choice) Apply(ev *evidence.Evidence, doc *extract.Document) {
	if c.Exclude != nil {
		for i := range ev.Excluded {
			ev.Excluded[i].Applied = slices.Contains(c.Exclude, ev.Excluded[i].Reason)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(c.Settings)) {
		ev.Set(name, c.Settings[name])
	}
	if ev.Hints != nil && c.FalseAlarms != nil {
		ev.Hints.Level = *c.FalseAlarms
	}
	c.confirm(ev)
	t := newCounts(ev, doc)
	t.matches(ev, c.Accepts)
	t.sources(ev)
	t.figures(ev)
	t.several(ev)
	number(ev)
	t.hints(ev, c)
	t.sections(ev)
	ev.Scores.Doubts = doubts(ev, doc)
}

// counts is the state of one Apply.
type counts struct {
	countable []bool
	ownFirst  []bool   // stood first in one of the applicant's own applications
	times     []uint16 // how many sources cover a character
	covered   []bool
}

func newCounts(ev *evidence.Evidence, doc *extract.Document) *counts {
	t := &counts{countable: make([]bool, 0, utf8.RuneCountInString(doc.Text))}
	for _, r := range doc.Text {
		t.countable = append(t.countable, evidence.Seen(r))
	}
	for _, x := range ev.Excluded {
		if x.Applied {
			clear(t.countable[x.Offset : x.Offset+x.Length])
		}
	}
	n := len(t.countable)
	t.ownFirst, t.times, t.covered = make([]bool, n), make([]uint16, n), make([]bool, n)
	for _, o := range ev.Origins {
		for i := o.Offset; o.Own && i < o.Offset+o.Length; i++ {
			t.ownFirst[i] = true
		}
	}
	return t
}

// matches counts the characters of each match that count, and the characters that each source
// covers.
func (t *counts) matches(ev *evidence.Evidence, accepts func(*evidence.Source, *evidence.Match) bool) {
	ev.Scores = evidence.Scores{Countable: countTrue(t.countable)}
	least, share := ev.Setting(LeastLength), ev.Setting(LeastShare)
	marked := make([]bool, len(t.countable)) // characters of the current source
	for i := range ev.Sources {
		s := &ev.Sources[i]
		for j := range s.Matches {
			m := &s.Matches[j]
			m.Counted = 0
			t.each(m, func(int) { m.Counted++ })
			if m.Counted < least || accepts != nil && !accepts(s, m) {
				m.Counted = 0 // too little is left of it, or it is not wanted
			}
		}
		s.Full, s.Allotted, s.Exclusive, s.OwnFirst, s.Theirs = 0, 0, 0, 0, 0
		t.eachCounted(s, func(at int) {
			if !marked[at] {
				marked[at] = true
				s.Full++
			}
		})
		counts := s.Full*Thousand >= share*ev.Scores.Countable
		t.eachCounted(s, func(at int) {
			if !marked[at] {
				return // another match of the source has it too
			}
			marked[at] = false
			if counts {
				t.times[at]++
				if t.ownFirst[at] {
					s.OwnFirst++
				}
			}
		})
		if !counts {
			s.Full = 0
			for j := range s.Matches {
				s.Matches[j].Counted = 0
			}
			continue
		}
		s.Theirs = Theirs(s, false)
	}
}

// each calls do for the countable characters that a match covers.
func (t *counts) each(m *evidence.Match, do func(at int)) {
	for _, r := range m.Ranges() {
		for at := r.Start; at < r.End; at++ {
			if t.countable[at] {
				do(at)
			}
		}
	}
}

// eachCounted calls do for the countable characters of the counted matches of a source, once for
// each match that covers a character.
func (t *counts) eachCounted(s *evidence.Source, do func(at int)) {
	for i := range s.Matches {
		if s.Matches[i].Counted > 0 {
			t.each(&s.Matches[i], do)
		}
	}
}

// Theirs counts the characters of a source that correspond to characters of the document, in its
// counted matches or in all matches. Each counts once, and white space not at all.
func Theirs(s *evidence.Source, all bool) int {
	type piece struct {
		evidence.Range
		quote  []rune
		offset int // of quote
	}
	var pieces []piece
	for i := range s.Matches {
		m := &s.Matches[i]
		if m.Counted == 0 && !all {
			continue
		}
		quote := []rune(m.Source.Text)
		for _, r := range m.SourceRanges() {
			pieces = append(pieces, piece{r, quote, m.Source.Offset})
		}
	}
	slices.SortFunc(pieces, func(a, b piece) int { return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(b.End, a.End)) })
	n, reached := 0, 0
	for _, p := range pieces {
		start, end := max(p.Start, reached)-p.offset, min(p.End-p.offset, len(p.quote))
		for at := max(start, 0); at < end; at++ {
			if evidence.Seen(p.quote[at]) {
				n++
			}
		}
		reached = max(reached, p.End)
	}
	return n
}

// sources assigns each covered character to one source, the one that covers most, and to the most
// similar match of that source.
func (t *counts) sources(ev *evidence.Evidence) {
	slices.SortStableFunc(ev.Sources, func(a, b evidence.Source) int {
		return cmp.Or(cmp.Compare(b.Full, a.Full), cmp.Compare(a.ID, b.ID))
	})
	sections := innermost(ev, len(t.countable))
	kinds, relations, roles := map[string]int{}, map[string]int{}, map[evidence.RoleCount]int{}
	for i := range ev.Sources {
		s := &ev.Sources[i]
		var best []*evidence.Match
		for j := range s.Matches {
			if s.Matches[j].Counted > 0 {
				best = append(best, &s.Matches[j])
			}
		}
		slices.SortStableFunc(best, func(a, b *evidence.Match) int { return cmp.Compare(b.Similarity, a.Similarity) })
		for _, m := range best {
			given, own := 0, 0
			// the number of consecutive characters with these roles
			here := evidence.RoleCount{Source: m.Source.Role}
			note := func(role string) {
				if here.Characters > 0 && (here.This != "" || here.Source != "") {
					roles[evidence.RoleCount{This: here.This, Source: here.Source}] += here.Characters
				}
				here.This, here.Characters = role, 0
			}
			t.each(m, func(at int) {
				if t.covered[at] {
					return
				}
				t.covered[at] = true
				given++
				if t.ownFirst[at] {
					own++
				}
				if t.times[at] == 1 {
					s.Exclusive++
				}
				if role := roleAt(ev, sections, at); role != here.This {
					note(role)
				}
				here.Characters++
			})
			note("")
			s.Allotted += given
			add(kinds, string(m.Kind), given)
			add(relations, string(s.Relation), given-own)
			add(relations, string(evidence.SameApplicant), own)
		}
		ev.Scores.Covered += s.Allotted
		ev.Scores.LargestFull = max(ev.Scores.LargestFull, s.Full)
	}
	ev.Scores.ByKind, ev.Scores.ByRelation = tally(kinds), tally(relations)
	for role, n := range roles {
		role.Characters = n
		ev.Scores.ByRole = append(ev.Scores.ByRole, role)
	}
	slices.SortFunc(ev.Scores.ByRole, func(a, b evidence.RoleCount) int {
		return cmp.Or(cmp.Compare(b.Characters, a.Characters), cmp.Compare(a.This, b.This), cmp.Compare(a.Source, b.Source))
	})
	slices.SortStableFunc(ev.Sources, func(a, b evidence.Source) int {
		return cmp.Or(cmp.Compare(b.Allotted, a.Allotted), cmp.Compare(b.Full, a.Full), cmp.Compare(a.ID, b.ID))
	})
}

// figures counts the covered characters without the applicant's own work, and without quoted or
// cited text. A character is quoted or cited if it is so in one match, even if other sources have
// the same text.
func (t *counts) figures(ev *evidence.Evidence) {
	others, cited := make([]bool, len(t.countable)), make([]bool, len(t.countable))
	for i := range ev.Sources {
		s := &ev.Sources[i]
		other := s.Relation != evidence.SameApplicant
		for j := range s.Matches {
			m := &s.Matches[j]
			if m.Counted == 0 {
				continue
			}
			quoted := m.Citation != "" && m.Citation != evidence.NotCited
			t.each(m, func(at int) {
				others[at] = others[at] || other && !t.ownFirst[at]
				cited[at] = cited[at] || quoted
			})
		}
	}
	ev.Scores.WithoutOwn = countTrue(others)
	ev.Scores.WithoutQuoted = ev.Scores.Covered - countTrue(cited)
}

func countTrue(b []bool) int {
	return each.Count(b, func(x bool) bool { return x })
}

// add adds n to a count by name; it adds no name for 0.
func add(counts map[string]int, name string, n int) {
	if n > 0 {
		counts[name] += n
	}
}

// tally lists counts by name, the largest first, then by name.
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

// number numbers the matches in order of the document. If any has a number, all keep theirs, so
// that a match can be found again by a number that somebody has noted.
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

// innermost returns for each character the number of the innermost section that holds it, from 1;
// nil if no section has a role.
func innermost(ev *evidence.Evidence, length int) []int32 {
	if !slices.ContainsFunc(ev.Sections, func(s evidence.SectionScore) bool { return s.Role != "" }) {
		return nil
	}
	out := make([]int32, length)
	for n, s := range ev.Sections { // inner ones come later
		for i := s.Offset; i < min(s.Offset+s.Length, length); i++ {
			out[i] = int32(n + 1)
		}
	}
	return out
}

// roleAt returns the role of the section of a character; sections is the result of innermost.
func roleAt(ev *evidence.Evidence, sections []int32, at int) string {
	if sections == nil || sections[at] == 0 {
		return ""
	}
	return ev.Sections[sections[at]-1].Role
}

// sections scores the sections of the evidence, each with its subsections. The text before the first
// section becomes a section without title.
func (t *counts) sections(ev *evidence.Evidence) {
	outline := ev.Sections
	ev.Sections = nil
	add := func(s evidence.SectionScore) {
		start, end := s.Offset, s.Offset+s.Length
		s.Countable, s.Covered = countTrue(t.countable[start:end]), countTrue(t.covered[start:end])
		if s.Level > 0 || s.Countable > 0 {
			ev.Sections = append(ev.Sections, s)
		}
	}
	if len(outline) > 0 && outline[0].Level == 0 { // the text before the first section
		outline = outline[1:]
	}
	first := len(t.countable)
	if len(outline) > 0 {
		first = outline[0].Offset
	}
	add(evidence.SectionScore{Length: first})
	for _, s := range outline {
		add(s)
	}
}

// Copy copies the parts of evidence that Apply changes; the rest is shared.
func Copy(e *evidence.Evidence) *evidence.Evidence {
	out := *e
	out.Engine.Parameters = slices.Clone(e.Engine.Parameters)
	out.Excluded = slices.Clone(e.Excluded)
	out.Sources = slices.Clone(e.Sources)
	for i := range out.Sources {
		out.Sources[i].Matches = slices.Clone(out.Sources[i].Matches)
	}
	if e.Figures != nil {
		figures := *e.Figures
		figures.Sources = slices.Clone(e.Figures.Sources)
		out.Figures = &figures
	}
	if e.Hints != nil {
		hints := *e.Hints
		hints.Hints, hints.Sources = slices.Clone(e.Hints.Hints), slices.Clone(e.Hints.Sources)
		out.Hints = &hints
	}
	return &out
}
