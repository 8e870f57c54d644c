package word

import (
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"
)

// segmenter cuts as gojieba does by default (MixSegment of cppjieba), to the same words: of
// all ways to put a phrase together of words of the dictionary that of the greatest
// probability, and where nothing but single characters is left, words of a hidden Markov
// model. gojieba takes four and a half
// times as long (BenchmarkCut, BenchmarkCutGojieba): it makes objects of each character and copies each word. A
// test holds each word against gojieba's. It is not changed after it was made.
type segmenter struct {
	words  *trie
	least  float64 // weight of a character that is no word: the least of the dictionary
	single map[rune]bool
	model  model
	known  []known // by node: what the lexicon says of the word, once it was asked
}

// piece is a word of a text with its node in the dictionary; 0 where it has none, or was not
// looked for.
type piece struct {
	Word
	node uint32
}

// separator reports what stands between phrases.
func separator(r rune) bool { return r == ' ' || r == '\t' || r == '\n' || r == '，' || r == '。' }

// impossible is the logarithm of a probability of nothing, as cppjieba has it: sums with it
// are compared there too, so it has to be the same.
const impossible = -3.14e+100

// readSegmenter reads the dictionaries that gojieba reads: main, model and user's.
func readSegmenter(paths [dictionaries]string) (*segmenter, error) {
	s := &segmenter{single: map[rune]bool{}}
	main, err := readText(paths[0])
	if err != nil {
		return nil, err
	}
	model, err := readText(paths[1])
	if err != nil {
		return nil, err
	}
	user, err := readText(paths[2])
	if err != nil {
		return nil, err
	}
	sum, usual, err := s.readWords(main)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", paths[0], err)
	}
	if err := s.readUser(user, sum, usual); err != nil {
		return nil, fmt.Errorf("%s: %w", paths[2], err)
	}
	s.known = written[known](len(s.words.weights))
	if err := s.model.read(model); err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrDamagedDictionary, paths[1], err)
	}
	return s, nil
}

// readText reads a file into a string, which is not made a second time of its bytes: dictionaries have megabytes.
func readText(path string) (string, error) {
	fail := func(err error) (string, error) { return "", fmt.Errorf("read word dictionary: %w", err) }
	f, err := os.Open(path)
	if err != nil {
		return fail(err)
	}
	defer func() { _ = f.Close() }() // it was only read
	info, err := f.Stat()
	if err != nil {
		return fail(err)
	}
	var b strings.Builder
	b.Grow(int(info.Size()))
	if _, err := io.Copy(&b, f); err != nil {
		return fail(err)
	}
	return b.String(), nil
}

// readWords reads the lines of the main dictionary: word, frequency and tag. A word's weight is the logarithm of its
// share of all; if a word occurs twice, the later frequency counts. It returns the sum of the frequencies and the
// median weight.
func (s *segmenter) readWords(main string) (sum, usual float64, err error) {
	type line struct {
		word      string
		frequency uint32 // its number: there are a few thousand
		node      uint32
	}
	all := make([]line, 0, strings.Count(main, "\n")+1)
	numbers, words := map[float64]uint32{}, []int{} // of frequencies, and how many words have each
	for l := range lines(main) {
		word, rest, _ := strings.Cut(l, " ")
		digits, _, _ := strings.Cut(rest, " ")
		f := frequency(digits)
		n, ok := numbers[f]
		if !ok {
			n = uint32(len(words)) // no more than lines
			numbers[f], words = n, append(words, 0)
		}
		words[n]++
		all = append(all, line{word: word, frequency: n})
		sum += f
	}
	s.least = math.Inf(1)
	weights, places := make([]float64, len(words)), make([]int, len(words)) // by number of the frequency; places in order
	before := 0
	for _, f := range slices.Sorted(maps.Keys(numbers)) {
		n := numbers[f]
		weights[n] = logarithm(f / sum)
		s.least = min(s.least, weights[n])
		if before <= len(all)/2 { // in the end that of the word in the middle
			usual = weights[n]
		}
		before += words[n]
		places[n] = len(all) - before
	}
	order := make([]int, len(all)) // the most frequent first
	for i, l := range all {
		order[places[l.frequency]] = i
		places[l.frequency]++
	}
	s.words = newTrie(len(all))
	for _, i := range order {
		if all[i].node, err = s.words.insert(all[i].word); err != nil {
			return 0, 0, err
		}
	}
	for _, l := range all {
		s.words.weigh(l.node, weights[l.frequency])
	}
	return sum, usual, nil
}

