package checker

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"

	"zhiwen/checker/align"
	"zhiwen/checker/evidence"
	"zhiwen/checker/exclude"
	"zhiwen/checker/hint"
	"zhiwen/checker/score"
	"zhiwen/checker/text"
	"zhiwen/extract"
)

// Words returns what a library stores of a document to be found for hints; nil where the engine does not look for them.
// The error is one of the file system, or says that the document made the engine panic.
func (e *Engine) Words(d *extract.Document) (*hint.Index, error) {
	return e.words(d, func() *text.Text { return text.New(d, e.alone(d)...) })
}

// words is Words of a document that is folded without what it reveals as excluded.
func (e *Engine) words(d *extract.Document, folded func() *text.Text) (index *hint.Index, err error) {
	if e.parameters.Hints == nil {
		return nil, nil //nolint:nilnil // nothing is to be stored
	}
	cutter, err := e.parameters.Hints.Cutter()
	if err != nil {
		return nil, fmt.Errorf("words of a document: %w", err)
	}
	fault := recovered(func() {
		t := folded()
		index = hint.NewIndex(cutter.Words(d, t), t)
	})
	if fault != nil {
		return nil, fmt.Errorf("words of a document: %w", fault)
	}
	return index, nil
}

// hints returns which passages of the document may be others in other words; nil where the engine does not look for
// them (the paper has none), where nobody wants them of this document, or where the library has too few documents (hint.LeastDocuments).
// It is asked after the texts were compared: where a match that counts stands, nothing is looked for.
func (e *Engine) hints(ctx context.Context, q *query, lib Library, found *evidence.Evidence) (*evidence.Hints, error) {
	if e.parameters.Hints == nil || q.input.WithoutHints || e.paper() {
		return nil, nil //nolint:nilnil // as Evidence has it
	}
	cutter, err := e.parameters.Hints.Cutter()
	if err != nil {
		return nil, fmt.Errorf("hints: %w", err)
	}
	segments, unread, err := lib.Segments(ctx, e.Words)
	if err != nil {
		return nil, fmt.Errorf("hints: %w", err)
	}
	documents := unread
	for _, s := range segments {
		documents += s.Documents()
	}
	if documents < hint.LeastDocuments {
		return nil, nil //nolint:nilnil // nothing to tell a passage by
	}
	out := &evidence.Hints{Level: e.parameters.HintLevel, Dictionary: cutter.Translates(), Unread: unread}
	var sources map[int64]*Source
	var failed error
	finder := hint.Finder{
		Cutter: cutter, Segments: segments, Without: q.input.ID,
		Texts: func(places map[int64][]extract.Span) (prose map[int64]hint.Prose) {
			prose, sources, failed = e.prose(ctx, q, lib, cutter, places)
			return prose
		},
	}
	prose := hint.Prose{
		Words:   unmatched(cutter.Words(q.input.Document, q.text), func(w hint.Word) (int32, int32) { return w.Start, w.End }, found),
		Symbols: unmatched(hint.Symbols(q.text), func(s hint.Symbol) (int32, int32) { return s.Start, s.Start + 1 }, found),
	}
	windows := hint.Windows(prose.Words, q.text, q.runes)
	candidates := finder.Candidates(prose, windows)
	if failed != nil {
		return nil, fmt.Errorf("hints: %w", failed)
	}
	here := outlined(q.read)
	only := map[int64]evidence.HintSource{}
	for _, f := range hint.Decide(candidates, windows, float64(evidence.MostFalseAlarms)) {
		s := sources[f.Document]
		there := outlined(e.folded(s, q.roles).read)
		h := evidence.Hint{
			Kind: hintKinds[f.Kind], Source: f.Document, FalseAlarms: evidence.Round(f.FalseAlarms),
			This: here.quote(q.runes, align.Span(f.This)), From: there.quote(s.runes(), align.Span(f.From)),
		}
		for _, p := range f.Pairs {
			pair := evidence.HintPair{Offset: p.This.Start, Length: p.This.End - p.This.Start, SourceOffset: p.From.Start,
				SourceLength: p.From.End - p.From.Start}
			for _, w := range p.Words {
				pair.Words = append(pair.Words, evidence.HintWord{
					Offset: w.This.Start, Length: w.This.End - w.This.Start, SourceOffset: w.From.Start,
					SourceLength: w.From.End - w.From.Start, Gloss: w.Gloss,
				})
			}
			h.Pairs = append(h.Pairs, pair)
		}
		out.Hints = append(out.Hints, h)
		only[f.Document] = q.hintSource(s)
	}
	for _, a := range hint.NamedAlong(hint.RankAlong(candidates, windows)) {
		out.Along = append(out.Along, e.along(q, sources[a.Document], a))
		only[a.Document] = q.hintSource(sources[a.Document])
	}
	for _, s := range found.Sources {
		delete(only, s.ID)
	}
	for _, id := range slices.Sorted(maps.Keys(only)) {
		out.Sources = append(out.Sources, only[id])
	}
	return out, nil
}

var hintKinds = map[hint.Kind]evidence.HintKind{
	hint.Rewriting: evidence.HintRewriting, hint.Summary: evidence.HintSummary, hint.Translation: evidence.HintTranslation,
}

// prose reads documents of the library and returns the parts in which hints are looked for; it reads the next ones
// while words are being split.
func (e *Engine) prose(ctx context.Context, q *query, lib Library, cutter *hint.Cutter,
	places map[int64][]extract.Span) (map[int64]hint.Prose, map[int64]*Source, error) {
	var lock sync.Mutex
	prose, sources := make(map[int64]hint.Prose, len(places)), make(map[int64]*Source, len(places))
	batches := slices.Collect(slices.Chunk(slices.Sorted(maps.Keys(places)), batchOf(len(places), leastCompared, mostCompared)))
	err := atOnce(ctx, len(batches), func(i int) error {
		list, err := lib.Texts(ctx, batches[i])
		if err != nil {
			return err
		}
		for _, s := range list {
			q.faults.guard(s, func() {
				around := e.around(q, s, places[s.ID])
				p := hint.Prose{Words: cutter.WordsAt(s.Document, around, places[s.ID]), Symbols: hint.Symbols(around)}
				passingTexts.Put(around) // not after a panic: nobody knows what is in it
				lock.Lock()
				defer lock.Unlock()
				prose[s.ID], sources[s.ID] = p, s
			})
		}
		return nil
	})
	return prose, sources, err
}

// unmatched returns the words, or symbols, that stand in no match that counts, or would where shorter ones and smaller
// sources do: what was found as it stands needs no hint.
func unmatched[T any](words []T, place func(T) (start, end int32), found *evidence.Evidence) []T {
	var taken []extract.Span
	for _, s := range found.Sources {
		for _, m := range s.Matches {
			if m.Counted > 0 || m.This.Length >= score.DefaultLeastLength {
				taken = append(taken, extract.Span{Start: m.This.Offset, End: m.This.Offset + m.This.Length})
			}
		}
	}
	taken = exclude.Merge(taken)
	out := words[:0:0]
	for _, w := range words {
		start, end := place(w)
		for len(taken) > 0 && taken[0].End <= int(start) {
			taken = taken[1:]
		}
		if len(taken) == 0 || int(end) <= taken[0].Start {
			out = append(out, w)
		}
	}
	return out
}
