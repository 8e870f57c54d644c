package hint

import (
	"cmp"
	"math"
	"slices"
)

// Kind is what may have been done to a passage.
type Kind uint8

// The kinds.
const (
	Rewriting Kind = iota
	Summary
	Translation
)

// Span is a half-open range of code points.
type Span struct{ Start, End int }

// Found is a passage that may be another one in other words.
type Found struct {
	Kind        Kind
	Document    int64
	FalseAlarms float64 // hints at least as strong that a clean document of this length gives
	This, From  Span
	Pairs       []SentencePair // by This, then From
}

// SentencePair is a sentence and one of the source that correspond.
type SentencePair struct {
	This, From Span
	Words      []WordPair
}

// WordPair is two words that correspond.
type WordPair struct {
	This, From Span
	Gloss      string
}

// model is a decision: the logarithm of how probable it is that a place is made of another, as a weighted sum of
// features; and how many windows of clean documents reach a score.
type model struct {
	weights Features
	tails   [subjects]tail
}

// Subject is how near the subject of a document is to that of the checked one. The nearer it is, the more its places reach
// without being copied.
type Subject int

// The subjects.
const (
	OtherSubject Subject = iota
	NearSubject
	SameSubject // as parts of a series are
	subjects
)

// What elsewhere is at the least of documents near a subject, and on it.
const (
	leastNear = 1.5
	leastSame = 2
)

// SubjectOf returns how near the subject of a place's document is, by the features of the place.
func SubjectOf(features []float64) Subject {
	switch e := features[elsewhere]; {
	case e >= leastSame:
		return SameSubject
	case e >= leastNear:
		return NearSubject
	}
	return OtherSubject
}

// tail returns scores that the share 10^-n of the windows of clean documents reaches: for n = tailFirst, tailFirst + tailStep, …
type tail []float64

// The shares of windows of a model's tail: one in ten, and each a factor of 10^(1/4) fewer.
const (
	tailFirst = 1.0
	tailStep  = 0.25
)

func (m *model) score(f *Features) float64 {
	sum := 0.0
	for i, w := range m.weights {
		sum += w * f[i]
	}
	return sum
}

// rate returns which share of the windows of clean documents reaches a score: between the points of the tail, and
// beyond them, its logarithm is taken to be straight.
func (t tail) rate(score float64) float64 {
	n := len(t)
	i := sortSearch(t, score)
	switch i {
	case 0:
		return 1
	case n:
		// The slope of the last half of the tail.
		from := n / 2
		slope := float64(n-1-from) * tailStep / max(t[n-1]-t[from], 1e-3)
		return math.Pow(10, -(tailFirst + float64(n-1)*tailStep + (score-t[n-1])*slope))
	}
	part := (score - t[i-1]) / max(t[i]-t[i-1], 1e-9)
	return math.Pow(10, -(tailFirst + (float64(i-1)+part)*tailStep))
}

// sortSearch returns how many values are not above a score.
func sortSearch(tail []float64, score float64) int {
	i := 0
	for i < len(tail) && tail[i] <= score {
		i++
	}
	return i
}

// A clean document's false alarms are shared out: translations need few of them to be found nearly all, and a tenth is left for
// documents that are less clean than those of the tails.
const (
	sameBudget  = 0.7
	crossBudget = 0.2
)

// Score returns the score of a place: the logarithm of the odds that the window was made from it, up to a constant.
func (c *Candidate) Score() float64 { return c.model().score(&c.Features) }

// model returns what decides about a place.
func (c *Candidate) model() *model {
	if c.Cross {
		return &across
	}
	return &monolingual[c.Language]
}

// assumedWindows is the least number of windows that the rate of false alarms is computed for. A shorter document counts as
// having that many, and as near the subject of whatever is found: a few windows do not tell its subject from what was copied.
const assumedWindows = 30

// falseAlarms returns how many hints at least as strong as a place a clean document gives that has so many windows.
func (c *Candidate) falseAlarms(windows int) float64 {
	if c.Cross {
		return c.model().tails[OtherSubject].rate(c.Score()) * float64(windows) / crossBudget
	}
	s := SubjectOf(c.Features[:])
	if windows < assumedWindows {
		s = max(s, NearSubject)
	}
	return c.model().tails[s].rate(c.Score()) * float64(max(windows, assumedWindows)) / sameBudget
}

// summaryRatio is how many times as long as the passage its source is at the least where it is called a summary.
const summaryRatio = 2.2

