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
	fold   func(*extract.Document, ...extract.Span) *text.Text
	cut    func(t *text.Text, length int) []text.Unit
}

// unitLength is the length of a unit in code points, about. Units that overlap
// begin half of it after one another.
const (
	unitLength = 150
	unitStep   = unitLength / 2
)

// soundProfile compares characters by sound. One 20-bit minimum a group makes
// a single agreeing group telling; four characters (or two longer words) a
// shingle survive edits that three words would not. Units overlap by half and
// their groups are minima of parts of them, so that short passages are found as
// often as with units of half the length, for as many of them. docs/method.md
// has the measurements.
func soundProfile() profile {
	return profile{scheme: fingerprint.Scheme{B: 20, Shingle: 4}, fold: text.New, cut: (*text.Text).Overlapping}
}

// wordProfile returns the method of the paper: words as gojieba cuts them, three a shingle, one bit of each of a
// hundred minima or, where it is short, of 64, and units within paragraphs.
func wordProfile(words *word.Cutter, short bool) profile {
	return profile{
		scheme: fingerprint.Scheme{B: 1, Shingle: 3, Short: short},
		cut:    (*text.Text).InParagraphs,
		fold: func(d *extract.Document, out ...extract.Span) *text.Text {
			var starts []int
			pos, next := 0, 0
			cut := words.Jieba(d.Text)
			for at := range d.Text { // byte offsets to code points
				for next < len(cut) && cut[next].Start <= at {
					starts = append(starts, pos)
					next++
				}
				pos++
			}
			return text.New(d, out...).Words(starts)
		},
	}
}

// units cuts a text into units and fingerprints them.
func (p profile) units(t *text.Text) []fingerprint.Unit {
	units := p.cut(t, unitLength)
	out := make([]fingerprint.Unit, len(units))
	var shingles []uint64
	for i, u := range units {
		symbols, weights := t.Sound[u.First:u.Last], t.Weight[u.First:u.Last]
		if u.Before > u.First {
			shingles = p.scheme.Slide(shingles, u.First-units[i-1].First, symbols, weights)
		} else {
			shingles = p.scheme.Shingles(shingles[:0], symbols, weights)
		}
		groups := p.scheme.Groups(shingles, u.Before-u.First, u.After-u.First)
		out[i] = fingerprint.Unit{Start: u.Start, End: u.End, Groups: groups}
	}
	if p.scheme.B == fingerprint.GroupBits {
		dropRepeated(out)
	}
	return out
}

// dropRepeated keeps each value in the first units of a document that have it, placesOfKey of
// them. A document that repeats a passage would have its values in more units than are looked
// up (mostUnits), and could not be found by the passage. In the other units, the value of
// another group replaces it, which no key of the group asks for.
func dropRepeated(units []fingerprint.Unit) {
	var times [fingerprint.GroupCount]map[uint32]int
	for g := range times {
		times[g] = make(map[uint32]int, len(units))
	}
	for i, u := range units {
		for g, value := range u.Groups {
			if times[g][value]++; times[g][value] > placesOfKey {
				units[i].Groups[g] = u.Groups[(g+1)%fingerprint.GroupCount]
			}
		}
	}
}

// keyDepth is how many shingles a group of each half of a unit of the document
// are asked for; see fingerprint.Scheme.Keys. All but one in 20 of the minima of a
// library unit that stand in the document are among them; the rest would cost as
// much again.
const keyDepth = 3

// keys returns what of a document the library is asked for: the shingles that
// can be minima of library units, wherever in the document they stand. A copied
// passage rarely begins where a unit begins, and its unit's minima do not
// depend on that. A minimum is of half a unit, so each half has its keys. No
// shingle goes over text that was kept out.
func (p profile) keys(t *text.Text) []fingerprint.Key {
	var keys []fingerprint.Key
	var shingles []uint64
	at := 0
	for _, u := range t.Units(unitStep) {
		// The shingles that begin in the half, and in what was left out before it.
		first, last := t.Stretch(u.First)
		at = max(at, first)
		end := min(u.Last+p.scheme.Shingle, last)
		shingles = p.scheme.Shingles(shingles[:0], t.Sound[at:end], t.Weight[at:end])
		shingles = shingles[:min(len(shingles), u.Last-at)]
		keys = p.scheme.Keys(keys, shingles, at, keyDepth)
		at = u.Last
	}
	return keys
}

// placesOfKey is how many places of a value in the document are looked at: in a
// text that repeats itself more would be much work and tell no more.
const placesOfKey = 8

// pack puts keys into queries, each in the column of its group, and says which
// key stands where. Equal values are asked for once.
func pack(keys []fingerprint.Key) (queries []fingerprint.Groups, places [][fingerprint.GroupCount][]int32) {
	var next [fingerprint.GroupCount]int
	seen := [fingerprint.GroupCount]map[uint32]int{}
	for g := range seen {
		seen[g] = map[uint32]int{}
	}
	for _, k := range keys {
		row, ok := seen[k.Group][k.Value]
		if !ok {
			row = next[k.Group]
			next[k.Group]++
			seen[k.Group][k.Value] = row
			if row == len(queries) {
				none := fingerprint.Groups{}
				for g := range none {
					none[g] = fingerprint.NoGroup
				}
				queries = append(queries, none)
				places = append(places, [fingerprint.GroupCount][]int32{})
			}
			queries[row][k.Group] = k.Value
		}
		if at := &places[row][k.Group]; len(*at) < placesOfKey {
			*at = append(*at, int32(k.Shingle))
		}
	}
	return queries, places
}
