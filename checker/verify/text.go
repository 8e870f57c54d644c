package verify

import (
	"slices"
	"strconv"

	"zhiwen/checker/align"
	"zhiwen/checker/evidence"
	"zhiwen/checker/exclude"
	"zhiwen/checker/text"
	"zhiwen/extract"
)

// document compares what the evidence says of the document with its text.
func (v *verifier) document() {
	d, doc := v.texts.Document, v.e.Document
	if d == nil {
		return
	}
	v.facts(0, doc.TextSHA256, doc.Characters, d)
	v.number(Difference{Problem: WrongFact, Name: "pages"}, doc.Pages, len(d.Pages))
	if doc.Method != d.Method {
		v.add(Difference{Problem: WrongFact, Name: "method", Want: doc.Method, Got: d.Method})
	}
	if got := evidence.FlagsOf(d); !slices.Equal(doc.Flags, got) {
		v.add(Difference{Problem: WrongFact, Name: "flags", Want: strconv.Itoa(len(doc.Flags)), Got: strconv.Itoa(len(got))})
	}
	runes := []rune(d.Text)
	v.repetition(d, runes)
	read := exclude.New(d, doc.Identity, nil)
	outlined, _ := read.Outlined()
	v.outline(outlined)
	v.eachPassage(func(s *evidence.Source, m *evidence.Match, side Side, p *evidence.Passage) {
		if side == ThisSide {
			v.quote(Difference{Match: m.ID, Side: side, Source: s.ID}, p, outlined, runes)
		}
	})
	v.hintsHere(outlined, runes)
	v.keptOut(read)
	v.figuresHere(d, outlined)
}

// repetition compares what the evidence says of passages that the document repeats.
func (v *verifier) repetition(d *extract.Document, runes []rune) {
	if evidence.Published(v.e.Engine.Profile) {
		return // they say nothing of it
	}
	want, got := evidence.Repetition{}, evidence.Repetition{}
	if r := v.e.Document.Repetition; r != nil {
		want = *r
	}
	if r := align.Repetition(text.New(d), runes); r != nil {
		got = *r
	}
	v.number(Difference{Problem: WrongFact, Name: "repetition"}, want.Characters, got.Characters)
	v.number(Difference{Problem: WrongFact, Name: "repetition"}, want.Times, got.Times)
	v.number(Difference{Problem: WrongFact, Name: "repetition"}, want.Offset, got.Offset)
	v.number(Difference{Problem: WrongFact, Name: "repetition"}, want.Length, got.Length)
}

// outline compares the sections of the evidence with those of the document.
func (v *verifier) outline(d *extract.Document) {
	want := slices.Clone(v.e.Sections)
	if v.ownRoles() {
		return
	}
	if len(want) > 0 && want[0].Level == 0 { // what stands before the first
		want = want[1:]
	}
	if len(want) != len(d.Sections) {
		v.number(Difference{Problem: WrongCount, Name: "sections"}, len(want), len(d.Sections))
		return
	}
	for i, s := range want {
		t := d.Sections[i]
		if s.Title != t.Title || s.Level != t.Level || s.Offset != t.Start || s.Length != t.End-t.Start {
			v.add(Difference{
				Problem: WrongPlace, Name: "section",
				Want: strconv.Itoa(s.Level) + " " + place(s.Offset, s.Length) + " " + excerpt(s.Title, 0),
				Got:  strconv.Itoa(t.Level) + " " + place(t.Start, t.End-t.Start) + " " + excerpt(t.Title, 0),
			})
		}
	}
}

// ownRoles reports whether an officer's table of roles was used, which is not known
// here.
func (v *verifier) ownRoles() bool {
	return slices.ContainsFunc(v.e.Engine.Parameters, func(p evidence.Parameter) bool { return p.Name == exclude.RolesSetting })
}

// keptOut finds again what the document by itself tells takes no part; with a
// table of an officer's own it is not known here.
func (v *verifier) keptOut(read *exclude.Document) {
	if v.ownRoles() {
		return
	}
	found := map[evidence.Reason][]evidence.Excluded{}
	for _, r := range read.Alone() {
		found[r.Reason] = append(found[r.Reason], evidence.Excluded{Offset: r.Start, Length: r.End - r.Start, Reason: r.Reason})
	}
	for _, reason := range evidence.Reasons() {
		switch reason {
		// others tell them too, or did once
		case evidence.ReasonForm, evidence.ReasonStandard, evidence.ReasonLearned, evidence.ReasonCommon, evidence.ReasonRunning:
		default:
			v.exclusions(reason, found[reason])
		}
	}
}

// exclusions compares the ranges of reasons that follow from the document alone.
func (v *verifier) exclusions(reason evidence.Reason, got []evidence.Excluded) {
	var want []evidence.Excluded
	for _, x := range v.e.Excluded {
		if x.Reason == reason {
			x.Applied = false
			want = append(want, x)
		}
	}
	if !slices.Equal(want, got) {
		v.add(Difference{Problem: WrongExclusion, Name: string(reason), Want: places(want), Got: places(got)})
	}
}

// sources compares the available sources with the evidence about them.
func (v *verifier) sources() {
	for _, s := range v.e.AllSources() {
		if d := v.texts.Sources[s.ID]; d != nil {
			v.source(s, d)
		}
	}
}

// source compares a source with the evidence about it.
func (v *verifier) source(s *evidence.Source, d *extract.Document) {
	v.facts(s.ID, s.TextSHA256, s.Characters, d)
	runes := []rune(d.Text)
	outlined, _ := exclude.New(d, s.Identity, nil).Outlined()
	for j := range s.Matches {
		v.quote(Difference{Match: s.Matches[j].ID, Side: SourceSide, Source: s.ID}, &s.Matches[j].Source, outlined, runes)
	}
	v.hintsThere(s.ID, outlined, runes)
	v.figuresThere(s.ID, d, outlined)
}

func (v *verifier) facts(source int64, sum string, characters int, d *extract.Document) {
	if got := evidence.TextSHA256(d.Text); sum != "" && sum != got {
		v.add(Difference{Problem: WrongFact, Name: "text", Source: source, Want: excerpt(sum, 0), Got: excerpt(got, 0)})
	}
	v.number(Difference{Problem: WrongFact, Name: "characters", Source: source}, characters, len([]rune(d.Text)))
}

// quote compares a passage with the text it was taken from.
func (v *verifier) quote(about Difference, p *evidence.Passage, d *extract.Document, runes []rune) {
	if !inRange(p.Offset, p.Length, len(runes)) {
		about.Problem, about.Want, about.Got = OutOfRange, place(p.Offset, p.Length), strconv.Itoa(len(runes))
		v.add(about)
		return
	}
	got := evidence.Quote(d, runes, p.Offset, p.Offset+p.Length)
	if got.Text != p.Text {
		at := differ([]rune(p.Text), []rune(got.Text))
		about.Problem, about.Want, about.Got = WrongQuote, excerpt(p.Text, at), excerpt(got.Text, at)
		v.add(about)
		return
	}
	about.Problem, about.Name = WrongPlace, "page"
	v.number(about, p.Page, got.Page)
	if p.Section != got.Section && !v.ownRoles() {
		about.Name, about.Want, about.Got = "section", excerpt(p.Section, 0), excerpt(got.Section, 0)
		v.add(about)
	}
}
