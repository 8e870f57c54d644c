// Package hint finds passages that may be others in other words: rewritten, summed up, or translated.
//
// In go the words of a document, and an index of the words of a library by blocks; out come passages of both sides with
// the words that correspond, and how often a document that took nothing gives something as strong
// (docs/hint-engine.md). It knows no SQL, no evidence and no HTTP; equal input gives equal output. Indexes, segments
// and dictionaries do not change once they are made and are safe for concurrent use; a Finder is for one document.
package hint

import (
	"cmp"
	"fmt"
	"math"
	"runtime"
	"runtime/debug"
	"slices"
	"sync"

	"zhiwen/checker/text"
	"zhiwen/extract"
)

// Candidate is a place of a library document that a window may be made of.
type Candidate struct {
	Window   int
	Language Language // of the window
	Cross    bool     // the place is of the other language
	Rank     int
	Place
	Alignment
	Own, Region []Word // what was aligned
}

// Texts returns the prose of library documents, at least what stands in the named places of each, ranges of code points; none
// of one that is gone. To read texts and cut them into words takes most of the time of a check, and a window is like a
// few sentences of one. It is asked once.
type Texts func(places map[int64][]extract.Span) map[int64]Prose

// regionMargin is how many code points of the source beside a place are looked at too.
const regionMargin = 60

// region returns the examined range of a document, in code points.
func (p Place) region() extract.Span {
	return extract.Span{Start: int(p.Start) - regionMargin, End: int(p.End) + regionMargin}
}

// Finder finds what of a document other documents may have been rewritten, summed up or translated to.
type Finder struct {
	Cutter   *Cutter
	Segments []*Segment
	Without  int64 // a document that is not looked at
	Texts    Texts
}

// search is what the library says of the windows, in one of the languages.
type search struct {
	cross     bool
	searchers [languages]*Searcher
	query     [][]QueryTerm
	rankings  []Ranking
}

// of returns the language of a window.
func (s *search) of(w Window) Language {
	if s.cross {
		return w.Language.Other()
	}
	return w.Language
}

// Candidates returns for each window the places that it may be made of, in order of windows: first of its own language, then
// of the other. It takes all processors.
func (f *Finder) Candidates(prose Prose, windows []Window) []Candidate {
	searches := []*search{{}, {cross: true}}
	if !f.Cutter.Translates() {
		searches = searches[:1]
	}
	var running sync.WaitGroup
	var panicked panics
	for _, s := range searches {
		running.Go(func() { panicked.note(func() { f.search(s, prose.Words, windows) }) })
	}
	running.Wait()
	panicked.pass()
	// What is to be looked at.
	type task struct {
		*search
		window int
		found  []Candidate
	}
	var tasks []*task
	places := map[int64][]extract.Span{}
	for _, s := range searches {
		for i, r := range s.rankings {
			if len(r.Best) == 0 {
				continue
			}
			tasks = append(tasks, &task{search: s, window: i})
			for _, p := range r.Best {
				places[p.Document] = append(places[p.Document], p.region())
			}
		}
	}
	texts := f.Texts(places)
	next := make(chan *task)
	for range runtime.GOMAXPROCS(0) {
		running.Go(func() {
			known := termWeights{segments: f.Segments}
			for t := range next {
				panicked.note(func() { t.found = f.look(t.search, prose, windows, t.window, texts, &known) })
			}
		})
	}
	for _, t := range tasks {
		next <- t
	}
	close(next)
	running.Wait()
	panicked.pass()
	var out []Candidate
	for _, t := range tasks {
		out = append(out, t.found...)
	}
	return out
}

// panics hands a panic of a goroutine on to the one that waits for it, which would else end the process.
type panics struct {
	lock  sync.Mutex
	first any
}

// note runs do and keeps the first panic.
func (p *panics) note(do func()) {
	defer func() {
		if r := recover(); r != nil {
			p.lock.Lock()
			defer p.lock.Unlock()
			if p.first == nil {
				p.first = fmt.Sprintf("%v\n%s", r, debug.Stack())
			}
		}
	}()
	do()
}

