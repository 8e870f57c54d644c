package locate

// tiling maps pieces of one sequence to equal pieces of another, in whatever order they are there.
// No character is used twice.
type tiling struct {
	letters, drawn []rune
	begins         []bool // for each of drawn: a line or a cell begins with it
	at             []int  // for each letter, its index in drawn, or nowhere
	used           []bool // for each of drawn
	left           int    // comparisons that may still be made
}

// mostComparisons bounds the work for a page: a full page takes some hundred thousand, but one with
// many repetitions would take all day. Text not found by then is not marked.
const mostComparisons = 50_000_000

func newTiling(letters, drawn []rune, begins []bool) *tiling {
	t := &tiling{letters: letters, drawn: drawn, begins: begins, at: make([]int, len(letters)), used: make([]bool, len(drawn)),
		left: mostComparisons}
	for i := range t.at {
		t.at[i] = nowhere
	}
	return t
}

// mostPlaces bounds how many places of one seed are compared: dotted lines have thousands.
const mostPlaces = 64

// tile maps pieces of at least length characters, from the beginning: each where most of the
// following characters are equal, and of equal places where the previous piece ends or at the next
// place after it.
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
	last := 0 // end of the previous piece
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

// certain is how many characters must continue beyond the end of a line to show that the text does
// too, and that no other line begins alike.
const certain = 8

// whole returns how many of n equal characters from i and j on form one piece. A piece that
// includes the end of a line of the drawing must begin or end with a whole line, or continue for
// long: otherwise the text may continue in another column, whose line begins or ends with the same
// few characters. It returns 0 if the piece begins like that.
func (t *tiling) whole(i, j, n int) int {
	first, last := 0, 0 // line ends within the piece
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

// behind returns how far place j is after last, in a ring of n.
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

// fill maps characters between two pieces that are successive in both sequences: those that are
// equal in order, from both ends.
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
		from, to := 0, len(t.drawn) // in the other sequence
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

// mostBetween bounds the comparisons for one gap: between columns stored row by row there may be
// half a page.
const mostBetween = 1 << 20

// between maps the longest common subsequence of the free letters in [i, end) and the free drawn
// characters in [from, to).
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
