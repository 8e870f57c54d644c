package text

// The sizes of units, in code points.
const (
	UnitLength = 150            // sentences are joined until a unit has about this many
	unitStep   = UnitLength / 2 // overlapping units begin this far apart, about
	unitMost   = 2              // a sentence longer than this many units is cut
	unitLeast  = 40             // a shorter rest is joined to the unit before it, or left out where there is none
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
	units, _ := t.cut(UnitLength)
	return units
}

// OverlappingUnits cuts a text into units of which each begins at about the
// middle of the one before: a passage that lies across two of Units' units is
// mostly within one of these. They are in order, and hold what Units hold.
func (t *Text) OverlappingUnits() []Unit {
	// Whole sentences make halves longer than asked for; a little less gives
	// units of UnitLength on average.
	halves, sections := t.cut(unitStep - unitStep/15)
	units := make([]Unit, 0, len(halves))
	for i, section := range sections {
		end := len(halves)
		if i+1 < len(sections) {
			end = sections[i+1]
		}
		for j := section; j < end; j++ {
			if j+1 < end {
				units = append(units, Unit{halves[j].First, halves[j+1].Last, halves[j].Start, halves[j+1].End})
			} else if j == section {
				units = append(units, halves[j]) // a short section
			}
		}
	}
	return units
}

// cut cuts a text into units of about length code points, and gives the index
// of the first unit of each section.
func (t *Text) cut(length int) (units []Unit, sections []int) {
	units = make([]Unit, 0, t.Length/length+1)
	sections = []int{0}
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
			sections = append(sections, sectionFirst)
		}
		for _, p := range t.pieces(s, length) {
			if open && p.End-u.Start > length && p.End-u.Start-length > length-(u.End-u.Start) {
				flush() // without the piece it is nearer to length
			}
			if !open {
				u, open = p, true
			} else {
				u.Last, u.End = p.Last, p.End
			}
			if u.End-u.Start >= length {
				flush()
			}
		}
	}
	flush()
	return units, sections
}

// pieces cuts a sentence that is too long for a unit of length into even parts.
func (t *Text) pieces(s Sentence, length int) []Unit {
	whole := Unit{First: s.First, Last: s.Last, Start: s.Start, End: s.End}
	if s.End-s.Start <= unitMost*length {
		return []Unit{whole}
	}
	parts := (s.End - s.Start + length - 1) / length
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