// readUser takes the lines of the user's dictionary: a word, a word with a tag, which both have the usual weight, or as
// those of the main dictionary, whose frequencies have a sum.
func (s *segmenter) readUser(user string, sum, usual float64) error {
	for line := range lines(user) {
		columns := strings.Split(strings.TrimSuffix(line, " "), " ")
		weight := usual
		switch len(columns) {
		case 1, 2:
		case 3:
			n, _ := strconv.Atoi(columns[1]) // cppjieba takes 0 for what is no number
			weight = logarithm(float64(n) / sum)
		default:
			continue
		}
		node, err := s.words.insert(columns[0])
		if err != nil {
			return err
		}
		s.words.weigh(node, weight)
		if r, size := utf8.DecodeRuneInString(columns[0]); size == len(columns[0]) && size > 0 {
			s.single[r] = true
		}
	}
	return nil
}

// lines returns the lines of a text that are not empty.
func lines(text string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for len(text) > 0 {
			var line string
			line, text, _ = strings.Cut(text, "\n")
			if line != "" && !yield(line) {
				return
			}
		}
	}
}

// frequency reads a whole number, which most are, or any other.
func frequency(s string) float64 {
	n := 0
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' || i > 14 {
			f, err := strconv.ParseFloat(s, 64)
			if err != nil || math.IsNaN(f) { // as atof has it of most
				return 0
			}
			return f
		}
		n = n*10 + int(s[i]-'0')
	}
	return float64(n)
}

// buffer is what a cut needs, for the next one too.
type buffer struct {
	runes  []rune
	starts []int // of each code point, in bytes, and of the end
	steps  []step
	path   [][states]uint8
	words  []piece // of cutSearch and Known
}

// step is the best segmentation from a code point on.
type step struct {
	weight float64 // of the best words
	length int32   // of the first of them, in code points
	node   uint32  // of the first of them
}

var buffers = sync.Pool{New: func() any { return new(buffer) }}

// cut appends the words of a part of a text that begins at a byte. The part is valid UTF-8.
func (s *segmenter) cut(words []piece, part string, at int) []piece {
	b := buffers.Get().(*buffer) //nolint:forcetypeassert // no other is put there
	defer buffers.Put(b)
	return s.fill(words, b, part, at)
}

// cutSearch is cut with the words of two and three characters within longer ones before them
// (QuerySegment of cppjieba).
func (s *segmenter) cutSearch(words []Word, part string, at int) []Word {
	b := buffers.Get().(*buffer) //nolint:forcetypeassert // no other is put there
	defer buffers.Put(b)
	b.words = s.fill(b.words[:0], b, part, at)
	from := 0 // the code point at which a word begins
	for _, w := range b.words {
		to := from
		for b.starts[to] < w.End {
			to++
		}
		for length := 2; length <= 3 && length < to-from; length++ {
			for i := from; i+length <= to; i++ {
				if s.words.has(b.runes[i : i+length]) {
					words = append(words, b.word(i, i+length).Word)
				}
			}
		}
		words = append(words, w.Word)
		from = to
	}
	return words
}

// fill is cut with a buffer.
func (s *segmenter) fill(words []piece, b *buffer, part string, at int) []piece {
	b.decode(part, at)
	if n := len(b.starts); cap(b.steps) < n {
		b.steps, b.path = make([]step, n), make([][states]uint8, n)
	}
	b.steps, b.path = b.steps[:len(b.starts)], b.path[:len(b.starts)]
	for from := 0; from < len(b.runes); {
		to := from + 1
		if separator(b.runes[from]) {
			words = append(words, b.word(from, to))
		} else {
			for to < len(b.runes) && !separator(b.runes[to]) {
				to++
			}
			words = s.phrase(words, b, from, to)
		}
		from = to
	}
	return words
}

