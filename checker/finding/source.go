package finding

import (
	"cmp"
	"slices"

	"zhiwen/checker/evidence"
	"zhiwen/checker/score"
	"zhiwen/internal/each"
)

// derivation is what findings of one check have in common.
type derivation struct {
	in Input
	e  *evidence.Evidence

	counts    []bool  // characters that can count: none that is left out
	origin    []int64 // where each stood first, by the evidence
	known     []bool  // origin says something of it
	own       []bool  // it stood first in an application of the applicant
	related   map[int64]bool
	group     []int                       // the evidence.Several that each character is in, from 1
	sharers   []map[int64]bool            // the sources of each evidence.Several
	sections  map[string][]evidence.Range // of the four parts, without those within one of the same role
	countable map[string]int              // of those sections
}

func newDerivation(in Input) *derivation {
	e := in.Evidence
	d := &derivation{in: in, e: e, related: map[int64]bool{}, sections: map[string][]evidence.Range{}, countable: map[string]int{}}
	n := e.Document.Characters
	d.counts, d.origin, d.known, d.own = make([]bool, n), make([]int64, n), make([]bool, n), make([]bool, n)
	d.group = make([]int, n)
	for i, several := range e.Several {
		sharers := each.Map(several.Sources, func(s evidence.Sharer) (int64, bool) { return s.ID, true })
		d.sharers = append(d.sharers, sharers)
		if several.Applicants-d.again(i) < leastSharers {
			continue
		}
		for _, p := range several.Places {
			for at := p.Offset; at < min(p.Offset+p.Length, n); at++ {
				d.group[at] = i + 1
			}
		}
	}
	for i := range d.counts {
		d.counts[i] = true
	}
	for _, x := range e.Excluded {
		for i := max(x.Offset, 0); x.Applied && i < min(x.Offset+x.Length, n); i++ {
			d.counts[i] = false
		}
	}
	for _, o := range e.Origins {
		for i := max(o.Offset, 0); i < min(o.Offset+o.Length, n); i++ {
			d.origin[i], d.known[i], d.own[i] = o.Source, true, o.Own
		}
	}
	for _, s := range e.Sources {
		d.related[s.ID] = people(s.Relation)
	}
	for _, s := range e.Sections {
		if !slices.Contains(parts, s.Role) {
			continue
		}
		all := d.sections[s.Role]
		if len(all) > 0 && s.Offset < all[len(all)-1].End {
			continue // its characters are counted with the section that it is in
		}
		d.sections[s.Role] = append(all, evidence.Range{Start: s.Offset, End: s.Offset + s.Length})
		d.countable[s.Role] += s.Countable
	}
	return d
}

// people reports whether the applicants have people in common.
func people(r evidence.Relation) bool {
	return r == evidence.SameApplicant || r == evidence.TookPart || r == evidence.SharesPerson
}

// shared is what of a document a source has too.
type shared struct {
	all  int // characters that count, quoted or not
	text int // of those, neither quoted nor cited
	// of those, what stood in the source before, and in no application of the applicant or of people who take part; without what several
	// have
	taken   int
	longest int            // of taken, within one match
	run     int            // of text, within one match
	by      map[string]int // text, by the four parts
	matches []int          // numbers of those with text, the longest first
}

