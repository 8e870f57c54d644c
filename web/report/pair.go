package report

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"zhiwen/checker/evidence"
	"zhiwen/checker/exclude"
	"zhiwen/checker/record"
	"zhiwen/checker/score"
	"zhiwen/extract"
	"zhiwen/web/report/highlight"
)

// Pair is the view of page/pair.html.
type Pair struct {
	Check         record.Check
	Report        string // address of the report, at the active match
	Paper         string // address of what is printed
	Source        Source
	Left          Pane   // this document
	Right         Pane   // the source
	Originals     string // address of the pages of both documents, at the active match
	Swapped       bool   // the source stands on the left
	Swap          string // address with the sides swapped
	Basics        []Basic
	Matches       []PairMatch
	Active        int // id of the active match
	Previous      string
	Next          string // address of the next source, or ""
	Count         int    // sources that count
	Place         int    // of this source among them, 0 where it does not count
	Filter        Filter
	Undecided     int    // of the matches
	Only          string // address that shows undecided matches only or, where it does so already, all
	Decide        DecideForm
	SetAside      *evidence.Decision   // of the source, or nil
	Countable     int                  // characters of this document
	Doubts        []evidence.Doubt     // why its shares do not say all
	SourceCovered int                  // characters of the source that are found in this document
	References    *evidence.References // of both documents; nil where that was not looked at
	// ActiveIndex is the place of the active match in Matches.
	ActiveIndex int
}

// Now returns the active match, or nil.
func (v Pair) Now() *PairMatch { return v.match(v.ActiveIndex) }

// Before returns the match before the active one, or nil.
func (v Pair) Before() *PairMatch { return v.match(v.ActiveIndex - 1) }

// After returns the match after the active one, or nil.
func (v Pair) After() *PairMatch { return v.match(v.ActiveIndex + 1) }

func (v Pair) match(i int) *PairMatch {
	if i < 0 || i >= len(v.Matches) {
		return nil
	}
	return &v.Matches[i]
}

// toDecide returns the match to go on with once the active one is decided: the next that nobody has
// decided about, from the end back to the start, or else the active one.
func (v Pair) toDecide() int {
	for i := range v.Matches {
		if m := v.Matches[(v.ActiveIndex+1+i)%len(v.Matches)]; m.Decided == nil {
			return m.ID
		}
	}
	return v.Active
}

// Panes returns the two documents as they stand on the page.
func (v Pair) Panes() []Pane {
	this, source := v.Left, v.Right
	this.This, this.Report = true, v.Report
	source.Relation, source.Verified = v.Source.Relation, v.Source.Verified
	if v.Swapped {
		this, source = source, this
	}
	this.Side, source.Side = "left", "right"
	return []Pane{this, source}
}

// Basic is one field of the basic information on both sides.
type Basic struct {
	Field        string
	This, Source string
	Similarity   *evidence.Decimal // or nil
}

// basicsOf compares the basic information, field by field, for fields that one side has.
func basicsOf(this, source evidence.Identity, similar []evidence.Similarity, comma string) []Basic {
	year := func(y int) string {
		if y == 0 {
			return ""
		}
		return strconv.Itoa(y)
	}
	var out []Basic
	for _, b := range []Basic{
		{Field: "title", This: this.Title, Source: source.Title},
		{Field: "applicant", This: this.Applicant, Source: source.Applicant},
		{Field: "institution", This: this.Institution, Source: source.Institution},
		{Field: "year", This: year(this.Year), Source: year(source.Year)},
		{Field: "programme", This: this.Programme, Source: source.Programme},
		{Field: "keywords", This: strings.Join(this.Keywords, comma), Source: strings.Join(source.Keywords, comma)},
	} {
		if b.This == "" && b.Source == "" {
			continue
		}
		for _, s := range similar {
			if s.Field == b.Field {
				b.Similarity = &s.Value
			}
		}
		out = append(out, b)
	}
	return out
}

// Pane is one of the two documents.
type Pane struct {
	Side     string // where it stands: left or right
	This     bool   // it is the checked document
	Report   string // address of the report, of the checked document
	Relation evidence.Relation
	Identity evidence.Identity
	Name     string
	Verified bool  // somebody's rights in it are verified
	Document int64 // id, or 0 where it is gone
	Text     highlight.Text
	Gone     bool // the document was deleted: only the quoted passages are left
}

// PairMatch is one match of a pair.
type PairMatch struct {
	evidence.Match
	Ordinal int // among all matches of its source, from 1
	Href    string
	// Characters is how many of the document it is about.
	Characters int
	First      []Precedence // where its text stood first, if not in the source
	Active     bool
	Class      string
	Why        Cause              // why it does not count, or ""
	Decided    *evidence.Decision // or nil
	Form       DecideForm         // that takes the decision back
	Hint       string             // address of the page of the hint that it was, or ""
}