// Decide returns the hints of at most some false alarms a clean document: of each window the best document, windows beside one
// another of one place joined, by places.
func Decide(candidates []Candidate, windows []Window, most float64) []Found {
	type scored struct {
		*Candidate
		rate float64
	}
	best := map[[2]int]scored{} // by window and language
	for i := range candidates {
		c := &candidates[i]
		rate := c.falseAlarms(len(windows))
		key := [2]int{c.Window, boolean(c.Cross)}
		if o, ok := best[key]; !ok || rate < o.rate || rate == o.rate && c.Document < o.Document {
			best[key] = scored{c, rate}
		}
	}
	var list []scored
	for _, s := range best {
		if s.rate <= most {
			list = append(list, s)
		}
	}
	// Of paragraphs together and one of them alone what is stronger is taken: the other paragraph adds to it or does not.
	weaker := func(s, o scored) bool {
		return s.Cross == o.Cross && windows[s.Window].Together && !windows[o.Window].Together &&
			!windows[s.Window].disjoint(windows[o.Window]) && s.rate >= o.rate
	}
	list = slices.DeleteFunc(slices.Clone(list), func(s scored) bool {
		return slices.ContainsFunc(list, func(o scored) bool { return weaker(s, o) })
	})
	slices.SortFunc(list, func(a, b scored) int {
		return cmp.Or(cmp.Compare(a.Window, b.Window), cmp.Compare(boolean(a.Cross), boolean(b.Cross)))
	})
	var out []Found
	for _, s := range list {
		f := s.found(windows[s.Window])
		f.FalseAlarms = s.rate
		if n := len(out) - 1; n >= 0 && out[n].joins(f) {
			out[n].join(f)
			continue
		}
		out = append(out, f)
	}
	return out
}

func boolean(b bool) int {
	if b {
		return 1
	}
	return 0
}

// joins reports whether a passage goes on where another ends, in the source too.
func (f *Found) joins(next Found) bool {
	translated := func(x Found) bool { return x.Kind == Translation }
	return f.Document == next.Document && translated(*f) == translated(next) && next.This.Start <= f.This.End+1 &&
		next.From.Start <= f.From.End+regionMargin && f.From.Start <= next.From.End+regionMargin
}

// join takes a passage in.
func (f *Found) join(next Found) {
	f.This = Span{min(f.This.Start, next.This.Start), max(f.This.End, next.This.End)}
	f.From = Span{min(f.From.Start, next.From.Start), max(f.From.End, next.From.End)}
	f.FalseAlarms = min(f.FalseAlarms, next.FalseAlarms)
	if next.Kind != Summary {
		f.Kind = next.Kind
	}
	for _, p := range next.Pairs {
		if !slices.ContainsFunc(f.Pairs, func(q SentencePair) bool { return q.This == p.This && q.From == p.From }) {
			f.Pairs = append(f.Pairs, p)
		}
	}
	f.sort()
}

func (f *Found) sort() {
	slices.SortFunc(f.Pairs, func(a, b SentencePair) int {
		return cmp.Or(cmp.Compare(a.This.Start, b.This.Start), cmp.Compare(a.From.Start, b.From.Start))
	})
}

// found makes a hint of a place.
func (c *Candidate) found(w Window) Found {
	f := Found{Kind: Rewriting, Document: c.Document, This: Span{w.Start, w.End}}
	core := c.Region[c.From:c.To]
	f.From = Span{int(core[0].Start), int(core[len(core)-1].End)}
	switch {
	case c.Cross:
		f.Kind = Translation
	case float64(f.From.End-f.From.Start) >= summaryRatio*float64(f.This.End-f.This.Start):
		f.Kind = Summary
	}
	// Pairs of words by the sentences that they stand in; of each sentence of the document the ones of the source that have most.
	type key struct{ this, from int32 }
	by := map[key][]Pair{}
	weight := map[key]float64{}
	for _, p := range c.Pairs {
		if p.From < c.From || p.From >= c.To {
			continue
		}
		k := key{c.Own[p.This].Sentence, c.Region[p.From].Sentence}
		by[k] = append(by[k], p)
		weight[k] += p.Weight
	}
	top := map[int32]float64{}
	for k, v := range weight {
		top[k.this] = max(top[k.this], v)
	}
	for k, pairs := range by {
		if weight[k] < top[k.this]/2 || len(pairs) < 2 && len(by) > 1 {
			continue
		}
		p := SentencePair{This: sentenceOf(c.Own, k.this), From: sentenceOf(core, k.from)}
		for _, x := range pairs {
			a, b := c.Own[x.This], c.Region[x.From]
			p.Words = append(p.Words, WordPair{Span{int(a.Start), int(a.End)}, Span{int(b.Start), int(b.End)}, x.Gloss})
		}
		slices.SortFunc(p.Words, func(a, b WordPair) int {
			return cmp.Or(cmp.Compare(a.This.Start, b.This.Start), cmp.Compare(a.From.Start, b.From.Start))
		})
		f.Pairs = append(f.Pairs, p)
	}
	f.sort()
	return f
}

// sentenceOf returns where the words of a sentence stand.
func sentenceOf(words []Word, sentence int32) Span {
	i := wordOf(words, int(sentence))
	s := Span{int(words[i].Start), int(words[i].End)}
	for ; i < len(words) && words[i].Sentence == sentence; i++ {
		s.End = int(words[i].End)
	}
	return s
}
