package word

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// states of a character of a word, in the order of the model's file: it begins a word, ends
// one, stands within one, or is one by itself.
const (
	begins = iota
	ends
	within
	alone
	states
)

// model is the hidden Markov model by which single characters make words that the dictionary
// does not have: of all runs of states the likeliest, by Viterbi's algorithm. Numbers are
// logarithms of probabilities.
type model struct {
	start [states]float64
	trans [states][states]float64
	emit  [][states]float64 // by place; the first is that of an unknown character
	place map[rune]uint16   // in emit
	plane [1 << 16]uint16   // the same for the Basic Multilingual Plane
}

var errModel = errors.New("a hidden Markov model has 9 lines of numbers")

// read takes the lines of the file: those of start, of transitions, and of each state which
// characters have it and how likely.
func (m *model) read(text string) error {
	var rows []string
	for line := range lines(text) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			rows = append(rows, line)
		}
	}
	if len(rows) < 1+states+states {
		return errModel
	}
	for i := range 1 + states {
		columns := strings.Split(rows[i], " ")
		if len(columns) != states {
			return errModel
		}
		for j, c := range columns {
			x, err := strconv.ParseFloat(c, 64)
			if err != nil {
				return errModel
			}
			if i == 0 {
				m.start[j] = x
			} else {
				m.trans[i-1][j] = x
			}
		}
	}
	m.emit = [][states]float64{{impossible, impossible, impossible, impossible}}
	m.place = map[rune]uint16{}
	for state := range states {
		for pair := range strings.SplitSeq(rows[1+states+state], ",") {
			character, number, _ := strings.Cut(pair, ":")
			r, _ := utf8.DecodeRuneInString(character)
			x, err := strconv.ParseFloat(number, 64)
			if err != nil || len(m.emit) > 1<<16-1 {
				return errModel
			}
			at, ok := m.place[r]
			if !ok {
				at = uint16(len(m.emit)) // bounded above
				m.put(r, at)
				m.emit = append(m.emit, m.emit[0])
			}
			m.emit[at][state] = x
		}
	}
	return nil
}

// put stores the place of a character in emit.
func (m *model) put(r rune, at uint16) {
	m.place[r] = at
	if r < 1<<16 {
		m.plane[r] = at
	}
}

// pack returns all numbers, and the character of each place.
func (m *model) pack() (numbers []float64, characters []uint32) {
	numbers = slices.Clone(m.start[:])
	for _, row := range m.trans {
		numbers = append(numbers, row[:]...)
	}
	for _, row := range m.emit {
		numbers = append(numbers, row[:]...)
	}
	characters = make([]uint32, len(m.emit))
	for r, at := range m.place {
		characters[at] = uint32(r)
	}
	return numbers, characters
}

// unpack takes what pack gave.
func (m *model) unpack(numbers []float64, characters []uint32) {
	take := func(row *[states]float64) { numbers = numbers[copy(row[:], numbers):] }
	take(&m.start)
	for i := range m.trans {
		take(&m.trans[i])
	}
	m.emit, m.place = make([][states]float64, len(characters)), map[rune]uint16{}
	for i, r := range characters {
		take(&m.emit[i])
		if i > 0 {
			m.put(rune(r), uint16(i)) // as read has it
		}
	}
}

func (m *model) emission(r rune) *[states]float64 {
	if r < 1<<16 {
		return &m.emit[m.plane[r]]
	}
	return &m.emit[m.place[r]]
}

// cut appends the words of non-ASCII characters.
func (m *model) cut(words []piece, b *buffer, from, to int) []piece {
	switch to - from {
	case 0:
		return words
	case 1:
		return append(words, b.piece(from, to, b.steps[from].node))
	}
	weight := m.start
	for y, e := range m.emission(b.runes[from]) {
		weight[y] += e
	}
	for x := from + 1; x < to; x++ {
		emission := m.emission(b.runes[x])
		var next [states]float64
		for y := range states {
			best, path := impossible, uint8(ends) // as cppjieba has it where all is impossible
			for before := range states {
				if w := weight[before] + m.trans[before][y] + emission[y]; w > best {
					best, path = w, uint8(before)
				}
			}
			next[y], b.path[x][y] = best, path
		}
		weight = next
	}
	state := uint8(alone)
	if weight[ends] >= weight[alone] {
		state = ends
	}
	for x := to - 1; x > from; x-- {
		before := b.path[x][state]
		b.path[x][0] = state // from here on the state, not where it came from
		state = before
	}
	b.path[from][0] = state
	left := from
	for x := from; x < to; x++ {
		if s := b.path[x][0]; s == ends || s == alone {
			node := uint32(0)
			if left == x {
				node = b.steps[x].node // of the character: what is cut here was no longer word to the dictionary
			}
			words = append(words, b.piece(left, x+1, node))
			left = x + 1
		}
	}
	return words
}