// PairState is how a pair is looked at.
type PairState struct {
	Match    int    // id of the active match; another number stands for the first
	Swapped  bool   // the source stands on the left
	Reviewer string // who decides, or ""
	Comma    string // between keywords
}

// turned returns the assessment with addresses that have the source on the left.
func (a *Assessment) turned(swapped bool) *Assessment {
	if !swapped {
		return a
	}
	out := *a
	out.Address = a.Address.Plus(SwapField, "1")
	return &out
}

// Pair makes the view of a source, with its matches that count or were dismissed,
// or with all where none counts; the texts are left to SetTexts.
func (a *Assessment) Pair(s *evidence.Source, state PairState) Pair {
	straight := a.Address
	a = a.turned(state.Swapped)
	e := a.Evidence
	index := slices.IndexFunc(e.Sources, func(x evidence.Source) bool { return x.ID == s.ID })
	if index >= 0 {
		s = a.withDismissed(s)
	} else if part := a.taking(s.Matches); len(part) > 0 {
		only := *s
		only.Matches = part
		s = &only
	}
	active := max(slices.IndexFunc(s.Matches, func(m evidence.Match) bool { return m.ID == state.Match }), 0)
	v := Pair{
		Check: a.Check, Source: a.card(s, 0), ActiveIndex: active, Count: len(e.Sources), Countable: e.Scores.Countable,
		Doubts: e.Scores.Doubts, SourceCovered: a.theirs(s), References: s.References,
		Place: index + 1, Filter: a.filter(0), SetAside: a.Decided.Source(s.ID),
		Basics: basicsOf(e.Document.Identity, s.Identity, s.Similar, state.Comma),
		Left:   Pane{Identity: e.Document.Identity, Name: NameOf(e.Document.Identity), Document: a.Check.Document.ID},
		Right:  Pane{Identity: s.Identity, Name: NameOf(s.Identity), Document: s.ID},
	}
	if len(s.Matches) > 0 {
		v.Active = s.Matches[active].ID
	}
	ordinals := a.ordinals(s.ID)
	for i, m := range s.Matches {
		decision := a.Decided.Match(m.ID)
		if decision == nil {
			v.Undecided++
		}
		hint := ""
		if a.hint(m.ID) != nil {
			hint = a.Address.Hint(m.ID)
		}
		v.Matches = append(v.Matches, PairMatch{
			Match: m, Ordinal: ordinals[m.ID], Href: a.Address.Pair(s.ID, m.ID) + pairAnchor(m.ID),
			Characters: a.charactersOf(&s.Matches[i]), First: a.firstOf(s.ID, &s.Matches[i]),
			Active: i == active, Class: highlight.Style(m.Kind), Why: a.causes[m.ID], Decided: decision, Hint: hint,
		})
	}
	v.setAddresses(a, straight, index, state.Swapped)
	v.setForms(a, state.Reviewer)
	return v
}

// setAddresses puts into the view where it leads: a has the addresses of this
// state, straight those with the source on the right; index is the source's place
// among those that count, or -1.
func (v *Pair) setAddresses(a *Assessment, straight Address, index int, swapped bool) {
	id, sources := v.Source.ID, a.Evidence.Sources
	v.Filter.Reset = a.unfiltered().Pair(id, 0)
	if index > 0 {
		v.Previous = a.Address.Pair(sources[index-1].ID, 0)
	}
	if index >= 0 && index+1 < len(sources) {
		v.Next = a.Address.Pair(sources[index+1].ID, 0)
	}
	v.Report, v.Paper = straight.Report(0, v.Active), straight.Paper(id)
	v.Originals = straight.PairOriginals(id, v.Active, 0, 0)
	if v.Swapped = swapped; swapped {
		v.Swap = straight.Pair(id, v.Active)
	} else {
		v.Swap = straight.Plus(SwapField, "1").Pair(id, v.Active)
	}
	if a.Choice.undecided {
		v.Only = a.Address.Without(UndecidedField).Pair(id, v.Active)
	} else {
		v.Only = a.Address.Plus(UndecidedField, "1").Pair(id, 0)
	}
}

// setForms puts into the view the forms by which its reviewer decides.
func (v *Pair) setForms(a *Assessment, reviewer string) {
	id := v.Source.ID
	v.Decide = a.DecideForm(reviewer, a.Address.Pair(id, v.toDecide()))
	v.Decide.Match, v.Decide.Source, v.Decide.Name = v.Active, id, v.Right.Name
	for i := range v.Matches {
		m := &v.Matches[i]
		m.Form = v.Decide
		m.Form.Match, m.Form.Back = m.ID, a.Address.Pair(id, m.ID)
	}
}