// shares counts what a source has of the document.
func (d *derivation) shares(s *evidence.Source) shared {
	out := shared{by: map[string]int{}}
	seen, unquoted, taken := map[int]bool{}, map[int]bool{}, map[int]bool{}
	type numbered struct{ id, length int }
	var matches []numbered
	for i := range s.Matches {
		m := &s.Matches[i]
		if m.Counted == 0 || m.Reason != "" {
			continue
		}
		plain := m.Citation == evidence.NotCited || m.Citation == ""
		quote := []rune(m.This.Text)
		here, length := 0, 0
		for _, r := range m.Ranges() {
			for at := max(r.Start, m.This.Offset); at < min(r.End, m.This.Offset+len(quote), len(d.counts)); at++ {
				if !d.counts[at] || !evidence.Seen(quote[at-m.This.Offset]) {
					continue
				}
				seen[at] = true
				if !plain {
					continue
				}
				length++
				unquoted[at] = true
				if g := d.group[at]; g > 0 && d.sharers[g-1][s.ID] {
					continue // a finding of its own says so
				}
				if !d.own[at] && !(d.known[at] && (d.origin[at] == 0 || d.related[d.origin[at]] && d.origin[at] != s.ID)) {
					taken[at] = true
					here++
				}
			}
		}
		out.longest, out.run = max(out.longest, here), max(out.run, length)
		if length > 0 {
			matches = append(matches, numbered{m.ID, length})
		}
	}
	out.all, out.text, out.taken = len(seen), len(unquoted), len(taken)
	for at := range unquoted {
		for _, role := range parts {
			if slices.ContainsFunc(d.sections[role], func(r evidence.Range) bool { return r.Start <= at && at < r.End }) {
				out.by[role]++
			}
		}
	}
	slices.SortFunc(matches, func(a, b numbered) int { return cmp.Or(cmp.Compare(b.length, a.length), cmp.Compare(a.id, b.id)) })
	for _, m := range matches[:min(len(matches), mostMatches)] {
		out.matches = append(out.matches, m.id)
	}
	return out
}

// again counts the sources of an evidence.Several that are versions of another one.
func (d *derivation) again(several int) (n int) {
	for _, ids := range d.in.Versions {
		here := each.Count(ids, func(id int64) bool { return d.sharers[several][id] })
		n += max(here-1, 0)
	}
	return n
}

// several returns the findings that text makes which several others have, but where most of it
// stood first in an application of the applicant.
func (d *derivation) several() []Finding {
	var out []Finding
	for i, several := range d.e.Several {
		own, all := 0, 0
		for at, g := range d.group {
			if g == i+1 {
				all++
				if d.own[at] {
					own++
				}
			}
		}
		if 2*own >= all {
			continue
		}
		again := d.again(i)
		f := Finding{
			Kind: Several, Reason: BySeveral, Place: several.Places[0].Offset, Count: several.Characters,
			Share:   several.Characters * score.Thousand / max(d.e.Scores.Countable, 1),
			Longest: longestOf(several), Applications: several.Applications - again, Applicants: several.Applicants - again,
			Institutions: several.Institutions, InCall: true,
		}
		var matches []*evidence.Match
		for _, sharer := range several.Sources {
			f.Sources = append(f.Sources, sharer.ID)
		}
		for j := range d.e.Sources {
			s := &d.e.Sources[j]
			if !d.sharers[i][s.ID] {
				continue
			}
			f.InCall = f.InCall && s.SameCall
			for k := range s.Matches {
				if m := &s.Matches[k]; m.Counted > 0 && m.This.Offset < len(d.group) &&
					slices.Contains(d.group[m.This.Offset:min(m.This.Offset+m.This.Length, len(d.group))], i+1) {
					matches = append(matches, m)
				}
			}
		}
		slices.SortFunc(matches, func(a, b *evidence.Match) int {
			return cmp.Or(cmp.Compare(b.Counted, a.Counted), cmp.Compare(a.ID, b.ID))
		})
		for _, m := range matches[:min(len(matches), mostMatches)] {
			f.Matches = append(f.Matches, m.ID)
		}
		out = append(out, f)
	}
	return out
}

// longestOf returns the length of the longest place of an evidence.Several.
func longestOf(several evidence.Several) (longest int) {
	for _, p := range several.Places {
		longest = max(longest, p.Length)
	}
	return longest
}

// same reports whether a document and a source have the same content, and by what.
func (d *derivation) same(s *evidence.Source, x shared) (Finding, bool) {
	f := Finding{Source: s.ID, InCall: s.SameCall, Matches: x.matches, Count: x.text, Longest: x.run}
	thousandths := func(n, of int) int { return n * score.Thousand / max(of, 1) }
	if f.Share = thousandths(x.text, d.e.Scores.Countable); f.Share >= sameWhole {
		f.Reason = ByWhole
		return f, true
	}
	for _, role := range parts {
		if n := d.countable[role]; n >= leastPart && thousandths(x.by[role], n) >= samePart {
			f.Reason, f.Part, f.Share = ByPart, role, thousandths(x.by[role], n)
			return f, true
		}
	}
	// What is said of the source's characters is of all, quoted or not.
	if share := thousandths(min(s.Theirs, x.text), s.Characters); share >= sameWhole && x.text >= leastPart {
		f.Reason, f.Share = BySource, share
		return f, true
	}
	f.Reason = ByPassages
	return f, false
}

