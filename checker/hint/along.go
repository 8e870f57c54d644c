package hint

import (
	"cmp"
	"slices"
)

// Along is a library document that a whole document may be written along: many windows are near places of it, and these follow one
// another in the order of the windows. A language model that is given a few texts writes that way; no single window needs to be a hint.
type Along struct {
	Document    int64
	FalseAlarms float64 // documents at least as strong that a clean document gives
	Of          int     // windows of the checked document
	Steps       []Step  // starts ascend in both documents
	strength    float64
}

// Step is a window and the place that it is near.
type Step struct{ This, From Span }

// The constants of Along, chosen on clean documents (docs/hint-engine.md).
const (
	// mostStep is the most that a window adds: a few copied passages make no document that is written along another.
	mostStep = 6
	// emptyWindows is how many windows that are near nothing a document counts as having besides its own: that the few
	// windows of a short document agree is often chance.
	emptyWindows = 10
	// leastSteps is the number of windows at the least; one alone has no order.
	leastSteps = 2
	// mostFalseAlong is the most false alarms of a document that is named: below one in twenty clean documents, since some kinds of
	// documents give a few more.
	mostFalseAlong = 0.04
	// mostAlong is the number of documents that are named at the most: nobody writes along more.
	mostAlong = 5
)

// alongTail is the strengths that one library document in ten clean documents reaches, and each a factor of 10^(1/4) fewer.
var alongTail = tail{0.277, 0.348, 0.412, 0.539, 0.630}

// NamedAlong returns the first of what RankAlong returns: those that few clean documents have as strong.
func NamedAlong(ranked []Along) []Along {
	if n := slices.IndexFunc(ranked, func(a Along) bool { return a.FalseAlarms > mostFalseAlong }); n >= 0 {
		ranked = ranked[:n]
	}
	return ranked[:min(mostAlong, len(ranked))]
}

// RankAlong returns the library documents that at least leastSteps windows point to in order, strongest first, out
// of the result of Finder.Candidates. The strength is the mean over the windows of what those in order contribute.
func RankAlong(candidates []Candidate, windows []Window) []Along {
	count := 0
	for _, w := range windows {
		if !w.Together {
			count++
		}
	}
	near := map[int64][]*Candidate{} // by document, in the order of windows
	for i := range candidates {
		if c := &candidates[i]; !c.Cross && !windows[c.Window].Together && c.Step() > 0 {
			near[c.Document] = append(near[c.Document], c)
		}
	}
	var out []Along
	for document, list := range near {
		sum, chain := heaviest(list)
		if len(chain) < leastSteps {
			continue
		}
		a := Along{Document: document, Of: count, strength: sum / float64(count+emptyWindows)}
		a.FalseAlarms = alongTail.rate(a.strength)
		for _, c := range chain {
			w := windows[c.Window]
			a.Steps = append(a.Steps, Step{Span{w.Start, w.End}, Span{int(c.Start), int(c.End)}})
		}
		out = append(out, a)
	}
	slices.SortFunc(out, func(a, b Along) int {
		return cmp.Or(cmp.Compare(b.strength, a.strength), cmp.Compare(a.Document, b.Document))
	})
	return out
}

// Step returns how much a window that is near a place adds: what its score is above the score that a tenth of the windows of clean
// documents reaches.
func (c *Candidate) Step() float64 { return min(c.Score()-c.model().tails[OtherSubject][0], mostStep) }

// heaviest returns the places, in the order of windows, whose starts increase and that add most together, and how much they add: the
// heaviest increasing subsequence.
func heaviest(list []*Candidate) (float64, []*Candidate) {
	sums, before := make([]float64, len(list)), make([]int, len(list))
	best := 0
	for i, c := range list {
		before[i] = -1
		for k, p := range list[:i] {
			if p.Start < c.Start && sums[k] > sums[i] {
				sums[i], before[i] = sums[k], k
			}
		}
		sums[i] += c.Step()
		if sums[i] > sums[best] {
			best = i
		}
	}
	var chain []*Candidate
	for i := best; i >= 0; i = before[i] {
		chain = append(chain, list[i])
	}
	slices.Reverse(chain)
	return sums[best], chain
}
