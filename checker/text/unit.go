package text

const (
	unitMost  = 2 // a sentence longer than this many units is cut
	unitLeast = 4 // a rest of less than a fourth of a unit is joined to the unit before it, or left out where there is none
)

// Unit is a run of whole sentences of one section, without text that was kept out.
type Unit struct {
	First, Last   int // symbols, half-open
	Before, After int // symbols: [First, Before) stand in the unit before too, [After, Last) in the one after
	Start, End    int // code points, half-open
}

// Units cuts a text into units of about length code points. They are in order
// and disjoint; what is left out is less than a fourth of length at the
// beginning of a section: short sections, and short sentences before one that
// is long enough for a unit of its own.
func (t *Text) Units(length int) []Unit {
	units := make([]Unit, 0, t.Length/length+1)
	t.split(Sentence.beginsSection, func(s []Sentence) { units = t.units(units, s, length) })
	return units
}

// InParagraphs cuts a text into units of about length code points, none of which goes beyond a paragraph. It leaves out
// paragraphs of one sentence and those shorter than half of length, and otherwise what Units leaves out.
func (t *Text) InParagraphs(length int) []Unit {
	units := make([]Unit, 0, t.Length/length+1)
	begins := func(s Sentence) bool { return s.Paragraph || s.beginsSection() }
	t.split(begins, func(s []Sentence) {
		if len(s) > 1 && s[len(s)-1].End-s[0].Start >= length/2 {
			units = t.units(units, s, length)
		}
	})
	return units
}

// Overlapping cuts a text into units of about length code points, each of which
// shares one half with the unit before and the other with the next. A section has
// no more of them than disjoint ones of half the length, so it is cut into one
// half more than that: those of a section shorter than two lengths are short. A
// section of less than three fourths of length is a unit by itself, and left out
// where it is less than an eighth.
func (t *Text) Overlapping(length int) []Unit {
	units := make([]Unit, 0, 2*t.Length/length+1)
	var halves []Unit
	t.split(Sentence.beginsSection, func(s []Sentence) {
		size, half := s[len(s)-1].End-s[0].Start, length/2
		number := (size + half/2) / half
		if number <= 1 {
			units = t.units(units, s, max(size, half))
			return
		}
		halves = t.units(halves[:0], s, (size+number)/(number+1))
		if len(halves) < 2 { // all of its letters stand together, between blanks, or nearly none are there
			units = append(units, halves...)
			return
		}
		for i, second := range halves[1:] {
			u := halves[i]
			if i > 0 {
				u.Before = second.First
			}
			u.Last, u.After, u.End = second.Last, second.Last, second.End
			if i+2 < len(halves) {
				u.After = second.First
			}
			units = append(units, u)
		}
	})
	return units
}

// beginsSection reports whether a sentence begins a section, or follows on text that was kept out.
func (s Sentence) beginsSection() bool { return s.Section || s.Cut }

// split divides the sentences before each one that begins a part.
func (t *Text) split(begins func(Sentence) bool, each func([]Sentence)) {
	first := 0
	for i, s := range t.Sentences {
		if i > first && begins(s) {
			each(t.Sentences[first:i])
			first = i
		}
	}
	if first < len(t.Sentences) {
		each(t.Sentences[first:])
	}
}

// units appends to into the disjoint units of a section's sentences.
func (t *Text) units(into []Unit, section []Sentence, length int) []Unit {
	first := len(into)
	var u Unit
	open := false
	flush := func() {
		if !open {
			return
		}
		open = false
		u.Before, u.After = u.First, u.Last
		if u.End-u.Start >= length/unitLeast {
			into = append(into, u)
		} else if len(into) > first {
			last := &into[len(into)-1]
			last.Last, last.After, last.End = u.Last, u.Last, u.End
		}
	}
	for _, s := range section {
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
	return into
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
