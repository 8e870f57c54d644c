// Package verify reports whether evidence agrees with itself and with the documents
// that it is about.
//
// In goes evidence as it was read from a file, with the texts that are at hand;
// out come the points in which something is not as the evidence says. Everything
// that can be counted is counted again. The package does not compare documents:
// what the evidence has missed it cannot say.
package verify

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"zhiwen/checker/evidence"
	"zhiwen/checker/score"
	"zhiwen/extract"
)

// Problem is a kind of fault of evidence.
type Problem string

// The problems. Which fields of a Difference are set stands beside each; Want is
// what the evidence says and Got what is so.
const (
	WrongLength Problem = "length" // of a quote: Match, Side
	// Match and Side, or Name: "characters", "excluded", "section", "flag", "notice", "origin", "trace" or "run" (with Match), and Want:
	// the place
	OutOfRange      Problem = "range"
	Disordered      Problem = "order"      // Name: "match" or "run" (with Match), "excluded", "section", "origin", "source" (with Source)
	MissingMatch    Problem = "missing"    // Match: a number that no match has
	Contradiction   Problem = "contradict" // two quotes differ about one place: Match
	WrongQuote      Problem = "quote"      // not what stands at its place: Match, Side
	WrongPlace      Problem = "place"      // Name: "page" or "section"; Match, Side
	WrongCount      Problem = "count"      // Name: the attribute; Source, Match or Section where it is not of the whole
	WrongSimilarity Problem = "similarity" // Match
	WrongKind       Problem = "kind"       // Match: called verbatim though the passages differ
	WrongRelation   Problem = "relation"   // Source
	WrongIdentity   Problem = "identity"   // the similarity of a field of the basic information: Name, Source
	WrongExclusion  Problem = "exclusion"  // Name: the reason
	// about a document as it was extracted: Name: "text", "characters", "pages", "method", "flags"; Source or 0
	WrongFact      Problem = "fact"
	UnknownSubject Problem = "subject"  // a decision about nothing in the evidence: Name: the subject, Want: its number
	BadDecision    Problem = "decision" // Name: the subject, Want: its number, Got: the verdict
	TwoDecisions   Problem = "twice"    // about one subject: likewise
	BadOpinion     Problem = "opinion"  // Want: who gives it, Got: the verdict
	WrongFollows   Problem = "follows"  // how the verdict stands to opinions
	WrongHint      Problem = "hint"     // Match: its number, Name: what of it is wrong; Source, Want, Got
	WrongFigure    Problem = "figure"   // Name: what of it is wrong; Source, Want: the number of the figure and what is said, Got
)

// Side is one text of a match.
type Side string

// The sides.
const (
	ThisSide   Side = "this"
	SourceSide Side = "source"
)

// Difference is one point in which evidence does not agree with itself, or with
// the documents it is about.
type Difference struct {
	Problem   Problem
	Source    int64  // id of the source it is about; 0 for the document or the whole
	Match     int    // number of the match it is about, or 0
	Side      Side   // of the match, or ""
	Section   string // title of the section it is about
	Name      string // of what differs, see Problem
	Want, Got string // shortened
}

// Texts are the extracted documents that evidence is about; missing ones are not compared.
type Texts struct {
	Document *extract.Document
	Sources  map[int64]*extract.Document // by Source.ID
}

// Evidence says in what evidence, as it is written in a file that follows the
// schema, does not agree with itself and with the texts: nothing where all is
// well. All that can be counted is counted again from the matches, without the
// document's text too; then the characters between the matches are taken to be
// as many as the evidence says. It does not look for other matches.
func Evidence(e *evidence.Evidence, texts Texts) []Difference {
	v := &verifier{e: e, texts: texts}
	v.passages()
	v.ranges()
	v.numbers()
	v.runs()
	v.origins()
	v.identities()
	v.figures()
	v.hints()
	v.decisions()
	v.document()
	v.sources()
	if !v.unsound {
		v.scores()
	}
	return v.out
}

// Source says in what a source of evidence does not agree with its text: the part
// of Evidence that is about Texts.Sources, for one who does not hold all texts at
// once.
func Source(e *evidence.Evidence, s *evidence.Source, text *extract.Document) []Difference {
	v := &verifier{e: e}
	v.source(s, text)
	return v.out
}

type verifier struct {
	e       *evidence.Evidence
	texts   Texts
	out     []Difference
	unsound bool // places are wrong, so that nothing can be counted
}

func (v *verifier) add(d Difference) { v.out = append(v.out, d) }

// number adds a difference of two numbers, if they differ.
func (v *verifier) number(d Difference, want, got int) {
	if want != got {
		d.Want, d.Got = strconv.Itoa(want), strconv.Itoa(got)
		v.add(d)
	}
}

// eachPassage calls do for both sides of every match.
func (v *verifier) eachPassage(do func(s *evidence.Source, m *evidence.Match, side Side, p *evidence.Passage)) {
	for i := range v.e.Sources {
		s := &v.e.Sources[i]
		for j := range s.Matches {
			do(s, &s.Matches[j], ThisSide, &s.Matches[j].This)
			do(s, &s.Matches[j], SourceSide, &s.Matches[j].Source)
		}
	}
}

