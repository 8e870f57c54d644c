package duplicate

import (
	"slices"

	"zhiwen/checker/text"
)

// nshash is the hashes of the five longest sentences of a text; two texts are alike where
// they share at least threshold of them, one in the method as it was published with the
// products that use it. Sentences are those of the folded text, so that case, width, script
// and punctuation do not matter; of two of one length the earlier is taken.
//
// It is a choice of anchors by the text itself, as of T. Hoad, J. Zobel: Methods for
// identifying versioned and plagiarized documents, JASIST 54(3), 2003 (anchor selection),
// with the longest sentences as anchors. No paper of the name is known to us.
type nshash struct{}

// nshashSentences is how many sentences are taken.
const nshashSentences = 5

func (nshash) Name() string { return "nshash" }

// Limit takes how many of the sentences both must have.
func (nshash) Limit() Limit { return Limit{Least: 1, Usual: 1, Most: nshashSentences, Whole: true} }

func (nshash) Print(t *Text) (Print, error) {
	folded := t.folded()
	var longest []text.Sentence // longest first
	for _, s := range folded.Sentences {
		n := s.Last - s.First
		at := len(longest)
		for at > 0 && longest[at-1].Last-longest[at-1].First < n {
			at--
		}
		if at < nshashSentences {
			longest = slices.Insert(longest[:min(len(longest), nshashSentences-1)], at, s)
		}
	}
	var out []uint64
	for _, s := range longest {
		h := uint64(0)
		for _, c := range folded.Char[s.First:s.Last] {
			h = (h ^ uint64(c)) * 0x9e3779b97f4a7c15
			h ^= h >> 32
		}
		out = append(out, mixed(h))
	}
	return distinct(out), nil
}

func (nshash) Pairs(prints []Print, threshold float64) []Pair {
	return sharing(prints, func(i, j, n int) (float64, bool) {
		shorter := min(len(prints[i]), len(prints[j]))
		return float64(n) / float64(shorter), n >= min(int(threshold), shorter)
	})
}
