package checker

import (
	"encoding/json"
	"hash/maphash"
	"math"
	"slices"
	"sync"

	"zhiwen/checker/exclude"
	"zhiwen/checker/text"
	"zhiwen/extract"
)

// prepared holds what was made of a source, for its next uses in a check. Engines fold differently,
// so only what the last engine made is kept.
type prepared struct {
	mu     sync.Mutex
	engine *Engine // that folded it
	whole  func() *text.Text
	roles  *exclude.Table
	own    *folded // nil before the first
	runes  []rune
}

// folded is a source as an engine compares it under a table of roles. Its functions compute their
// result when they are first called, and are safe for concurrent use.
type folded struct {
	read  *exclude.Document // with the excluded text that it reveals by itself
	alone []extract.Span    // that text
	whole func() *text.Text // all of it
	own   func() *text.Text // without that text

	mu    sync.Mutex
	known exclude.Known // under which theirs was made
	under *text.Text    // without what is excluded under known
}

// whole returns the symbols of all of a source. It is safe for concurrent use.
func (e *Engine) whole(s *Source) *text.Text {
	s.prepared.mu.Lock()
	whole := s.prepared.all(e, s.Document)
	s.prepared.mu.Unlock()
	return whole()
}

// all returns what folds a source for an engine, once. The lock is held.
func (p *prepared) all(e *Engine, d *extract.Document) func() *text.Text {
	if p.engine != e || p.whole == nil {
		p.engine, p.own = e, nil
		p.whole = sync.OnceValue(func() *text.Text { return e.profile.fold(d) })
	}
	return p.whole
}

// folded returns a source as it is compared under a table of roles. It is safe for concurrent use.
func (e *Engine) folded(s *Source, roles *exclude.Table) *folded {
	p := &s.prepared
	p.mu.Lock()
	defer p.mu.Unlock()
	whole := p.all(e, s.Document)
	if p.own == nil || p.roles != roles {
		f := &folded{read: e.revealed.read(s, roles), whole: whole, own: whole}
		if f.alone = exclude.Of(f.read.Alone(), e.parameters.Exclude); len(f.alone) > 0 {
			f.own = sync.OnceValue(func() *text.Text { return e.profile.fold(s.Document, f.alone...) })
		}
		p.roles, p.own = roles, f
	}
	return p.own
}

// mostRevealed bounds how many documents are remembered: 70 MB for applications on
// forms.
const mostRevealed = 10_000

// revealed remembers from check to check which text sources reveal as excluded: a document is a source
// of many checks, and examining it again would take half of a check. It is safe for concurrent use; the
// zero value is ready.
type revealed struct {
	mu   sync.Mutex
	last memory[revealedKey, exclude.Revealed]
}

// revealedKey holds everything that the result depends on.
type revealedKey struct {
	id      int64
	content uint64 // of the document and its identity
	roles   string
}

var contentSeed = maphash.MakeSeed()

// read examines a source, or recalls the result for the same content.
func (a *revealed) read(s *Source, roles *exclude.Table) *exclude.Document {
	key := revealedKey{s.ID, contentOf(s), roles.Key()}
	a.mu.Lock()
	found, known := a.last.get(key)
	a.mu.Unlock()
	if known {
		return exclude.Recall(s.Document, found)
	}
	d := exclude.New(s.Document, s.Identity, roles)
	a.mu.Lock()
	a.last.put(key, d.Revealed(), mostRevealed)
	a.mu.Unlock()
	return d
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

// takesPart returns the symbols of a source without the text that is excluded from the comparison
// with a document.
func (e *Engine) takesPart(q *query, s *Source) *text.Text {
	f := e.folded(s, q.roles)
	if q.known.Empty() {
		return f.own()
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.under == nil || f.known != q.known {
		ranges := f.read.Find(f.whole(), q.known)
		f.known, f.under = q.known, nil
		if out := exclude.Of(ranges, e.parameters.Exclude); slices.Equal(out, f.alone) {
			f.under = f.own()
		} else {
			f.under = e.profile.fold(s.Document, out...)
		}
	}
	return f.under
}

// around returns the symbols of the paragraphs of a source in which some of the places stand, without
// the text that it reveals as excluded, as the default profile folds them. Hints look at a few
// paragraphs of hundreds of sources, and folding all of each would take a fifth of a check.
func (e *Engine) around(q *query, s *Source, places []extract.Span) *text.Text {
	out := e.folded(s, q.roles).alone
	t := passingTexts.Get().(*text.Text)
	t.Fold(s.Document, exclude.Merge(slices.Concat(out, besides(s.Document, places)))...)
	return t
}

// besides returns the text of a document outside the paragraphs in which some of the places stand.
// What stands between two paragraphs belongs to the second.
func besides(d *extract.Document, places []extract.Span) []extract.Span {
	places = exclude.Merge(slices.Clone(places))
	var out []extract.Span
	from, begin := 0, 0 // of the text left out, and of the paragraph
	for _, p := range d.Paragraphs {
		for len(places) > 0 && places[0].End <= begin {
			places = places[1:]
		}
		if len(places) > 0 && places[0].Start < p.End {
			if from < begin {
				out = append(out, extract.Span{Start: from, End: begin})
			}
			from = p.End
		}
		begin = p.End
	}
	end := math.MaxInt
	if len(places) > 0 && places[len(places)-1].End > begin {
		end = begin
	}
	if from < end {
		out = append(out, extract.Span{Start: from, End: end})
	}
	return out
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