// source returns the finding that a source makes.
func (d *derivation) source(s *evidence.Source) (Finding, bool) {
	x := d.shares(s)
	f, same := d.same(s, x)
	this, that := d.e.Document.Identity, s.Identity
	namesake := s.Relation != evidence.SameApplicant && sameName(this, that)
	switch {
	case s.Relation == evidence.SameApplicant || namesake:
		if same {
			if f.Kind = d.repeated(this, that, s.SameCall, d.in.Funded[s.ID]); f.Kind != "" {
				if namesake {
					f.Reason = ByName
				}
				return f, true
			}
		}
		if !namesake {
			return d.ownEarlier(f, s)
		}
	case people(s.Relation):
		f.Kind = Applicants
		return f, same // less is what people who work together have in common
	}
	if x.taken < leastTaken || x.longest < leastPassage {
		return f, false
	}
	f.Count, f.Longest = x.taken, x.longest
	switch f.Kind, f.Earlier = Others, that.Before(this); {
	case that.Web != nil:
		f.Kind = OnWeb
	case s.Relation == evidence.Unknown:
		f.Kind = Unknown
	case s.SameCall:
		f.Kind = InCall
	}
	if !same {
		f.Share = x.taken * score.Thousand / max(d.e.Scores.Countable, 1)
	}
	if namesake {
		f.Reason = ByName
	}
	return f, true
}

// ownEarlier returns the finding about an earlier application of the same applicant that breaks no rule by itself: either
// most of its text is submitted again, or only its title. f has what the two share.
func (d *derivation) ownEarlier(f Finding, s *evidence.Source) (Finding, bool) {
	this, that := d.e.Document.Identity, s.Identity
	if this.Year != 0 && that.Year > this.Year {
		return f, false // the other one repeats this
	}
	f.Year = that.Year
	if f.Share = f.Count * score.Thousand / max(d.e.Scores.Countable, 1); f.Share >= largely {
		f.Kind, f.Reason, f.Part = Again, ByWhole, ""
		return f, true
	}
	if this.Title == "" || score.NameKey(this.Title) != score.NameKey(that.Title) {
		return f, false
	}
	f.Kind, f.Reason, f.Part = SameTitle, ByTitle, ""
	return f, true
}

// repeated returns which of the forms it is that one person has handed in the same content
// before; "" where it is sent in again, in another year, without having been funded.
func (d *derivation) repeated(this, that evidence.Identity, inCall, funded bool) Kind {
	later := this.Year != 0 && that.Year != 0 && that.Year > this.Year
	if funded && !later {
		return Funded
	}
	if this.Year != 0 && that.Year != 0 && this.Year != that.Year && !inCall {
		return ""
	}
	apart := func(a, b string) bool { return a != "" && b != "" && score.NameKey(a) != score.NameKey(b) }
	switch {
	case apart(this.Institution, that.Institution) && !score.SameInstitution(this.Institution, that.Institution):
		return Institutions
	case apart(this.Programme, that.Programme):
		return Programmes
	case inCall, this.Year != 0 && this.Year == that.Year && this.Programme != "" && that.Programme != "":
		return Twice
	}
	return ""
}

// longNumber is the least length at which two numbers of equal length count as the same kind
// (score.SameApplicant).
const longNumber = 15

// sameName reports whether the applicants have one name and nothing says that they are two
// people but their institutions.
func sameName(a, b evidence.Identity) bool {
	if len(a.Number) >= longNumber && len(a.Number) == len(b.Number) && score.NameKey(a.Number) != score.NameKey(b.Number) {
		return false
	}
	return a.Applicant != "" && score.NameKey(a.Applicant) == score.NameKey(b.Applicant)
}
