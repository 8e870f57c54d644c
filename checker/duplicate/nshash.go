package duplicate

import (
	"cmp"
	"crypto/md5" //nolint:gosec // a hash among others
	"encoding/binary"
	"slices"
	"strconv"

	"zhiwen/checker/text"
	"zhiwen/internal/each"
)

// nshash is the hashes of the longest sentences of a text, five as a rule; two texts are alike where
// they share at least threshold of them, one in the method as it was published with the
// products that use it. Sentences are those of the folded text, so that case, width, script
// and punctuation do not matter; of two of one length the earlier is taken.
//
// It is a choice of anchors by the text itself, as of T. Hoad, J. Zobel: Methods for
// identifying versioned and plagiarized documents, JASIST 54(3), 2003 (anchor selection),
// with the longest sentences as anchors. No paper of the name is known to us.
type nshash struct {
	sentences int // how many are taken; 0: nshashSentences
	hash      int // place in nshashHashes
}

// nshashSentences is how many sentences are taken as a rule.
const nshashSentences = 5

// nshashHashes are what sentences can be hashed by. The first is the usual one. MD5 and SDBM are those of the products that use the
// method: 64 bits of the one, and the other, of 32 bits once, computed in 64.
var nshashHashes = []struct {
	name string
	of   func(symbols []uint32) uint64
}{
	{"mixed", hashOfSymbols},
	{"md5", func(symbols []uint32) uint64 {
		var b []byte
		for _, c := range symbols {
			b = binary.BigEndian.AppendUint32(b, c)
		}
		sum := md5.Sum(b) //nolint:gosec // nothing is kept safe by it
		return binary.BigEndian.Uint64(sum[:])
	}},
	{"sdbm", func(symbols []uint32) (h uint64) {
		for _, c := range symbols {
			h = uint64(c) + h<<6 + h<<16 - h
		}
		return h
	}},
}

func hashOfSymbols(symbols []uint32) (h uint64) {
	for _, c := range symbols {
		h = (h ^ uint64(c)) * 0x9e3779b97f4a7c15
		h ^= h >> 32
	}
	return mixed(h)
}

func (nshash) Name() string { return "nshash" }

func (nshash) parameters() []Parameter {
	hash := Parameter{Name: "hash", Default: nshashHashes[0].name}
	for _, h := range nshashHashes {
		hash.Choices = append(hash.Choices, h.name)
	}
	return []Parameter{{Name: "sentences", Default: strconv.Itoa(nshashSentences), Least: 1, Most: 50}, hash}
}

func (m nshash) with(name string, number int) settable {
	if name == "hash" {
		m.hash = number
	} else {
		m.sentences = number
	}
	return m
}

func (m nshash) taken() int { return cmp.Or(m.sentences, nshashSentences) }

// Limit takes how many of the sentences both must have.
func (m nshash) Limit() Limit {
	return Limit{Least: 1, Default: 1, Most: float64(m.taken()), Whole: true}
}

func (m nshash) Print(t *Text) (Print, error) {
	most := m.taken()
	folded := t.folded()
	var longest []text.Sentence // longest first
	for _, s := range folded.Sentences {
		n := s.Last - s.First
		at := len(longest)
		for at > 0 && longest[at-1].Last-longest[at-1].First < n {
			at--
		}
		if at < most {
			longest = slices.Insert(longest[:min(len(longest), most-1)], at, s)
		}
	}
	out := each.Of(longest, func(s text.Sentence) uint64 { return nshashHashes[m.hash].of(folded.Char[s.First:s.Last]) })
	return distinct(out), nil
}

func (nshash) Pairs(prints []Print, threshold float64) []Pair {
	return sharing(prints, func(i, j, n int) (float64, bool) {
		shorter := min(len(prints[i]), len(prints[j]))
		return float64(n) / float64(shorter), n >= min(int(threshold), shorter)
	})
}
