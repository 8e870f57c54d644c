// Package hint finds passages that may be others in other words: rewritten, summed up, or translated.
//
// In go the words of a document, and an index of the words of a library by blocks; out come passages of both sides with
// the words that correspond, and how often a document that took nothing gives something as strong
// (docs/hint-engine.md). It knows no SQL, no evidence and no HTTP; equal input gives equal output. Indexes, shelves
// and dictionaries do not change once they are made and are safe for concurrent use; a Finder is for one document.
package hint

import (
	"cmp"
	"math"
	"slices"
)

// Candidate is a place of a library document that a window may be made of.
type Candidate struct {
	Window int
	Cross  bool // it is of the other language
	Rank   int
	Place
	Alignment
	Own, Region []Word // what was aligned
	similarity  float64
}

// Texts gives the words of library documents, in order; none of one that is gone.
type Texts func(id int64) []Word

// regionMargin is how many code points of the source beside a place are looked at too.
const regionMargin = 60

// Finder finds what of a document other documents may have been rewritten, summed up or translated to.
type Finder struct {
	Cutter     *Cutter
	Dictionary *Dictionary // nil: translations are not looked for
	Shelves    []*Shelf
	Without    int64 // a document that is not looked at
	Texts      Texts
}

// leastAbove is how many deviations above the others a place is at the least that is looked at closely.
const leastAbove = 3.5

// Candidates gives for each window the places that it may be made of, in order of windows.
func (f *Finder) Candidates(words []Word, windows []Window) []Candidate {
	var out []Candidate
	for _, cross := range []bool{false, true} {
		if cross && f.Dictionary == nil {
			break
		}
		var desks [languages]*Desk
		rankings, asked := make([]Ranking, len(windows)), make([][]Asked, len(windows))
		for i, w := range windows {
			l := w.Language
			if cross {
				l = l.Other()
				asked[i] = f.Cutter.AskOther(f.Dictionary, words[w.From:w.To])
			} else {
				asked[i] = f.Cutter.Ask(words[w.From:w.To])
			}
			if desks[l] == nil {
				desks[l] = NewDesk(f.Shelves, l, f.Without)
			}
			rankings[i] = desks[l].Search(asked[i])
		}
		for i, w := range windows {
			r := rankings[i]
			if len(r.Best) == 0 || r.above(r.Best[0].Score) < leastAbove {
				continue
			}
			l := w.Language
			if cross {
				l = l.Other()
			}
			for rank, c := range f.match(desks[l], words[w.From:w.To], asked[i], r, cross) {
				c.Window, c.Cross, c.Rank = i, cross, rank
				if len(c.Pairs) > 0 {
					c.Features[elsewhere] = math.Log(1 + usual(rankings, i, c.Document))
					c.Features[subject] = max(0, c.Features[elsewhere]-sameSubject)
					c.Features[chain] = chained(rankings, i, c.Place)
					out = append(out, c)
				}
			}
		}
	}
	return out
}

// usual gives how far above others a document ranks by the windows that are not near one: what is written on the
// subject of a document is near it everywhere, and a window that was made of it nearer than the rest.
func usual(rankings []Ranking, window int, document int64) float64 {
	var all []float64
	for i := range rankings {
		if abs(i-window) > 1 && len(rankings[i].Weight) > 0 {
			all = append(all, rankings[i].Near[document])
		}
	}
	if len(all) == 0 {
		return 0
	}
	slices.Sort(all)
	all = all[:len(all)-len(all)/10] // other windows may be made of it too
	sum := 0.0
	for _, v := range all {
		sum += v
	}
	return sum / float64(len(all))
}

// sameSubject is the elsewhere from which on two texts are on one subject, as parts of a series are.
const sameSubject = 1.5

// The reach of a chain: windows beside one, and code points between their places in the source.
const (
	chainWindows  = 2
	chainDistance = 800
)

