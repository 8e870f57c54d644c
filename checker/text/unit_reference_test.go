package text

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zhiwen/checker/internal/texttest"
	"zhiwen/internal/testrun"
)

// unitsSlowly cuts a text into units by their definition: section by section,
// the next unit is the first of all beginnings that is long enough, unless the
// one before is nearer to length.
func unitsSlowly(t *Text, length int) (out []Unit) {
	for _, s := range sectionsSlowly(t) {
		out = append(out, sectionSlowly(t, s, length)...)
	}
	return out
}

// overlappingSlowly joins every two neighbours of a section, and looks what is
// shared by comparing each unit with the others.
func overlappingSlowly(t *Text, length int) (out []Unit) {
	for _, s := range sectionsSlowly(t) {
		half := length / 2
		size := s[len(s)-1].End - s[0].Start
		disjoint := int(math.Floor(float64(size)/float64(half) + 0.5))
		if disjoint > 1 {
			half = int(math.Ceil(float64(size) / float64(disjoint+1)))
		} else {
			half = max(half, size)
		}
		halves := sectionSlowly(t, s, half)
		var units []Unit
		for i := range halves {
			if i+1 < len(halves) {
				units = append(units, Unit{First: halves[i].First, Last: halves[i+1].Last, Start: halves[i].Start, End: halves[i+1].End})
			} else if i == 0 {
				units = halves
			}
		}
		for i := range units {
			u := &units[i]
			u.Before, u.After = u.First, u.Last
			for j, v := range units {
				if j < i {
					u.Before = max(u.Before, v.Last)
				}
				if j > i {
					u.After = min(u.After, v.First)
				}
			}
		}
		out = append(out, units...)
	}
	return out
}

func sectionSlowly(t *Text, sentences []Sentence, length int) (units []Unit) {
	var section []Unit // the pieces of the sentences not yet in a unit
	for _, s := range sentences {
		section = append(section, piecesSlowly(t, s, length)...)
	}
	for len(section) > 0 {
		size := func(n int) int { return section[n-1].End - section[0].Start }
		n := 1
		for n < len(section) && size(n) < length {
			n++
		}
		if n > 1 && size(n) > length && size(n)-length > length-size(n-1) {
			n--
		}
		u := Unit{First: section[0].First, Last: section[n-1].Last, Start: section[0].Start, End: section[n-1].End}
		section = section[n:]
		switch {
		case u.End-u.Start >= length/unitLeast:
			units = append(units, u)
		case len(units) > 0:
			units[len(units)-1].Last, units[len(units)-1].End = u.Last, u.End
		}
	}
	for i := range units {
		units[i].Before, units[i].After = units[i].First, units[i].Last
	}
	return units
}

func sectionsSlowly(t *Text) (out [][]Sentence) {
	for i, s := range t.Sentences {
		if i == 0 || s.Section || s.Cut {
			out = append(out, nil)
		}
		out[len(out)-1] = append(out[len(out)-1], s)
	}
	return out
}

// piecesSlowly cuts what is longer than two units into as few even parts as
// keep to length, each symbol in the part in which it ends.
func piecesSlowly(t *Text, s Sentence, length int) []Unit {
	size := s.End - s.Start
	parts := (size + length - 1) / length
	if size <= unitMost*length {
		parts = 1
	}
	part := func(symbol int) int {
		k := 0
		for k+1 < parts && int(t.End[symbol]) > s.Start+size*(k+1)/parts {
			k++
		}
		return k
	}
	var out []Unit
	for i := s.First; i < s.Last; i++ {
		if i > s.First && part(i) == part(i-1) {
			out[len(out)-1].Last, out[len(out)-1].End = i+1, int(t.End[i])
			continue
		}
		start := s.Start
		if n := len(out); n > 0 {
			start = out[n-1].End
		}
		out = append(out, Unit{First: i, Last: i + 1, Start: start, End: int(t.End[i])})
	}
	out[len(out)-1].End = s.End
	return out
}

func unitsAreAsDefined(t *testing.T, x *Text) {
	t.Helper()
	for _, length := range []int{20, 75, 150} {
		for _, c := range []struct {
			name      string
			want, got []Unit
		}{
			{"disjoint", unitsSlowly(x, length), x.Units(length)},
			{"overlapping", overlappingSlowly(x, length), x.Overlapping(length)},
		} {
			if len(c.got) == 0 && len(c.want) == 0 {
				continue
			}
			if diff := cmp.Diff(c.want, c.got); diff != "" {
				t.Fatalf("%s units of %d of a text of %d (-want +got):\n%s", c.name, length, x.Length, diff)
			}
		}
	}
}

func TestUnitsAreAsDefined(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	for i := range testrun.Rounds(1000, 200) {
		s := mixture(r, i)
		switch i % 4 {
		case 0: // sentences of all lengths
			s = strings.Map(func(c rune) rune {
				if c == '。' && r.IntN(4) > 0 {
					return '，'
				}
				return c
			}, texttest.Chinese(r, i/20+1))
		case 1:
			s = "# " + strings.Repeat("无句号", r.IntN(300)) + mixture(r, 20) + strings.Repeat("\n# 标题\n正文。", r.IntN(5)) + strings.Repeat("， ", r.IntN(200))
		}
		unitsAreAsDefined(t, New(texttest.Document(s)))
	}
}