// pass panics where any goroutine did.
func (p *panics) pass() {
	if p.first != nil {
		panic(p.first)
	}
}

// search asks the library for the windows.
func (f *Finder) search(s *search, words []Word, windows []Window) {
	s.query, s.rankings = make([][]QueryTerm, len(windows)), make([]Ranking, len(windows))
	for i, w := range windows {
		if s.cross {
			s.query[i] = f.Cutter.QueryOther(words[w.From:w.To])
		} else {
			s.query[i] = f.Cutter.Query(words[w.From:w.To])
		}
		l := s.of(w)
		if s.searchers[l] == nil {
			s.searchers[l] = NewSearcher(f.Segments, l, f.Without)
		}
		s.rankings[i] = s.searchers[l].Search(s.query[i])
	}
}

// look aligns a window with the places where the library has most of it.
func (f *Finder) look(s *search, prose Prose, windows []Window, window int, texts map[int64]Prose, known *termWeights) []Candidate {
	w := windows[window]
	own := Prose{prose.Words[w.From:w.To], between(prose.Symbols, extract.Span{Start: w.Start, End: w.End})}
	var out []Candidate
	for rank, c := range f.match(s.searchers[s.of(w)], own, s.query[window], s.rankings[window], s.cross, texts, known) {
		c.Window, c.Language, c.Cross, c.Rank = window, w.Language, s.cross, rank
		if c.joined() >= leastJoined && !c.literal() && s.bothSpeak(windows, window, c.Document) {
			c.Features[elsewhere] = math.Log(1 + usual(s.rankings, windows, window, c.Document))
			c.Features[subject] = max(0, c.Features[elsewhere]-leastNear)
			out = append(out, c)
		}
	}
	return out
}

// termWeights says how much terms, of either language, tell searchers of a language. It is for one goroutine, and keeps what it was
// asked: the same words stand at place after place.
type termWeights struct {
	segments []*Segment
	known    [languages]map[uint32]float64
}

func (w *termWeights) of(d *Searcher, term uint32) float64 {
	known := &w.known[d.language]
	weight, ok := (*known)[term]
	if !ok {
		df := 0
		for _, s := range w.segments {
			for l := range languages {
				df += len(s.of(l, term))
			}
		}
		if *known == nil {
			*known = map[uint32]float64{}
		}
		weight = d.weight(df, 0)
		(*known)[term] = weight
	}
	return weight
}

// leastJoined is how many words of a window correspond to some of a place at the least: fewer are no passage.
const leastJoined = 4

// joined counts the words of a window, each once, that correspond to some of a place.
func (c *Candidate) joined() int {
	terms := map[uint32]bool{}
	for _, p := range c.Pairs {
		terms[c.Own[p.This].Term] = true
	}
	return len(terms)
}

// leastLiteral is the share of a window from which on a place is the same text as it stands: who rewrites lightly keeps
// seven tenths. What matches did not take of it is a notice, a footer or a list, and no rewriting.
const leastLiteral = 0.85

// literal reports whether a place has a window as it stands.
func (c *Candidate) literal() bool { return c.Features[ordered] >= leastLiteral }

// leastSpoken is how many deviations above the others a document is at the least by each of two paragraphs that are a
// window together. Of a passage that was parted each is a part; of others one may be made of the document, and is a
// window by itself.
const leastSpoken = 0.5

// bothSpeak reports whether each of the paragraphs of a window, where it has two, is nearer to a document than to others.
func (s *search) bothSpeak(windows []Window, window int, document int64) bool {
	w := windows[window]
	if !w.Together {
		return true
	}
	for i, o := range windows {
		if !o.Together && w.First <= o.First && o.Last <= w.Last && len(s.rankings[i].Weight) > 0 &&
			s.rankings[i].Near[document] < leastSpoken {
			return false
		}
	}
	return true
}