// decode takes the code points of a part of a text that begins at a byte.
func (b *buffer) decode(part string, at int) {
	b.runes, b.starts = slices.Grow(b.runes[:0], len(part))[:len(part)], slices.Grow(b.starts[:0], len(part)+1)[:len(part)+1]
	n := 0
	for i := 0; i < len(part); n++ {
		r, size := rune(part[i]), 1
		switch {
		case r < utf8.RuneSelf:
		case r&0xf0 == 0xe0: // of three bytes, as most are; the text is valid
			r, size = r&0xf<<12|rune(part[i+1]&0x3f)<<6|rune(part[i+2]&0x3f), 3
		default:
			r, size = utf8.DecodeRuneInString(part[i:])
		}
		b.runes[n], b.starts[n] = r, at+i
		i += size
	}
	b.starts[n] = at + len(part)
	b.runes, b.starts = b.runes[:n], b.starts[:n+1]
}

// word returns code points as a word that the dictionary does not have.
func (b *buffer) word(from, to int) piece { return b.piece(from, to, 0) }

func (b *buffer) piece(from, to int, node uint32) piece {
	return piece{Word{Start: b.starts[from], End: b.starts[to]}, node}
}

// phrase appends the words of a phrase.
func (s *segmenter) phrase(words []piece, b *buffer, from, to int) []piece {
	t, runes, steps := s.words, b.runes[:to], b.steps[:to+1]
	steps[to].weight = 0
	for i := to - 1; i >= from; i-- {
		node := t.first(runes[i])
		weight := s.least
		if w := t.weights[node]; w != none {
			weight = w
		}
		best := step{impossible, 1, node}
		if w := steps[i+1].weight + weight; w > best.weight {
			best.weight = w
		}
		for j := i + 1; j < to && node != 0; j++ {
			if runes[j] < 1<<runeBits { // here, since a call takes as long
				key := stepOf(node, runes[j])
				h := hashed(key)
				in := t.tables(h)
				if in == 0 {
					break
				}
				node = t.find(h, key, in)
			} else {
				node = t.beyond[passage{node, runes[j]}]
			}
			// What is no word has the weight none, with which no sum is greater.
			if w := steps[j+1].weight + t.weights[node]; w > best.weight {
				best = step{w, int32(j + 1 - i), node} // a part has no more than chunkBytes
			}
		}
		steps[i] = best
	}
	for i := from; i < to; {
		if n := int(steps[i].length); n > 1 || s.single[runes[i]] {
			words = append(words, b.piece(i, i+n, steps[i].node))
			i += n
			continue
		}
		end := i + 1
		for end < to && steps[end].length == 1 && !s.single[runes[end]] {
			end++
		}
		words = s.unknown(words, b, i, end)
		i = end
	}
	return words
}

// unknown appends the words of single characters that stand side by side: what is ASCII by
// rule, the rest by the model.
func (s *segmenter) unknown(words []piece, b *buffer, from, to int) []piece {
	left := from
	for right := from; right < to; {
		if b.runes[right] >= 0x80 {
			right++
			continue
		}
		words = s.model.cut(words, b, left, right)
		left, right = right, plainWord(b.runes[:to], right)
		words = append(words, b.word(left, right))
		left = right
	}
	return s.model.cut(words, b, left, to)
}

// plainWord returns the end of a word of ASCII: letters and digits behind a letter, digits and
// points behind a digit, or one character.
func plainWord(runes []rune, at int) int {
	letter := func(r rune) bool { return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' }
	digit := func(r rune) bool { return r >= '0' && r <= '9' }
	end := at + 1
	switch {
	case letter(runes[at]):
		for end < len(runes) && (letter(runes[end]) || digit(runes[end])) {
			end++
		}
	case digit(runes[at]):
		for end < len(runes) && (digit(runes[end]) || runes[end] == '.') {
			end++
		}
	}
	return end
}
