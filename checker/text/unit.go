package text

// The sizes of units, in code points.
const (
	UnitLength = 150 // sentences are joined until a unit has about this many
	unitMost   = 300 // a longer sentence is cut
	unitLeast  = 40  // a shorter rest is joined to the unit before it, or left out where there is none
)

// Unit is a run of whole sentences of one section of about UnitLength code
// points.
type Unit struct {
	First, Last int // symbols, half-open
	Start, End  int // code points, half-open
}

// Units cuts a text into units. They are in order and disjoint; what is left
// out are sections of fewer than unitLeast code points.
func (t *Text) Units() []Unit {
	units := make([]Unit, 0, t.Length/UnitLength+1)
	var u Unit
	open := false
	sectionFirst := 0 // units of this section start here
	flush := func() {
		if !open {
			return
		}
		open = false
		if u.End-u.Start < unitLeast {
			if len(units) > sectionFirst {
				last := &units[len(units)-1]
				last.Last, last.End = u.Last, u.End
			}
			return
		}
		units = append(units, u)
	}
	for _, s := range t.Sentences {
		if s.Section {
			flush()
			sectionFirst = len(units)
		}
		for _, p := range t.pieces(s) {
			if open && p.End-u.Start > UnitLength && p.End-u.Start-UnitLength > UnitLength-(u.End-u.Start) {
				flush() // without the piece it is nearer to UnitLength
			}
			if !open {
				u, open = p, true
			} else {
				u.Last, u.End = p.Last, p.End
			}
			if u.End-u.Start >= UnitLength {
				flush()
			}
		}
	}
	flush()
	return units
}

// pieces cuts a sentence that is too long for a unit into even parts.
func (t *Text) pieces(s Sentence) []Unit {
	whole := Unit{First: s.First, Last: s.Last, Start: s.Start, End: s.End}
	if s.End-s.Start <= unitMost {
		return []Unit{whole}
	}
	parts := (s.End - s.Start + UnitLength - 1) / UnitLength
	var out []Unit
	first, start := s.First, s.Start
	for i := 1; i < parts; i++ {
		until := int32(s.Start + (s.End-s.Start)*i/parts)
		last := first
		for last < s.Last && t.End[last] <= until {
			last++
		}
		if last == first || last == s.Last {
			continue
		}
		end := int(t.End[last-1])
		out = append(out, Unit{First: first, Last: last, Start: start, End: end})
		first, start = last, end
	}
	return append(out, Unit{First: first, Last: s.Last, Start: start, End: s.End})
}
