package text

const (
	unitMost  = 2 // a sentence longer than this many units is cut
	unitLeast = 4 // a rest of less than a fourth of a unit is joined to the unit before it, or left out where there is none
)

// Unit is a run of whole sentences of one section, without text that was kept out.
type Unit struct {
	First, Last int // symbols, half-open
	Start, End  int // code points, half-open
}

// Units cuts a text into units of about length code points. They are in order
// and disjoint; what is left out is less than a fourth of length at the
// beginning of a section: short sections, and short sentences before one that
// is long enough for a unit of its own.
func (t *Text) Units(length int) []Unit {
	units := make([]Unit, 0, t.Length/length+1)
	var u Unit
	open := false
	section := 0 // units of this section start here
	flush := func() {
		if !open {
			return
		}
		open = false
		if u.End-u.Start < length/unitLeast {
			if len(units) > section {
				last := &units[len(units)-1]
				last.Last, last.End = u.Last, u.End
			}
			return
		}
		units = append(units, u)
	}
	for _, s := range t.Sentences {
		if s.Section || s.Cut {
			flush()
			section = len(units)
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
	return units
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