// SetTexts puts both documents into the view; source is nil where it was
// deleted.
func (v *Pair) SetTexts(a *Assessment, source *extract.Document) {
	a = a.turned(v.Swapped)
	e, id := a.Evidence, v.Source.ID
	verdict := func(m *evidence.Match) evidence.Verdict { return verdictOn(a.Decided, m) }
	left := highlight.Input{Document: a.Document, Prefix: "t-", Selected: v.Active, Excluded: applied(e.Excluded), Flags: e.Document.Flags,
		Verdict: verdict}
	right := highlight.Input{Document: source, Prefix: "s-", Selected: v.Active, Verdict: verdict}
	left.Href = func(m *evidence.Match) string { return a.Address.Pair(id, m.ID) + "#s-m" + strconv.Itoa(m.ID) }
	right.Href = func(m *evidence.Match) string { return a.Address.Pair(id, m.ID) + pairAnchor(m.ID) }
	likeness := highlight.Span{Rank: v.Source.Rank, Hue: v.Source.Hue}
	matches := make([]evidence.Match, len(v.Matches))
	for i := range v.Matches {
		matches[i] = v.Matches[i].Match
		left.Spans = append(left.Spans, side{match: &matches[i]}.spans(likeness, true)...)
		right.Spans = append(right.Spans, side{match: &matches[i], source: true}.spans(likeness, true)...)
	}
	left.Edits, right.Edits = edits(matches)
	v.Left.Text = highlight.Document(left)
	if source == nil {
		v.Right.Gone, v.Right.Document = true, 0
		right.Document, right.Spans, right.Edits = quotes(matches, likeness, right.Edits)
	} else {
		right.Excluded = a.leftOutOf(id, source)
	}
	v.Right.Text = highlight.Document(right)
	here, there := 0, 0
	if now := v.Now(); now != nil {
		here, there = now.This.Offset, now.Source.Offset
	}
	v.Left.Text.Show(here)
	v.Right.Text.Show(there)
}

// leftOutOf returns what takes no part of a source, which evidence does not list: what
// its text tells by itself, and what it has in common with text of the document that
// takes no part. What counts after all is not among it.
func (a *Assessment) leftOutOf(id int64, source *extract.Document) []evidence.Excluded {
	s := a.all(id)
	if s == nil {
		return nil
	}
	var out []evidence.Excluded
	add := func(start, end int, why evidence.Reason) {
		if a.left[why] && start < end {
			out = append(out, evidence.Excluded{Offset: start, Length: end - start, Reason: why, Applied: true})
		}
	}
	for _, r := range exclude.New(source, s.Identity, nil).Alone() {
		add(r.Start, r.End, r.Reason)
	}
	counted := make([]bool, len([]rune(source.Text)))
	for i := range s.Matches {
		m := &s.Matches[i]
		for _, r := range (side{match: m, source: true}).cover() {
			if a.apart(m) {
				add(r.Start, r.End, m.Reason)
			} else if m.Counted > 0 {
				for at := r.Start; at < min(r.End, len(counted)); at++ {
					counted[at] = true
				}
			}
		}
	}
	var free []evidence.Excluded
	for _, x := range out {
		for at, end := x.Offset, min(x.Offset+x.Length, len(counted)); at < end; {
			start := at
			for at < end && counted[at] == counted[start] {
				at++
			}
			if !counted[start] {
				free = append(free, evidence.Excluded{Offset: start, Length: at - start, Reason: x.Reason, Applied: true})
			}
		}
	}
	slices.SortStableFunc(free, func(x, y evidence.Excluded) int { return cmp.Compare(x.Offset, y.Offset) })
	return free
}

// withDismissed returns a source that counts with its dismissed matches, so that they can be seen
// and taken back; without those that were decided about, but for none at all, where only undecided
// ones are asked for.
func (a *Assessment) withDismissed(s *evidence.Source) *evidence.Source {
	out := *s
	out.Matches = nil
	i := slices.IndexFunc(a.All, func(x evidence.Source) bool { return x.ID == s.ID })
	for _, m := range a.All[i].Matches {
		decision := a.Decided.Match(m.ID)
		if (m.Counted > 0 || decision != nil && a.causes[m.ID] == causeDismissed) && (decision == nil || !a.Choice.undecided) {
			out.Matches = append(out.Matches, m)
		}
	}
	if len(out.Matches) == 0 {
		return s
	}
	return &out
}

// theirs counts the characters of a source that correspond to something in the
// document: to what counts or, where nothing does, to anything.
func (a *Assessment) theirs(s *evidence.Source) int {
	if s.Theirs > 0 {
		return s.Theirs
	}
	return score.Theirs(s, true)
}
