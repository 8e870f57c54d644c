package checker

import (
	"sync"

	"zhiwen/checker/exclude"
	"zhiwen/checker/text"
)

// prepared is what an engine has made of a source, for its next checks. Symbols
// of another engine are not the same symbols: each makes its own, and the last
// one's are kept.
type prepared struct {
	mu     sync.Mutex
	engine *Engine // whose texts they are; nil before the first
	roles  *exclude.Table
	whole  *text.Text // all of it
	own    *text.Text // without what the source alone tells takes no part
	runes  []rune
}

// folded gives the symbols of a source: of all of it, and without what takes no
// part as far as the source and the table of roles alone tell. It is safe for
// concurrent use.
func (e *Engine) folded(s *Source, roles *exclude.Table) (whole, own *text.Text) {
	p := &s.prepared
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.engine != e || p.roles != roles {
		p.whole = e.profile.fold(s.Document)
		p.own = p.whole
		if out := exclude.Of(exclude.Alone(s.Document, s.Identity, roles), e.parameters.Exclude); len(out) > 0 {
			p.own = e.profile.fold(s.Document, out...)
		}
		p.engine, p.roles = e, roles
	}
	return p.whole, p.own
}

// takesPart gives the symbols of a source without what takes no part in a
// comparison with a document.
func (e *Engine) takesPart(q *query, s *Source) *text.Text {
	whole, own := e.folded(s, q.known.Roles)
	if q.known.Forms.Empty() && q.known.Standard.Empty() && q.known.Learned.Empty() {
		return own
	}
	return e.profile.fold(s.Document, exclude.Of(exclude.Find(s.Document, whole, s.Identity, q.known), e.parameters.Exclude)...)
}

// runes gives the code points of a source's text. It is safe for concurrent use.
func (s *Source) runes() []rune {
	p := &s.prepared
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.runes == nil {
		p.runes = []rune(s.Document.Text)
	}
	return p.runes
}