// inRange reports whether a place lies in a text of n characters.
func inRange(offset, length, n int) bool {
	return offset >= 0 && length >= 0 && offset <= n && length <= n-offset
}

func place(offset, length int) string { return strconv.Itoa(offset) + "+" + strconv.Itoa(length) }

// passages compares quotes with their lengths, places and one another, and
// matches with what they are said to be.
func (v *verifier) passages() {
	quoted := map[int]rune{} // the document's characters, by their places, as far as quotes have shown them
	v.eachPassage(func(s *evidence.Source, m *evidence.Match, side Side, p *evidence.Passage) {
		d := Difference{Match: m.ID, Side: side, Source: s.ID}
		runes := []rune(p.Text)
		if len(runes) != p.Length {
			d.Problem = WrongLength
			v.number(d, p.Length, len(runes))
			v.unsound = true
			return
		}
		n := s.Characters
		if side == ThisSide {
			n = v.e.Document.Characters
		}
		if !inRange(p.Offset, p.Length, n) {
			d.Problem, d.Want, d.Got = OutOfRange, place(p.Offset, p.Length), strconv.Itoa(n)
			v.add(d)
			v.unsound = true
			return
		}
		if side == SourceSide {
			return
		}
		for i, r := range runes {
			if before, ok := quoted[p.Offset+i]; ok && before != r {
				d.Problem, d.Want, d.Got = Contradiction, excerpt(p.Text, i), string(before)
				v.add(d)
				return
			}
			quoted[p.Offset+i] = r
		}
		for _, t := range m.Traces {
			if !inRange(t.Offset-p.Offset, 1, p.Length) {
				v.add(Difference{Problem: OutOfRange, Match: m.ID, Source: s.ID, Name: "trace", Want: place(t.Offset, 1),
					Got: place(p.Offset, p.Length)})
			}
		}
		v.similarity(s, m)
	})
}

// similarity recomputes how similar the passages of a match are. In the profile of the paper
// similarity compares fingerprints, which the evidence does not contain.
func (v *verifier) similarity(s *evidence.Source, m *evidence.Match) {
	if v.e.Engine.Profile != evidence.DefaultProfile {
		return
	}
	d := Difference{Match: m.ID, Source: s.ID}
	a, b := score.Symbols(m.This.Text), score.Symbols(m.Source.Text)
	got := score.Dice(a, b)
	if slices.Equal(a, b) {
		got = 1
	} else if m.Kind == evidence.Verbatim {
		d.Problem, d.Want = WrongKind, string(m.Kind)
		v.add(d)
	}
	if got := evidence.Round(got); got != m.Similarity {
		d.Problem, d.Want, d.Got = WrongSimilarity, decimal(m.Similarity), decimal(got)
		v.add(d)
	}
}

func decimal(d evidence.Decimal) string { return strconv.FormatFloat(float64(d), 'f', 3, 64) }

// ranges looks at the places that are not of matches.
func (v *verifier) ranges() {
	n := v.e.Document.Characters
	out := func(name string, offset, length int) {
		if !inRange(offset, length, n) {
			v.add(Difference{Problem: OutOfRange, Name: name, Want: place(offset, length), Got: strconv.Itoa(n)})
			v.unsound = true
		}
	}
	if n > extract.DefaultMaxCharacters { // no document has, and what is counted takes memory for each
		v.add(Difference{Problem: OutOfRange, Name: "characters", Want: strconv.Itoa(n), Got: strconv.Itoa(extract.DefaultMaxCharacters)})
		v.unsound = true
	}
	last, ends := 0, map[evidence.Reason]int{} // where the last range begins, and where the last of each reason ends
	for _, x := range v.e.Excluded {
		out("excluded", x.Offset, x.Length)
		if x.Offset < last || x.Offset < ends[x.Reason] { // those of one reason are apart
			v.add(Difference{Problem: Disordered, Name: "excluded", Want: place(x.Offset, x.Length)})
			v.unsound = true
		}
		last, ends[x.Reason] = x.Offset, x.Offset+x.Length
		if applied := v.excludes(x.Reason); applied != x.Applied {
			v.add(Difference{Problem: WrongExclusion, Name: string(x.Reason), Want: place(x.Offset, x.Length),
				Got: strconv.FormatBool(applied)})
		}
	}
	for _, s := range v.e.Sections {
		out("section", s.Offset, s.Length)
	}
	v.nesting()
	for _, f := range v.e.Document.Flags {
		out("flag", f.Offset, f.Length)
	}
	for _, n := range v.e.Document.Notices {
		if n.FirstPage > n.LastPage || n.LastPage > v.e.Document.Pages {
			v.add(Difference{Problem: OutOfRange, Name: "notice", Want: fmt.Sprintf("%d-%d", n.FirstPage, n.LastPage),
				Got: strconv.Itoa(v.e.Document.Pages)})
		}
	}
}

