package verify

import (
	"slices"
	"strconv"

	"zhiwen/checker/evidence"
	"zhiwen/checker/score"
)

// runs looks whether the runs of each match are parts of its passages, in order
// and apart, and whether what is called equal is.
func (v *verifier) runs() {
	for i := range v.e.Sources {
		for j := range v.e.Sources[i].Matches {
			if m := &v.e.Sources[i].Matches[j]; len(m.Runs) > 0 {
				v.runsOf(v.e.Sources[i].ID, m)
			}
		}
	}
}

func (v *verifier) runsOf(source int64, m *evidence.Match) {
	this, theirs := []rune(m.This.Text), []rune(m.Source.Text)
	about := Difference{Match: m.ID, Source: source, Name: "run"}
	fault := func(p Problem, r evidence.Run) {
		d := about
		d.Problem, d.Want = p, place(r.Offset, r.Length)
		v.add(d)
	}
	at := m.This.Offset
	var there []evidence.Range
	for _, r := range m.Runs {
		a, b := r.Offset-m.This.Offset, r.SourceOffset-m.Source.Offset
		if !inRange(a, r.Length, len(this)) || !inRange(b, r.SourceLength, len(theirs)) {
			fault(OutOfRange, r)
			v.unsound = true
			continue
		}
		if r.Offset < at {
			fault(Disordered, r)
			v.unsound = true
		}
		at = r.Offset + r.Length
		if r.Corresponds() {
			there = append(there, evidence.Range{Start: r.SourceOffset, End: r.SourceOffset + r.SourceLength})
		}
		if r.Op == evidence.Equal && !slices.Equal(score.Symbols(string(this[a:a+r.Length])),
			score.Symbols(string(theirs[b:b+r.SourceLength]))) {
			fault(WrongKind, r)
		}
	}
	slices.SortFunc(there, func(a, b evidence.Range) int { return a.Start - b.Start })
	for i := range there {
		if i > 0 && there[i].Start < there[i-1].End {
			d := about
			d.Problem, d.Side, d.Want = Disordered, SourceSide, place(there[i].Start, there[i].End-there[i].Start)
			v.add(d)
		}
	}
}

// origins looks again where what stands in sources stood first.
func (v *verifier) origins() {
	if v.unsound {
		return
	}
	for _, o := range v.e.Origins {
		if !inRange(o.Offset, o.Length, v.e.Document.Characters) {
			v.add(Difference{Problem: OutOfRange, Name: "origin", Source: o.Source, Want: place(o.Offset, o.Length),
				Got: strconv.Itoa(v.e.Document.Characters)})
			v.unsound = true
			return
		}
	}
	got := score.Origins(v.e.Document, v.e.Sources)
	for i := range max(len(got), len(v.e.Origins)) {
		var a, b evidence.Origin
		if i < len(v.e.Origins) {
			a = v.e.Origins[i]
		}
		if i < len(got) {
			b = got[i]
		}
		if a != b { // those behind it differ as well
			v.add(Difference{Problem: WrongFact, Name: "origin", Source: a.Source, Want: place(a.Offset, a.Length),
				Got: place(b.Offset, b.Length)})
			return
		}
	}
}
