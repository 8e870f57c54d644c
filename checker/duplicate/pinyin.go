package duplicate

import (
	"cmp"
	"math"
	"strconv"
	"unicode"

	"zhiwen/checker/text"
)

// pinyin is how often the initial letters of the pinyin of a text stand in windows of it.
// A window is as many whole sentences as have grain symbols; the next one begins step
// sentences later, so that windows overlap, and a window of equal sentences is
// equal wherever it stands. Of the frequency of each letter that in usual Chinese is taken
// off, the rest is brought to whole numbers from 0 to the greatest digit, and these are the digits
// of one number, in the order of the alphabet. Words of other scripts count by the letter
// that they begin with. Two texts are alike where at least threshold of the numbers of the
// one that has fewer are the other's too.
//
// Characters replaced by others of the same sound change nothing. The method is from the
// product's founding documents; no paper of it is known to us.
type pinyin struct {
	grain, step int // 0: as a rule
	levels      int // place in pinyinRanges
}

const (
	// pinyinGrain is how many symbols a window has at least: a short sentence. Whole sentences hardly agree by chance, and the
	// more of them a window has, the more windows an edit spoils (docs/duplicates.md).
	pinyinGrain = 12
	// pinyinStep is how many sentences later the next window begins. With 1, every run of
	// sentences that is long enough is a window, so that no edit puts the others out of step.
	pinyinStep      = 1
	mostPinyinGrain = 1000
	mostPinyinStep  = 100
)

// pinyinRanges are what the greatest digit can be, the usual one first. The smaller it is, the more edits leave the number
// as it is, and the more windows agree by chance: 23 bits with 1 are too few, and with 9 one letter more or less nearly always
// shows (docs/duplicates.md).
var pinyinRanges = []int{3, 9, 7, 1}

func (pinyin) Name() string { return "pinyin" }

func (pinyin) parameters() []Parameter {
	levels := Parameter{Name: "range", Default: strconv.Itoa(pinyinRanges[0])}
	for _, n := range pinyinRanges {
		levels.Choices = append(levels.Choices, strconv.Itoa(n))
	}
	return []Parameter{
		{Name: "grain", Default: strconv.Itoa(pinyinGrain), Least: 1, Most: mostPinyinGrain},
		{Name: "step", Default: strconv.Itoa(pinyinStep), Least: 1, Most: mostPinyinStep},
		levels,
	}
}

func (m pinyin) with(name string, number int) settable {
	switch name {
	case "grain":
		m.grain = number
	case "step":
		m.step = number
	default:
		m.levels = number
	}
	return m
}

// Limit takes the part of the numbers of the text that has fewer.
func (pinyin) Limit() Limit { return containedLimit }

func (m pinyin) Print(t *Text) (Print, error) {
	var out []uint64
	levels := pinyinRanges[m.levels]
	for _, counts := range windows(t, cmp.Or(m.grain, pinyinGrain), cmp.Or(m.step, pinyinStep)) {
		out = append(out, number(digits(counts, levels), levels))
	}
	return distinct(out), nil
}

func (pinyin) Pairs(prints []Print, threshold float64) []Pair { return containing(prints, threshold) }

// initialLetters are the letters that begin syllables: none begins with i, u or v.
const initialLetters = "abcdefghjklmnopqrstwxyz"

// commonInitials is how often of a thousand characters of usual Chinese a syllable begins
// with each of initialLetters: by the frequencies of gojieba's dictionary (a test counts).
var commonInitials = [len(initialLetters)]float64{
	4.6, 47.1, 43.9, 73.9, 6.6, 27.1, 50.9, 49.7, 74.2, 18.1, 54.7, 33.8, 23.2, 0.5, 11.6, 34.4, 24.2, 93.7, 36.3, 36.6, 55.1, 93.4, 106.2,
}

// letterAt returns the place of a letter in initialLetters, -1 for none.
var letterAt = func() (out [256]int8) {
	for i := range out {
		out[i] = -1
	}
	for i := range len(initialLetters) {
		out[initialLetters[i]] = int8(i)
	}
	return out
}()

// windows counts the initials of runs of whole sentences with at least grain symbols. The
// last sentences, with fewer behind them, begin none; a shorter text is one window.
func windows(t *Text, grain, step int) (out [][len(initialLetters)]int) {
	letters := initialsOf(t)
	sentences := t.folded().Sentences
	for i := 0; i < len(sentences); i += step {
		first, last := sentences[i].First, sentences[i].Last
		for j := i + 1; j < len(sentences) && last-first < grain; j++ {
			last = sentences[j].Last
		}
		if last-first < grain && i > 0 {
			break
		}
		var counts [len(initialLetters)]int
		for _, l := range letters[first:last] {
			if l >= 0 {
				counts[l]++
			}
		}
		out = append(out, counts)
	}
	return out
}

// initialsOf returns the place of each symbol's initial, -1 for none.
func initialsOf(t *Text) []int8 {
	f := t.folded()
	out := make([]int8, len(f.Sound))
	pos, i := 0, 0
	for _, r := range t.document.Text {
		if i == len(f.Start) {
			break
		}
		if pos == int(f.Start[i]) {
			out[i] = -1
			if f.Sound[i]&text.WordBit == 0 {
				out[i] = letterAt[text.Initial(f.Sound[i])]
			} else if r = unicode.ToLower(narrow(r)); r < 0x80 {
				out[i] = letterAt[r]
			}
			for i++; i < len(f.Start) && int(f.Start[i]) == pos; i++ { // of one code point several symbols
				out[i] = -1
			}
		}
		pos++
	}
	return out
}

// narrow returns the letter that a full-width one is a wide form of; other letters are returned as they are.
func narrow(r rune) rune {
	if r >= '！' && r <= '～' {
		return r - '！' + '!'
	}
	return r
}

// digits brings the frequencies less the usual ones to whole numbers from 0, where the
// least is, to levels, where the greatest is.
func digits(counts [len(initialLetters)]int, levels int) (out [len(initialLetters)]int) {
	all := 0
	for _, n := range counts {
		all += n
	}
	var over [len(initialLetters)]float64
	least, most := math.Inf(1), math.Inf(-1)
	for i, n := range counts {
		over[i] = float64(n)*1000/float64(max(1, all)) - commonInitials[i]
		least, most = min(least, over[i]), max(most, over[i])
	}
	if most == least {
		return out
	}
	for i, x := range over {
		out[i] = int(math.Round((x - least) / (most - least) * float64(levels)))
	}
	return out
}

// number writes digits as one number, each a digit to the base levels+1, the first the
// highest. Above 64 bits (levels 7 and 9) its lower and upper part are mixed to one value.
func number(digits [len(initialLetters)]int, levels int) uint64 {
	var high, low uint64
	base := uint64(levels + 1)
	for i, d := range digits {
		if i < len(digits)/2 {
			high = high*base + uint64(d)
		} else {
			low = low*base + uint64(d)
		}
	}
	if levels <= 3 {
		for range len(digits) - len(digits)/2 {
			high *= base
		}
		return high + low
	}
	return mixed(mixed(high) ^ low)
}
