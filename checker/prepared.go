package checker

import (
	"encoding/json"
	"hash/maphash"
	"sync"

	"zhiwen/checker/exclude"
	"zhiwen/checker/text"
	"zhiwen/extract"
)

// prepared is what was made of a source, for its next checks. Symbols of another
// engine are not the same symbols: each makes its own, and the last one's are kept.
type prepared struct {
	mu     sync.Mutex
	engine *Engine    // whose folding it is
	whole  *text.Text // nil before the first
	roles  *exclude.Table
	own    *folded // nil before the first
	runes  []rune
}

// folded is a source as an engine compares it under a table of roles. It is not
// changed after it was made.
type folded struct {
	read  func() *exclude.Document // what it tells by itself of text that takes no part
	alone []exclude.Range          // that text, in order
	whole *text.Text               // all of it
	own   *text.Text               // without that text
}

// whole returns the symbols of all of a source. It is safe for concurrent use.
func (e *Engine) whole(s *Source) *text.Text {
	s.prepared.mu.Lock()
	defer s.prepared.mu.Unlock()
	return s.prepared.all(e, s.Document)
}

// all folds a source for an engine. The lock is held.
func (p *prepared) all(e *Engine, d *extract.Document) *text.Text {
	if p.engine != e || p.whole == nil {
		p.engine, p.whole, p.own = e, e.profile.fold(d), nil
	}
	return p.whole
}

// folded returns the symbols of a source under a table of roles. It is safe for
// concurrent use.
func (e *Engine) folded(s *Source, roles *exclude.Table) *folded {
	p := &s.prepared
	p.mu.Lock()
	defer p.mu.Unlock()
	whole := p.all(e, s.Document)
	if p.own == nil || p.roles != roles {
		f := &folded{whole: whole, own: whole}
		f.read = sync.OnceValue(func() *exclude.Document { return exclude.New(s.Document, s.Identity, roles) })
		f.alone = e.alone.of(s, roles, func() []exclude.Range { return f.read().Alone() })
		if out := exclude.Of(f.alone, e.parameters.Exclude); len(out) > 0 {
			f.own = e.profile.fold(s.Document, out...)
		}
		p.roles, p.own = roles, f
	}
	return p.own
}

// aloneKept is of how many documents it is remembered what they tell by themselves takes no part: a range has 56 bytes, and
// an application on a form some 40 of them, so that these are 45 MB at the most.
const aloneKept = 20_000

// aloneOf remembers what sources tell by themselves takes no part, from check to check: a document is a source of many, and
// to find it out takes half of a check. It is safe for concurrent use; the zero value is ready.
type aloneOf struct {
	mu     sync.Mutex
	ranges memory[aloneKey, []exclude.Range]
}

// aloneKey says what the ranges depend on.
type aloneKey struct {
	id      int64
	content uint64 // of the document and its identity
	roles   string
}

var contentSeed = maphash.MakeSeed()

// of returns what find finds, or found before of the same content. It must not be changed.
func (a *aloneOf) of(s *Source, roles *exclude.Table, find func() []exclude.Range) []exclude.Range {
	key := aloneKey{s.ID, contentOf(s), roles.Key()}
	a.mu.Lock()
	ranges, known := a.ranges.get(key)
	a.mu.Unlock()
	if !known {
		ranges = find()
		a.mu.Lock()
		a.ranges.put(key, ranges, aloneKept)
		a.mu.Unlock()
	}
	return ranges
}

// contentOf returns a number that sources of other content hardly share.
func contentOf(s *Source) uint64 {
	var h maphash.Hash
	h.SetSeed(contentSeed)
	d := s.Document
	_, _ = h.WriteString(d.Text)
	comparables(&h, d.Paragraphs)
	comparables(&h, d.Sections)
	comparables(&h, d.Pages)
	comparables(&h, d.Flags)
	_ = json.NewEncoder(&h).Encode([]any{s.Identity, d.Metadata}) // a hash takes all that is written
	return h.Sum64()
}

func comparables[T comparable](h *maphash.Hash, list []T) {
	maphash.WriteComparable(h, len(list))
	for _, x := range list {
		maphash.WriteComparable(h, x)
	}
}

// takesPart returns the symbols of a source without what takes no part in a
// comparison with a document.
func (e *Engine) takesPart(q *query, s *Source) *text.Text {
	f := e.folded(s, q.roles)
	if q.known.Empty() {
		return f.own
	}
	return e.profile.fold(s.Document, exclude.Of(f.read().Find(f.whole, q.known), e.parameters.Exclude)...)
}

// runes returns the code points of a source's text. It is safe for concurrent use.
func (s *Source) runes() []rune {
	p := &s.prepared
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.runes == nil {
		p.runes = []rune(s.Document.Text)
	}
	return p.runes
}