// usual returns how far above others a document ranks by the other windows: what is written on the subject of a document is
// near it everywhere, and a window that was made of it nearer than the rest. Windows side by side may be made of one
// passage, and do not speak for one another, unless there are no others; a text that is one window speaks for itself.
func usual(rankings []Ranking, windows []Window, window int, document int64) float64 {
	var all []float64
	for _, among := range []func(Window, Window) bool{Window.apart, Window.disjoint, func(Window, Window) bool { return true }} {
		for i := range rankings {
			if among(windows[i], windows[window]) && len(rankings[i].Weight) > 0 {
				all = append(all, rankings[i].Near[document])
			}
		}
		if len(all) > 0 {
			break
		}
	}
	slices.Sort(all)
	all = all[:len(all)-len(all)/10] // other windows may be made of it too
	sum := 0.0
	for _, v := range all {
		sum += v
	}
	return sum / float64(len(all))
}

// match aligns a window with the places that rank high, and says how much better each is than the others.
func (f *Finder) match(
	searcher *Searcher,
	prose Prose,
	query []QueryTerm,
	r Ranking,
	cross bool,
	texts map[int64]Prose,
	known *termWeights,
) []Candidate {
	words := prose.Words
	weights := map[uint32]float64{}
	for i, a := range query {
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
			if w.Language != searcher.language && !w.Number {
				own, mine = append(own, w), append(mine, weights[w.Term])
			}
		}
	}
	of := searcher.language
	if cross {
		of = of.Other()
	}
	aligner := newAligner(own, mine, of, cross)
	theirs := func(w Word) float64 { return known.of(searcher, w.Term) }
	places := make([]Prose, len(r.Best))
	beside := make([][]Symbol, len(r.Best))
	for n, p := range r.Best {
		places[n] = texts[p.Document]
		beside[n] = between(places[n].Symbols, p.region())
	}
	order := newOrder(prose.Symbols, beside...)
	var out []Candidate
	for n, p := range r.Best {
		region := within(places[n].Words, p.region(), cross, searcher.language)
		a := aligner.align(region, theirs)
		x := &a.Features
		if len(a.Pairs) > 0 {
			x[zScore] = math.Log(1 + r.above(p.Score))
			if !cross {
				x[ordered] = order.in(beside[n])
			}
		}
		out = append(out, Candidate{Place: p, Alignment: a, Own: own, Region: region})
	}
	if cross {
		return out
	}
	// How much more each has in the same order than the others.
	terms := make([][]uint32, len(out))
	for i := range out {
		terms[i] = termsOf(out[i].Region)
	}
	for i := range out {
		if len(out[i].Pairs) == 0 {
			continue
		}
		next := 0.0
		for k := range out {
			if k != i && !like(terms[k], terms[i]) {
				next = max(next, out[k].Features[ordered])
			}
		}
		more := out[i].Features[ordered] - next
		out[i].Features[orderedLead] = math.Copysign(math.Sqrt(math.Abs(more)), more)
	}
	return out
}

// sameText is the least share of equal words of two places that are versions of one text; neither is better than the
// other.
const sameText = 0.6

// termsOf returns the terms of words, each once, ascending.
func termsOf(words []Word) []uint32 {
	out := make([]uint32, len(words))
	for i := range words {
		out[i] = words[i].Term
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// like reports whether two places, by their terms, have much the same words.
func like(a, b []uint32) bool {
	both := text.Shared(a, b)
	return float64(both) > sameText*float64(len(a)+len(b)-both)
}

// within returns the words that begin in a range of code points: all, or only those of a language.
func within(words []Word, in extract.Span, only bool, l Language) []Word {
	begins := func(w Word, at int) int { return cmp.Compare(int(w.Start), at) }
	from, _ := slices.BinarySearchFunc(words, in.Start, begins)
	to, _ := slices.BinarySearchFunc(words, in.End, begins)
	words = words[from:max(from, to)]
	if !only {
		return words
	}
	var out []Word
	for _, w := range words {
		if w.Language == l && !w.Number {
			out = append(out, w)
		}
	}
	return out
}
