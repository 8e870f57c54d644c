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
		if r.Op == evidence.Equal && !slices.Equal(score.Symbols(string(this[a:a+r.Length])), score.Symbols(string(theirs[b:b+r.SourceLength]))) {
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

// origins looks whether what is said of who was first is about what the sources
// cover, in order and apart.
func (v *verifier) origins() {
	if v.unsound {
		return
	}
	covered := map[int64]map[int]bool{}
	for _, o := range v.e.Origins {
		covered[o.Source] = map[int]bool{}
	}
	for i := range v.e.Sources {
		s := &v.e.Sources[i]
		for _, source := range []int64{s.ID, 0} { // 0 is the document: it was before all that cover it
			for j := 0; j < len(s.Matches) && covered[source] != nil; j++ {
				for _, r := range s.Matches[j].Ranges() {
					for at := max(0, r.Start); at < min(r.End, v.e.Document.Characters); at++ {
						covered[source][at] = true
					}
				}
			}
		}
	}
	at := 0
	for _, o := range v.e.Origins {
		d := Difference{Name: "origin", Source: o.Source, Want: place(o.Offset, o.Length)}
		switch {
		case !inRange(o.Offset, o.Length, v.e.Document.Characters):
			d.Problem, d.Got = OutOfRange, strconv.Itoa(v.e.Document.Characters)
			v.unsound = true
		case o.Offset < at:
			d.Problem = Disordered
		case !covered[o.Source][o.Offset] || !covered[o.Source][o.Offset+o.Length-1]:
			d.Problem = WrongFact
		}
		if d.Problem != "" {
			v.add(d)
		}
		at = o.Offset + o.Length
	}
}