// nesting looks whether the sections are in order: apart from each other, or
// within one of a lower level.
func (v *verifier) nesting() {
	var open []evidence.SectionScore // those that hold the last one, and itself
	last := 0
	for _, s := range v.e.Sections {
		for len(open) > 0 && end(open[len(open)-1]) <= s.Offset {
			open = open[:len(open)-1]
		}
		outermost := len(open) == 0
		within := !outermost && open[len(open)-1].Level < s.Level && end(s) <= end(open[len(open)-1])
		if s.Offset < last || !outermost && !within {
			v.add(Difference{Problem: Disordered, Name: "section", Section: s.Title, Want: place(s.Offset, s.Length)})
			v.unsound = true
		}
		last = s.Offset
		open = append(open, s)
	}
}

// excludes reports whether a reason was set to exclude text.
func (v *verifier) excludes(reason evidence.Reason) bool {
	return slices.Contains(v.e.Engine.Parameters, evidence.Parameter{Name: score.Excludes, Value: string(reason)})
}

// numbers looks for gaps in the numbers of the matches, which count them from 1
// by their places.
func (v *verifier) numbers() {
	var all []*evidence.Match
	for i := range v.e.Sources {
		for j := range v.e.Sources[i].Matches {
			all = append(all, &v.e.Sources[i].Matches[j])
		}
	}
	slices.SortFunc(all, func(a, b *evidence.Match) int { return cmp.Compare(a.ID, b.ID) })
	want := 1
	for i, m := range all {
		// A made-up number must not make as many differences.
		const most = 20
		for want = max(want, m.ID-most); want < m.ID; want++ {
			v.add(Difference{Problem: MissingMatch, Match: want})
		}
		want = m.ID + 1
		if i > 0 && cmp.Or(cmp.Compare(all[i-1].This.Offset, m.This.Offset), cmp.Compare(m.This.Length, all[i-1].This.Length)) > 0 {
			v.add(Difference{Problem: Disordered, Name: "match", Match: m.ID})
		}
	}
	for i := range v.e.Sources {
		s := &v.e.Sources[i]
		if !slices.IsSortedFunc(s.Matches, func(a, b evidence.Match) int { return cmp.Compare(a.This.Offset, b.This.Offset) }) {
			v.add(Difference{Problem: Disordered, Name: "source", Source: s.ID})
		}
	}
}

// identities compares the basic information again.
func (v *verifier) identities() {
	this := v.e.Document.Identity
	for _, s := range v.e.Sources {
		if got := score.Relation(this, s.Identity); got != s.Relation {
			v.add(Difference{Problem: WrongRelation, Source: s.ID, Want: string(s.Relation), Got: string(got)})
		}
		got := score.Similar(this, s.Identity)
		for i := range max(len(got), len(s.Similar)) {
			var a, b evidence.Similarity
			if i < len(s.Similar) {
				a = s.Similar[i]
			}
			if i < len(got) {
				b = got[i]
			}
			if a != b {
				v.add(Difference{Problem: WrongIdentity, Source: s.ID, Name: cmp.Or(a.Field, b.Field), Want: decimal(a.Value),
					Got: decimal(b.Value)})
			}
		}
	}
}

// decisions looks whether they are such as can be made.
func (v *verifier) decisions() {
	if v.e.Decisions == nil {
		return
	}
	there := map[score.Subject]bool{{Kind: evidence.SubjectCheck}: true}
	for _, s := range v.e.Sources {
		there[score.Subject{Kind: evidence.SubjectSource, ID: s.ID}] = true
		for _, m := range s.Matches {
			there[score.Subject{Kind: evidence.SubjectMatch, ID: int64(m.ID)}] = true
		}
	}
	if v.e.Hints != nil { // their numbers are no match's
		for _, h := range v.e.Hints.Hints {
			there[score.Subject{Kind: evidence.SubjectMatch, ID: int64(h.ID)}] = true
		}
	}
	seen := map[score.Subject]bool{}
	for _, d := range v.e.Decisions.Decisions {
		subject := score.SubjectOf(d)
		about := Difference{Name: string(d.Subject), Want: strconv.FormatInt(d.ID, 10), Got: string(d.Verdict)}
		switch {
		case !there[subject]:
			about.Problem = UnknownSubject
		case seen[subject]:
			about.Problem = TwoDecisions
		case d.Validate() != nil:
			about.Problem = BadDecision
		}
		if about.Problem != "" {
			v.add(about)
		}
		seen[subject] = true
	}
	v.opinions()
}

// opinions looks whether they are such as can be given, and weighs them again.
func (v *verifier) opinions() {
	d := v.e.Decisions
	var verdicts []evidence.Verdict
	for _, o := range d.Opinions {
		if o.Verdict == evidence.Withdrawn || o.Validate() != nil {
			v.add(Difference{Problem: BadOpinion, Want: o.Reviewer, Got: string(o.Verdict)})
		}
		verdicts = append(verdicts, o.Verdict)
	}
	follows := ""
	if verdict := score.Decide(d.Decisions).Check(); verdict != nil && d.Wanted > 1 {
		follows = string(score.Follows(verdict.Verdict, d.Wanted, verdicts))
	}
	if d.Follows != follows {
		v.add(Difference{Problem: WrongFollows, Want: d.Follows, Got: follows})
	}
}
