package checker

import (
	"zhiwen/checker/fingerprint"
	"zhiwen/checker/text"
	"zhiwen/checker/text/word"
	"zhiwen/extract"
)

// profile is a way to make symbols and fingerprints.
type profile struct {
	scheme fingerprint.Scheme
	fold   func(*extract.Document) *text.Text
}

// soundProfile compares characters by sound. One 20-bit minimum a group makes
// a single agreeing group telling; four characters (or two longer words) a
// shingle survive edits that three words would not. docs/architecture.md has
// the measurements.
func soundProfile() profile {
	return profile{scheme: fingerprint.Scheme{B: 20, Shingle: 4}, fold: text.New}
}

// wordProfile is the method of the paper: three words a shingle, one bit of
// each of a hundred minima.
func wordProfile(words *word.Cutter) profile {
	return profile{
		scheme: fingerprint.Scheme{B: 1, Shingle: 3},
		fold: func(d *extract.Document) *text.Text {
			var starts []int
			pos, next := 0, 0
			cut := words.Cut(d.Text)
			for at := range d.Text { // byte offsets to code points
				for next < len(cut) && cut[next].Start <= at {
					starts = append(starts, pos)
					next++
				}
				pos++
			}
			return text.New(d).Words(starts)
		},
	}
}

// units cuts a text into units and fingerprints them.
func (p profile) units(t *text.Text) []fingerprint.Unit {
	units := t.Units()
	out := make([]fingerprint.Unit, len(units))
	sketch := p.scheme.Sketch()
	var shingles []uint64
	for i, u := range units {
		shingles = p.scheme.Shingles(shingles[:0], t.Sound[u.First:u.Last], t.Weight[u.First:u.Last])
		sketch.Reset()
		sketch.Add(shingles)
		out[i] = fingerprint.Unit{Start: u.Start, End: u.End, Groups: sketch.Groups()}
	}
	return out
}

// windowLengths are the lengths of query windows, code points. A copied
// passage rarely begins where a library unit begins or has a unit's length,
// so the document is asked for from every sentence on, in steps that change
// the length by no more than about 40 %: a window of two thirds of a passage
// still has most minima in common with it.
var windowLengths = [...]int{25, 35, 50, 75, 105, text.UnitLength}

// window is a query: symbols [First, Last).
type window struct{ first, last int }

// windows makes the queries of a text. Windows with the same fingerprint as
// the one before, from the same sentence, are left out.
func (p profile) windows(t *text.Text) (windows []window, queries []fingerprint.Groups) {
	sketch := p.scheme.Sketch()
	var shingles []uint64
	for i, s := range t.Sentences {
		if i > 0 && t.Start[s.First]-t.Start[t.Sentences[i-1].First] < 4 {
			continue // bullets and numbers
		}
		sketch.Reset()
		from := int(t.Start[s.First])
		last := s.First
		limit := min(len(t.Sound), s.First+text.UnitLength)
		shingles = p.scheme.Shingles(shingles[:0], t.Sound[s.First:limit], t.Weight[s.First:limit])
		done := 0
		var previous fingerprint.Groups
		for j, length := range windowLengths {
			for last < limit && int(t.End[last])-from <= length {
				last++
			}
			// A shingle belongs to the window if its symbols do; it has
			// scheme.Shingle symbols at most.
			n := min(max(last-s.First-p.scheme.Shingle+1, 1), len(shingles))
			if n <= done {
				continue
			}
			sketch.Add(shingles[done:n])
			done = n
			g := sketch.Groups()
			if j == 0 || g != previous {
				windows = append(windows, window{s.First, last})
				queries = append(queries, g)
				previous = g
			}
		}
	}
	return windows, queries
}