// chained counts the windows beside one that rank the same document first, at a place beside and in order.
func chained(rankings []Ranking, window int, p Place) float64 {
	n := 0.0
	for i := max(0, window-chainWindows); i < min(len(rankings), window+chainWindows+1); i++ {
		if i == window || len(rankings[i].Best) == 0 {
			continue
		}
		o := rankings[i].Best[0]
		if o.Document != p.Document {
			continue
		}
		d := int(o.Start - p.Start)
		if i < window {
			d = -d
		}
		if d >= -regionMargin && d <= chainDistance*abs(i-window) {
			n++
		}
	}
	return n
}

// match aligns a window with the places that rank high, and says how much better each is than the others.
func (f *Finder) match(desk *Desk, words []Word, asked []Asked, r Ranking, cross bool) []Candidate {
	weights := map[uint32]float64{}
	for i, a := range asked {
		weights[a.Word] = max(weights[a.Word], r.Weight[i])
	}
	mine := make([]float64, len(words))
	for i, w := range words {
		mine[i] = weights[w.Term]
	}
	own := words
	if cross { // what is the same in every language is no evidence
		own, mine = nil, nil
		for _, w := range words {
			if w.Language != desk.language && !w.Number {
				own, mine = append(own, w), append(mine, weights[w.Term])
			}
		}
	}
	of := desk.language
	if cross {
		of = of.Other()
	}
	theirs := map[uint32]float64{}
	var out []Candidate
	for _, p := range r.Best {
		region := within(f.Texts(p.Document), p.Start-regionMargin, p.End+regionMargin, cross, desk.language)
		w := make([]float64, len(region))
		for k, x := range region {
			v, ok := theirs[x.Term]
			if !ok {
				v = desk.Weight(x.Term)
				theirs[x.Term] = v
			}
			w[k] = v
		}
		a := newRegion(f.Dictionary, region, of).align(f.Dictionary, own, mine, w, cross)
		x := &a.Features
		if len(a.Pairs) > 0 {
			x[zScore] = math.Log(1 + r.above(p.Score))
			x[others] = math.Log(float64(r.Documents))
		}
		out = append(out, Candidate{
			Place: p, Alignment: a, Own: own, Region: region,
			similarity: x[sameShare] + 0.5*x[alikeShare] + 0.6*x[glossShare] + 0.5*x[closeShare],
		})
	}
	// How much better each is than the others.
	for i := range out {
		var rest []float64
		for k := range out {
			if k != i && !out[k].like(&out[i]) {
				rest = append(rest, out[k].similarity)
			}
		}
		slices.SortFunc(rest, func(a, b float64) int { return cmp.Compare(b, a) })
		if len(rest) > 0 && len(out[i].Pairs) > 0 {
			mean := 0.0
			for _, v := range rest {
				mean += v
			}
			mean /= float64(len(rest))
			out[i].Features[lead] = out[i].similarity - (mean+rest[0])/2
		}
	}
	return out
}

// sameText is the share of words from which on two places are of versions of one text: neither is better than the other.
const sameText = 0.6

// like says whether two places have much the same words.
func (c *Candidate) like(o *Candidate) bool {
	terms := map[uint32]bool{}
	for _, w := range c.Region {
		terms[w.Term] = true
	}
	both, all := 0, len(terms)
	seen := map[uint32]bool{}
	for _, w := range o.Region {
		if seen[w.Term] {
			continue
		}
		seen[w.Term] = true
		if terms[w.Term] {
			both++
		} else {
			all++
		}
	}
	return float64(both) > sameText*float64(all)
}

func within(words []Word, start, end int32, only bool, l Language) []Word {
	var out []Word
	from, _ := slices.BinarySearchFunc(words, start, func(w Word, at int32) int { return cmp.Compare(w.Start, at) })
	for _, w := range words[from:] {
		if w.Start >= end {
			break
		}
		if !only || w.Language == l && !w.Number {
			out = append(out, w)
		}
	}
	return out
}
