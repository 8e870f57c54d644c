package duplicate

// winnowing keeps some of the runs of winnowingRun words of the sentences with enough
// keywords: of each window of runs that follow one another that with the least hash. So any
// common passage of at least winnowingPassage words of such sentences shares a value,
// wherever it stands. Two texts are alike where at least threshold of the values of the one
// that has fewer are the other's too: how much of it stands there.
//
// S. Schleimer, D. Wilkerson, A. Aiken: Winnowing: local algorithms for document
// fingerprinting. SIGMOD 2003, with words for letters.
type winnowing struct{}

const (
	// winnowingRun words are one value: no shorter common run is ever seen.
	winnowingRun = 3
	// winnowingPassage words in common share a value: some half of a usual sentence.
	winnowingPassage = 12
	// winnowingKeywords is how many different words that are no stop words a sentence has
	// to be looked at: fewer are headings, labels of forms and phrases.
	winnowingKeywords = 4
)

func (winnowing) Name() string { return "winnowing" }

// Limit takes the part of the values of the text that has fewer.
func (winnowing) Limit() Limit { return containedLimit }

func (winnowing) Print(t *Text) (Print, error) {
	words, err := t.words()
	if err != nil {
		return nil, err
	}
	told, _ := telling(words)
	hashes, kept := fingerprints(told)
	values := make([]uint64, len(kept))
	for i, k := range kept {
		values[i] = hashes[k]
	}
	return distinct(values), nil
}

// fingerprints returns the hashes of all runs of words, and which of them are kept.
func fingerprints(told []spoken) (hashes []uint64, kept []int) {
	hashes = runs(told, winnowingRun)
	return hashes, winnowed(hashes, winnowingPassage-winnowingRun+1)
}

func (winnowing) Pairs(prints []Print, threshold float64) []Pair {
	return containing(prints, threshold)
}

// telling returns the words of the sentences with enough keywords, stop words too, and where each is among all words.
func telling(words []spoken) (out []spoken, at []int) {
	first := 0 // of the sentence
	keys := map[uint64]bool{}
	for i, w := range words {
		if !w.entry.Stop {
			keys[w.hash] = true
		}
		if i+1 < len(words) && words[i+1].sentence == w.sentence {
			continue
		}
		if len(keys) >= winnowingKeywords {
			out = append(out, words[first:i+1]...)
			for k := first; k <= i; k++ {
				at = append(at, k)
			}
		}
		first = i + 1
		clear(keys)
	}
	return out, at
}

// winnowed returns the place of the least hash of each window of consecutive ones, of equal ones the last,
// once where windows that overlap have the same. Fewer hashes than a window are one window.
func winnowed(hashes []uint64, window int) []int {
	if len(hashes) == 0 {
		return nil
	}
	window = min(window, len(hashes))
	var out []int
	least := -1
	for end := window; end <= len(hashes); end++ {
		from := end - window
		switch {
		case least < from: // the former one has left
			least = from
			for i := from + 1; i < end; i++ {
				if hashes[i] <= hashes[least] {
					least = i
				}
			}
		case hashes[end-1] <= hashes[least]: //nolint:gosec // 0 ≤ least < end
			least = end - 1
		default:
			continue
		}
		out = append(out, least)
	}
	return out
}
