package duplicate

// shingle is the reference for the others: the set of all runs of shingleWords words, and
// the exact Jaccard coefficient of two sets. Words are those of gojieba, stop words too; a
// run is named by 64 bits, so that two different ones of a million texts are hardly ever
// taken for one.
//
// A. Broder, S. Glassman, M. Manasse, G. Zweig: Syntactic clustering of the web. WWW 1997.
type shingle struct{}

// shingleWords is the length of a run. Three words are some six Chinese characters: pairs
// of words stand in many texts on one subject, and longer runs are lost with every edit
// (docs/method.md has the same length for the profile paper).
const shingleWords = 3

func (shingle) Name() string { return "shingle" }

// Limit takes the Jaccard coefficient.
func (shingle) Limit() Limit { return jaccardLimit }

// LeastResemblance is the least resemblance at which two texts are alike, and documents of the
// library are versions of one application. Two texts half of which is the same form or standard
// text have a third of all their runs in common; similar texts must have more. 0.4 is four sevenths
// of each, and leaves room for errors of estimates. Texts in which one in ten sentences was
// rewritten reach it, about half of those with three in ten; texts that share a chapter do not
// (docs/desk.md, Versions).
const LeastResemblance = 0.4

// jaccardLimit is that of methods that compare sets. The least keeps chance and usual
// phrases out.
var jaccardLimit = Limit{Least: 0.05, Default: LeastResemblance, Most: 1}

func (shingle) Print(t *Text) (Print, error) {
	words, err := t.words()
	if err != nil {
		return nil, err
	}
	return distinct(runs(words, shingleWords)), nil
}

func (shingle) Pairs(prints []Print, threshold float64) []Pair { return Resembling(prints, threshold) }

// runs returns the hashes of all runs of k words; a shorter text is one run.
func runs(words []spoken, k int) []uint64 {
	if len(words) == 0 {
		return nil
	}
	k = min(k, len(words))
	out := make([]uint64, 0, len(words)-k+1)
	for i := range len(words) - k + 1 {
		h := uint64(k)
		for _, w := range words[i : i+k] {
			h = mixed(h ^ w.hash)
		}
		out = append(out, h)
	}
	return out
}

// mixed makes each bit depend on all bits (the finish of splitmix64).
func mixed(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
