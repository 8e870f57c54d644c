package checker

import (
	"sync"

	"zhiwen/checker/text"
)

// prepared is what an engine has made of a source, for its next checks. Symbols
// of another engine are not the same symbols: each makes its own, and the last
// one's are kept.
type prepared struct {
	mu     sync.Mutex
	engine *Engine // whose text it is; nil before the first
	text   *text.Text
	runes  []rune
}

// folded gives the symbols of a source. It is safe for concurrent use.
func (e *Engine) folded(s *Source) *text.Text {
	p := &s.prepared
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.engine != e {
		p.text = e.profile.fold(s.Document)
		p.engine = e
	}
	return p.text
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
