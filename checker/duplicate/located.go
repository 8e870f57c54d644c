package duplicate

import "zhiwen/extract"

// Locator is a method that keeps where its fingerprints are, so that the passages that two texts share can be shown.
type Locator interface {
	// Locate returns a text with the places of its fingerprints.
	Locate(t *Text) (*Located, error)
}

// Located is a text with its words and the places of its fingerprints. It is safe for concurrent use.
type Located struct {
	words  []spoken
	spans  []extract.Span   // of each word in the document
	prints []located        // by word
	starts map[uint64][]int // of each fingerprint the words at which it begins, in order
}

// located is a fingerprint and the word at which its run begins.
type located struct {
	value uint64
	word  int
}

// mostStarts is how many places of one fingerprint in a text are tried: a phrase that comes more often is no passage
// that was copied from one of them.
const mostStarts = 16

// Locate returns the text with the places of its fingerprints, which are those of Print.
func (winnowing) Locate(t *Text) (*Located, error) {
	words, spans, err := t.placed()
	if err != nil {
		return nil, err
	}
	l := &Located{words: words, spans: spans, starts: map[uint64][]int{}}
	told, at := telling(words)
	hashes, kept := fingerprints(told)
	for _, k := range kept {
		l.prints = append(l.prints, located{hashes[k], at[k]})
		if starts := l.starts[hashes[k]]; len(starts) < mostStarts {
			l.starts[hashes[k]] = append(starts, at[k])
		}
	}
	return l, nil
}

// Shared returns the passages of a text that are in another one, as ranges of code points of the document, in order: around each
// fingerprint that both have as many words as are equal, of its places in the other the longest. Passages that overlap or
// touch are one.
func (l *Located) Shared(other *Located) []extract.Span {
	var passages []extract.Span // of words
	for _, p := range l.prints {
		if n := len(passages); n > 0 && p.word < passages[n-1].End {
			continue
		}
		var longest extract.Span
		for _, q := range other.starts[p.value] {
			if same := l.around(p.word, other, q); same.End-same.Start > longest.End-longest.Start {
				longest = same
			}
		}
		if longest.End-longest.Start < winnowingRun { // of a run over sentences that are left out, only a part is equal
			continue
		}
		for n := len(passages); n > 0 && longest.Start <= passages[n-1].End; n-- {
			longest.Start = min(longest.Start, passages[n-1].Start)
			passages = passages[:n-1]
		}
		passages = append(passages, longest)
	}
	for i, p := range passages {
		passages[i] = extract.Span{Start: l.spans[p.Start].Start, End: l.spans[p.End-1].End}
	}
	return passages
}

// around returns the words around word i that are equal to those around word k of another text.
func (l *Located) around(i int, other *Located, k int) extract.Span {
	same := func(by int) bool {
		a, b := i+by, k+by
		return a >= 0 && b >= 0 && a < len(l.words) && b < len(other.words) && l.words[a].hash == other.words[b].hash
	}
	from, to := 0, 0
	for same(from - 1) {
		from--
	}
	for same(to) {
		to++
	}
	return extract.Span{Start: i + from, End: i + to}
}
