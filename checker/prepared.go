package checker

import (
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
	read  *exclude.Document // what it tells by itself of text that takes no part
	whole *text.Text        // all of it
	own   *text.Text        // without that text
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
		f := &folded{read: exclude.New(s.Document, s.Identity, roles), whole: whole, own: whole}
		if out := exclude.Of(f.read.Alone(), e.parameters.Exclude); len(out) > 0 {
			f.own = e.profile.fold(s.Document, out...)
		}
		p.roles, p.own = roles, f
	}
	return p.own
}

// takesPart returns the symbols of a source without what takes no part in a
// comparison with a document.
func (e *Engine) takesPart(q *query, s *Source) *text.Text {
	f := e.folded(s, q.roles)
	if q.known.Empty() {
		return f.own
	}
	return e.profile.fold(s.Document, exclude.Of(f.read.Find(f.whole, q.known), e.parameters.Exclude)...)
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
