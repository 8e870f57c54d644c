package locate

// tiling lays pieces of one sequence over equal pieces of another, in whatever
// order they stand there; no character is used twice.
type tiling struct {
	letters, drawn []rune
	begins         []bool // of each of drawn: a line or a cell begins with it
	at             []int  // of each letter: the place in drawn, or nowhere
	used           []bool // of each of drawn
	left           int    // how many comparisons may still be made
}

// mostComparisons bounds the work for a page: a full one takes some hundred thousand,
// one that is made up of what repeats would take all day. What is not found by then is
// not marked.
const mostComparisons = 50_000_000

func newTiling(letters, drawn []rune, begins []bool) *tiling {
	t := &tiling{letters: letters, drawn: drawn, begins: begins, at: make([]int, len(letters)), used: make([]bool, len(drawn)), left: mostComparisons}
	for i := range t.at {
		t.at[i] = nowhere
	}
	return t
}

// mostPlaces bounds how many places of one seed are compared: dotted lines have
// thousands.
const mostPlaces = 64

// tile lays down pieces that have at least so many characters: from the beginning,
// each where most of what follows is equal, and of equals where the piece before it
// ends or next behind it.
func (t *tiling) tile(length int) {
	if len(t.letters) < length || len(t.drawn) < length {
		return
	}
	places := map[string][]int{}
	for j := 0; j+length <= len(t.drawn); j++ {
		if key := string(t.drawn[j : j+length]); len(places[key]) < mostPlaces {
			places[key] = append(places[key], j)
		}
	}
	last := 0 // where the piece before ends
	for i := 0; i+length <= len(t.letters) && t.left > 0; {
		if t.at[i] != nowhere {
			last = t.at[i] + 1
			i++
			continue
		}
		best, most := nowhere, length-1
		for _, j := range places[string(t.letters[i:i+length])] {
			n := t.whole(i, j, t.equal(i, j))
			if n > most || n == most && best != nowhere && behind(j, last, len(t.drawn)) < behind(best, last, len(t.drawn)) {
				best, most = j, n
			}
		}
		if best == nowhere {
			i++
			continue
		}
		t.lay(i, best, most)
		i += most
		last = best + most
	}
}

// equal counts how many characters from i and j on are equal and free.
func (t *tiling) equal(i, j int) int {
	n := 0
	for i+n < len(t.letters) && j+n < len(t.drawn) && t.letters[i+n] == t.drawn[j+n] && t.at[i+n] == nowhere && !t.used[j+n] {
		n++
	}
	t.left -= n + 1
	return n
}

// certain is how many characters that go on beyond the end of a line say that the text
// does so, too, and no other line begins alike.
const certain = 8

// whole returns how many of n equal characters from i and j on are to be taken for one
// piece. A piece that holds the end of a line of the drawing ends or begins with a
// whole line, or goes on for long: else the text may go on in another column, whose
// line begins or ends with the same few characters. It is 0 where the piece begins
// like that.
func (t *tiling) whole(i, j, n int) int {
	first, last := 0, 0 // ends of lines within the piece
	for k := 1; k < n; k++ {
		if t.begins[j+k] {
			if last = k; first == 0 {
				first = k
			}
		}
	}
	continues := i > 0 && j > 0 && t.at[i-1] == j-1
	if first > 0 && first < certain && !t.begins[j] && !continues {
		return 0
	}
	if end := j + n; last > 0 && n-last < certain && end < len(t.drawn) && !t.begins[end] {
		return last
	}
	return n
}

// behind tells how far place j is behind last, of a ring of n.
func behind(j, last, n int) int {
	if j >= last {
		return j - last
	}
	return j - last + n
}

func (t *tiling) lay(i, j, n int) {
	for k := range n {
		t.at[i+k], t.used[j+k] = j+k, true
	}
}

// fill finds the characters between two pieces that follow one another in both
// sequences: those that are equal in order, from the one end and from the other.
func (t *tiling) fill() {
	for i := 0; i < len(t.letters); {
		if t.at[i] != nowhere {
			i++
			continue
		}
		end := i
		for end < len(t.letters) && t.at[end] == nowhere {
			end++
		}
		from, to := 0, len(t.drawn) // of the other sequence
		if i > 0 {
			from = t.at[i-1] + 1
		}
		if end < len(t.letters) {
			to = t.at[end]
		}
		if from <= to {
			t.between(i, end, from, to)
		}
		i = end
	}
}

// mostBetween bounds what between compares of one gap: between columns that are told
// row by row there may be half a page.
const mostBetween = 1 << 20

// between lays the longest common subsequence of letters [i, end) and drawn [from,
// to), of those that are free.
func (t *tiling) between(i, end, from, to int) {
	n, m := end-i, to-from
	if n == 0 || m == 0 || n*m > min(mostBetween, t.left) {
		return
	}
	t.left -= n * m
	width := m + 1
	longest := make([]int32, (n+1)*width)
	for a := n - 1; a >= 0; a-- {
		for b := m - 1; b >= 0; b-- {
			if t.letters[i+a] == t.drawn[from+b] && !t.used[from+b] {
				longest[a*width+b] = longest[(a+1)*width+b+1] + 1
			} else {
				longest[a*width+b] = max(longest[(a+1)*width+b], longest[a*width+b+1])
			}
		}
	}
	for a, b := 0, 0; a < n && b < m; {
		switch {
		case t.letters[i+a] == t.drawn[from+b] && !t.used[from+b]:
			t.lay(i+a, from+b, 1)
			a, b = a+1, b+1
		case longest[(a+1)*width+b] >= longest[a*width+b+1]:
			a++
		default:
			b++
		}
	}
}
